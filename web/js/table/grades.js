/** The grades of moves, with the marks by which annotators write them. */

import { h } from '../dom.js';
import { t } from '../i18n/index.js';

/** @import {Grade} from '../wire-types.js' */

const SIGNS = { best: '★', good: '✓', inaccuracy: '?!', mistake: '?', blunder: '??' };

/** All grades, the best first. */
export const GRADES = /** @type {Grade[]} */ (Object.keys(SIGNS));

/** The grades that are listed as mistakes.
 * @type {Grade[]} */
export const MISTAKES = ['inaccuracy', 'mistake', 'blunder'];

/** Makes the mark of a grade, with its name beside it or for screen readers only.
 * @param {Grade} grade
 * @param {boolean} [isNamed] whether the name is seen */
export function gradeMark(grade, isNamed = false) {
  return h(
    'span',
    { class: `grade grade--${grade}` },
    h('span', { class: isNamed && 'grade__sign', 'aria-hidden': 'true' }, SIGNS[grade]),
    h('span', { class: !isNamed && 'visually-hidden' }, t(`grade.${grade}`)),
  );
}
