/** The server about levels that are being made: it reads them, writes them and says what is wrong with them. */

import { get, once, post } from './http.js';

/** @import {CheckedLevel, LevelReport, LevelSource, Workshop} from '../wire-types.js' */

/** Returns what an editor works with; asked for once. */
export const workshop = once(() => /** @type {Promise<Workshop>} */ (get('levels')));

/** Returns the text of a level, its draft, and all that is wrong with it.
 * @param {LevelSource} source
 * @param {AbortSignal} [signal] ends the asking
 * @returns {Promise<CheckedLevel>} */
export function checkLevel(source, signal) {
  return post('levels/check', source, signal);
}

/** Has simulated players play a level. Ending it ends their playing.
 * @param {string} text
 * @param {number} games of each of them
 * @param {AbortSignal} signal
 * @returns {Promise<LevelReport>} */
export function reportOnLevel(text, games, signal) {
  return post('levels/report', { text, games }, signal);
}
