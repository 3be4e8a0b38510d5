/** What this browser stores: settings, the secrets of seats, recent games.
 *
 * Storage may be forbidden or full. Then the page works on and forgets everything when it is closed. */

/** @import {Invitation} from './wire-types.js' */

/** A game that this browser played or watched.
 * @typedef {object} Recent
 * @property {string} table
 * @property {string} game
 * @property {number} at milliseconds since 1970
 * @property {number} ply
 * @property {boolean} over
 * @property {boolean} yours whether this browser has a seat there
 * @property {string | null} daily the date of a game of the day
 * @property {number | null} points
 * @property {boolean | null} won whether this browser's side won; null when nobody or both did
 * @property {number} [puzzle] the moves in which a puzzle is to be won; a solved one is won */

const PREFIX = 'quincunx.';
const MAX_RECENT = 24;
const MAX_SEATS = 200;

/** Holds the values while the browser does not store them.
 * @type {Map<string, string>} */
const fallback = new Map();

/** Returns the value stored under a name, or a default.
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T} */
export function loadValue(name, otherwise) {
  try {
    const text = storedText(name) ?? fallback.get(name);
    return text === undefined ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** @param {string} name */
function storedText(name) {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** Stores a value under a name.
 * @param {string} name
 * @param {unknown} value */
export function storeValue(name, value) {
  const text = JSON.stringify(value);
  fallback.set(name, text);
  try {
    localStorage.setItem(PREFIX + name, text);
  } catch {
    // The fallback holds it.
  }
}

/** @param {string} name */
function removeValue(name) {
  fallback.delete(name);
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // The fallback held it.
  }
}

/** @returns {Record<string, string>} */
function seats() {
  return loadValue('seats', {});
}

/** Returns the secret of this browser's seats at a table.
 * @param {string} table
 * @returns {string | undefined} */
export function seatSecret(table) {
  return seats()[table];
}

/** Saves the secret of seats at a table, and removes the oldest where there are too many.
 * @param {string} table
 * @param {string} secret */
export function saveSeat(table, secret) {
  const { [table]: _, ...others } = seats();
  storeValue('seats', Object.fromEntries([...Object.entries(others), [table, secret]].slice(-MAX_SEATS)));
}

/** @param {string} table */
export function removeSeat(table) {
  const { [table]: _, ...others } = seats();
  storeValue('seats', others);
}

/** Saves the secrets of invitations until they are used.
 * @param {string} table
 * @param {Invitation[]} invitations */
export function saveInvitations(table, invitations) {
  if (invitations.length > 0) {
    storeValue(`invitations.${table}`, invitations);
  }
}

/** @param {string} table
 * @returns {Invitation[]} */
export function invitationsFor(table) {
  return loadValue(`invitations.${table}`, []);
}

/** @param {string} table */
export function removeInvitations(table) {
  removeValue(`invitations.${table}`);
}

/** Returns the secret by which the games of the day know this browser. */
export function visitorSecret() {
  const known = loadValue('visitor', '');
  const secret = known || freshSecret();
  if (!known) {
    storeValue('visitor', secret);
  }
  return secret;
}

/** Returns a new secret: 128 random bits as hexadecimal digits. */
export function freshSecret() {
  return toHex(crypto.getRandomValues(new Uint8Array(16)));
}

/** Formats bytes as hexadecimal digits.
 * @param {Uint8Array} bytes */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the recent games, the latest first.
 * @returns {Recent[]} */
export function recentGames() {
  return loadValue('recent', []);
}

/** Puts a game first among the recent ones.
 * @param {Recent} game */
export function addRecent(game) {
  const others = recentGames().filter((other) => other.table !== game.table);
  storeValue('recent', [game, ...others].slice(0, MAX_RECENT));
}

/** @param {string} table */
export function removeRecent(table) {
  storeValue(
    'recent',
    recentGames().filter((other) => other.table !== table),
  );
}
