/** Turns what mouse and fingers do over the board into gestures. Each pointer is followed by itself, so that
 * two swipes in quick succession, or with two fingers, are two gestures. */

import { directionOf, floor, STEPS } from './geometry.js';
import { cornerNear } from './gesture-cells.js';

/** @import {Gesture, Cell} from '../wire-types.js' */
/** @import {GestureKind} from './action-map.js' */
/** @import {TokenLayer} from './token-layer.js' */
/** @import {Tool} from './tools.js' */

/** What pointers and keys need of a board.
 * @typedef {object} BoardControl
 * @property {() => Set<GestureKind>} kinds the kinds of gestures that the game has
 * @property {() => Tool} tool the kind of move of a tap or drag, where there are several
 * @property {() => boolean} active whether it is the visitor's turn
 * @property {(gesture: Gesture) => void} act
 * @property {(place: Cell | null) => void} hover takes the place of the pointer, in cells with fractions
 * @property {(cell: Cell | null) => void} select marks the first of two cells
 * @property {() => Cell | null} selected
 * @property {(columns: number, rows: number) => void} roll rolls a torus */

/** A pointer that is down.
 * @typedef {object} Track
 * @property {number} x where it came down on the screen
 * @property {number} y
 * @property {Cell} place the same in cells with fractions
 * @property {boolean} done whether it has made a gesture
 * @property {Cell} rolled by how much it has rolled the board */

/** Pixels after which a movement is a swipe. */
const SWIPE = 22;

/** Cells after which a drag is a move. */
const DRAG = 0.42;

/** Follows the pointers over an element. */
export class Gestures {
  /** @type {Map<number, Track>} */
  #tracks = new Map();
  #layer;
  #board;

