/** Animates effects, step by step, with transforms and opacity alone. Every token is put where it comes to
 * rest at once and only seems to be on its way, so that an animation can end at any moment. */

import { h, svg, svgText } from '../dom.js';
import { t } from '../i18n/index.js';
import { clamp, translateTo } from './geometry.js';

/** @import {Cell, Effect} from '../wire-types.js' */
/** @import {TokenLayer} from './token-layer.js' */

/** Steps with more effects than this are shown at once. */
const MAX_MOVING = 900;

/** Steps after this many are shown at once. */
const MAX_STEPS = 80;

/** Steps after the first ones are each faster than the one before by a factor, down to a fraction of the
 * duration. */
const [FIRST_STEPS, FACTOR, FASTEST] = [6, 0.95, 0.4];

/** Milliseconds of the shortest and the longest movement at normal speed. */
const [SHORTEST, LONGEST] = [120, 180];

/** From the third on, a step of a cascade that scores is praised, each with the next of these words. */
const PRAISED = 3;
const PRAISE = /** @type {const} */ (['cascade.nice', 'cascade.great', 'cascade.superb']);

const SLIDE = 'cubic-bezier(0.25, 0.6, 0.3, 1)';
const FALL = 'cubic-bezier(0.5, 0, 0.85, 0.55)';
const POP = 'cubic-bezier(0.2, 0.9, 0.3, 1.2)';

/** Returns the duration of animations by the settings of the page, relative to normal; 0 turns them off. */
export function animationSpeed() {
  const { speed, motion } = document.documentElement.dataset;
  const reduced = matchMedia('(prefers-reduced-motion: reduce)').matches && motion !== 'full';
  if (speed === 'off' || motion === 'reduce' || reduced || document.hidden) {
    return 0;
  }
  return speed === 'fast' ? 0.55 : 1;
}

/** Animates steps on a layer that shows the position before the first.
 * @param {TokenLayer} layer
 * @param {Effect[][]} steps
 * @param {object} options
 * @param {number} options.speed
 * @param {boolean} options.bounces
 * @param {AbortSignal} options.signal ends the animation
 * @param {(effects: Effect[], index: number) => void} [options.onStep] is called as each step begins; falls
 *   and the entering tokens after them are one step */
export async function play(layer, steps, { speed, bounces, signal, onStep }) {
  const acts = joinFalls(steps.slice(0, MAX_STEPS));
  let scored = 0;
  for (const [index, act] of acts.entries()) {
    onStep?.(act, index);
    scored += act.some((effect) => effect.type === 'points') ? 1 : 0;
    const factor = Math.max(FASTEST, FACTOR ** Math.max(0, index - FIRST_STEPS));
    await wait(animateStep(layer, act, { speed: speed * factor, bounces, scored }), signal);
    if (signal.aborted) {
      return;
    }
  }
}

/** Ends all animations inside an element.
 * @param {Element} element */
export function cancelAnimations(element) {
  for (const animation of element.getAnimations({ subtree: true })) {
    animation.cancel();
  }
}

/** Shakes an element to show that something is not possible.
 * @param {Element} element
 * @param {number} x the direction
 * @param {number} y */
export function shake(element, x, y) {
  if (animationSpeed() > 0) {
    const frames = [0, 6, -4, 2, 0].map((d) => ({ translate: `${d * x}px ${d * y}px` }));
    element.animate(frames, { duration: 260, easing: 'ease-out' });
  }
}

/** Joins steps of entering tokens to the falls before them, so that both fall together.
 * @param {Effect[][]} steps */
function joinFalls(steps) {
  /** @type {Effect[][]} */
  const acts = [];
  for (const step of steps) {
    const before = acts.at(-1);
    if (before?.every(isFall) && step.every((effect) => effect.type === 'enter')) {
      before.push(...step);
    } else {
      acts.push([...step]);
    }
  }
  return acts;
}

/** @param {Effect} effect */
function isFall(effect) {
  return effect.type === 'move' && effect.from[0] === effect.to[0] && effect.from[1] < effect.to[1];
}

/** Animates a step; returns the milliseconds until the next one may begin. All tokens that move or leave are
 * lifted before any is put down, and merged or changed tokens come last.
 * @param {TokenLayer} layer
 * @param {Effect[]} effects
 * @param {object} options
 * @param {number} options.speed
 * @param {boolean} options.bounces
 * @param {number} options.scored how many steps of the cascade have scored, this one included */
