/** Requests about games, tables and levels. */

import { backend } from './current-backend.js';

/** @import {Catalogue, CheckedLevel, Created, Day, EditorConfig, GameLessons} from '../wire-types.js' */
/** @import {LevelReport, LevelSource, NewPuzzle, NewTable, Showcase} from '../wire-types.js' */

/** Returns the games. They are requested once. */
export const catalogue = once(() => /** @type {Promise<Catalogue>} */ (backend.request('games')));

/** Returns a short game of each that plays itself. They are requested once. */
export const showcases = once(() => /** @type {Promise<Showcase[]>} */ (backend.request('showcases')));

/** Returns how to play each game. It is requested once. */
export const lessons = once(() => /** @type {Promise<GameLessons[]>} */ (backend.request('lessons')));

/** Returns today's date in UTC with the games and puzzles of the day.
 * @returns {Promise<Day>} */
export function daily() {
  return backend.request('daily');
}

/** Begins a game or puzzle of the day, or returns the visitor's earlier attempt.
 * @param {string} game
 * @param {string} visitor the secret of this browser
 * @returns {Promise<Created>} */
export function enterDaily(game, visitor) {
  return backend.request(`daily/${encodeURIComponent(game)}`, { visitor });
}

/** Makes a table.
 * @param {NewTable} table
 * @returns {Promise<Created>} */
export function createTable(table) {
  return backend.request('tables', table);
}

/** Makes a puzzle and its table.
 * @param {string} game
 * @param {NewPuzzle} puzzle
 * @returns {Promise<Created>} */
export function createPuzzle(game, puzzle) {
  return backend.request(`puzzles/${encodeURIComponent(game)}`, puzzle);
}

/** Returns the record of a table.
 * @param {string} table
 * @returns {Promise<string>} */
export function record(table) {
  return backend.request(`tables/${encodeURIComponent(table)}/record`);
}

/** Returns what the editor works with. It is requested once. */
export const editorConfig = once(() => /** @type {Promise<EditorConfig>} */ (backend.request('levels')));

/** Checks a level: the backend parses and writes levels. Returns its text, its draft and its problems.
 * @param {LevelSource} source
 * @param {AbortSignal} [signal]
 * @returns {Promise<CheckedLevel>} */
export function checkLevel(source, signal) {
  return backend.request('levels/check', source, signal);
}

/** Simulates games of a level until all are played or the signal aborts.
 * @param {string} text
 * @param {number} games of each player
 * @param {AbortSignal} signal
 * @returns {Promise<LevelReport>} */
export function reportOnLevel(text, games, signal) {
  return backend.request('levels/report', { text, games }, signal);
}

/** Wraps a request so that it is sent once; after a failure the next call sends it again.
 * @template T
 * @param {() => Promise<T>} ask
 * @returns {() => Promise<T>} */
export function once(ask) {
  /** @type {Promise<T> | undefined} */
  let pending;
  return () => {
    pending ??= ask().catch((error) => {
      pending = undefined;
      throw error;
    });
    return pending;
  };
}
