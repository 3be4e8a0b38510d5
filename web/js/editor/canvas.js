/** The board to paint on: strokes of mouse, finger or pen paint, and so do keys at the cell under the cursor.
 *
 * Arrows, `Home` and `End` move the cursor. Space and Enter paint, or erase what the brush has painted. Shift
 * with an arrow paints on the way. Delete makes a plain cell with a random element. */

import { announce } from '../announce.js';
import { ARROW_KEYS, STEPS, WIDE } from '../board/geometry.js';
import { Grid } from '../board/grid.js';
import { Marks } from '../board/marks.js';
import { setSize, TokenLayer } from '../board/token-layer.js';
import { h, svg } from '../dom.js';
import { te } from '../i18n/editor-texts.js';
import { piece, t } from '../i18n/index.js';
import { between } from './draft.js';

/** @import {View, ElementInfo, LevelDraft, Cell} from '../wire-types.js' */
/** @import {Skin} from '../board/skins.js' */

/** The content of a hole, for the labels of cells. */
const HOLE = 'hole';

/** What the canvas paints with.
 * @typedef {object} Painter
 * @property {(cell: number) => void} begin begins a stroke at a cell and paints it
 * @property {(cells: number[]) => void} draw continues the stroke
 * @property {(cells: number[]) => void} trace paints cells, also painted ones
 * @property {(cell: number) => void} clear makes a plain cell */

/** Makes the board to paint on.
 * @param {ElementInfo[]} elements
 * @param {Skin} skin
 * @param {Painter} painter */
