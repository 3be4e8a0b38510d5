/** Directions and places on a board. */

/** @import {Direction, Cell} from '../wire-types.js' */

/** Above this many columns a board scrolls where its cells would be too small. */
export const WIDE = 14;

/** The steps to the neighbour in each direction.
 * @type {Record<Direction, Cell>} */
export const STEPS = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };

/** The arrow of each direction.
 * @type {Record<Direction, string>} */
export const POINTERS = { up: '↑', down: '↓', left: '←', right: '→' };

/** The direction of each arrow key.
 * @type {Record<string, Direction>} */
export const ARROW_KEYS = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' };

/** The direction of a movement.
 * @param {number} dx
 * @param {number} dy
 * @returns {Direction} */
export function directionOf(dx, dy) {
  if (Math.abs(dx) > Math.abs(dy)) {
    return dx > 0 ? 'right' : 'left';
  }
  return dy > 0 ? 'down' : 'up';
}

/** Returns the cell that holds a place.
 * @param {Cell} place with fractions
 * @returns {Cell} */
export function floor([x, y]) {
  return [Math.floor(x), Math.floor(y)];
}

/** Limits a number to a range.
 * @param {number} value
 * @param {number} least
 * @param {number} most */
export function clamp(value, least, most) {
  return Math.min(Math.max(value, least), most);
}

/** Returns the remainder that is not negative.
 * @param {number} value
 * @param {number} by */
export function modulo(value, by) {
  return ((value % by) + by) % by;
}

/** Names a column: A to Z, then AA, AB and so on.
 * @param {number} column
 * @returns {string} */
export function columnLetters(column) {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last;
}

/** Names a cell by the letter of its column and its row, counted from the top: `D3`.
 * @param {Cell} cell */
export function cellName([column, row]) {
  return `${columnLetters(column)}${row + 1}`;
}

/** Formats the transform that puts a token at a place.
 * @param {number} x
 * @param {number} y */
export function translateTo(x, y) {
  return `translate(${x * 100}%, ${y * 100}%)`;
}
