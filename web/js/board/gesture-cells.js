/** What gestures are about: the fields of a move, and the gesture that a tap at a place would be. */

import { cornerNear } from './gestures.js';

/** @import {BoardView, Gesture, Place} from '../wire-types.js' */
/** @import {Stage} from './token-layer.js' */
/** @import {ActionMap} from './action-map.js' */
/** @import {Tool} from './tools.js' */

/** Returns the fields that a move was about. For a column it is the field that was filled last.
 * @param {Gesture} gesture
 * @param {BoardView} board as it is after the move
 * @returns {Place[]} */
export function fieldsOf(gesture, board) {
  switch (gesture.type) {
    case 'point':
      return [gesture.cell];
    case 'swap':
      return [gesture.from, gesture.to];
    case 'column': {
      const row = landing(board, gesture.column) + 1;
      return row < board.rows ? [[gesture.column, row]] : [];
    }
    case 'rotate': {
      const [x, y] = gesture.corner;
      return [[x, y], [x + 1, y], [x, y + 1], [x + 1, y + 1]];
    }
    default:
      return [];
  }
}

/** Returns the row of the last empty field of a column from its upper end, or −1.
 * @param {BoardView} board
 * @param {number} column */
export function landing({ cells, columns, rows }, column) {
  let row = -1;
  while (row + 1 < rows && cells[(row + 1) * columns + column] === null) {
    row += 1;
  }
  return row;
}

/** Returns what a tap would mean, if it would mean a legal action and is worth showing beforehand.
 * @param {Place} place of the picture, in fields with fractions
 * @param {Stage} stage
 * @param {ActionMap} steering
 * @param {Tool} tool
 * @returns {Gesture | null} */
export function meant(place, stage, steering, tool) {
  const cell = /** @type {Place} */ ([Math.floor(place[0]), Math.floor(place[1])]);
  const gesture = gestureAt(place, cell, stage, steering, tool);
  return gesture && steering.allows(gesture) ? gesture : null;
}

/** @param {Place} place
 * @param {Place} cell
 * @param {Stage} stage
 * @param {ActionMap} steering
 * @param {Tool} tool
 * @returns {Gesture | null} */
function gestureAt(place, cell, stage, { ways }, tool) {
  if (ways.has('column')) {
    return { type: 'column', column: cell[0] };
  }
  if (!stage.has(cell)) {
    return null;
  }
  if (tool === 'clockwise' || tool === 'counter') {
    return { type: 'rotate', corner: cornerNear(stage, place), clockwise: tool === 'clockwise' };
  }
  return ways.has('point') ? { type: 'point', cell: stage.unplace(cell) } : null;
}
