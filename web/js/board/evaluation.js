/** What an action is worth: as a number to compare, in brief and in words. */

import { hundredths, number, t } from '../i18n/index.js';

import { clamp } from './geometry.js';

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

/** Returns whether an evaluation is of a single-player game, where amounts have a meaning beside each other
 * only.
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

/** Formats an evaluation in as few characters as possible: `✓3` wins in 3, `✗8` loses in 8, `=` is a draw. Of
 * many points it is the difference to the best.
 * @param {Worth} worth
 * @param {Worth} [best] the evaluation of the best action */
export function brief({ kind, amount, bound }, best) {
  const limit = bound ? (bound === 'at_most' ? '≤' : '≥') : '';
  switch (kind) {
    case 'win':
      return `✓${limit}${amount}`;
    case 'loss':
      return `✗${limit}${amount}`;
    case 'draw':
      return '=';
    case 'estimate':
      return `${chance(amount)} %`;
    case 'goals':
      return amount > 0 && amount < 0.005 ? '<1 %' : `${Math.round(100 * amount)} %`;
    default:
      return behindBest(amount, best, points) ?? points(amount);
  }
}

/** Describes an evaluation: `wins in 3`, `wins within 9`, `63 % chance to win`, `1,204 points`, `exactly
 * 467.63 points`, `34.5 % of the goals`, `1,204, to compare moves by`.
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
      return t('worth.estimate', { share: chance(amount) });
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

/** Describes an evaluation beside the best: of many points the difference.
 * @param {Worth} worth
 * @param {Worth} [best] */
export function beside(worth, best) {
  return behindBest(worth.amount, best, number) ?? describe(worth);
}

/** From this many points on only the difference to the best is of use. */
const MANY_POINTS = 1e4;

/** Formats how many points an action is behind the best; null where points are few.
 * @param {number} amount
 * @param {Worth | undefined} best
 * @param {(points: number) => string} format */
function behindBest(amount, best, format) {
  if (best?.kind !== 'points' || best.amount < MANY_POINTS) {
    return null;
  }
  const behind = Math.round(best.amount - amount);
  return behind > 0 ? `−${format(behind)}` : t('worth.best');
}

/** Returns the share of wins, in per cent, that an estimate from −1 to 1 stands for; a draw is half a win.
 * What is not proven is neither 0 nor 100.
 * @param {number} amount */
function chance(amount) {
  return clamp(Math.round(50 * (1 + amount)), 1, 99);
}

/** @param {number} value */
function points(value) {
  if (value >= 1e4) {
    const rounded = Number(value.toPrecision(3));
    const thousands = Math.floor(Math.log10(rounded) / 3);
    return `${(rounded / 1e3 ** thousands).toPrecision(3)}${'kMGTPE'[thousands - 1]}`;
  }
  return value >= 10 || Number.isInteger(value) ? String(Math.round(value)) : value.toFixed(1);
}
