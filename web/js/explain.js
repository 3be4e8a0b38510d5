/** Explains to the user why something could not be done. */

import { toast } from './announce.js';
import { t } from './i18n/index.js';
import { Refused, Unreachable } from './net/http.js';

/** Refusals that the page explains better than the server. */
const OWN_TEXTS = ['stale', 'busy', 'failed', 'wrong'];

/** Returns why something could not be done.
 * @param {unknown} error */
export function explain(error) {
  if (error instanceof Unreachable) {
    return t('error.unreachable');
  }
  if (error instanceof Refused) {
    // The server's message is more exact, and English.
    const exact = document.documentElement.lang === 'en' && !OWN_TEXTS.includes(error.code);
    return exact ? sentence(error.message) : t(`error.${error.code}`);
  }
  return error instanceof Error ? sentence(error.message) : t('error.failed');
}

/** Shows an error as a toast.
 * @param {unknown} error */
export function toastError(error) {
  toast(explain(error));
}

/** @param {string} text */
function sentence(text) {
  const first = text.charAt(0).toLocaleUpperCase() + text.slice(1);
  return /[.!?…]$/.test(first) ? first : `${first}.`;
}
