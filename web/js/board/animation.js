/** Plays what happened, wave by wave, with transforms and opacity alone. Every token is put where it comes to rest at once
 * and only seems to be on its way, so that a play can be cut short at any moment. */

import { h, svg } from '../dom.js';
import { at } from './token-layer.js';

/** @import {Place, Step} from '../wire-types.js' */
/** @import {Stage} from './token-layer.js' */

/** Above this many tokens in motion a wave is shown at once. */
const MOST_IN_MOTION = 900;

/** After this many waves the rest of a play is shown at once. */
const MOST_WAVES = 80;

/** How much faster than the one before each wave of a long play is, and the fastest. */
const [QUICKER, QUICKEST] = [0.95, 0.4];

/** Milliseconds of the shortest and the longest step at normal speed. */
const [SHORTEST, LONGEST] = [120, 180];

const SLIDE = 'cubic-bezier(0.25, 0.6, 0.3, 1)';
const FALL = 'cubic-bezier(0.5, 0, 0.85, 0.55)';
const POP = 'cubic-bezier(0.2, 0.9, 0.3, 1.2)';

/** Returns how fast things move by the settings of the page: 0 where they do not. */
export function pace() {
  const { speed, motion } = document.documentElement.dataset;
  const calm = motion === 'reduce' || (motion !== 'full' && matchMedia('(prefers-reduced-motion: reduce)').matches);
  if (speed === 'off' || calm || document.hidden) {
    return 0;
  }
  return speed === 'fast' ? 0.55 : 1;
}

/** Plays waves on a stage whose tokens stand as before the first. Ends early when the signal aborts.
 * @param {Stage} stage
 * @param {Step[][]} waves
 * @param {object} options
 * @param {number} options.pace
 * @param {boolean} options.bounces
 * @param {AbortSignal} options.signal
 * @param {(wave: Step[], index: number) => void} [options.onWave] called as each wave begins */
export async function play(stage, waves, { pace, bounces, signal, onWave }) {
  const acts = together(waves.slice(0, MOST_WAVES));
  for (const [index, act] of acts.entries()) {
    onWave?.(act, index);
    const hurry = Math.max(QUICKEST, QUICKER ** Math.max(0, index - 6));
    await wait(new Wave(stage, act, pace * hurry, bounces).run(), signal);
    if (signal.aborted) {
      return;
    }
  }
}

/** Ends all motion on a stage at once.
 * @param {Element} element */
export function still(element) {
  for (const animation of element.getAnimations({ subtree: true })) {
    animation.cancel();
  }
}

/** Shows that something cannot be done: the element shakes its head.
 * @param {Element} element
 * @param {number} x in which direction
 * @param {number} y */
export function shake(element, x, y) {
  if (pace() === 0) {
    return;
  }
  const frames = [0, 6, -4, 2, 0].map((d) => ({ translate: `${d * x}px ${d * y}px` }));
  element.animate(frames, { duration: 260, easing: 'ease-out' });
}

/** Joins waves of tokens that come in to the falls before them: both fall together.
 * @param {Step[][]} waves */
function together(waves) {
  /** @type {Step[][]} */
  const acts = [];
  for (const wave of waves) {
    const before = acts.at(-1);
    const comesIn = wave.every((step) => step.type === 'enter');
    if (before && comesIn && before.every((step) => step.type === 'move' && step.from[0] === step.to[0] && step.from[1] < step.to[1])) {
      before.push(...wave);
    } else {
      acts.push([...wave]);
    }
  }
  return acts;
}

/** One wave on its way. */
class Wave {
  /** The milliseconds until the next wave may begin. */
  #until = 0;

  /** @param {Stage} stage
   * @param {Step[]} steps
   * @param {number} pace
   * @param {boolean} bounces */
  constructor(stage, steps, pace, bounces) {
    this.stage = stage;
    this.steps = steps;
    this.bounces = bounces;
    this.pace = steps.length > MOST_IN_MOTION ? 0 : pace;
  }

