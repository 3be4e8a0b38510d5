/** Describes the problems of levels in the language of the page. */

import { insert, language, problemText } from './index.js';

/** @import {LevelError} from '../wire-types.js' */
/** @import {Language} from './index.js' */

/** Describes a problem.
 * @param {LevelError} error
 * @returns {{text: string, lang: Language}} */
export function levelProblemText({ problem, message }) {
  const text = problemText(problem.type);
  if (text !== undefined) {
    return { text: insert(text, problem), lang: language() };
  }
  return { text: message.charAt(0).toUpperCase() + message.slice(1), lang: 'en' };
}
