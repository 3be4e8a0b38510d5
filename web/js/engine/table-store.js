/** The tables of this browser: the events of each, in its database. Where that is forbidden or full, tables
 * last as long as the page. */

/** An event with its place in the log of its table.
 * @typedef {{seq: number, at: number, event: unknown}} Logged */

/** The name of what the pages of this site share in a browser; other sites of its origin have others. */
export const NAME = `quincunx ${new URL('../../../../', import.meta.url).pathname}`;
const EVENTS = 'events';
/** How many tables are kept: all that the lobby lists, and more. */
const MAX_TABLES = 60;

/** @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>} */
function result(request) {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
}

/** What became of an event. After anything but `stored` no later event of its table is stored, so that logs
 * have no gaps: `taken` when another page has stored one in its place.
 * @typedef {'stored' | 'taken' | 'failed'} Outcome */

/** The stored tables. */
export class TableStore {
  #database;
  /** The outcome of the last event of each table.
   * @type {Map<string, Promise<Outcome>>} */
  #last = new Map();

  /** @param {IDBDatabase | null} database */
  constructor(database) {
    this.#database = database;
  }

  /** Opens the store. */
  static async open() {
    try {
      const request = indexedDB.open(NAME, 1);
      request.addEventListener('upgradeneeded', () => request.result.createObjectStore(EVENTS));
      return new TableStore(await result(request));
    } catch {
      return new TableStore(null);
    }
  }

  /** Returns the logs of all tables, and deletes the oldest where there are too many.
   * @returns {Promise<Map<string, Logged[]>>} */
  async load() {
    if (!this.#database) {
      return new Map();
    }
    return this.#read(this.#database).catch(() => new Map());
  }

  /** @param {IDBDatabase} database */
  async #read(database) {
    /** @type {Map<string, Logged[]>} */
    const logs = new Map();
    const transaction = database.transaction(EVENTS, 'readwrite');
    const events = transaction.objectStore(EVENTS);
    const [keys, values] = await Promise.all([result(events.getAllKeys()), result(events.getAll())]);
    for (const [index, key] of keys.entries()) {
      const [table] = /** @type {[string, number]} */ (key);
      const log = logs.get(table) ?? [];
      log.push(values[index]);
      logs.set(table, log);
    }
    const lastAt = (/** @type {Logged[]} */ log) => log.at(-1)?.at ?? 0;
    const latest = [...logs].sort(([, one], [, other]) => lastAt(other) - lastAt(one));
    for (const [table] of latest.splice(MAX_TABLES)) {
      logs.delete(table);
      events.delete(IDBKeyRange.bound([table, 0], [table, Infinity]));
    }
    return logs;
  }

  /** Stores an event, after the ones before it.
   * @param {string} table
   * @param {Logged} logged
   * @returns {Promise<Outcome>} */
  add(table, logged) {
    const before = this.#last.get(table) ?? Promise.resolve(/** @type {Outcome} */ ('stored'));
    const outcome = before.then((outcome) => (outcome === 'stored' ? this.#put(table, logged) : outcome));
    this.#last.set(table, outcome);
    return outcome;
  }

  /** @param {string} table
   * @param {Logged} logged
   * @returns {Promise<Outcome>} */
  async #put(table, logged) {
    if (!this.#database) {
      return 'failed';
    }
    try {
      const transaction = this.#database.transaction(EVENTS, 'readwrite', { durability: 'relaxed' });
      await result(transaction.objectStore(EVENTS).add(logged, [table, logged.seq]));
      return 'stored';
    } catch (error) {
      const isTaken = error instanceof DOMException && error.name === 'ConstraintError';
      return isTaken ? 'taken' : 'failed';
    }
  }
}
