/** Turns keys into gestures: arrows, WASD and hjkl steer, digits choose, Enter and Space act.
 *
 * `a` and `h` steer to the left, but are also the page's keys for analysis and hint. The last unambiguous key
 * decides: after `w`, `s` or `d`, `a` steers; after `j`, `k` or `l`, `h` steers; after an arrow, neither. A
 * key held down repeats steering only. */

import { ARROW_KEYS, STEPS } from './geometry.js';

/** @import {Direction} from '../wire-types.js' */
/** @import {GestureKind} from './action-map.js' */
/** @import {BoardControl} from './gestures.js' */
/** @import {Grid} from './grid.js' */
/** @import {Tray} from './tray.js' */

/** What keys need of a board beside what pointers need.
 * @typedef {object} KeyControl
 * @property {Grid} grid
 * @property {Tray} tray
 * @property {() => Set<GestureKind>} legalKinds the kinds of gestures that are legal now
 * @property {() => number} columns
 * @property {() => boolean} torus
 * @property {() => void} onMoved is called when the cursor has moved
 * @property {() => boolean} cancel drops the selection; returns whether there was one */

/** @type {Record<string, Direction>} */
const WASD = { w: 'up', s: 'down', d: 'right' };

/** @type {Record<string, Direction>} */
const VI = { k: 'up', j: 'down', l: 'right' };

/** Milliseconds within which two digits are one number. */
const TYPING = 900;

/** What keeps its keys when it has the focus. */
const OWN_KEYS =
  'input, select, textarea, dialog, [contenteditable], ' +
  '[role="tab"], [role="slider"], [role="menuitem"], [role="radio"]';

/** Handles the keys of a board. */
export class Keyboard {
  /** The ambiguous letter that steers.
   * @type {'a' | 'h' | null} */
  #left = null;
  #typed = { digits: '', at: 0 };
  #board;

  /** @param {BoardControl & KeyControl} board */
  constructor(board) {
    this.#board = board;
  }

  /** Handles a key; returns whether the board has a use for it.
   * @param {KeyboardEvent} event */
  handle(event) {
    const modified = event.ctrlKey || event.altKey || event.metaKey;
    if (modified || event.defaultPrevented || isInside(event, OWN_KEYS)) {
      return false;
    }
    const onButton = isInside(event, 'button, a, summary');
    const direction = this.#direction(event.key);
    if (direction) {
      return this.#steer(direction, event.shiftKey);
    }
    if (/^[0-9]$/.test(event.key)) {
      return event.repeat || this.#digit(event.key);
    }
    switch (event.key) {
      case 'Enter':
        return !onButton && (event.repeat || this.#press());
      case ' ':
        // Without the focus on the board Space scrolls the page.
        return !onButton && this.#board.grid.hasFocus && (event.repeat || this.#press());
      case 'Escape':
        return this.#board.cancel();
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
    if (key in ARROW_KEYS) {
      this.#left = null;
      return ARROW_KEYS[key];
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

  /** @param {Direction} towards
   * @param {boolean} shifted */
  #steer(towards, shifted) {
    const { grid, tray } = this.#board;
    const kinds = this.#board.kinds();
    const [dx, dy] = STEPS[towards];
    const first = this.#board.selected();
    if (kinds.has('push')) {
      this.#board.act({ type: 'push', towards });
    } else if (shifted && kinds.has('shift')) {
      this.#board.act({ type: 'shift', cell: grid.cell, towards });
    } else if (shifted && this.#board.torus()) {
      this.#board.roll(dx, dy);
    } else if (first) {
      this.#board.select(null);
      this.#board.act({ type: 'swap', from: first, to: [first[0] + dx, first[1] + dy] });
    } else if (this.#inTray()) {
      tray.step(dx, dy);
    } else if (kinds.size > 0) {
      grid.step(dx, dy);
      this.#board.onMoved();
    }
    return true;
  }

  /** @param {string} digit */
  #digit(digit) {
    const now = performance.now();
    const digits = now - this.#typed.at < TYPING ? this.#typed.digits + digit : digit;
    const kinds = this.#board.legalKinds();
    if (kinds.has('column')) {
      const column = digit === '0' ? 9 : Number(digit) - 1;
      if (column < this.#board.columns()) {
        this.#board.act({ type: 'column', column });
      }
      return true;
    }
    if (kinds.has('take')) {
      const found = this.#board.tray.seek(digits) ? digits : digit;
      if (found !== digits) {
        this.#board.tray.seek(digit);
      }
      this.#typed = { digits: found, at: now };
      return true;
    }
    return false;
  }

  #press() {
    const { grid, tray } = this.#board;
    const kinds = this.#board.kinds();
    if (this.#inTray()) {
      const token = tray.token;
      if (token !== undefined) {
        this.#board.act({ type: 'take', token });
      }
      return token !== undefined;
    }
    if (this.#board.legalKinds().has('take')) {
      tray.focus();
    } else if (kinds.has('column')) {
      this.#board.act({ type: 'column', column: grid.cell[0] });
    } else if (kinds.has('point')) {
      this.#board.act({ type: 'point', cell: grid.cell });
    } else if (kinds.has('swap')) {
      this.#board.select(this.#board.selected() ? null : grid.cell);
    } else {
      return false;
    }
    return true;
  }

  /** @param {boolean} clockwise */
  #turn(clockwise) {
    const turns = this.#board.kinds().has('rotate');
    if (turns) {
      this.#board.act({ type: 'rotate', corner: this.#board.grid.cell, clockwise });
    }
    return turns;
  }

  /** Whether keys are for the tray: a token must be taken and the focus is not on a cell, or the tray has the
   * focus. */
  #inTray() {
    const { grid, tray } = this.#board;
    const kinds = this.#board.legalKinds();
    return kinds.has('take') ? !grid.hasFocus : tray.hasFocus && kinds.size === 0;
  }
}

/** Returns whether the focus is on or in an element.
 * @param {KeyboardEvent} event
 * @param {string} selector */
function isInside({ target }, selector) {
  return target instanceof Element && target.closest(selector) !== null;
}
