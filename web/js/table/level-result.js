/** What was reached at a table that plays a level, and the level after it. */

import { levelOf, starsFor } from '../levels/play-level.js';

/** @import {TableModel} from './model.js' */

/** Returns the stars for a level that was reached; 0 elsewhere.
 * @param {TableModel} model */
export function starsAt({ levels, game, options, situation: { turn, ply } }) {
  const level = levelOf(levels, game.id, options);
  return level && turn.type === 'over' && turn.reached ? starsFor(level, ply) : 0;
}

/** Returns the level after the one that is played, if there is one.
 * @param {TableModel} model */
export function nextLevel({ levels, game, options }) {
  const level = levelOf(levels, game.id, options);
  return level && levels.shipped[levels.shipped.indexOf(level) + 1];
}
