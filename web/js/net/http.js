/** Requests to the server over plain HTTP. */

/** @import {Catalogue, Code, Created, Day, NewPuzzle, NewTable, Reason, Showcase} from '../wire-types.js' */

/** A request that the server refused. */
export class Refused extends Error {
  /** @param {Code} code
   * @param {string} message one English sentence
   * @param {Reason} reason the exact reason */
  constructor(code, message, reason) {
    super(message);
    this.name = 'Refused';
    this.code = code;
    this.reason = reason;
  }
}

/** A request without an answer. */
export class Unreachable extends Error {}

/** Returns the games. They are requested once. */
export const catalogue = once(() => /** @type {Promise<Catalogue>} */ (get('games')));

/** Returns a short game that plays itself.
 * @param {string} game
 * @returns {Promise<Showcase>} */
export function showcase(game) {
  return get(`games/${encodeURIComponent(game)}/showcase`);
}

/** Returns today's date in UTC with the games and puzzles of the day.
 * @returns {Promise<Day>} */
export function daily() {
  return get('daily');
}

/** Begins a game or puzzle of the day, or returns the visitor's earlier attempt.
 * @param {string} game
 * @param {string} visitor the secret of this browser
 * @returns {Promise<Created>} */
export function enterDaily(game, visitor) {
  return post(`daily/${encodeURIComponent(game)}`, { visitor });
}

/** Makes a table.
 * @param {NewTable} table
 * @returns {Promise<Created>} */
export function createTable(table) {
  return post('tables', table);
}

/** Makes a puzzle and its table.
 * @param {string} game
 * @param {NewPuzzle} puzzle
 * @returns {Promise<Created>} */
export function createPuzzle(game, puzzle) {
  return post(`puzzles/${encodeURIComponent(game)}`, puzzle);
}

/** Returns the record of a table, as text.
 * @param {string} table */
export async function record(table) {
  return (await answer(recordAddress(table), {})).text();
}

/** Returns the address of a table's record, for a download link.
 * @param {string} table */
export function recordAddress(table) {
  return `/api/v1/tables/${encodeURIComponent(table)}/record`;
}

/** Makes a request that is sent once; one that failed is sent again on the next call.
 * @template T
 * @param {() => Promise<T>} ask
 * @returns {() => Promise<T>} */
export function once(ask) {
  /** @type {Promise<T> | undefined} */
  let pending;
  return () => {
    pending ??= ask().catch((error) => {
      pending = undefined;
      throw error;
    });
    return pending;
  };
}

/** Gets a JSON document.
 * @param {string} path behind `/api/v1/`
 * @returns {Promise<any>} */
export async function get(path) {
  return (await answer(`/api/v1/${path}`, {})).json();
}

/** Posts a JSON document and returns the one that comes back.
 * @param {string} path behind `/api/v1/`
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>} */
export async function post(path, body, signal) {
  const headers = { 'content-type': 'application/json' };
  return (
    await answer(`/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body), signal })
  ).json();
}

/** @param {string} address
 * @param {RequestInit} init
 * @returns {Promise<Response>} */
async function answer(address, init) {
  const response = await fetch(address, init).catch((error) => {
    throw new Unreachable('the server cannot be reached', { cause: error });
  });
  if (response.ok) {
    return response;
  }
  const refusal = await response.json().catch(() => null);
  const message = refusal?.message ?? `the server answered ${response.status}`;
  throw new Refused(refusal?.code ?? 'failed', message, refusal?.reason ?? { type: 'server-failed' });
}
