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

/** The board to paint on. */
export class Canvas {
  /** @type {LevelDraft | null} */
  #draft = null;
  #layer;
  #marks;
  #grid;
  #painter;
  #holes = svg('svg', { class: 'fields__field canvas__holes', 'aria-hidden': 'true', focusable: 'false' });
  #numbers = h('div', { class: 'canvas__columns', 'aria-hidden': 'true' });
  #zone;
  /** The last cell of each present stroke, by its pointer.
   * @type {Map<number, number>} */
  #strokes = new Map();

  /** @param {ElementInfo[]} elements
   * @param {Skin} skin
   * @param {Painter} painter */
  constructor(elements, skin, painter) {
    this.#painter = painter;
    this.#layer = new TokenLayer(skin);
    this.#layer.faces = Object.fromEntries(elements.map(({ code, face }) => [code, face]));
    this.#marks = new Marks(this.#layer);
    this.#grid = new Grid(this.#layer, (token) => this.#contentOf(token));
    this.#layer.element.insertBefore(this.#holes, this.#layer.tokens);
    this.#layer.element.append(this.#marks.element, this.#grid.element);
    const frame = h('div', { class: 'board__frame' }, this.#layer.element, this.#numbers);
    this.#zone = h('div', { class: 'board__zone' }, frame);
    this.element = h('div', { class: 'board canvas' }, this.#zone);
    this.#listen();
  }

  /** The cells for screen readers and keys. */
  get grid() {
    return this.#grid.element;
  }

  /** Gives the focus to the cell under the cursor. */
  focus() {
    this.#grid.focus();
  }

  /** Shows a draft.
   * @param {LevelDraft} draft */
  show(draft) {
    const resized = draft.columns !== this.#draft?.columns || draft.rows !== this.#draft?.rows;
    this.#draft = draft;
    const view = viewOf(draft);
    this.#layer.layOut(view);
    if (resized) {
      this.#layOut(draft);
    }
    this.#layer.show(view);
    const holes = view.holes.map(([x, y]) => `M${x * 100 + 8} ${y * 100 + 8}h84v84h-84z`);
    const dealt = draft.fields.map((field, cell) =>
      field === 'hole' || draft.start[cell]
        ? ''
        : questionMark(cell % draft.columns, Math.floor(cell / draft.columns)),
    );
    this.#holes.replaceChildren(
      svg('path', { class: 'canvas__hole', d: holes.join('') }),
      svg('path', { class: 'canvas__dealt', d: dealt.join('') }),
    );
    this.#marks.draw(
      'goals',
      view.marked.flatMap((cell) => this.#marks.frame(cell)),
    );
    const marked = new Map(view.marked.map((cell) => [this.#layer.index(cell), [t('board.marked')]]));
    const cells = draft.fields.map((field, cell) => (field === 'hole' ? HOLE : (draft.start[cell] ?? null)));
    this.#grid.show({ ...view, cells }, marked);
  }

  /** Names what is in a cell.
   * @param {string | null} token */
  #contentOf(token) {
    if (token === null || token === HOLE) {
      return token === null ? te('brush.chance') : t('board.hole');
    }
    return piece(this.#layer.faces[token]?.name ?? token);
  }

  /** @param {LevelDraft} draft */
  #layOut({ columns, rows }) {
    setSize(this.element, columns, rows, 0);
    this.element.toggleAttribute('data-wide', columns > WIDE);
    this.#holes.setAttribute('viewBox', this.#layer.viewBox);
    this.#marks.layOut();
    this.#grid.layOut(te('canvas'));
    const numbers = Array.from({ length: columns }, (_, column) => h('span', {}, String(column)));
    this.#numbers.replaceChildren(...numbers);
  }

  #listen() {
    const zone = this.#zone;
    zone.addEventListener('pointerdown', (event) => this.#down(event));
    zone.addEventListener('pointermove', (event) => this.#move(event));
    zone.addEventListener('pointerup', (event) => this.#up(event));
    zone.addEventListener('pointercancel', (event) => this.#strokes.delete(event.pointerId));
    zone.addEventListener('contextmenu', (event) => event.preventDefault());
    const grid = this.#grid.element;
    grid.addEventListener('focusin', (event) => this.#grid.follow(event.target));
    grid.addEventListener('keydown', (event) => this.#key(event));
    grid.addEventListener('click', (event) => {
      // Screen readers click without a pointer.
      if (event.detail === 0 && this.#grid.follow(event.target)) {
        this.#paintHere();
      }
    });
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const cell = this.#cellUnder(event);
    if (cell === null || (event.button !== 0 && event.button !== 2)) {
      return;
    }
    if (event.button === 2) {
      this.#painter.clear(cell);
      return;
    }
    this.#strokes.set(event.pointerId, cell);
    if (!this.#scrolls(event)) {
      this.#zone.setPointerCapture(event.pointerId);
      this.#painter.begin(cell);
    }
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const last = this.#strokes.get(event.pointerId);
    const cell = this.#cellUnder(event);
    if (last === undefined || cell === null || cell === last || this.#scrolls(event) || !this.#draft) {
      return;
    }
    this.#strokes.set(event.pointerId, cell);
    this.#painter.draw(between(this.#draft, last, cell).slice(1));
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const last = this.#strokes.get(event.pointerId);
    this.#strokes.delete(event.pointerId);
    if (last !== undefined && this.#scrolls(event) && this.#cellUnder(event) === last) {
      this.#painter.begin(last);
    }
  }

  /** Returns whether strokes of a pointer scroll the board, so that only its taps paint.
   * @param {PointerEvent} event */
  #scrolls(event) {
    return event.pointerType === 'touch' && (this.#draft?.columns ?? 0) > WIDE;
  }

  /** @param {PointerEvent} event */
  #cellUnder(event) {
    const [x, y] = this.#layer.placeAt(event.clientX, event.clientY).map(Math.floor);
    const cell = /** @type {Cell} */ ([x, y]);
    return this.#layer.has(cell) ? this.#layer.index(cell) : null;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    const arrow = ARROW_KEYS[event.key];
    if (arrow) {
      const from = this.#cell;
      this.#grid.step(...STEPS[arrow]);
      if (event.shiftKey) {
        this.#painter.trace([from, this.#cell]);
        this.#announceCell();
      }
    } else if (event.key === 'Home' || event.key === 'End') {
      this.#grid.moveTo([event.key === 'Home' ? 0 : this.#layer.columns - 1, this.#grid.cursor[1]]);
    } else if (event.key === ' ' || event.key === 'Enter') {
      this.#paintHere();
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      this.#painter.clear(this.#cell);
      this.#announceCell();
    } else {
      return;
    }
    event.preventDefault();
  }

  #paintHere() {
    this.#painter.begin(this.#cell);
    this.#announceCell();
  }

  /** The cell under the cursor. */
  get #cell() {
    return this.#layer.index(this.#grid.cell);
  }

  /** Announces what the cell under the cursor has become. */
  #announceCell() {
    announce(document.activeElement?.getAttribute('aria-label') ?? '', 'canvas');
  }
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
