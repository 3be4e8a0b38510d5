/** Mouse and fingers: what pointers do over the zone around the board, as gestures. Each pointer is followed by itself, so
 * that two swipes in quick succession, or with two fingers, are two gestures, each passed on exactly once. */

import { STEPS } from './action-map.js';

/** @import {Direction, Gesture, Place} from '../wire-types.js' */
/** @import {Stage} from './token-layer.js' */
/** @import {GestureKind} from './action-map.js' */
/** @import {Tool} from './tools.js' */

/** What gestures are for: the board.
 * @typedef {object} Hand
 * @property {() => Set<GestureKind>} ways the kinds of gestures that the game knows
 * @property {() => Tool} tool what a tap or drag on a field means where several things could be meant
 * @property {() => boolean} active whether it is for this person to act
 * @property {(gesture: Gesture) => void} act carries a gesture out
 * @property {(place: Place | null) => void} hover is told where the pointer is, in fields with fractions
 * @property {(cell: Place | null) => void} select marks the first of two fields
 * @property {() => Place | null} selected
 * @property {(columns: number, rows: number) => void} roll rolls a torus */

/** A pointer that is down.
 * @typedef {object} Track
 * @property {number} x of the screen, where it came down
 * @property {number} y
 * @property {Place} place of the picture, with fractions
 * @property {boolean} done whether it has meant something
 * @property {Place} rolled by how much it has rolled the board */

/** Pixels after which a movement is a swipe. */
const SWIPE = 22;

/** Fields after which a drag is a swap. */
const DRAG = 0.42;

/** Follows pointers over an element. */
export class Gestures {
  /** @type {Map<number, Track>} */
  #tracks = new Map();

  #stage;
  #hand;

