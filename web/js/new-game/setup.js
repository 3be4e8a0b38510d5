/** How a game was set up last on this device, or else usually is. */

import { hasServer } from '../address.js';
import { t } from '../i18n/index.js';
import { loadValue, storeValue } from '../storage.js';
import { openTable } from './create.js';

/** @import {ClockSetup, GameInfo, NewSeat} from '../wire-types.js' */

/** How a game is set up. Options have their defaults where they are not given.
 * @typedef {{seats: NewSeat[], options: Record<string, string>, clock: ClockSetup | null}} Setup */

/** The level of a computer that nobody has chosen. */
export const USUAL_LEVEL = 2;

/** Returns how a game was set up last, or usually is.
 * @param {GameInfo} game
 * @returns {Setup} */
export function lastSetup(game) {
  const stored = loadValue(`new.${game.id}`, /** @type {Partial<Setup>} */ ({}));
  const seats = usualSeats(game).map((usual, index) => {
    const before = stored.seats?.[index];
    return before && (hasServer || before.type !== 'invite') ? before : usual;
  });
  return { seats, options: stored.options ?? {}, clock: stored.clock ?? null };
}

/** Stores how a game is set up.
 * @param {GameInfo} game
 * @param {Setup} setup */
export function storeSetup(game, setup) {
  storeValue(`new.${game.id}`, setup);
}

/** Begins a game as it was set up last.
 * @param {GameInfo} game */
export function playAgain(game) {
  return openTable({ game: game.id, ...lastSetup(game) });
}

/** Describes who plays a game.
 * @param {GameInfo} game
 * @param {NewSeat[]} seats */
export function whoPlays(game, seats) {
  const level = seats.find((seat) => seat.type === 'computer')?.level;
  if (seats.length === 1) {
    return level === undefined ? t('setup.alone') : t('setup.watch', { level: levelName(game, level) });
  }
  if (seats.some(({ type }) => type === 'invite')) {
    return t('setup.link');
  }
  if (level === undefined) {
    return t('setup.device');
  }
  const isOurs = seats.some(({ type }) => type === 'me');
  return t(isOurs ? 'setup.against' : 'setup.watch', { level: levelName(game, level) });
}

/** Returns the name of a level of a game's computer players.
 * @param {GameInfo} game
 * @param {number} level
 * @param {boolean} [isUsual] whether the rules are the usual ones */
export function levelName({ is_solved: isSolved, levels }, level, isUsual = true) {
  const isPerfect = isSolved && isUsual && level === levels.at(-1)?.level;
  return t(/** @type {import('../i18n/index.js').Key} */ (`seat.name.${isPerfect ? 'perfect' : level}`));
}

/** Returns who plays where nobody has chosen: the visitor, against a computer.
 * @param {GameInfo} game
 * @returns {NewSeat[]} */
export function usualSeats({ players }) {
  /** @type {NewSeat[]} */
  const seats = [{ type: 'me' }, { type: 'computer', level: USUAL_LEVEL }];
  return seats.slice(0, players);
}
