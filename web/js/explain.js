// @ts-check
/** Says in words why something could not be done. */

import { t } from './i18n/index.js';
import { Refused, Unreachable } from './net/http.js';

/**
 * Says in words why something could not be done.
 *
 * @param {unknown} error
 * @returns {string}
 */
export function explain(error) {
  if (error instanceof Unreachable) {
    return t('error.unreachable');
  }
  if (error instanceof Refused) {
    switch (error.code) {
      case 'stale':
        return t('error.stale');
      case 'busy':
        return t('error.busy');
      case 'failed':
        return t('error.failed');
      default:
        return sentence(error.message);
    }
  }
  return error instanceof Error ? sentence(error.message) : t('error.failed');
}

/** @param {string} text */
function sentence(text) {
  const first = text.charAt(0).toLocaleUpperCase() + text.slice(1);
  return /[.!?…]$/.test(first) ? first : `${first}.`;
}
