/** The texts of the page, and numbers and dates, in the current language.
 *
 * `en.js` has every key; the other tables are checked against it by type. English texts of the server (names of options,
 * levels, counters) are looked up among a language's `phrases` and shown as they are where it has none, so that a new game
 * needs no translation to appear. */

import { en } from './en.js';

/** @import {Table, Text} from './en.js' */

/** @typedef {import('./en.js').Key} Key */
/** @typedef {keyof typeof LANGUAGES} Language */
/** @typedef {Record<string, string | number>} Values */

/** The languages by their own names. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español' };

/** @type {Table} */
let table = en;
/** @type {Record<string, string>} */
let phrases = {};
/** @type {Language} */
let current = 'en';
let locale = 'en';
let plural = new Intl.PluralRules('en');
/** The formats of numbers by their places.
 * @type {Map<number, Intl.NumberFormat>} */
const formats = new Map();

/** Loads a language and makes it the current one.
 * @param {Language | 'system'} choice `system` is the first language of the browser that the page has */
export async function setLanguage(choice) {
  const wanted = choice === 'system' ? navigator.languages.map((tag) => tag.slice(0, 2)) : [choice];
  current = /** @type {Language} */ (wanted.find((tag) => tag in LANGUAGES) ?? 'en');
  if (current === 'en') {
    [table, phrases] = [en, {}];
  } else {
    const module = await (current === 'de' ? import('./de.js') : import('./es.js'));
    [table, phrases] = [module.table, module.phrases];
  }
  // Numbers and dates are those of the browser's country.
  locale = navigator.languages.find((tag) => tag.startsWith(current)) ?? current;
  plural = new Intl.PluralRules(locale);
  formats.clear();
  document.documentElement.lang = current;
}

/** Returns the current language. */
export function language() {
  return current;
}

/** Returns a text of the page.
 * @param {Key} key
 * @param {Values} [values] of the `{names}` in the text */
export function t(key, values = {}) {
  return format(table[key], values);
}

/** Returns a function like {@link t} for tables that are loaded with a part of the page.
 * @template {string} K
 * @param {Record<Language, Record<K, Text>>} tables
 * @returns {(key: K, values?: Values) => string} */
export function translator(tables) {
  return (key, values = {}) => format(tables[current][key], values);
}

/** @param {Text} text
 * @param {Values} values */
function format(text, values) {
  const one = plural.select(Number(values.n)) === 'one';
  return insert(typeof text === 'string' ? text : text[one ? 'one' : 'other'], values);
}

/** Inserts values for the `{names}` in a text.
 * @param {string} text
 * @param {Values} [values] */
export function insert(text, values = {}) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name] ?? whole;
    return typeof value === 'number' ? number(value) : value;
  });
}

/** Translates an English text of the server, if that is possible.
 * @param {string} text */
export function phrase(text) {
  return phrases[text] ?? text;
}

/** Translates the English name of a piece: as a whole if that is possible, else word by word.
 * @param {string} name
 * @returns {string} */
export function piece(name) {
  const [first = '', ...rest] = name.split(' ');
  return phrases[name] ?? (rest.length > 0 ? `${piece(first)} ${piece(rest.join(' '))}` : name);
}

/** @param {number} value
 * @param {number} [places] at most */
export function number(value, places = 1) {
  let format = formats.get(places);
  if (!format) {
    format = new Intl.NumberFormat(locale, { maximumFractionDigits: places, signDisplay: 'negative' });
    formats.set(places, format);
  }
  return format.format(value);
}

/** Formats a number with two places, or with four if it is small.
 * @param {number} value */
export function decimal(value) {
  return number(value, Math.abs(value) < 0.1 ? 4 : 2);
}

/** Formats a share of 0 or more in per cent with one place at most, and as `< 0.1` where it would look like nothing.
 * @param {number} share */
export function hundredths(share) {
  return share > 0 && share < 0.0005 ? `< ${number(0.1)}` : number(Math.round(1000 * share) / 10);
}

/** Formats an estimate from −1 to 1 with its sign and two places.
 * @param {number} value */
export function estimate(value) {
  const two = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const digits = new Intl.NumberFormat(locale, two).format(Math.abs(value));
  return `${value > 0 ? '+' : value < 0 ? '−' : '±'}${digits}`;
}

/** Formats a date such as `2026-11-21`.
 * @param {string} date */
export function longDate(date) {
  const style = /** @type {const} */ ({ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  return new Intl.DateTimeFormat(locale, style).format(new Date(`${date}T00:00:00Z`));
}

/** Formats how long ago something was.
 * @param {number} at milliseconds since 1970 */
export function ago(at) {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const minutes = Math.round((at - Date.now()) / 60_000);
  const hours = Math.round(minutes / 60);
  if (minutes > -60) {
    return format.format(minutes, 'minute');
  }
  return hours > -24 ? format.format(hours, 'hour') : format.format(Math.round(hours / 24), 'day');
}
