/** Explains to the user why something could not be done. */

import { toast } from './announce.js';
import { hasText, t } from './i18n/index.js';
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
    return explainRefusal(error);
  }
  return error instanceof Error ? sentence(error.message) : t('error.failed');
}

/** @param {Refused} refused */
function explainRefusal({ code, message, reason }) {
  const isEnglish = document.documentElement.lang === 'en';
  const key = `refused.${reason?.type}`;
  // The message of an engine names what it found, in English only.
  if (reason && hasText(key) && !(isEnglish && 'message' in reason)) {
    return t(key, reason);
  }
  return isEnglish && !OWN_TEXTS.includes(code) ? sentence(message) : t(`error.${code}`);
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
