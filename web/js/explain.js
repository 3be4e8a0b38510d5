/** Says in words why something could not be done. */

import { t } from './i18n/index.js';
import { Refused, Unreachable } from './net/http.js';

/** Refusals of which the page knows more than the server says. */
const OURS = ['stale', 'busy', 'failed', 'wrong'];

/** Says in words why something could not be done.
 * @param {unknown} error */
export function explain(error) {
  if (error instanceof Unreachable) {
    return t('error.unreachable');
  }
  if (error instanceof Refused) {
    // What the server says is more exact, and English.
    const exact = document.documentElement.lang === 'en' && !OURS.includes(error.code);
    return exact ? sentence(error.message) : t(`error.${error.code}`);
  }
  return error instanceof Error ? sentence(error.message) : t('error.failed');
}

/** @param {string} text */
function sentence(text) {
  const first = text.charAt(0).toLocaleUpperCase() + text.slice(1);
  return /[.!?…]$/.test(first) ? first : `${first}.`;
}
