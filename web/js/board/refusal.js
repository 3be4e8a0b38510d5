/** Says gently that something is not possible: what was tried moves a little and comes back. */

import { pace, shake } from './animation.js';
import { STEPS } from './action-map.js';

/** @import {Gesture, Place} from '../wire-types.js' */
/** @import {BoardKey} from '../i18n/board.js' */
/** @import {Stage} from './token-layer.js' */
/** @import {GestureKind} from './action-map.js' */
/** @import {Tray} from './tray.js' */

/** Shows that a gesture is not possible, and finds the words for it.
 * @param {Gesture} gesture
 * @param {object} board
 * @param {Stage} board.stage
 * @param {Tray} board.tray
 * @param {Set<GestureKind>} board.legalKinds the kinds of gestures that are possible
 * @returns {BoardKey} */
export function refuse(gesture, { stage, tray, legalKinds }) {
  switch (gesture.type) {
    case 'swap':
      swapAndBack(stage, gesture.from, gesture.to);
      break;
    case 'push':
    case 'shift':
      shake(stage.element, ...STEPS[gesture.towards]);
      break;
    case 'take':
      shake(tray.of(gesture.token) ?? tray.element, 1, 0);
      return legalKinds.has('point') ? 'board.refused.place-first' : 'board.refused.take';
    case 'point':
      shake(stage.element, 1, 0);
      return legalKinds.has('take') ? 'board.refused.take-first' : 'board.refused.point';
    default:
      shake(stage.element, 1, 0);
  }
  return `board.refused.${gesture.type}`;
}

/** @param {Stage} stage
 * @param {Place} from
 * @param {Place} to */
function swapAndBack(stage, from, to) {
  const speed = pace();
  if (speed === 0 || !stage.has(to)) {
    return;
  }
  for (const [cell, other] of [[from, to], [to, from]]) {
    const [dx, dy] = [other[0] - cell[0], other[1] - cell[1]];
    const frames = [{ translate: '0% 0%' }, { translate: `${dx * 100}% ${dy * 100}%` }, { translate: '0% 0%' }];
    stage.on(cell)?.animate(frames, { duration: 320 * speed, easing: 'ease-in-out' });
  }
}
