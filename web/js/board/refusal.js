/** Shows that a gesture is not legal: what it would move shakes, or goes there and back. */

import { animationSpeed, shake } from './animation.js';
import { STEPS } from './geometry.js';

/** @import {Gesture, Cell} from '../wire-types.js' */
/** @import {Key} from '../i18n/index.js' */
/** @import {GestureKind} from './action-map.js' */
/** @import {TokenLayer} from './token-layer.js' */
/** @import {Tray} from './tray.js' */

/** Shows that a gesture is not legal; returns the key of the explanation.
 * @param {Gesture} gesture
 * @param {TokenLayer} layer
 * @param {Tray} tray
 * @param {Set<GestureKind>} legalKinds
 * @returns {Key} */
export function refuse(gesture, layer, tray, legalKinds) {
  switch (gesture.type) {
    case 'swap':
      swapAndBack(layer, gesture.from, gesture.to);
      break;
    case 'push':
    case 'shift':
      shake(layer.element, ...STEPS[gesture.towards]);
      break;
    case 'take':
      shake(tray.of(gesture.token) ?? tray.element, 1, 0);
      return legalKinds.has('point') ? 'board.refused.place-first' : 'board.refused.take';
    case 'point':
      shake(layer.element, 1, 0);
      return legalKinds.has('take') ? 'board.refused.take-first' : 'board.refused.point';
    default:
      shake(layer.element, 1, 0);
  }
  return `board.refused.${gesture.type}`;
}

/** @param {TokenLayer} layer
 * @param {Cell} from
 * @param {Cell} to */
function swapAndBack(layer, from, to) {
  const speed = animationSpeed();
  if (speed === 0 || !layer.has(to)) {
    return;
  }
  for (const [cell, other] of [
    [from, to],
    [to, from],
  ]) {
    const there = `${(other[0] - cell[0]) * 100}% ${(other[1] - cell[1]) * 100}%`;
    const frames = ['0% 0%', there, '0% 0%'].map((translate) => ({ translate }));
    layer.on(cell)?.animate(frames, { duration: 320 * speed, easing: 'ease-in-out' });
  }
}
