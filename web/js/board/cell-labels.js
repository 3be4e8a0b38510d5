/** Collects what screen readers read at cells beside the token there. */

import { t } from '../i18n/index.js';

/** @import {BoardView, Place} from '../wire-types.js' */

/** The cells that the visitor or the game has marked.
 * @typedef {object} MarkedCells
 * @property {Place[]} last those of the last move
 * @property {Place[]} hint
 * @property {Place | null} selected
 * @property {[cell: Place, words: string][]} evaluations */

/** Returns the remarks for cells by their numbers, row by row.
 * @param {BoardView} board
 * @param {MarkedCells} marked
 * @returns {Map<number, string[]>} */
export function cellRemarks(board, { last, hint, selected, evaluations }) {
  /** @type {Map<number, string[]>} */
  const remarks = new Map();
  const add = (/** @type {string} */ words, /** @type {Place[]} */ cells) => {
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
