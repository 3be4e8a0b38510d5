/** Changes of drafts: painting, mirroring, resizing. Every function returns a new draft. The server decides
 * whether a draft is a level. */

/** @import {FieldKind, LevelDraft} from '../wire-types.js' */

/** What a stroke paints: a kind of field, or the element on it at the start; without a code a random one.
 * @typedef {{type: 'field', field: FieldKind} | {type: 'element', code: string | null}} Brush */

/** The directions in which strokes are mirrored.
 * @typedef {{across: boolean, down: boolean}} Mirror */

/** Changes the draft. Changes in a row about the same thing are one step to undo.
 * @typedef {(update: (draft: LevelDraft) => LevelDraft, about?: string) => void} Change */

/** The default weight of a colour. */
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
      // An element turns a hole into a field.
      fields[cell] = fields[cell] === 'hole' && brush.code !== null ? 'plain' : (fields[cell] ?? 'plain');
      start[cell] = brush.code;
    }
  }
  return { ...draft, fields, start };
}

/** Returns whether a cell already is as a brush paints it.
 * @param {LevelDraft} draft
 * @param {number} cell
 * @param {Brush} brush */
export function isPainted(draft, cell, brush) {
  if (brush.type === 'field') {
    return draft.fields[cell] === brush.field;
  }
  return draft.start[cell] === brush.code && draft.fields[cell] !== 'hole';
}

/** Returns the brush that erases what another paints.
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

/** Returns the cells on the way from one cell to another, both included, so that a quick stroke leaves no
 * gaps.
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

/** Changes the size of a draft. Cells keep their places from the upper left corner, and new ones are plain.
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

/** Changes the number of colours of a draft and the lengths of its lists of weights.
 * @param {LevelDraft} draft
 * @param {number} colours
 * @returns {LevelDraft} */
export function withColours(draft, colours) {
  const fitted = (/** @type {number[]} */ weights) =>
    Array.from({ length: colours }, (_, colour) => weights[colour] ?? USUAL_WEIGHT);
  return {
    ...draft,
    colours,
    weights: fitted(draft.weights),
    column_weights: draft.column_weights.map(({ column, weights }) => ({ column, weights: fitted(weights) })),
  };
}
