/** The texts of the level editor: those of the page whose keys begin with `level.`. */

import { hasText, t } from './index.js';

/** @import {Key, Values} from './index.js' */

/** @typedef {Key extends infer K ? K extends `level.${infer Name}` ? Name : never : never} EditorKey */

/** Returns a text of the editor.
 * @param {EditorKey} key
 * @param {Values} [values] */
export function te(key, values) {
  return t(/** @type {Key} */ (`level.${key}`), values);
}

/** Translates a word of the server, if that is possible.
 * @param {'agent' | 'figure' | 'matcher' | 'move'} kind
 * @param {string} word */
export function wordText(kind, word) {
  const key = `level.${kind}.${word}`;
  return hasText(key) ? t(key) : word;
}
