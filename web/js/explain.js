/** Explains to the user why something could not be done. */

import { toast } from './announce.js';
import { t } from './i18n/index.js';
import { Refused, Unreachable } from './net/backend.js';

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
function explainRefusal({ reason }) {
  const isEnglish = document.documentElement.lang === 'en';
  // A message names what was found, in English only.
  return isEnglish && 'message' in reason ? sentence(reason.message) : t(`refused.${reason.type}`, reason);
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
