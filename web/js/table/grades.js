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

/** Makes the mark of a grade, which screen readers read as its name.
 * @param {Grade} grade */
export function gradeSign(grade) {
  return h(
    'span',
    { class: `grade grade--${grade}` },
    h('span', { 'aria-hidden': 'true' }, SIGNS[grade]),
    h('span', { class: 'visually-hidden' }, t(`grade.${grade}`)),
  );
}

/** Makes the mark of a grade with its name.
 * @param {Grade} grade */
export function gradeName(grade) {
  const sign = h('span', { class: 'grade__sign', 'aria-hidden': 'true' }, SIGNS[grade]);
  return h('span', { class: `grade grade--${grade}` }, sign, t(`grade.${grade}`));
}
