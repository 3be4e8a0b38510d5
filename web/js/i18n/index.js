/** The words of the page in the reader's language.
 *
 * All texts stand in one table a language; `en.js` has every key, the others are checked against it by type. What the
 * server says in English (names of options, of levels, of counters) is looked up among a language's `phrases` and shown
 * as it is where it has none, so that a new game needs no translation to appear. */

import { de as deBoard, en as enBoard, es as esBoard, insert } from './board.js';
import { en } from './en.js';

/** @import {BoardKey} from './board.js' */

/** @typedef {keyof typeof en} Key */
/** A text, or a text for one and a text for several, chosen by the value `n`.
 * @typedef {string | {one: string, other: string}} Text */
/** @typedef {Record<Key, Text>} Table */
/** @typedef {'en' | 'de' | 'es'} Language */

/** The languages there are, each by its own name. */
export const LANGUAGES = /** @type {const} */ ({ en: 'English', de: 'Deutsch', es: 'Español' });

/** @type {Table} */
let table = en;
/** @type {Record<string, string>} */
let phrases = {};
/** @type {Record<BoardKey, string>} */
let board = enBoard;
/** @type {Language} */
let spoken = 'en';
let locale = 'en';
let plural = new Intl.PluralRules('en');
let numbers = formatOf(1);
let decimals = [formatOf(2), formatOf(4)];

/** Loads a language, by the browser's wishes if none is chosen, and speaks it from now on.
 * @param {Language | 'system'} choice */
export async function setLanguage(choice) {
  const wished = choice === 'system' ? navigator.languages.map((tag) => tag.slice(0, 2)) : [choice];
  spoken = /** @type {Language} */ (wished.find((tag) => tag in LANGUAGES) ?? 'en');
  board = { en: enBoard, de: deBoard, es: esBoard }[spoken];
  if (spoken === 'en') {
    [table, phrases] = [en, {}];
  } else {
    const module = await (spoken === 'de' ? import('./de.js') : import('./es.js'));
    [table, phrases] = [module.table, module.phrases];
  }
  // Of the language's countries the reader's own, for dates and numbers.
  locale = navigator.languages.find((tag) => tag.startsWith(spoken)) ?? spoken;
  plural = new Intl.PluralRules(locale);
  numbers = formatOf(1);
  decimals = [formatOf(2), formatOf(4)];
  document.documentElement.lang = spoken;
}

/** Makes what writes numbers with so many places; nothing is below nothing.
 * @param {number} places */
function formatOf(places) {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: places, signDisplay: 'negative' });
}

/** Returns the language that is spoken. */
export function language() {
  return spoken;
}

/** Returns a text of the page, with values put in the place of `{names}`.
 * @param {Key} key
 * @param {Record<string, string | number>} [values] */
export function t(key, values = {}) {
  return chosen(table[key], values);
}

/** @param {Text} text
 * @param {Record<string, string | number>} values */
function chosen(text, values) {
  return insert(typeof text === 'string' ? text : text[plural.select(Number(values.n)) === 'one' ? 'one' : 'other'], written(values));
}

/** Says texts of a table that is loaded only when a part of the page is first gone to.
 * @template {string} K
 * @param {Record<Language, Record<K, Text>>} tables
 * @returns {(key: K, values?: Record<string, string | number>) => string} */
export function speaker(tables) {
  return (key, values = {}) => chosen(tables[spoken][key], values);
}

/** Returns a text of the board.
 * @param {BoardKey} key
 * @param {Record<string, string | number>} [values] */
export function sayBoard(key, values = {}) {
  return insert(board[key], written(values));
}

/** Writes numbers as the language does.
 * @param {Record<string, string | number>} values
 * @returns {Record<string, string>} */
function written(values) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === 'number' ? number(value) : value]));
}

/** Returns what the server says in English, in the reader's language where it is known.
 * @param {string} text */
export function phrase(text) {
  return phrases[text] ?? text;
}

/** Returns the name of a piece, which the server says in English, in the reader's language: as a whole where that is known,
 * else word by word.
 * @param {string} name
 * @returns {string} */
export function piece(name) {
  const [first = '', ...rest] = name.split(' ');
  return phrases[name] ?? (rest.length > 0 ? `${piece(first)} ${piece(rest.join(' '))}` : name);
}

/** Writes a number.
 * @param {number} value */
export function number(value) {
  return numbers.format(value);
}

/** Writes a number with two places, or with four if it is small.
 * @param {number} value */
export function decimal(value) {
  const [two, four] = decimals;
  return /** @type {Intl.NumberFormat} */ (Math.abs(value) < 0.1 ? four : two).format(value);
}

/** Writes a share of 0 or more in per cent with one place at most, and `< 0.1` where there is something that would look like nothing.
 * @param {number} share */
export function hundredths(share) {
  return share > 0 && share < 0.0005 ? `< ${number(0.1)}` : number(Math.round(1000 * share) / 10);
}

/** Writes an estimate from −1 to 1 with its sign and two places.
 * @param {number} value */
export function estimate(value) {
  const digits = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(Math.abs(value));
  return `${value > 0 ? '+' : value < 0 ? '−' : '±'}${digits}`;
}

/** Writes a date of the form `2026-11-21`.
 * @param {string} date */
export function longDate(date) {
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${date}T00:00:00Z`));
}

/** Says how long ago something was.
 * @param {number} at milliseconds since 1970 */
export function ago(at) {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const minutes = Math.round((at - Date.now()) / 60_000);
  if (minutes > -60) {
    return format.format(minutes, 'minute');
  }
  const hours = Math.round(minutes / 60);
  return hours > -24 ? format.format(hours, 'hour') : format.format(Math.round(hours / 24), 'day');
}
