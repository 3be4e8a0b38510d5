/** Relates gestures to cells: the cells of a gesture, and the gesture of a tap on a cell. */

import { clamp, floor } from './geometry.js';

/** @import {View, Gesture, Cell} from '../wire-types.js' */
/** @import {ActionMap} from './action-map.js' */
/** @import {TokenLayer} from './token-layer.js' */
/** @import {Tool} from './tools.js' */

/** Returns the cells of a move; of a column it is the cell that was filled last.
 * @param {Gesture} gesture
 * @param {View} board after the move
 * @returns {Cell[]} */
export function cellsOf(gesture, board) {
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
      return [
        [x, y],
        [x + 1, y],
        [x, y + 1],
        [x + 1, y + 1],
      ];
    }
    default:
      return [];
  }
}

/** Returns the row of the last empty cell of a column from its upper end, or −1.
 * @param {View} board
 * @param {number} column */
export function landing({ cells, columns, rows }, column) {
  let row = -1;
  while (row + 1 < rows && cells[(row + 1) * columns + column] === null) {
    row += 1;
  }
  return row;
}

/** Returns the upper left cell of the four whose middle is nearest to a place.
 * @param {TokenLayer} layer
 * @param {Cell} place with fractions
 * @returns {Cell} */
export function cornerNear({ columns, rows }, [x, y]) {
  return [clamp(Math.round(x) - 1, 0, columns - 2), clamp(Math.round(y) - 1, 0, rows - 2)];
}

/** Returns the legal gesture of a tap, if one should be previewed.
 * @param {Cell} place on the screen, in cells with fractions
 * @param {TokenLayer} layer
 * @param {ActionMap} actions
 * @param {Tool} tool
 * @returns {Gesture | null} */
export function gestureAt(place, layer, actions, tool) {
  const gesture = tapAt(place, layer, actions, tool);
  return gesture && actions.allows(gesture) ? gesture : null;
}

/** @param {Cell} place
 * @param {TokenLayer} layer
 * @param {ActionMap} actions
 * @param {Tool} tool
 * @returns {Gesture | null} */
function tapAt(place, layer, { kinds }, tool) {
  const cell = floor(place);
  if (kinds.has('column')) {
    return { type: 'column', column: cell[0] };
  }
  if (!layer.has(cell)) {
    return null;
  }
  if (tool === 'clockwise' || tool === 'counter') {
    return { type: 'rotate', corner: cornerNear(layer, place), clockwise: tool === 'clockwise' };
  }
  return kinds.has('point') ? { type: 'point', cell: layer.toCell(cell) } : null;
}
