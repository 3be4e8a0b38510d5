/** What was reached on this device: games, wins in a row and best points, by game. */

import { number, t } from './i18n/index.js';
import { loadValue, storeValue } from './storage.js';

/** The most points with some rules, and the table where they were made.
 * @typedef {{points: number, table: string}} Best */

/** What was reached in a game.
 * @typedef {object} Scores
 * @property {string[]} tables the latest that count, so that none counts twice
 * @property {number} games
 * @property {number} wins
 * @property {number} streak wins in a row up to the latest game
 * @property {Record<string, Best>} best by rules */

/** How a game ended.
 * @typedef {object} Result
 * @property {string} table
 * @property {string} rules
 * @property {number | null} points of a game that counts them
 * @property {boolean | null} won null where nobody or everybody did */

const MOST_TABLES = 200;

/** The rules as the game has them without options. */
const USUAL_RULES = '';

/** @param {string} game
 * @returns {Scores} */
function scoresOf(game) {
  const none = { tables: [], games: 0, wins: 0, streak: 0, best: {} };
  return { ...none, ...loadValue(`scores.${game}`, {}) };
}

/** Counts the result of a game that is over.
 * @param {string} game
 * @param {Result} result */
export function countResult(game, { table, rules, points, won }) {
  const scores = scoresOf(game);
  if (scores.tables.includes(table)) {
    return;
  }
  const best = scores.best[rules];
  const isBest = points !== null && points > (best?.points ?? 0);
  storeValue(`scores.${game}`, {
    tables: [...scores.tables, table].slice(-MOST_TABLES),
    games: scores.games + 1,
    wins: scores.wins + (won ? 1 : 0),
    streak: won === null ? scores.streak : won ? scores.streak + 1 : 0,
    best: isBest ? { ...scores.best, [rules]: { points, table } } : scores.best,
  });
}

/** Describes what was reached in a game; empty before the first result.
 * @param {string} game
 * @param {string} [rules]
 * @param {string} [table] where the result is new */
export function scoreText(game, rules = USUAL_RULES, table) {
  const { games, wins, streak, best } = scoresOf(game);
  const most = best[rules];
  if (most) {
    return most.table === table ? t('score.newBest') : t('score.best', { points: number(most.points) });
  }
  if (wins === 0) {
    return '';
  }
  const won = t('score.wins', { n: wins, games });
  return streak > 1 ? `${won} · ${t('score.streak', { n: streak })}` : won;
}

/** Names the rules of a table, as far as they are not the usual ones.
 * @param {import('./wire-types.js').GameInfo} game
 * @param {Record<string, string>} options */
export function rulesKey(game, options) {
  const others = game.options.filter((option) => (options[option.name] ?? option.default) !== option.default);
  return others.map(({ name }) => `${name}=${options[name]}`).join(' ');
}
