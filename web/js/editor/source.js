/** The disclosure `File`: the text of the level, which can be edited as well. */

import { h } from '../dom.js';
import { te } from '../i18n/editor-texts.js';
import { note } from '../widgets.js';
import { part, setValue } from './fields.js';

/** The attributes of a box for code. */
const CODE = { rows: '16', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', wrap: 'off' };

/** How many lines stay above the one that is gone to. */
const ABOVE = 4;

/** The text of the level. */
export class Source {
  #area = h('textarea', { class: 'textarea source', ...CODE, 'aria-label': te('file.text') });

  /** @param {(text: string) => void} onChange is called when the text is edited */
  constructor(onChange) {
    this.#area.addEventListener('input', () => onChange(this.#area.value));
    this.element = part(te('file'), false, note(te('file.help')), this.#area);
  }

  /** @param {string} text */
  show(text) {
    setValue(this.#area, text);
  }

  /** Selects a line of the text.
   * @param {number} line from 1 */
  goTo(line) {
    this.element.setAttribute('open', '');
    const lines = this.#area.value.split('\n');
    const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    this.#area.focus();
    this.#area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    this.#area.scrollTop = ((line - ABOVE) * this.#area.scrollHeight) / Math.max(lines.length, 1);
    this.#area.scrollIntoView({ block: 'nearest' });
  }
}
