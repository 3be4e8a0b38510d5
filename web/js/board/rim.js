/** The letters of columns and the numbers of rows at the rim of a board, by which moves name cells. */

import { h } from '../dom.js';
import { columnLetters } from './geometry.js';

/** @import {GestureKind} from './action-map.js' */

/** Above this many columns or rows there is no room for them. */
const MAX_LINES = 20;

/** The kinds of gestures that are named by cells.
 * @type {GestureKind[]} */
const NAMED = ['point', 'swap', 'rotate', 'shift'];

/** Returns whether moves are named by cells such as `D3`.
 * @param {Set<GestureKind>} kinds of gestures */
export function areNamedByCells(kinds) {
  return NAMED.some((kind) => kinds.has(kind));
}

/** The labels at the rim. */
export class Rim {
  columns = h('div', { class: 'rim rim--columns', 'aria-hidden': 'true' });
  rows = h('div', { class: 'rim rim--rows', 'aria-hidden': 'true' });
  #frame;

  /** @param {HTMLElement} frame of the board */
  constructor(frame) {
    this.#frame = frame;
    frame.append(this.columns, this.rows);
  }

  /** Labels a board, unless its moves are not named by cells, it is too large, or its edges are joined.
   * @param {import('../wire-types.js').View} board
   * @param {Set<GestureKind>} kinds of gestures */
  layOut({ columns, rows, topology }, kinds) {
    const isShown = areNamedByCells(kinds) && topology === 'plane' && Math.max(columns, rows) <= MAX_LINES;
    this.#frame.classList.toggle('board__frame--rim', isShown);
    const label = (/** @type {string} */ text) => h('span', {}, text);
    const [across, down] = isShown ? [columns, rows] : [0, 0];
    this.columns.replaceChildren(...Array.from({ length: across }, (_, at) => label(columnLetters(at))));
    this.rows.replaceChildren(...Array.from({ length: down }, (_, at) => label(String(at + 1))));
  }
}
