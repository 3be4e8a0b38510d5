/** The tables of this browser: the events of each, in its database. Where that is forbidden or full, tables
 * last as long as the page. */

/** An event with its place in the log of its table.
 * @typedef {{seq: number, at: number, event: unknown}} Logged */

const NAME = 'quincunx';
const EVENTS = 'events';
/** How many tables are kept: all that the lobby lists, and more. */
const MOST_TABLES = 60;

/** @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>} */
function result(request) {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
}

/** The stored tables. */
export class TableStore {
  #database;

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
    /** @type {Map<string, Logged[]>} */
    const logs = new Map();
    if (!this.#database) {
      return logs;
    }
    const transaction = this.#database.transaction(EVENTS, 'readwrite');
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
    for (const [table] of latest.splice(MOST_TABLES)) {
      logs.delete(table);
      events.delete(IDBKeyRange.bound([table, 0], [table, Infinity]));
    }
    return logs;
  }

  /** Stores an event. Returns false when another page has stored one in its place.
   * @param {string} table
   * @param {Logged} logged
   * @returns {Promise<boolean>} */
  async add(table, logged) {
    try {
      const transaction = this.#database?.transaction(EVENTS, 'readwrite', { durability: 'relaxed' });
      const events = transaction?.objectStore(EVENTS);
      if (events) {
        await result(events.add(logged, [table, logged.seq]));
      }
      return true;
    } catch (error) {
      return !(error instanceof DOMException && error.name === 'ConstraintError');
    }
  }
}
