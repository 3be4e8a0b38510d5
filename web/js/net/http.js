/** The server over plain HTTP: what is asked once and needs no subscription. */

/** @import {Catalogue, Code, Created, Day, NewPuzzle, NewTable, Showcase} from '../wire-types.js' */

/** A request that the server did not carry out, with its reason in words. */
export class Refused extends Error {
  /** @param {Code} code the kind, for programs
   * @param {string} message one sentence for people */
  constructor(code, message) {
    super(message);
    this.name = 'Refused';
    this.code = code;
  }
}

/** A request that never reached the server or was never answered. */
export class Unreachable extends Error {}

/** Returns the games there are; asked for once. */
export const catalogue = once(() => /** @type {Promise<Catalogue>} */ (get('games')));

/** Returns a short game that plays itself.
 * @param {string} game
 * @returns {Promise<Showcase>} */
export function showcase(game) {
  return get(`games/${encodeURIComponent(game)}/showcase`);
}

/** Returns today's date (UTC), the games whose luck is that of the day, and the puzzles of the day.
 * @returns {Promise<Day>} */
export function daily() {
  return get('daily');
}

/** Begins the day's game or puzzle, or finds the visitor's attempt again.
 * @param {string} game
 * @param {string} visitor the secret by which this browser is known
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

/** Makes a puzzle and the table at which it is solved.
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

/** Makes a question that is asked once, and again only as long as it is not answered.
 * @template T
 * @param {() => Promise<T>} ask
 * @returns {() => Promise<T>} */
export function once(ask) {
  /** @type {Promise<T> | undefined} */
  let answered;
  return () => {
    answered ??= ask().catch((error) => {
      answered = undefined;
      throw error;
    });
    return answered;
  };
}

/** Asks for something.
 * @param {string} path behind `/api/v1/`
 * @returns {Promise<any>} */
export async function get(path) {
  return (await answer(`/api/v1/${path}`, {})).json();
}

/** Sends something and returns what comes back.
 * @param {string} path behind `/api/v1/`
 * @param {unknown} body
 * @param {AbortSignal} [signal] ends it
 * @returns {Promise<any>} */
export async function post(path, body, signal) {
  const headers = { 'content-type': 'application/json' };
  return (await answer(`/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body), signal })).json();
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
  throw new Refused(refusal?.code ?? 'failed', refusal?.message ?? `the server answered ${response.status}`);
}