export function makeCanvas(elements, skin, painter) {
  /** @type {LevelDraft | null} */
  let present = null;
  const holesLayer = svg('svg', {
    class: 'fields__field canvas__holes',
    'aria-hidden': 'true',
    focusable: 'false',
  });
  const columnNumbers = h('div', { class: 'canvas__columns', 'aria-hidden': 'true' });
  /** The last cell of each present stroke, by its pointer.
   * @type {Map<number, number>} */
  const strokes = new Map();

  const layer = new TokenLayer(skin);
  layer.faces = Object.fromEntries(elements.map(({ code, face }) => [code, face]));
  const marks = new Marks(layer);
  const cellGrid = new Grid(layer, (token) => contentOf(token));
  layer.element.insertBefore(holesLayer, layer.tokens);
  layer.element.append(marks.element, cellGrid.element);
  const frame = h('div', { class: 'board__frame' }, layer.element, columnNumbers);
  const zone = h('div', { class: 'board__zone' }, frame);
  const element = h('div', { class: 'board canvas' }, zone);
  zone.addEventListener('pointerdown', (event) => down(event));
  zone.addEventListener('pointermove', (event) => move(event));
  zone.addEventListener('pointerup', (event) => up(event));
  zone.addEventListener('pointercancel', (event) => strokes.delete(event.pointerId));
  zone.addEventListener('contextmenu', (event) => event.preventDefault());
  const grid = cellGrid.element;
  grid.addEventListener('focusin', (event) => cellGrid.follow(event.target));
  grid.addEventListener('keydown', (event) => key(event));
  grid.addEventListener('click', (event) => {
    // Screen readers click without a pointer.
    if (event.detail === 0 && cellGrid.follow(event.target)) {
      paintHere();
    }
  });

  /** Shows a draft.
   * @param {LevelDraft} draft */
  function show(draft) {
    const resized = draft.columns !== present?.columns || draft.rows !== present?.rows;
    present = draft;
    const view = viewOf(draft);
    layer.layOut(view);
    if (resized) {
      layOutCanvas(draft);
    }
    layer.show(view);
    const holes = view.holes.map(([x, y]) => `M${x * 100 + 8} ${y * 100 + 8}h84v84h-84z`);
    const dealt = draft.fields.map((field, cell) =>
      field === 'hole' || draft.start[cell]
        ? ''
        : questionMark(cell % draft.columns, Math.floor(cell / draft.columns)),
    );
    holesLayer.replaceChildren(
      svg('path', { class: 'canvas__hole', d: holes.join('') }),
      svg('path', { class: 'canvas__dealt', d: dealt.join('') }),
    );
    marks.draw(
      'goals',
      view.marked.flatMap((cell) => marks.frame(cell)),
    );
    const marked = new Map(view.marked.map((cell) => [layer.index(cell), [t('board.marked')]]));
    const cells = draft.fields.map((field, cell) => (field === 'hole' ? HOLE : (draft.start[cell] ?? null)));
    cellGrid.show({ ...view, cells }, marked);
  }

  /** Names what is in a cell.
   * @param {string | null} token */
  function contentOf(token) {
    if (token === null || token === HOLE) {
      return token === null ? te('brush.chance') : t('board.hole');
    }
    return piece(layer.faces[token]?.name ?? token);
  }

  /** @param {LevelDraft} draft */
  function layOutCanvas({ columns, rows }) {
    setSize(element, columns, rows, 0);
    element.toggleAttribute('data-wide', columns > WIDE);
    holesLayer.setAttribute('viewBox', layer.viewBox);
    marks.layOut();
    cellGrid.layOut(te('canvas'));
    const numbers = Array.from({ length: columns }, (_, column) => h('span', {}, String(column)));
    columnNumbers.replaceChildren(...numbers);
  }

  /** @param {PointerEvent} event */
  function down(event) {
    const cell = cellUnder(event);
    if (cell === null || (event.button !== 0 && event.button !== 2)) {
      return;
    }
    if (event.button === 2) {
      painter.clear(cell);
      return;
    }
    strokes.set(event.pointerId, cell);
    if (!scrolls(event)) {
      zone.setPointerCapture(event.pointerId);
      painter.begin(cell);
    }
  }

  /** @param {PointerEvent} event */
  function move(event) {
    const last = strokes.get(event.pointerId);
    const cell = cellUnder(event);
    if (last === undefined || cell === null || cell === last || scrolls(event) || !present) {
      return;
    }
    strokes.set(event.pointerId, cell);
    painter.draw(between(present, last, cell).slice(1));
  }

  /** @param {PointerEvent} event */
  function up(event) {
    const last = strokes.get(event.pointerId);
    strokes.delete(event.pointerId);
    if (last !== undefined && scrolls(event) && cellUnder(event) === last) {
      painter.begin(last);
    }
  }

  /** Returns whether strokes of a pointer scroll the board, so that only its taps paint.
   * @param {PointerEvent} event */
  function scrolls(event) {
    return event.pointerType === 'touch' && (present?.columns ?? 0) > WIDE;
  }

  /** @param {PointerEvent} event */
  function cellUnder(event) {
    const [x, y] = layer.placeAt(event.clientX, event.clientY).map(Math.floor);
    const cell = /** @type {Cell} */ ([x, y]);
    return layer.has(cell) ? layer.index(cell) : null;
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    const arrow = ARROW_KEYS[event.key];
    if (arrow) {
      const from = cursorCell();
      cellGrid.step(...STEPS[arrow]);
      if (event.shiftKey) {
        painter.trace([from, cursorCell()]);
        announceCell();
      }
    } else if (event.key === 'Home' || event.key === 'End') {
      cellGrid.moveTo([event.key === 'Home' ? 0 : layer.columns - 1, cellGrid.cursor[1]]);
    } else if (event.key === ' ' || event.key === 'Enter') {
      paintHere();
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      painter.clear(cursorCell());
      announceCell();
    } else {
      return;
    }
    event.preventDefault();
  }

  function paintHere() {
    painter.begin(cursorCell());
    announceCell();
  }

  /** The cell under the cursor. */
  function cursorCell() {
    return layer.index(cellGrid.cell);
  }

  /** Announces what the cell under the cursor has become. */
  function announceCell() {
    announce(document.activeElement?.getAttribute('aria-label') ?? '', 'canvas');
  }

  return { element, grid: cellGrid.element, focus: () => cellGrid.focus(), show };
}

/** Draws a question mark on a cell that chance deals.
 * @param {number} column
 * @param {number} row */
function questionMark(column, row) {
  return `M${column * 100 + 41} ${row * 100 + 41}a10 10 0 1 1 14 9c-4 2-5 4-5 8m0 12h.1`;
}

/** Returns a draft as a position of a game.
 * @param {LevelDraft} draft
 * @returns {View} */
function viewOf({ columns, rows, fields, start }) {
  const places = (/** @type {string} */ kind) =>
    fields.flatMap((field, cell) =>
      field === kind ? [/** @type {Cell} */ ([cell % columns, Math.floor(cell / columns)])] : [],
    );
  return {
    columns,
    rows,
    topology: 'plane',
    numbering: { first: 0, bottom_up: false },
    cells: start,
    tray: null,
    lines: [],
    holes: places('hole'),
    marked: places('marked'),
    counters: [],
  };
}
