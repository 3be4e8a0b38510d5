/** Translates the problems of levels, which the server describes in English. */

import { insert, language, problemPatterns } from './index.js';

/** @import {Language} from './index.js' */

/** Translates the description of a problem, if that is possible.
 * @param {string} what
 * @returns {{text: string, lang: Language}} */
export function levelProblemText(what) {
  for (const [pattern, text] of problemPatterns()) {
    const found = new RegExp(pattern).exec(what);
    if (found) {
      return { text: insert(text, found.groups), lang: language() };
    }
  }
  return { text: what.charAt(0).toUpperCase() + what.slice(1), lang: 'en' };
}
