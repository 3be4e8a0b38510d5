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
 * @property {string | null} rules as `rulesKey` names them
 * @property {number | null} points of a game that counts them
 * @property {number} stars of a level, 0 elsewhere
 * @property {number | undefined} level of the computer on the other side
 * @property {boolean | null} won null where nobody or everybody did */

const MAX_TABLES = 200;

/** The rules as the game has them without options. */
const USUAL_RULES = '';

/** Returns what was reached in a game.
 * @param {string} game
 * @returns {Scores} */
export function scoresOf(game) {
  const none = { tables: [], games: 0, wins: 0, streak: 0, longest: 0, levels: {}, best: {}, stars: {} };
  return { ...none, ...loadValue(`scores.${game}`, {}) };
}

/** Counts the result of a game that is over: its points and stars whenever they are better, all else once.
 * @param {string} game
 * @param {Result} result */
export function countResult(game, result) {
  const scores = scoresOf(game);
  const { table, rules, points, stars, level, won } = result;
  const best = { ...scores.best };
  const mostStars = { ...scores.stars };
  // A missed level has points too, which are no best.
  if (rules !== null && won !== false) {
    if (points !== null && points > (best[rules]?.points ?? 0)) {
      best[rules] = { points, table };
    }
    if (stars > (mostStars[rules] ?? 0)) {
      mostStars[rules] = stars;
    }
  }
  const counted = scores.tables.includes(table) ? {} : counts(scores, table, level, won);
  storeValue(`scores.${game}`, { ...scores, ...counted, best, stars: mostStars });
}

/** Counts a puzzle that is over, or in which the first wrong move was made; later results of it do not count.
 * @param {string} game
 * @param {string} table
 * @param {boolean} isSolved at the first try */
export function countPuzzle(game, table, isSolved) {
  const result = { table, rules: null, points: null, stars: 0, level: undefined, won: isSolved };
  countResult(puzzlesOf(game), result);
}

/** Returns what was reached in the puzzles of a game: won are those solved at the first try.
 * @param {string} game
 * @returns {Scores} */
export function puzzleScoresOf(game) {
  return scoresOf(puzzlesOf(game));
}

/** Describes the puzzles of a game so far; empty before the first.
 * @param {string} game */
export function puzzleText(game) {
  const { games, wins, streak } = puzzleScoresOf(game);
  const solved = games > 0 ? t('score.solved', { n: wins, of: games }) : '';
  return streak > 1 ? `${solved} · ${t('score.streak', { n: streak })}` : solved;
}

/** Names the puzzles of a game among the scores.
 * @param {string} game */
function puzzlesOf(game) {
  return `${game}.puzzles`;
}

/** Returns what another game changes.
 * @param {Scores} scores
 * @param {string} table
 * @param {number | undefined} level
 * @param {boolean | null} won */
function counts({ tables, games, wins, streak: before, longest, levels }, table, level, won) {
  const win = won ? 1 : 0;
  const streak = won === null ? before : won ? before + 1 : 0;
  const against = levels[level ?? ''] ?? { games: 0, wins: 0 };
  return {
    tables: [...tables, table].slice(-MAX_TABLES),
    games: games + 1,
    wins: wins + win,
    streak,
    longest: Math.max(longest, streak),
    ...(level !== undefined && {
      levels: { ...levels, [level]: { games: against.games + 1, wins: against.wins + win } },
    }),
  };
}

/** Returns whether a result has the most points of its rules.
 * @param {string} game
 * @param {Pick<Result, 'table' | 'rules' | 'points'>} result */
export function isNewBest(game, { table, rules, points }) {
  const best = scoresOf(game).best[rules ?? ''];
  return rules !== null && best?.table === table && best.points === points;
}

/** Returns the most stars of a level, 0 before it was reached.
 * @param {string} game
 * @param {string} rules */
export function starsOf(game, rules) {
  return scoresOf(game).stars[rules] ?? 0;
}

/** Returns the most points with some rules; undefined before the first.
 * @param {string} game
 * @param {string | null} rules */
export function bestPoints(game, rules) {
  return rules === null ? undefined : scoresOf(game).best[rules]?.points;
}

/** Describes the most points with some rules; empty before the first.
 * @param {string} game
 * @param {string} rules */
export function bestText(game, rules) {
  const points = bestPoints(game, rules);
  return points === undefined ? '' : t('score.best', { points: number(points) });
}

/** Describes what was reached in a game; empty before the first result.
 * @param {string} game */
export function scoreText(game) {
  const { games, wins, streak } = scoresOf(game);
  const best = bestText(game, USUAL_RULES);
  if (best || wins === 0) {
    return best;
  }
  const won = t('score.wins', { n: wins, games });
  return streak > 1 ? `${won} · ${t('score.streak', { n: streak })}` : won;
}

/** Describes a result beside those before; empty where there is nothing to compare.
 * @param {string} game
 * @param {Result} result */
export function resultText(game, result) {
  if (isNewBest(game, result)) {
    return t('score.newBest');
  }
  return result.points === null ? scoreText(game) : bestText(game, result.rules ?? '?');
}

/** Names the rules of a table, as far as they are not the usual ones; null for those of a file, which nobody
 * plays often.
 * @param {import('./wire-types.js').GameInfo} game
 * @param {Record<string, string>} options */
export function rulesKey(game, options) {
  const others = game.options.filter((option) => (options[option.name] ?? option.default) !== option.default);
  const isOfFile = others.some(({ kind }) => kind.type === 'file');
  return isOfFile ? null : others.map(({ name }) => `${name}=${options[name]}`).join(' ');
}