  /** Carries the wave out: all tokens that move or leave are lifted before any is put down, and what tokens merge into
   * or become comes last.
   * @returns {number} milliseconds until the next wave may begin */
  run() {
    const { stage, steps } = this;
    /** @type {Map<Step, HTMLElement>} */
    const lifted = new Map();
    for (const step of steps) {
      if (step.type === 'move' || step.type === 'remove') {
        const cell = step.type === 'move' ? step.from : step.cell;
        const [top, ...rest] = stage.lift(stage.index(cell)).reverse();
        lifted.set(step, top ?? stage.make(step.token));
        rest.forEach((element) => this.#leave(element));
      }
    }
    const shifted = this.#shiftedLines();
    for (const step of steps) {
      const element = lifted.get(step);
      if (step.type === 'move' && element) {
        this.#move(element, step.from, step.to, shifted.has(step));
      } else if (step.type === 'remove' && element) {
        this.#leave(element);
      } else if (step.type === 'enter') {
        this.#enter(step);
      } else if (step.type === 'spawn') {
        this.#appear(step.cell, step.token, [0, 1], POP);
      }
    }
    for (const step of steps) {
      if (step.type === 'merge' || step.type === 'become') {
        const before = stage.lift(stage.index(step.cell));
        before.forEach((element) => stage.release(element)());
        this.#appear(step.cell, step.token, [0.86, 1.14, 1], 'ease-out');
      }
    }
    this.#points();
    return this.#until;
  }

  /** Lets the points that the wave has won rise from the middle of what won them. */
  #points() {
    const points = this.steps.reduce((sum, step) => sum + (step.type === 'points' ? step.points : 0), 0);
    const places = this.steps.flatMap((step) => ('cell' in step ? [this.stage.place(step.cell)] : []));
    if (points === 0 || places.length === 0 || this.pace === 0) {
      return;
    }
    const [x, y] = [0, 1].map((axis) => places.reduce((sum, place) => sum + place[axis], 0) / places.length);
    const middle = { x: 50, y: 50, 'text-anchor': 'middle', 'dominant-baseline': 'central' };
    const label = h('div', { class: 'token points' }, svg('svg', { viewBox: '0 0 100 100' }, svg('text', middle, `+${points}`)));
    label.style.transform = at(x, y);
    this.stage.tokens.append(label);
    const frames = [
      { transform: at(x, y), opacity: 0 },
      { transform: at(x, y - 0.2), opacity: 1, offset: 0.2 },
      { transform: at(x, y - 0.5), opacity: 1, offset: 0.7 },
      { transform: at(x, y - 0.7), opacity: 0 },
    ];
    this.#animate(label, frames, 800, 'ease-out', this.stage.release(label), 0);
  }

