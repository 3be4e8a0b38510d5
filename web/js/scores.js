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
 * @property {number} longest the most wins in a row
 * @property {Record<string, {games: number, wins: number}>} levels by the level of the computer
 * @property {Record<string, Best>} best by rules
 * @property {Record<string, number>} stars the most of a level, by its rules */

/** How a game ended.
 * @typedef {object} Result
 * @property {string} table
 * @property {string} rules
 * @property {number | null} points of a game that counts them
 * @property {number} [stars] of a level
 * @property {number} [level] of the computer on the other side
 * @property {boolean | null} won null where nobody or everybody did */

const MOST_TABLES = 200;

/** The rules as the game has them without options. */
const USUAL_RULES = '';

/** Returns what was reached in a game.
 * @param {string} game
 * @returns {Scores} */
export function scoresOf(game) {
  const none = { tables: [], games: 0, wins: 0, streak: 0, longest: 0, levels: {}, best: {}, stars: {} };
  return { ...none, ...loadValue(`scores.${game}`, {}) };
}

/** Counts the result of a game that is over.
 * @param {string} game
 * @param {Result} result */
export function countResult(game, { table, rules, points, stars = 0, level, won }) {
  const scores = scoresOf(game);
  if (scores.tables.includes(table)) {
    return;
  }
  const best = scores.best[rules];
  const isBest = points !== null && points > (best?.points ?? 0);
  const streak = won === null ? scores.streak : won ? scores.streak + 1 : 0;
  const before = scores.levels[level ?? ''] ?? { games: 0, wins: 0 };
  const against = { games: before.games + 1, wins: before.wins + (won ? 1 : 0) };
  storeValue(`scores.${game}`, {
    tables: [...scores.tables, table].slice(-MOST_TABLES),
    games: scores.games + 1,
    wins: scores.wins + (won ? 1 : 0),
    streak,
    longest: Math.max(scores.longest, streak),
    levels: level === undefined ? scores.levels : { ...scores.levels, [level]: against },
    stars: { ...scores.stars, ...(stars > (scores.stars[rules] ?? 0) && { [rules]: stars }) },
    best: isBest ? { ...scores.best, [rules]: { points, table } } : scores.best,
  });
}

/** Returns whether a table has the most points of its rules.
 * @param {string} game
 * @param {string} rules
 * @param {string} table */
export function isNewBest(game, rules, table) {
  return scoresOf(game).best[rules]?.table === table;
}

/** Returns the most stars of a level, 0 before it was reached.
 * @param {string} game
 * @param {string} rules */
export function starsOf(game, rules) {
  return scoresOf(game).stars[rules] ?? 0;
}

/** Describes the most points with some rules; empty before the first.
 * @param {string} game
 * @param {string} rules */
export function bestText(game, rules) {
  const best = scoresOf(game).best[rules];
  return best ? t('score.best', { points: number(best.points) }) : '';
}

/** Describes what was reached in a game; empty before the first result.
 * @param {string} game
 * @param {string} [rules]
 * @param {string} [table] where the result is new */
export function scoreText(game, rules = USUAL_RULES, table) {
  const { games, wins, streak } = scoresOf(game);
  if (isNewBest(game, rules, table ?? '')) {
    return t('score.newBest');
  }
  const best = bestText(game, rules);
  if (best || wins === 0) {
    return best;
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
