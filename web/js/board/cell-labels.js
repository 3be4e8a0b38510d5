/** Collects what screen readers read at cells beside the token there. */

import { t } from '../i18n/index.js';

/** @import {View, Cell} from '../wire-types.js' */

/** The cells that the visitor or the game has marked.
 * @typedef {object} MarkedCells
 * @property {Cell[]} last those of the last move
 * @property {Cell[]} hint
 * @property {Cell | null} selected
 * @property {[cell: Cell, words: string][]} evaluations */

/** Returns the remarks for cells by their numbers, row by row.
 * @param {View} board
 * @param {MarkedCells} marked
 * @returns {Map<number, string[]>} */
export function cellRemarks(board, { last, hint, selected, evaluations }) {
  /** @type {Map<number, string[]>} */
  const remarks = new Map();
  const add = (/** @type {string} */ words, /** @type {Cell[]} */ cells) => {
    for (const cell of new Set(cells.map(([column, row]) => row * board.columns + column))) {
      remarks.set(cell, [...(remarks.get(cell) ?? []), words]);
    }
  };
  add(t('board.last'), last);
  add(t('board.winning'), board.lines.flat());
  add(t('board.marked'), board.marked);
  add(t('board.hole'), board.holes);
  add(t('board.selected'), selected ? [selected] : []);
  add(t('board.hint'), hint);
  evaluations.forEach(([cell, words]) => add(words, [cell]));
  return remarks;
}