  /** @param {HTMLElement} element
   * @param {Place} from
   * @param {Place} to
   * @param {boolean} wraps whether it leaves over one edge and comes in over the opposite one */
  #move(element, from, to, wraps) {
    const { stage } = this;
    const [fromX, fromY] = stage.place(from);
    const [toX, toY] = stage.place(to);
    const [dx, dy] = [toX - fromX, toY - fromY];
    const start = element.style.transform || at(fromX, fromY);
    stage.put(element, stage.index(to));
    const falls = dx === 0 && dy > 0;
    const duration = this.#duration(wraps ? 1 : Math.abs(dx) + Math.abs(dy));
    if (!wraps) {
      this.#animate(element, [{ transform: start }, { transform: at(toX, toY) }], duration, falls && this.steps.length > 2 ? FALL : SLIDE);
      return;
    }
    const [outX, outY] = [Math.sign(dx), Math.sign(dy)];
    const leaving = /** @type {HTMLElement} */ (element.cloneNode(true));
    stage.tokens.append(leaving);
    const away = [{ transform: start }, { transform: at(fromX - outX, fromY - outY), opacity: 0 }];
    this.#animate(leaving, away, duration, SLIDE, stage.release(leaving));
    this.#animate(element, [{ transform: at(toX + outX, toY + outY), opacity: 0 }, { transform: at(toX, toY), opacity: 1 }], duration, SLIDE);
  }

  /** @param {Extract<Step, {type: 'enter'}>} step */
  #enter({ cell, height, token }) {
    const { stage } = this;
    const [x, y] = stage.place(cell);
    const element = stage.make(token);
    stage.put(element, stage.index(cell));
    const start = Math.min(-1, y - cell[1] - height);
    const distance = y - start;
    const rest = at(x, y);
    const fall = this.#duration(distance) * (this.bounces ? 1 + distance * 0.06 : 1);
    if (!this.bounces) {
      this.#animate(element, [{ transform: at(x, start) }, { transform: rest }], fall, FALL);
      return;
    }
    const bounce = at(x, y - Math.min(0.04 + distance * 0.025, 0.2));
    this.#animate(
      element,
      [
        { transform: at(x, start), easing: FALL },
        { transform: rest, offset: 0.62, easing: 'cubic-bezier(0.2, 0.6, 0.5, 1)' },
        { transform: bounce, offset: 0.8, easing: 'cubic-bezier(0.5, 0, 0.8, 0.4)' },
        { transform: rest },
      ],
      fall * 1.7,
      'linear',
    );
  }

  /** @param {Place} cell
   * @param {string} token
   * @param {number[]} scales
   * @param {string} easing */
  #appear(cell, token, scales, easing) {
    const element = this.stage.make(token);
    this.stage.put(element, this.stage.index(cell));
    const frames = scales.map((scale) => ({ scale: String(scale), opacity: scale === 0 ? 0 : 1 }));
    this.#animate(element.firstElementChild ?? element, frames, this.#duration(1), easing, undefined, 0.35);
  }

  /** @param {HTMLElement} element */
  #leave(element) {
    const done = this.stage.release(element);
    if (this.pace === 0) {
      done();
      return;
    }
    const body = element.firstElementChild ?? element;
    const frames = [{ scale: '1', opacity: 1 }, { scale: '1.12', opacity: 1, offset: 0.35 }, { scale: '0.3', opacity: 0 }];
    this.#animate(body, frames, this.#duration(2), 'ease-in', done, 0.8);
  }

  /** @param {Element} element
   * @param {Keyframe[]} frames
   * @param {number} duration
   * @param {string} easing
   * @param {() => void} [done]
   * @param {number} [share] the part of it for which the next wave waits */
  #animate(element, frames, duration, easing, done, share = 1) {
    if (this.pace === 0) {
      done?.();
      return;
    }
    const animation = element.animate(frames, { duration, easing, fill: 'backwards' });
    if (done) {
      animation.onfinish = done;
      animation.oncancel = done;
    }
    this.#until = Math.max(this.#until, duration * share);
  }

  /** @param {number} distance in fields
   * @returns {number} milliseconds */
  #duration(distance) {
    return this.pace * Math.min(LONGEST, SHORTEST + 12 * (distance - 1));
  }

  /** Finds the moves from one end of a line to the other while all the rest of the line goes one field the other way: a
   * line that was shifted around the edge.
   * @returns {Set<Step>} */
  #shiftedLines() {
    const { columns, rows } = this.stage;
    /** @type {Set<Step>} */
    const found = new Set();
    const moves = this.steps.filter((step) => step.type === 'move');
    for (const move of moves) {
      const [dx, dy] = [move.to[0] - move.from[0], move.to[1] - move.from[1]];
      const across = dy === 0 && Math.abs(dx) === columns - 1 && columns > 2;
      const down = dx === 0 && Math.abs(dy) === rows - 1 && rows > 2;
      if (!across && !down) {
        continue;
      }
      const back = (/** @type {typeof move} */ other) =>
        across
          ? other.from[1] === move.from[1] && other.to[0] - other.from[0] === -Math.sign(dx)
          : other.from[0] === move.from[0] && other.to[1] - other.from[1] === -Math.sign(dy);
      if (moves.filter(back).length === (across ? columns : rows) - 1) {
        found.add(move);
      }
    }
    return found;
  }
}

/** Waits, but no longer than until the signal aborts.
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 * @returns {Promise<void>} */
function wait(milliseconds, signal) {
  if (milliseconds <= 0 || signal.aborted) {
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    }, { once: true });
  });
}
