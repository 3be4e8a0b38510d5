/** Formats the figures of a report: shares, differences, intervals, and the names of players. */

import { te, wordText } from '../i18n/editor-texts.js';
import { decimal, number } from '../i18n/index.js';

/** @import {Estimate} from '../wire-types.js' */

/** Formats a figure.
 * @typedef {(value: number) => string} Format */

/** Formats a share in per cent.
 * @type {Format} */
export function percent(share) {
  return `${number(100 * share)} %`;
}

/** Formats a difference of shares in percentage points.
 * @type {Format} */
export function points(difference) {
  return te('points', { n: number(100 * difference) });
}

/** Formats an interval, the ends of which may be unknown or infinite.
 * @param {number | null} low
 * @param {number | null} high
 * @param {Format} format */
export function span(low, high, format) {
  const from = format(low ?? -Infinity);
  return high === null ? te('span.orMore', { low: from }) : te('span', { low: from, high: format(high) });
}

/** Formats an estimate with its interval.
 * @param {Estimate} estimate
 * @param {Format} [format] */
export function estimate({ value, low, high }, format = decimal) {
  return `${format(value)} (${span(low, high, format)})`;
}

/** Names a player by its kind.
 * @param {string} agent */
export function playerName(agent) {
  const [kind = ''] = agent.split(':');
  return wordText('agent', kind);
}
