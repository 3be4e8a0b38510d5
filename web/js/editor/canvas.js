/** The board to paint on: with a mouse, a finger or a pen by stroking over it, with keys from the field under the cursor.
 *
 * Arrows, `Home` and `End` walk; Space and Enter paint, or take away what the brush has painted; Shift with an arrow paints
 * on the way; Delete makes a plain field that chance fills. */

import { h, svg } from '../dom.js';
import { Grid } from '../board/grid.js';
import { Marks } from '../board/marks.js';
import { Stage } from '../board/token-layer.js';
import { STEPS } from '../board/action-map.js';
import { piece, sayBoard } from '../i18n/index.js';
import { say } from '../i18n/editor.js';
import { announce } from '../announce.js';
import { between } from './draft.js';

/** @import {BoardKey} from '../i18n/board.js' */
/** @import {BoardView, Direction, ElementInfo, LevelDraft, Place} from '../wire-types.js' */
/** @import {Skin} from '../board/skins.js' */

/** What a grid that speaks is told to stand in a hole. */
const HOLE = 'hole';

/** Above this many columns the board is scrolled where its fields would be too small, and fingers paint by taps. */
const WIDE = 14;

/** @type {Record<string, Direction>} */
const ARROWS = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' };

/** What is done on the easel.
 * @typedef {object} Hand
 * @property {(cell: number) => void} begin begins a stroke at a cell and paints it
 * @property {(cells: number[]) => void} draw goes on with the stroke
 * @property {(cells: number[]) => void} trace paints cells, also those that are painted already
 * @property {(cell: number) => void} clear makes a plain field of a cell */

/** The board to paint on. */
export class Canvas {
  /** @type {LevelDraft | null} */
  #draft = null;
  #stage;
  #marks;
  #grid;
  #hand;
  #holes = svg('svg', { class: 'fields__field easel__holes', 'aria-hidden': 'true', focusable: 'false' });
  #numbers = h('div', { class: 'easel__columns', 'aria-hidden': 'true' });
  #zone;
  /** The cell of each stroke under way where it was last, by its pointer.
   * @type {Map<number, number>} */
  #strokes = new Map();

