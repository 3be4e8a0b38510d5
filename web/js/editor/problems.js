/** What is wrong with the level: a line that says whether it can be played, and a list `Problems` of what leads there. */

import { fill, h, setText } from '../dom.js';
import { say } from '../i18n/editor.js';
import { levelProblemText } from '../i18n/error-messages.js';
import { inCode } from './fields.js';

/** @import {LevelProblem} from '../wire-types.js' */

/** What is known of a level.
 * @typedef {{type: 'checking'} | {type: 'unknown', why: string} | {type: 'checked', problems: LevelProblem[]}} Verdict
 */

/** What is wrong: the line and the list, to be put where there is room for them. */
export class Problems {
  line = h('p', { class: 'verdict', role: 'status' });
  list = h('ul', { class: 'problems', 'aria-label': say('problems'), hidden: true });
  #go;

  /** @param {(problem: LevelProblem) => void} go leads to where something is wrong */
  constructor(go) {
    this.#go = go;
  }

  /** @param {Verdict} verdict */
  show(verdict) {
    if (verdict.type === 'checking') {
      this.line.setAttribute('aria-busy', 'true');
      return;
    }
    this.line.removeAttribute('aria-busy');
    const problems = verdict.type === 'checked' ? verdict.problems : [];
    const right = verdict.type === 'checked' && problems.length === 0;
    this.line.classList.toggle('verdict--right', right);
    setText(this.line, verdict.type === 'unknown' ? verdict.why : right ? say('problems.none') : say('problems.count', { n: problems.length }));
    this.list.hidden = problems.length === 0;
    fill(this.list, ...problems.map((problem) => this.#item(problem)));
  }

  /** Gives the focus to the first problem. */
  focus() {
    this.list.querySelector('button')?.focus();
  }

  /** @param {LevelProblem} problem */
  #item(problem) {
    const { text, lang } = levelProblemText(problem.what);
    return h(
      'li',
      {},
      h('button', { class: 'problems__go', type: 'button', onclick: () => this.#go(problem) }, h('span', { class: 'faint' }, say('problems.line', { line: problem.line })), ' ', h('span', { lang }, inCode(text))),
    );
  }
}