  /** @param {HTMLElement} zone
   * @param {Stage} stage
   * @param {Hand} hand */
  constructor(zone, stage, hand) {
    this.#stage = stage;
    this.#hand = hand;
    zone.addEventListener('pointerdown', (event) => this.#down(event, zone));
    zone.addEventListener('pointermove', (event) => this.#move(event));
    zone.addEventListener('pointerup', (event) => this.#up(event));
    zone.addEventListener('pointercancel', (event) => this.#cancel(event));
    zone.addEventListener('pointerleave', () => this.#hand.hover(null));
    zone.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  /** @param {PointerEvent} event
   * @param {HTMLElement} zone */
  #down(event, zone) {
    if (event.button !== 0) {
      return;
    }
    zone.setPointerCapture(event.pointerId);
    const place = this.#stage.under(event.clientX, event.clientY);
    this.#tracks.set(event.pointerId, { x: event.clientX, y: event.clientY, place, done: false, rolled: [0, 0] });
    this.#hand.hover(place);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const track = this.#tracks.get(event.pointerId);
    const place = this.#stage.under(event.clientX, event.clientY);
    if (!track) {
      if (event.pointerType === 'mouse') {
        this.#hand.hover(place);
      }
      return;
    }
    this.#hand.hover(place);
    if (track.done) {
      return;
    }
    const ways = this.#hand.ways();
    const [dx, dy] = [event.clientX - track.x, event.clientY - track.y];
    const moved = Math.hypot(dx, dy);
    if (ways.has('push')) {
      if (moved >= SWIPE) {
        track.done = true;
        this.#hand.act({ type: 'push', towards: towards(dx, dy) });
      }
    } else if (ways.has('swap') || ways.has('shift')) {
      this.#drag(track, place);
    } else if (this.#stage.torus && moved >= SWIPE) {
      this.#roll(track, place);
    }
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const track = this.#tracks.get(event.pointerId);
    this.#tracks.delete(event.pointerId);
    if (!track) {
      return;
    }
    this.#letGo(track);
    const rolled = track.rolled[0] !== 0 || track.rolled[1] !== 0;
    if (!track.done && !rolled) {
      const ended = this.#stage.under(event.clientX, event.clientY);
      const slides = this.#hand.ways().has('column');
      const still = Math.hypot(event.clientX - track.x, event.clientY - track.y) < SWIPE;
      if (slides || still) {
        this.tap(slides ? ended : track.place);
      }
    }
    if (event.pointerType !== 'mouse') {
      this.#hand.hover(null);
    }
  }

  /** @param {PointerEvent} event */
  #cancel(event) {
    const track = this.#tracks.get(event.pointerId);
    this.#tracks.delete(event.pointerId);
    if (track) {
      this.#letGo(track);
    }
    this.#hand.hover(null);
  }

  /** A drag of a field to its neighbour, or of a line along itself. The token follows until it is clear what is meant.
   * @param {Track} track
   * @param {Place} place */
  #drag(track, place) {
    const from = this.#cellAt(track.place);
    const tool = this.#hand.tool();
    if (!from || !this.#hand.active() || (tool !== 'swap' && tool !== 'shift')) {
      return;
    }
    const [dx, dy] = [place[0] - track.place[0], place[1] - track.place[1]];
    const direction = towards(dx, dy);
    const [ux, uy] = STEPS[direction];
    const far = Math.max(Math.abs(dx), Math.abs(dy));
    if (far >= DRAG) {
      track.done = true;
      this.#letGo(track);
      this.#hand.select(null);
      this.#hand.act(
        tool === 'shift'
          ? { type: 'shift', cell: from, towards: direction }
          : { type: 'swap', from, to: [from[0] + ux, from[1] + uy] },
      );
      return;
    }
    const followers = tool === 'swap' ? [from] : this.#lineOf(from, uy === 0);
    this.#letGo(track);
    for (const cell of followers) {
      const token = this.#stage.on(cell);
      if (token) {
        token.style.translate = `${ux * far * 100}% ${uy * far * 100}%`;
      }
    }
  }

  /** Rolls a torus by whole fields as the pointer moves.
   * @param {Track} track
   * @param {Place} place */
  #roll(track, place) {
    const [dx, dy] = [0, 1].map((axis) => Math.round(place[axis] - track.place[axis]) - track.rolled[axis]);
    if (dx !== 0 || dy !== 0) {
      track.rolled = [track.rolled[0] + dx, track.rolled[1] + dy];
      this.#hand.roll(dx, dy);
    }
  }

  /** Carries out what a tap means.
   * @param {Place} place of the picture, with fractions */
  tap(place) {
    const { torus, columns } = this.#stage;
    const ways = this.#hand.ways();
    const tool = this.#hand.tool();
    if (ways.has('column')) {
      const column = Math.floor(place[0]);
      if (column >= 0 && column < columns) {
        this.#hand.act({ type: 'column', column });
      }
      return;
    }
    if (tool === 'clockwise' || tool === 'counter') {
      const corner = cornerNear(this.#stage, place);
      this.#hand.act({ type: 'rotate', corner, clockwise: tool === 'clockwise' });
      return;
    }
    const cell = this.#cellAt(place);
    if (!cell) {
      this.#hand.select(null);
    } else if (ways.has('point')) {
      this.#hand.act({ type: 'point', cell: torus ? this.#stage.unplace(floor(place)) : cell });
    } else if (ways.has('swap') && tool === 'swap') {
      this.#pick(cell);
    }
  }

  /** A tap on one of two fields to be swapped.
   * @param {Place} cell */
  #pick(cell) {
    const first = this.#hand.selected();
    const distance = first ? Math.abs(first[0] - cell[0]) + Math.abs(first[1] - cell[1]) : 0;
    if (first && distance === 1) {
      this.#hand.select(null);
      this.#hand.act({ type: 'swap', from: first, to: cell });
    } else {
      this.#hand.select(first && distance === 0 ? null : cell);
    }
  }

  /** @param {Track} track */
  #letGo(track) {
    const cell = this.#cellAt(track.place);
    for (const follower of cell ? [...this.#lineOf(cell, true), ...this.#lineOf(cell, false)] : []) {
      const token = this.#stage.on(follower);
      if (token?.style.translate) {
        token.style.translate = '';
      }
    }
  }

  /** @param {Place} cell
   * @param {boolean} across
   * @returns {Place[]} */
  #lineOf([column, row], across) {
    const { columns, rows } = this.#stage;
    return Array.from({ length: across ? columns : rows }, (_, index) => (across ? [index, row] : [column, index]));
  }

  /** Returns the field at a place, on a torus also beyond the rim.
   * @param {Place} place
   * @returns {Place | null} */
  #cellAt(place) {
    const [x, y] = floor(place);
    const rim = Math.ceil(this.#stage.rim);
    const { columns, rows } = this.#stage;
    const near = x >= -rim && y >= -rim && x < columns + rim && y < rows + rim;
    return near ? this.#stage.unplace([x, y]) : null;
  }
}

/** Returns the upper left field of the four whose middle is nearest.
 * @param {Stage} stage
 * @param {Place} place
 * @returns {Place} */
export function cornerNear({ columns, rows }, [x, y]) {
  const within = (/** @type {number} */ value, /** @type {number} */ size) => Math.min(Math.max(Math.round(value) - 1, 0), size - 2);
  return [within(x, columns), within(y, rows)];
}

/** @param {number} dx
 * @param {number} dy
 * @returns {Direction} */
function towards(dx, dy) {
  if (Math.abs(dx) > Math.abs(dy)) {
    return dx > 0 ? 'right' : 'left';
  }
  return dy > 0 ? 'down' : 'up';
}

/** @param {Place} place
 * @returns {Place} */
function floor([x, y]) {
  return [Math.floor(x), Math.floor(y)];
}
