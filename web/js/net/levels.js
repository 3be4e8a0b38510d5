/** Requests about levels: the backend parses, writes, checks and simulates them. */

import { backend } from './current-backend.js';
import { once } from './requests.js';

/** @import {CheckedLevel, EditorConfig, LevelReport, LevelSource} from '../wire-types.js' */

/** Returns what the editor works with. It is requested once. */
export const editorConfig = once(() => /** @type {Promise<EditorConfig>} */ (backend.request('levels')));

/** Returns the text of a level, its draft and its problems.
 * @param {LevelSource} source
 * @param {AbortSignal} [signal]
 * @returns {Promise<CheckedLevel>} */
export function checkLevel(source, signal) {
  return backend.request('levels/check', source, signal);
}

/** Has simulated players play a level until they are done or the signal aborts.
 * @param {string} text
 * @param {number} games of each of them
 * @param {AbortSignal} signal
 * @returns {Promise<LevelReport>} */
export function reportOnLevel(text, games, signal) {
  return backend.request('levels/report', { text, games }, signal);
}
