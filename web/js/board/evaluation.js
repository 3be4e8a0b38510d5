/** What an action is worth: as a number to compare, in brief and in words. */

import { estimate, hundredths, t } from '../i18n/index.js';

/** @import {Evaluation, Worth} from '../wire-types.js' */

/** @typedef {'good' | 'even' | 'bad'} Sense */

/** Returns a number by which the evaluations of one position compare.
 * @param {Worth} worth */
export function strength({ kind, amount, score }) {
  if (score !== null && score !== undefined) {
    return score;
  }
  switch (kind) {
    case 'win':
      return 2 + 1 / (1 + amount);
    case 'loss':
      return -2 - 1 / (1 + amount);
    case 'draw':
      return 0;
    default:
      return amount;
  }
}

/** Returns whether an evaluation is of a game for one, where amounts have a meaning beside each other only.
 * @param {Worth} worth */
export function isSinglePlayer({ kind }) {
  return kind === 'points' || kind === 'goals' || kind === 'order';
}

/** Returns whether an action is good or bad for the side that acts.
 * @param {Worth} worth
 * @returns {Sense} */
export function senseOf(worth) {
  const value = isSinglePlayer(worth) ? 0 : strength(worth);
  return value > 0.02 ? 'good' : value < -0.02 ? 'bad' : 'even';
}

/** Formats an evaluation in as few characters as possible, sign first. Of many points it is the difference to
 * the best.
 * @param {Worth} worth
 * @param {Worth} [best] the evaluation of the best action */
export function brief({ kind, amount, bound, score }, best) {
  if (score !== null && score !== undefined) {
    // Fewer plies are a higher score of a win and a lower one of a loss.
    const atLeast = (kind === 'win') === (bound === 'at_most');
    return `${bound ? (atLeast ? '≥' : '≤') : ''}${signed(score)}`;
  }
  const limit = bound ? (bound === 'at_most' ? '≤' : '≥') : '';
  switch (kind) {
    case 'win':
      return `+#${limit}${amount}`;
    case 'loss':
      return `−#${limit}${amount}`;
    case 'draw':
      return '=';
    case 'estimate':
      return signed(Math.round(amount * 100) / 100, 2);
    case 'goals':
      return amount > 0 && amount < 0.005 ? '<1 %' : `${Math.round(100 * amount)} %`;
    default: {
      const behind = best && best.amount >= 1e4 ? Math.round(best.amount - amount) : 0;
      return behind > 0 ? `−${points(behind)}` : points(amount);
    }
  }
}

/** Describes an evaluation: `wins in 3`, `wins in at most 9`, `+0.25`, `1,204 points`, `exactly 467.63
 * points`, `34.5 % of the way` (to the goals), `1,204, to compare moves by`.
 * @param {Evaluation} value */
export function describe({ kind, amount, bound }) {
  switch (kind) {
    case 'win':
      return t(bound ? 'worth.win.at_most' : 'worth.win', { n: amount });
    case 'loss':
      return t(bound && bound !== 'exactly' ? `worth.loss.${bound}` : 'worth.loss', { n: amount });
    case 'draw':
      return t('worth.draw');
    case 'estimate':
      return estimate(amount);
    case 'points':
      return bound
        ? t('worth.points.exactly', { n: Math.round(amount * 100) / 100 })
        : t('worth.points', { n: Math.round(amount) });
    case 'goals':
      return t('worth.goals', { share: hundredths(amount) });
    case 'order':
      return t('worth.order', { n: Math.round(amount) });
  }
}

/** @param {number} value
 * @param {number} [digits] */
function signed(value, digits = 0) {
  const text = value === 0 ? '0' : Math.abs(value).toFixed(digits);
  return `${value > 0 ? '+' : value < 0 ? '−' : ''}${text}`;
}

/** @param {number} value */
function points(value) {
  if (value >= 1e6) {
    return `${(value / 1e6).toPrecision(3)}M`;
  }
  if (value >= 1e4) {
    return `${(value / 1e3).toPrecision(3)}k`;
  }
  return value >= 10 || Number.isInteger(value) ? String(Math.round(value)) : value.toFixed(1);
}
