/** The texts of the page, and numbers and dates, in the current language.
 *
 * Each language has a file of texts. English texts of the server (names of options, levels, counters) are
 * looked up among a language's `phrases` and shown as they are where it has none, so that a new game needs no
 * translation to appear. The problems of levels are looked up by their types. */

/** @import {LevelError} from '../wire-types.js' */

/** @typedef {keyof typeof import('./en.json')['texts']} Key */
/** @typedef {keyof typeof LANGUAGES} Language */
/** @typedef {Record<string, string | number>} Values */

/** A text, or a text for one and a text for several, chosen by the value `n`.
 * @typedef {string | {one: string, other: string}} Text */

/** The contents of a file.
 * @typedef {object} Texts
 * @property {Record<Key, Text>} texts
 * @property {Record<string, string>} phrases by the English ones
 * @property {Record<string, string>} problems by their types */

/** The languages by their own names. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español' };

/** @type {Texts} */
let table = { texts: /** @type {Texts['texts']} */ ({}), phrases: {}, problems: {} };
/** @type {Language} */
let current = 'en';
let locale = 'en';
let plural = new Intl.PluralRules('en');
/** The formats of numbers by their places.
 * @type {Map<number, Intl.NumberFormat>} */
const formats = new Map();

/** The number of the last language that was asked for. */
let lastAsked = 0;

/** Loads a language and makes it the current one. Returns whether it is: another may have been asked for
 * meanwhile.
 * @param {Language | 'system'} choice `system` is the first language of the browser that the page has */
export async function setLanguage(choice) {
  const asked = ++lastAsked;
  const wanted = choice === 'system' ? navigator.languages.map((tag) => tag.slice(0, 2)) : [choice];
  const language = /** @type {Language} */ (wanted.find((tag) => tag in LANGUAGES) ?? 'en');
  const loaded = await (await fetch(new URL(`${language}.json`, import.meta.url))).json();
  if (asked !== lastAsked) {
    return false;
  }
  table = loaded;
  current = language;
  // Numbers and dates are those of the browser's country.
  locale = navigator.languages.find((tag) => tag.startsWith(current)) ?? current;
  plural = new Intl.PluralRules(locale);
  formats.clear();
  document.documentElement.lang = current;
  return true;
}

/** Returns a text of the page.
 * @param {Key} key
 * @param {Values} [values] of the `{names}` in the text */
export function t(key, values = {}) {
  const text = table.texts[key];
  const one = plural.select(Number(values.n)) === 'one';
  return insert(typeof text === 'string' ? text : text[one ? 'one' : 'other'], values);
}

/** Returns whether there is a text.
 * @param {string} key
 * @returns {key is Key} */
export function hasText(key) {
  return Object.hasOwn(table.texts, key);
}

/** Returns the keys of all texts. */
export function textKeys() {
  return /** @type {Key[]} */ (Object.keys(table.texts));
}

/** Translates an English text of the server, if that is possible.
 * @param {string} text */
export function phrase(text) {
  return table.phrases[text] ?? text;
}

/** Translates an English text of the server and begins it with a capital.
 * @param {string} text */
export function sentence(text) {
  return capital(phrase(text));
}

/** Begins a text with a capital.
 * @param {string} text */
export function capital(text) {
  return text.charAt(0).toLocaleUpperCase(current) + text.slice(1);
}

/** Translates the English name of a piece: as many words together as there is a translation of.
 * @param {string} name
 * @returns {string} */
export function piece(name) {
  const words = name.split(' ');
  for (let count = words.length; count > 0; count--) {
    const first = table.phrases[words.slice(0, count).join(' ')];
    if (first !== undefined) {
      return [first, ...(count < words.length ? [piece(words.slice(count).join(' '))] : [])].join(' ');
    }
  }
  const [first = '', ...rest] = words;
  return rest.length > 0 ? `${first} ${piece(rest.join(' '))}` : name;
}

/** Describes a problem of a level; English has no texts for them, as the server describes them.
 * @param {LevelError} error
 * @returns {{text: string, lang: Language}} */
export function levelProblemText({ problem, message }) {
  const text = table.problems[problem.type];
  if (text !== undefined) {
    return { text: insert(text, problem), lang: current };
  }
  return { text: message.charAt(0).toUpperCase() + message.slice(1), lang: 'en' };
}

/** Inserts values for the `{names}` in a text.
 * @param {string} text
 * @param {Values} [values] */
function insert(text, values = {}) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name] ?? whole;
    return typeof value === 'number' ? number(value) : value;
  });
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

/** Formats a share of 0 or more in per cent with one place at most, and as `< 0.1` where it would look like
 * nothing.
 * @param {number} share */
export function hundredths(share) {
  return share > 0 && share < 0.0005 ? `< ${number(0.1)}` : number(Math.round(1000 * share) / 10);
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
