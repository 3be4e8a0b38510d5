/** The file: the disclosure `File`, with the text of the level, which can be written in as well. */

import { h } from '../dom.js';
import { say } from '../i18n/editor.js';
import { part } from './fields.js';

/** The text of the level. */
export class Source {
  #area = h('textarea', { class: 'textarea source', rows: '16', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', wrap: 'off', 'aria-label': say('file.text') });

  /** @param {(text: string) => void} changed is told the text as somebody writes in it */
  constructor(changed) {
    this.#area.addEventListener('input', () => changed(this.#area.value));
    this.element = part(say('file'), false, h('p', { class: 'small soft' }, say('file.help')), this.#area);
  }

  /** @param {string} text */
  show(text) {
    if (this.#area.value !== text) {
      this.#area.value = text;
    }
  }

  /** Goes to a line of the text.
   * @param {number} line from 1 */
  goTo(line) {
    this.element.setAttribute('open', '');
    const lines = this.#area.value.split('\n');
    const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    this.#area.focus();
    this.#area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    this.#area.scrollTop = ((line - 4) * this.#area.scrollHeight) / Math.max(lines.length, 1);
    this.#area.scrollIntoView({ block: 'nearest' });
  }
}