function animateStep(layer, effects, { speed, bounces, scored }) {
  /** The milliseconds until the next step may begin. */
  let until = 0;

  const pace = effects.length > MAX_MOVING ? 0 : speed;
  /** @type {Map<Effect, HTMLElement>} */
  const lifted = new Map();
  for (const effect of effects) {
    if (effect.type === 'move' || effect.type === 'remove') {
      const cell = effect.type === 'move' ? effect.from : effect.cell;
      const [top, ...rest] = layer.lift(layer.index(cell)).reverse();
      lifted.set(effect, top ?? layer.make(effect.token));
      rest.forEach((element) => leave(element));
      if (effect.type === 'remove') {
        fire(effect);
      }
    }
  }
  const wrapping = wrappingMoves();
  for (const effect of effects) {
    const element = lifted.get(effect);
    if (effect.type === 'move' && element) {
      moveToken(element, effect.from, effect.to, wrapping.has(effect));
    } else if (effect.type === 'remove' && element) {
      leave(element);
    } else if (effect.type === 'enter') {
      enter(effect);
    } else if (effect.type === 'spawn') {
      appear(effect.cell, effect.token, [0, 1], POP);
    }
  }
  for (const effect of effects) {
    if (effect.type === 'merge' || effect.type === 'become') {
      layer.lift(layer.index(effect.cell)).forEach((element) => layer.release(element)());
      appear(effect.cell, effect.token, [0.86, 1.14, 1], 'ease-out');
    }
  }
  showPoints();
  return until;

  /** Shows the points of the step rising from the middle of its cells. */
  function showPoints() {
    const points = effects.reduce((sum, effect) => sum + (effect.type === 'points' ? effect.points : 0), 0);
    const places = effects.flatMap((effect) => ('cell' in effect ? [layer.toPlace(effect.cell)] : []));
    if (points === 0 || places.length === 0 || pace === 0) {
      return;
    }
    const mean = [0, 1].map((axis) => places.reduce((sum, place) => sum + place[axis], 0) / places.length);
    const praise = PRAISE[Math.min(scored - PRAISED, PRAISE.length - 1)];
    const text = svg(
      'svg',
      { viewBox: '0 0 100 100' },
      svgText(`+${points}`, { x: 50, y: 50 }),
      praise && svgText(t(praise), { class: 'points__praise', x: 50, y: 88 }),
    );
    const label = h('div', { class: 'token points' }, text);
    // A word is wider than a field, and cut off at the rim.
    const [x, y] = praise
      ? [clamp(mean[0], 1, layer.columns - 2), clamp(mean[1], 1, layer.rows - 1.5)]
      : mean;
    label.style.transform = translateTo(x, y);
    layer.tokens.append(label);
    const frames = [
      { transform: translateTo(x, y), opacity: 0 },
      { transform: translateTo(x, y - 0.2), opacity: 1, offset: 0.2 },
      { transform: translateTo(x, y - 0.5), opacity: 1, offset: 0.7 },
      { transform: translateTo(x, y - 0.7), opacity: 0 },
    ];
    animate(label, frames, 800, 'ease-out', layer.release(label), 0);
  }

  /** Shows the beams of a special that takes effect as it goes.
   * @param {Extract<Effect, {type: 'remove'}>} effect */
  function fire({ cell, token }) {
    for (const axis of layer.beamsOf(token)) {
      const beam = h('div', { class: `token beam beam--${axis}` });
      const place = translateTo(...layer.toPlace(cell));
      layer.tokens.append(beam);
      const [start, end] = [0.2, 1].map((scale) => `${place} scale${axis === 'row' ? 'X' : 'Y'}(${scale})`);
      const frames = [
        { transform: start, opacity: 0.9 },
        { transform: end, opacity: 0.7, offset: 0.5 },
        { transform: end, opacity: 0 },
      ];
      animate(beam, frames, timeOf(8) * 2, 'ease-out', layer.release(beam), 0.3);
    }
  }

  /** @param {HTMLElement} element
   * @param {Cell} from
   * @param {Cell} to
   * @param {boolean} wraps whether it leaves over one edge and comes in over the opposite one */
  function moveToken(element, from, to, wraps) {
    const [fromX, fromY] = layer.toPlace(from);
    const [toX, toY] = layer.toPlace(to);
    const [dx, dy] = [toX - fromX, toY - fromY];
    const start = element.style.transform || translateTo(fromX, fromY);
    const end = translateTo(toX, toY);
    layer.put(element, layer.index(to));
    if (!wraps) {
      const falls = dx === 0 && dy > 0 && effects.length > 2;
      const duration = timeOf(Math.abs(dx) + Math.abs(dy));
      animate(element, [{ transform: start }, { transform: end }], duration, falls ? FALL : SLIDE);
      return;
    }
    const duration = timeOf(1);
    const [outX, outY] = [Math.sign(dx), Math.sign(dy)];
    const leaving = /** @type {HTMLElement} */ (element.cloneNode(true));
    layer.tokens.append(leaving);
    const away = [{ transform: start }, { transform: translateTo(fromX - outX, fromY - outY), opacity: 0 }];
    animate(leaving, away, duration, SLIDE, layer.release(leaving));
    const beyond = translateTo(toX + outX, toY + outY);
    const arriving = [
      { transform: beyond, opacity: 0 },
      { transform: end, opacity: 1 },
    ];
    animate(element, arriving, duration, SLIDE);
  }

  /** @param {Extract<Effect, {type: 'enter'}>} effect */
  function enter({ cell, height, token }) {
    const [x, y] = layer.toPlace(cell);
    const element = layer.make(token);
    layer.put(element, layer.index(cell));
    const top = Math.min(-1, y - cell[1] - height);
    const [start, rest] = [translateTo(x, top), translateTo(x, y)];
    const distance = y - top;
    const fall = timeOf(distance);
    if (!bounces) {
      animate(element, [{ transform: start }, { transform: rest }], fall, FALL);
      return;
    }
    const bounce = translateTo(x, y - Math.min(0.04 + distance * 0.025, 0.2));
    const frames = [
      { transform: start, easing: FALL },
      { transform: rest, offset: 0.62, easing: 'cubic-bezier(0.2, 0.6, 0.5, 1)' },
      { transform: bounce, offset: 0.8, easing: 'cubic-bezier(0.5, 0, 0.8, 0.4)' },
      { transform: rest },
    ];
    animate(element, frames, fall * (1 + distance * 0.06) * 1.7, 'linear');
  }

  /** @param {Cell} cell
   * @param {string} token
   * @param {number[]} scales
   * @param {string} easing */
  function appear(cell, token, scales, easing) {
    const element = layer.make(token);
    layer.put(element, layer.index(cell));
    const frames = scales.map((scale) => ({ scale: String(scale), opacity: scale === 0 ? 0 : 1 }));
    const body = element.firstElementChild ?? element;
    animate(body, frames, timeOf(1), easing, undefined, 0.35);
  }

  /** @param {HTMLElement} element */
  function leave(element) {
    const body = element.firstElementChild ?? element;
    const frames = [
      { scale: '1', opacity: 1 },
      { scale: '1.12', opacity: 1, offset: 0.35 },
      { scale: '0.3', opacity: 0 },
    ];
    animate(body, frames, timeOf(2), 'ease-in', layer.release(element), 0.8);
  }

  /** @param {Element} element
   * @param {Keyframe[]} frames
   * @param {number} duration
   * @param {string} easing
   * @param {() => void} [done]
   * @param {number} [share] the part of it for which the next step waits */
  function animate(element, frames, duration, easing, done, share = 1) {
    if (pace === 0) {
      done?.();
      return;
    }
    const animation = element.animate(frames, { duration, easing, fill: 'backwards' });
    if (done) {
      animation.onfinish = done;
      animation.oncancel = done;
    }
    until = Math.max(until, duration * share);
  }

  /** Returns the milliseconds of a movement.
   * @param {number} distance in cells */
  function timeOf(distance) {
    return pace * Math.min(LONGEST, SHORTEST + 12 * (distance - 1));
  }

  /** Finds the moves around the edge: from one end of a line to the other, while the rest of the line goes
   * one cell the other way. */
  function wrappingMoves() {
    const { columns, rows } = layer;
    /** @type {Set<Effect>} */
    const found = new Set();
    const moves = effects.filter((effect) => effect.type === 'move');
    for (const move of moves) {
      const across = move.from[1] === move.to[1];
      const [axis, size] = across ? [0, columns] : [1, rows];
      const distance = move.to[axis] - move.from[axis];
      const isStraight = move.from[1 - axis] === move.to[1 - axis];
      if (!isStraight || Math.abs(distance) !== size - 1 || size <= 2) {
        continue;
      }
      const others = moves.filter(
        ({ from, to }) =>
          from[1 - axis] === move.from[1 - axis] && to[axis] - from[axis] === -Math.sign(distance),
      );
      if (others.length === size - 1) {
        found.add(move);
      }
    }
    return found;
  }
}

/** Waits, at most until the signal aborts.
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 * @returns {Promise<void>} */
function wait(milliseconds, signal) {
  if (milliseconds <= 0 || signal.aborted) {
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
