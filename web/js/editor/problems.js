/** The problems of the level: a line with whether it can be played, and a list `Problems`. */

import { fill, h, setText } from '../dom.js';
import { te } from '../i18n/editor-texts.js';
import { levelProblemText } from '../i18n/index.js';
import { withCode } from './fields.js';

/** @import {LevelError} from '../wire-types.js' */

/** The result of a check.
 * @typedef {{type: 'checking'}
 *   | {type: 'unknown', why: string}
 *   | {type: 'checked', problems: LevelError[]}} Verdict */

/** The line and the list, to be put where there is room for them. */
export class Problems {
  line = h('p', { class: 'verdict', role: 'status' });
  list = h('ul', { class: 'problems', 'aria-label': te('problems'), hidden: true });
  #onGo;

  /** @param {(problem: LevelError) => void} onGo goes to the field of a problem */
  constructor(onGo) {
    this.#onGo = onGo;
  }

  /** @param {Verdict} verdict */
  show(verdict) {
    this.line.ariaBusy = verdict.type === 'checking' ? 'true' : null;
    if (verdict.type === 'checking') {
      return;
    }
    const problems = verdict.type === 'checked' ? verdict.problems : [];
    const playable = verdict.type === 'checked' && problems.length === 0;
    const text = playable ? te('problems.none') : te('problems.count', { n: problems.length });
    this.line.classList.toggle('verdict--right', playable);
    setText(this.line, verdict.type === 'unknown' ? verdict.why : text);
    this.list.hidden = problems.length === 0;
    fill(this.list, ...problems.map((problem) => this.#item(problem)));
  }

  /** Gives the focus to the first problem. */
  focus() {
    this.list.querySelector('button')?.focus();
  }

  /** @param {LevelError} problem */
  #item(problem) {
    const { text, lang } = levelProblemText(problem);
    const line = h('span', { class: 'faint' }, te('problems.line', { line: problem.line }));
    const how = { class: 'problems__go', type: 'button', onclick: () => this.#onGo(problem) };
    return h('li', {}, h('button', how, line, ' ', h('span', { lang }, withCode(text))));
  }
}
