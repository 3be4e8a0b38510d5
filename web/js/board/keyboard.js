/** Keys: arrows, WASD and hjkl steer, digits pick, Enter and Space act.
 *
 * `a` and `h` steer to the left, but they are also the page's keys for analysis and hint. The last steering key that is
 * not in doubt decides: after `w`, `s` or `d`, `a` steers; after `j`, `k` or `l`, `h` steers; after an arrow, neither. A key
 * that is held down steers on, and acts once. */

import { STEPS } from './action-map.js';

/** @import {Direction} from '../wire-types.js' */
/** @import {GestureKind} from './action-map.js' */
/** @import {Grid} from './grid.js' */
/** @import {Tray} from './tray.js' */

/** What keys are for: all that gestures are for, and what only keys need.
 * @typedef {object} ForKeys
 * @property {Grid} grid
 * @property {Tray} tray
 * @property {() => Set<GestureKind>} legalKinds the kinds of gestures that are legal now
 * @property {() => number} columns
 * @property {() => boolean} torus
 * @property {() => void} moved is told that the cursor has moved
 * @property {() => boolean} cancel lets go of what is in hand; tells whether there was something */

/** @typedef {import('./gestures.js').Hand & ForKeys} Desk */

/** @type {Record<string, Direction>} */
const ARROWS = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' };

/** @type {Record<string, Direction>} */
const WASD = { w: 'up', s: 'down', d: 'right' };

/** @type {Record<string, Direction>} */
const VI = { k: 'up', j: 'down', l: 'right' };

/** Milliseconds within which two digits are one number. */
const TYPING = 900;

/** Understands keys. */
export class Keyboard {
  /** The doubtful letter that steers.
   * @type {'a' | 'h' | null} */
  #left = null;

  #typed = { digits: '', at: 0 };
  #desk;

  /** @param {Desk} desk */
  constructor(desk) {
    this.#desk = desk;
  }

  /** Carries out what a key means to the board.
   * @param {KeyboardEvent} event
   * @returns {boolean} whether it means something */
  handle(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || elsewhere(event)) {
      return false;
    }
    const direction = this.#direction(event.key);
    if (direction) {
      return this.#steer(direction, event.shiftKey);
    }
    if (/^[0-9]$/.test(event.key)) {
      return event.repeat || this.#digit(event.key);
    }
    switch (event.key) {
      case 'Enter':
        return !onButton(event) && (event.repeat || this.#press());
      case ' ':
        // Where nothing of the board has the focus it scrolls the page.
        return !onButton(event) && this.#desk.grid.hasFocus && (event.repeat || this.#press());
      case 'Escape':
        return this.#desk.cancel();
      case 'r':
      case 'R':
        return event.repeat || this.#turn(event.key === 'r');
      default:
        return false;
    }
  }

  /** @param {string} key
   * @returns {Direction | undefined} */
  #direction(key) {
    if (key in ARROWS) {
      this.#left = null;
      return ARROWS[key];
    }
    if (key in WASD) {
      this.#left = 'a';
      return WASD[key];
    }
    if (key in VI) {
      this.#left = 'h';
      return VI[key];
    }
    return key === this.#left ? 'left' : undefined;
  }

  /** @param {Direction} direction
   * @param {boolean} shifted */
  #steer(direction, shifted) {
    const { grid, tray } = this.#desk;
    const ways = this.#desk.ways();
    const [dx, dy] = STEPS[direction];
    if (ways.has('push')) {
      this.#desk.act({ type: 'push', towards: direction });
      return true;
    }
    if (shifted && ways.has('shift')) {
      this.#desk.act({ type: 'shift', cell: grid.cell, towards: direction });
      return true;
    }
    if (shifted && this.#desk.torus()) {
      this.#desk.roll(dx, dy);
      return true;
    }
    const first = this.#desk.selected();
    if (first) {
      this.#desk.select(null);
      this.#desk.act({ type: 'swap', from: first, to: [first[0] + dx, first[1] + dy] });
      return true;
    }
    if (this.#inTray()) {
      tray.step(dx, dy);
    } else if (this.#desk.ways().size > 0) {
      grid.step(dx, dy);
      this.#desk.moved();
    }
    return true;
  }

  /** @param {string} digit */
  #digit(digit) {
    const now = performance.now();
    const goesOn = now - this.#typed.at < TYPING;
    const digits = goesOn ? this.#typed.digits + digit : digit;
    const ways = this.#desk.legalKinds();
    if (ways.has('column')) {
      const column = digit === '0' ? 9 : Number(digit) - 1;
      if (column < this.#desk.columns()) {
        this.#desk.act({ type: 'column', column });
      }
      return true;
    }
    if (ways.has('take')) {
      const label = this.#desk.tray.seek(digits) ? digits : digit;
      if (label !== digits) {
        this.#desk.tray.seek(digit);
      }
      this.#typed = { digits: label, at: now };
      return true;
    }
    return false;
  }

  /** @returns {boolean} */
  #press() {
    const { grid, tray } = this.#desk;
    const ways = this.#desk.ways();
    if (this.#inTray()) {
      const token = tray.token;
      if (token !== undefined) {
        this.#desk.act({ type: 'take', token });
      }
      return token !== undefined;
    }
    if (this.#desk.legalKinds().has('take')) {
      tray.focus();
      return true;
    }
    if (ways.has('column')) {
      this.#desk.act({ type: 'column', column: grid.cell[0] });
    } else if (ways.has('point')) {
      this.#desk.act({ type: 'point', cell: grid.cell });
    } else if (ways.has('swap')) {
      this.#desk.select(this.#desk.selected() ? null : grid.cell);
    } else {
      return false;
    }
    return true;
  }

  /** @param {boolean} clockwise */
  #turn(clockwise) {
    if (!this.#desk.ways().has('rotate')) {
      return false;
    }
    this.#desk.act({ type: 'rotate', corner: this.#desk.grid.cell, clockwise });
    return true;
  }

  /** Whether keys are for the tray: a token is to be taken from it and nobody walks about the board, or it has the focus. */
  #inTray() {
    const { grid, tray } = this.#desk;
    const ways = this.#desk.legalKinds();
    return ways.has('take') ? !grid.hasFocus : tray.hasFocus && ways.size === 0;
  }
}

/** Tells whether a key belongs to what has the focus and not to the board.
 * @param {KeyboardEvent} event */
function elsewhere(event) {
  const target = event.target instanceof Element ? event.target : null;
  return Boolean(target?.closest('input, select, textarea, dialog, [contenteditable], [role="tab"], [role="slider"], [role="menuitem"], [role="radio"]'));
}

/** Tells whether Enter and Space press a button or follow a link.
 * @param {KeyboardEvent} event */
function onButton(event) {
  const target = event.target instanceof Element ? event.target : null;
  return Boolean(target?.closest('button, a, summary'));
}
