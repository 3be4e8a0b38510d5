/** The clocks of a table between the messages of the server. */

import { t } from '../i18n/index.js';

/** @import {TableModel} from './model.js' */

/** Milliseconds under which tenths are shown and the clock is marked. */
const SHORT = 20_000;

/** Returns the milliseconds that a side has left; null when the table has no clocks.
 * @param {TableModel} model
 * @param {number} player */
export function timeLeft(model, player) {
  const { clock } = model.situation;
  const left = clock?.left[player - 1];
  if (!clock || left === undefined) {
    return null;
  }
  const gone = clock.running === player ? performance.now() - model.receivedAt : 0;
  return Math.max(0, left - gone);
}

/** Formats a time as on a clock: `1:05:00`, `4:59`, `0:09.3`.
 * @param {number} milliseconds */
export function clockText(milliseconds) {
  const tenths = isShort(milliseconds) ? `.${Math.floor(milliseconds / 100) % 10}` : '';
  const seconds = Math.floor(milliseconds / 1000);
  const two = (/** @type {number} */ value) => String(value % 60).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}${tenths}`;
}

/** Formats a time for a screen reader.
 * @param {number} milliseconds */
export function spokenTime(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  return t('clock.spoken', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
}

/** Returns whether a clock is about to run out.
 * @param {number} milliseconds */
export function isShort(milliseconds) {
  return milliseconds < SHORT;
}
