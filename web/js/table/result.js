/** What was reached at a table, and what comes after. */

import { levelOf, starsFor } from '../levels/play-level.js';
import { isNewBest, rulesKey } from '../scores.js';

/** @import {Result} from '../scores.js' */
/** @import {TableModel} from './model.js' */

/** Returns how a game that is over ended for whoever plays here.
 * @param {TableModel} model
 * @returns {Result} */
export function resultOf(model) {
  const { table, game, options, you, situation } = model;
  const { turn, seats } = situation;
  const over = turn.type === 'over' ? turn : null;
  const winner = over?.winner ?? null;
  const won = winner !== null && you.length === 1 ? you.includes(winner) : null;
  return {
    table,
    rules: rulesKey(game, options),
    points: over?.points ?? null,
    stars: starsAt(model),
    level: seats.find((seat) => seat.type === 'computer')?.level,
    won: over?.reached ?? won,
  };
}

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

/** Returns whether the end is good for whoever plays here.
 * @param {TableModel} model */
export function isGoodEnd(model) {
  const { turn, puzzle } = model.situation;
  if (turn.type !== 'over' || puzzle?.revealed || model.spectating) {
    return false;
  }
  const anyWon = turn.winner !== null && model.you.includes(turn.winner);
  return anyWon || turn.reached === true || isNewBest(model.game.id, resultOf(model));
}
