/** What this browser remembers: settings, the secrets of seats, games played lately.
 *
 * Storage may be forbidden or full; then the page forgets when it is closed and works on. */

/** A game that this browser played or watched.
 * @typedef {object} Recent
 * @property {string} table
 * @property {string} game
 * @property {number} at milliseconds since 1970
 * @property {number} ply
 * @property {boolean} over
 * @property {boolean} yours whether this browser has a seat there
 * @property {string | null} daily the date, of a game of the day
 * @property {number | null} points
 * @property {boolean | null} won whether this browser's side won; null when nobody or both did
 * @property {number} [puzzle] the moves in which it is to be won, of a puzzle; it is won when it was solved
 */

const PREFIX = 'quincunx.';
const RECENT_GAMES = 24;
const SEATS = 200;

/** @type {Map<string, string>} */
const fallback = new Map();

/** Returns what was remembered under a name, or what to take instead.
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T} */
export function loadValue(name, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + name) ?? fallback.get(name);
    return text === undefined || text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** Remembers a value under a name.
 * @param {string} name
 * @param {unknown} value */
export function storeValue(name, value) {
  const text = JSON.stringify(value);
  fallback.set(name, text);
  try {
    localStorage.setItem(PREFIX + name, text);
  } catch {
    // Kept in memory alone.
  }
}

/** Returns the secret of the seats that this browser has at a table.
 * @param {string} table */
export function seatSecret(table) {
  return seats()[table];
}

/** Keeps the secret of seats at a table; the oldest are forgotten at last.
 * @param {string} table
 * @param {string} token */
export function saveSeat(table, token) {
  const { [table]: _, ...others } = seats();
  storeValue('seats', Object.fromEntries([...Object.entries(others), [table, token]].slice(-SEATS)));
}

/** Forgets the secret of seats at a table: it is not known there.
 * @param {string} table */
export function removeSeat(table) {
  const { [table]: _, ...others } = seats();
  storeValue('seats', others);
}

/** Keeps the secrets to hand on with invitations, until they are taken.
 * @param {string} table
 * @param {import('./wire-types.js').Invitation[]} invitations */
export function saveInvitations(table, invitations) {
  if (invitations.length > 0) {
    storeValue(`invitations.${table}`, invitations);
  }
}

/** Returns the invitations to a table that this browser may hand on.
 * @param {string} table
 * @returns {import('./wire-types.js').Invitation[]} */
export function invitationsFor(table) {
  return loadValue(`invitations.${table}`, []);
}

/** Forgets the invitations to a table: they have been taken.
 * @param {string} table */
export function removeInvitations(table) {
  fallback.delete(`invitations.${table}`);
  try {
    localStorage.removeItem(`${PREFIX}invitations.${table}`);
  } catch {
    // It was in memory alone.
  }
}

/** Returns the secret by which this browser is known to the game of the day. */
export function visitorSecret() {
  const known = loadValue('visitor', '');
  if (known) {
    return known;
  }
  const fresh = freshSecret();
  storeValue('visitor', fresh);
  return fresh;
}

/** Draws a new secret: 128 random bits in hexadecimal digits. */
export function freshSecret() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the games of late, the last first.
 * @returns {Recent[]} */
export function recentGames() {
  return loadValue('recent', /** @type {Recent[]} */ ([]));
}

/** Puts a game first among those of late.
 * @param {Recent} game */
export function addRecent(game) {
  const others = recentGames().filter((other) => other.table !== game.table);
  storeValue('recent', [game, ...others].slice(0, RECENT_GAMES));
}

/** Takes a game out of those of late.
 * @param {string} table */
export function removeRecent(table) {
  storeValue('recent', recentGames().filter((other) => other.table !== table));
}

/** @returns {Record<string, string>} */
function seats() {
  return loadValue('seats', {});
}
