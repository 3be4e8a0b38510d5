/** How figures of a report are said: shares, their differences, intervals, and who plays. */

import { decimal, number } from '../i18n/index.js';
import { en, say } from '../i18n/editor.js';
import { inWords } from './fields.js';

/** @import {Estimate} from '../wire-types.js' */

/** Says a share in hundredths.
 * @param {number} share */
export function percent(share) {
  return `${number(100 * share)} %`;
}

/** Says a difference of shares in percentage points.
 * @param {number} difference */
export function points(difference) {
  return say('points', { n: number(100 * difference) });
}

/** Says the ends of an interval, the upper one of which may be unknown or infinite.
 * @param {number} low
 * @param {number | null} high
 * @param {(value: number) => string} written */
export function span(low, high, written) {
  return high === null ? say('span.orMore', { low: written(low) }) : say('span', { low: written(low), high: written(high) });
}

/** Says an estimate and its interval.
 * @param {Estimate} estimate
 * @param {(value: number) => string} [written] */
export function estimate({ value, low, high }, written = decimal) {
  return `${written(value)} (${span(low, high, written)})`;
}

/** Says who a player is, by its kind.
 * @param {string} agent */
export function playerName(agent) {
  const [kind = ''] = agent.split(':');
  return inWords('agent', kind, en);
}