  /** @param {HTMLElement} zone
   * @param {TokenLayer} layer
   * @param {BoardControl} board */
  constructor(zone, layer, board) {
    this.#layer = layer;
    this.#board = board;
    zone.addEventListener('pointerdown', (event) => this.#down(event, zone));
    zone.addEventListener('pointermove', (event) => this.#move(event));
    zone.addEventListener('pointerup', (event) => this.#up(event));
    zone.addEventListener('pointercancel', (event) => {
      this.#end(event);
      this.#board.hover(null);
    });
    zone.addEventListener('pointerleave', () => this.#board.hover(null));
    zone.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  /** @param {PointerEvent} event
   * @param {HTMLElement} zone */
  #down(event, zone) {
    if (event.button !== 0) {
      return;
    }
    zone.setPointerCapture(event.pointerId);
    const place = this.#layer.placeAt(event.clientX, event.clientY);
    const track = { x: event.clientX, y: event.clientY, place, done: false };
    this.#tracks.set(event.pointerId, { ...track, rolled: [0, 0] });
    this.#board.hover(place);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const track = this.#tracks.get(event.pointerId);
    const place = this.#layer.placeAt(event.clientX, event.clientY);
    if (track || event.pointerType === 'mouse') {
      this.#board.hover(place);
    }
    if (!track || track.done) {
      return;
    }
    const kinds = this.#board.kinds();
    const [dx, dy] = [event.clientX - track.x, event.clientY - track.y];
    const isSwipe = Math.hypot(dx, dy) >= SWIPE;
    if (kinds.has('push')) {
      if (isSwipe) {
        track.done = true;
        this.#board.act({ type: 'push', towards: directionOf(dx, dy) });
      }
    } else if (kinds.has('swap') || kinds.has('shift')) {
      this.#drag(track, place);
    } else if (this.#layer.torus && isSwipe) {
      this.#roll(track, place);
    }
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const track = this.#end(event);
    if (!track) {
      return;
    }
    const rolled = track.rolled[0] !== 0 || track.rolled[1] !== 0;
    if (!track.done && !rolled) {
      const end = this.#layer.placeAt(event.clientX, event.clientY);
      const slides = this.#board.kinds().has('column');
      if (slides || Math.hypot(event.clientX - track.x, event.clientY - track.y) < SWIPE) {
        this.tap(slides ? end : track.place);
      }
    }
    if (event.pointerType !== 'mouse') {
      this.#board.hover(null);
    }
  }

  /** Ends following a pointer.
   * @param {PointerEvent} event */
  #end(event) {
    const track = this.#tracks.get(event.pointerId);
    this.#tracks.delete(event.pointerId);
    if (track) {
      this.#release(track);
    }
    return track;
  }

  /** Drags a token to its neighbour, or a line along itself. Tokens follow the pointer until the move is
   * clear.
   * @param {Track} track
   * @param {Cell} place */
  #drag(track, place) {
    const from = this.#cellAt(track.place);
    const tool = this.#board.tool();
    if (!from || !this.#board.active() || (tool !== 'swap' && tool !== 'shift')) {
      return;
    }
    const [dx, dy] = [place[0] - track.place[0], place[1] - track.place[1]];
    const towards = directionOf(dx, dy);
    const [ux, uy] = STEPS[towards];
    const distance = Math.max(Math.abs(dx), Math.abs(dy));
    this.#release(track);
    if (distance >= DRAG) {
      track.done = true;
      this.#board.select(null);
      const swap = /** @type {Gesture} */ ({ type: 'swap', from, to: [from[0] + ux, from[1] + uy] });
      this.#board.act(tool === 'shift' ? { type: 'shift', cell: from, towards } : swap);
      return;
    }
    const followers = tool === 'swap' ? [from] : this.#lineOf(from, uy === 0);
    for (const cell of followers) {
      const token = this.#layer.on(cell);
      if (token) {
        token.style.translate = `${ux * distance * 100}% ${uy * distance * 100}%`;
      }
    }
  }

  /** Rolls a torus by whole cells as the pointer moves.
   * @param {Track} track
   * @param {Cell} place */
  #roll(track, place) {
    const [dx, dy] = [0, 1].map((axis) => Math.round(place[axis] - track.place[axis]) - track.rolled[axis]);
    if (dx !== 0 || dy !== 0) {
      track.rolled = [track.rolled[0] + dx, track.rolled[1] + dy];
      this.#board.roll(dx, dy);
    }
  }

  /** Makes the gesture of a tap.
   * @param {Cell} place in cells with fractions */
  tap(place) {
    const { columns } = this.#layer;
    const kinds = this.#board.kinds();
    const tool = this.#board.tool();
    if (kinds.has('column')) {
      const column = Math.floor(place[0]);
      if (column >= 0 && column < columns) {
        this.#board.act({ type: 'column', column });
      }
      return;
    }
    if (tool === 'clockwise' || tool === 'counter') {
      const corner = cornerNear(this.#layer, place);
      this.#board.act({ type: 'rotate', corner, clockwise: tool === 'clockwise' });
      return;
    }
    const cell = this.#cellAt(place);
    if (!cell) {
      this.#board.select(null);
    } else if (kinds.has('point')) {
      this.#board.act({ type: 'point', cell });
    } else if (kinds.has('swap') && tool === 'swap') {
      this.#pick(cell);
    }
  }

  /** Taps one of two cells to be swapped.
   * @param {Cell} cell */
  #pick(cell) {
    const first = this.#board.selected();
    const distance = first ? Math.abs(first[0] - cell[0]) + Math.abs(first[1] - cell[1]) : 0;
    if (first && distance === 1) {
      this.#board.select(null);
      this.#board.act({ type: 'swap', from: first, to: cell });
    } else {
      this.#board.select(first && distance === 0 ? null : cell);
    }
  }

  /** Puts dragged tokens back.
   * @param {Track} track */
  #release(track) {
    const cell = this.#cellAt(track.place);
    for (const follower of cell ? [...this.#lineOf(cell, true), ...this.#lineOf(cell, false)] : []) {
      const token = this.#layer.on(follower);
      if (token?.style.translate) {
        token.style.translate = '';
      }
    }
  }

  /** @param {Cell} cell
   * @param {boolean} across
   * @returns {Cell[]} */
  #lineOf([column, row], across) {
    const { columns, rows } = this.#layer;
    const length = across ? columns : rows;
    return Array.from({ length }, (_, index) => (across ? [index, row] : [column, index]));
  }

  /** Returns the cell at a place, on a torus also beyond the rim.
   * @param {Cell} place
   * @returns {Cell | null} */
  #cellAt(place) {
    const [x, y] = floor(place);
    const rim = Math.ceil(this.#layer.rim);
    const { columns, rows } = this.#layer;
    const near = x >= -rim && y >= -rim && x < columns + rim && y < rows + rim;
    return near ? this.#layer.toCell([x, y]) : null;
  }
}
