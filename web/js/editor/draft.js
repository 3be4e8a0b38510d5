/** What is done to a draft: painting, mirroring, resizing. Every function returns another draft and leaves the one it is
 * given as it was. Whether a draft is a level is the server's to say. */

/** @import {FieldKind, LevelDraft} from '../wire-types.js' */

/** What is painted with: a kind of field, or what stands on it from the start; without a code chance deals there.
 * @typedef {{type: 'field', field: FieldKind} | {type: 'element', code: string | null}} Brush */

/** Which way what is painted is painted once more.
 * @typedef {{across: boolean, down: boolean}} Mirror */

/** The weight of a colour of which nothing is said. */
const USUAL_WEIGHT = 1;

/** Paints cells.
 * @param {LevelDraft} draft
 * @param {Iterable<number>} cells by their numbers, row by row
 * @param {Brush} brush
 * @returns {LevelDraft} */
export function paint(draft, cells, brush) {
  const fields = [...draft.fields];
  const start = [...draft.start];
  for (const cell of cells) {
    if (brush.type === 'field') {
      fields[cell] = brush.field;
      start[cell] = brush.field === 'hole' ? null : (start[cell] ?? null);
    } else {
      // What stands somewhere stands on a field.
      fields[cell] = fields[cell] === 'hole' && brush.code !== null ? 'plain' : (fields[cell] ?? 'plain');
      start[cell] = brush.code;
    }
  }
  return { ...draft, fields, start };
}

/** Tells whether a cell is already as a brush paints it.
 * @param {LevelDraft} draft
 * @param {number} cell
 * @param {Brush} brush */
export function isPainted(draft, cell, brush) {
  return brush.type === 'field' ? draft.fields[cell] === brush.field : draft.start[cell] === brush.code && draft.fields[cell] !== 'hole';
}

/** Returns the brush that takes away what another paints.
 * @param {Brush} brush
 * @returns {Brush} */
export function eraserOf(brush) {
  return brush.type === 'field' ? { type: 'field', field: 'plain' } : { type: 'element', code: null };
}

/** Returns a cell with its mirror images.
 * @param {LevelDraft} draft
 * @param {number} cell
 * @param {Mirror} mirror
 * @returns {Set<number>} */
export function mirrored({ columns, rows }, cell, { across, down }) {
  const [x, y] = [cell % columns, Math.floor(cell / columns)];
  const xs = across ? [x, columns - 1 - x] : [x];
  const ys = down ? [y, rows - 1 - y] : [y];
  return new Set(ys.flatMap((row) => xs.map((column) => row * columns + column)));
}

/** Returns the cells on the way from one cell to another, both included, so that a quick stroke leaves no gaps.
 * @param {LevelDraft} draft
 * @param {number} from
 * @param {number} to
 * @returns {number[]} */
export function between({ columns }, from, to) {
  const [ax, ay] = [from % columns, Math.floor(from / columns)];
  const [bx, by] = [to % columns, Math.floor(to / columns)];
  const steps = Math.max(Math.abs(bx - ax), Math.abs(by - ay), 1);
  const cells = Array.from({ length: steps + 1 }, (_, step) => {
    const share = step / steps;
    return Math.round(ay + (by - ay) * share) * columns + Math.round(ax + (bx - ax) * share);
  });
  return [...new Set(cells)];
}

/** Gives a draft another size: what is there stays where it is from the upper left corner, and what is added is plain.
 * @param {LevelDraft} draft
 * @param {number} columns
 * @param {number} rows
 * @returns {LevelDraft} */
export function resized(draft, columns, rows) {
  const cells = Array.from({ length: columns * rows }, (_, cell) => {
    const [x, y] = [cell % columns, Math.floor(cell / columns)];
    return x < draft.columns && y < draft.rows ? y * draft.columns + x : null;
  });
  return {
    ...draft,
    columns,
    rows,
    fields: cells.map((cell) => (cell === null ? 'plain' : (draft.fields[cell] ?? 'plain'))),
    start: cells.map((cell) => (cell === null ? null : (draft.start[cell] ?? null))),
    column_weights: draft.column_weights.filter(({ column }) => column < columns),
  };
}

/** Gives a draft another number of colours, and every list of weights as many numbers.
 * @param {LevelDraft} draft
 * @param {number} colours
 * @returns {LevelDraft} */
export function withColours(draft, colours) {
  const fitted = (/** @type {number[]} */ weights) => Array.from({ length: colours }, (_, colour) => weights[colour] ?? USUAL_WEIGHT);
  return {
    ...draft,
    colours,
    weights: fitted(draft.weights),
    column_weights: draft.column_weights.map(({ column, weights }) => ({ column, weights: fitted(weights) })),
  };
}