  /** @param {ElementInfo[]} elements
   * @param {Skin} skin
   * @param {Hand} hand */
  constructor(elements, skin, hand) {
    this.#hand = hand;
    this.#stage = new Stage(skin);
    this.#stage.faces = Object.fromEntries(elements.map(({ code, face }) => [code, face]));
    this.#marks = new Marks(this.#stage);
    const inWords = (/** @type {BoardKey} */ key, /** @type {Record<string, string | number>} */ values = {}) =>
      key === 'board.empty' ? say('brush.chance') : sayBoard(key, values);
    this.#grid = new Grid(this.#stage, inWords, (name) => (name === HOLE ? sayBoard('board.hole') : piece(name)));
    this.#stage.element.insertBefore(this.#holes, this.#stage.tokens);
    this.#stage.element.append(this.#marks.element, this.#grid.element);
    this.#zone = h('div', { class: 'board__zone' }, h('div', { class: 'board__frame' }, this.#stage.element, this.#numbers));
    this.element = h('div', { class: 'board easel' }, this.#zone);
    this.#listen();
  }

  /** Shows a draft.
   * @param {LevelDraft} draft */
  show(draft) {
    const resized = draft.columns !== this.#draft?.columns || draft.rows !== this.#draft?.rows;
    this.#draft = draft;
    const view = viewOf(draft);
    this.#stage.layOut(view);
    if (resized) {
      this.#layOut(draft);
    }
    this.#stage.show(view);
    this.#holes.replaceChildren(svg('path', { class: 'easel__hole', d: view.holes.map(([x, y]) => `M${x * 100 + 8} ${y * 100 + 8}h84v84h-84z`).join('') }));
    this.#marks.draw('goals', view.marked.flatMap((cell) => this.#marks.frame(cell)));
    const marked = new Map(view.marked.map((cell) => [this.#stage.index(cell), [sayBoard('board.marked')]]));
    const cells = draft.fields.map((field, cell) => (field === 'hole' ? HOLE : (draft.start[cell] ?? null)));
    this.#grid.show({ ...view, cells }, marked);
  }

  /** The board as those hear it who do not see it. */
  get grid() {
    return this.#grid.element;
  }

  /** Gives the focus to the cell under the cursor. */
  focus() {
    this.#grid.focus();
  }

  /** @param {LevelDraft} draft */
  #layOut({ columns, rows }) {
    for (const [name, value] of Object.entries({ columns, rows, rim: 0 })) {
      this.element.style.setProperty(`--${name}`, String(value));
    }
    this.element.toggleAttribute('data-wide', columns > WIDE);
    this.#holes.setAttribute('viewBox', this.#stage.viewBox);
    this.#marks.layOut();
    this.#grid.layOut(say('easel'));
    this.#numbers.replaceChildren(...Array.from({ length: columns }, (_, column) => h('span', {}, String(column))));
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
      // A click that no pointer made is that of a screen reader or a voice.
      if (event.detail === 0 && this.#grid.follow(event.target)) {
        this.#paintHere();
      }
    });
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const cell = this.#under(event);
    if (cell === null || (event.button !== 0 && event.button !== 2)) {
      return;
    }
    if (event.button === 2) {
      this.#hand.clear(cell);
      return;
    }
    this.#strokes.set(event.pointerId, cell);
    if (!this.#taps(event)) {
      this.#zone.setPointerCapture(event.pointerId);
      this.#hand.begin(cell);
    }
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const last = this.#strokes.get(event.pointerId);
    const cell = this.#under(event);
    if (last === undefined || cell === null || cell === last || this.#taps(event) || !this.#draft) {
      return;
    }
    this.#strokes.set(event.pointerId, cell);
    this.#hand.draw(between(this.#draft, last, cell).slice(1));
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const last = this.#strokes.get(event.pointerId);
    this.#strokes.delete(event.pointerId);
    if (last !== undefined && this.#taps(event) && this.#under(event) === last) {
      this.#hand.begin(last);
    }
  }

  /** Tells whether strokes of a pointer scroll the board, so that only its taps paint.
   * @param {PointerEvent} event */
  #taps(event) {
    return event.pointerType === 'touch' && (this.#draft?.columns ?? 0) > WIDE;
  }

  /** @param {PointerEvent} event
   * @returns {number | null} the cell there */
  #under(event) {
    const [x, y] = this.#stage.under(event.clientX, event.clientY).map(Math.floor);
    const cell = /** @type {Place} */ ([x, y]);
    return this.#stage.has(cell) ? this.#stage.index(cell) : null;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    const arrow = ARROWS[event.key];
    if (arrow) {
      const from = this.#cell;
      this.#grid.step(...STEPS[arrow]);
      if (event.shiftKey) {
        this.#hand.trace([from, this.#cell]);
        this.#tell();
      }
    } else if (event.key === 'Home' || event.key === 'End') {
      this.#grid.moveTo([event.key === 'Home' ? 0 : this.#stage.columns - 1, this.#grid.cursor[1]]);
    } else if (event.key === ' ' || event.key === 'Enter') {
      this.#paintHere();
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      this.#hand.clear(this.#cell);
      this.#tell();
    } else {
      return;
    }
    event.preventDefault();
  }

  #paintHere() {
    this.#hand.begin(this.#cell);
    this.#tell();
  }

  /** The cell under the cursor. */
  get #cell() {
    return this.#stage.index(this.#grid.cell);
  }

  /** Says what the cell under the cursor has become. */
  #tell() {
    announce(document.activeElement?.getAttribute('aria-label') ?? '', 'easel');
  }
}

/** Shows a draft as a board.
 * @param {LevelDraft} draft
 * @returns {BoardView} */
function viewOf({ columns, rows, fields, start }) {
  const places = (/** @type {string} */ kind) =>
    fields.flatMap((field, cell) => (field === kind ? [/** @type {Place} */ ([cell % columns, Math.floor(cell / columns)])] : []));
  return {
    columns,
    rows,
    torus: false,
    first: 0,
    bottom_up: false,
    cells: start,
    tray: null,
    lines: [],
    holes: places('hole'),
    marked: places('marked'),
    counters: [],
  };
}
