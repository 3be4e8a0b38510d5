/** The one WebSocket of the page: says hello, watches tables, carries requests and their answers, and comes back by
 * itself when it breaks.
 *
 * What is lost with a connection is asked for again on the next: tables are watched with the last event seen, so that
 * the server sends what was missed, and requests without an answer are sent once more. That does no harm: a command
 * names the position it means, so that one already carried out is refused. Whether it was is told by what was missed,
 * which comes before the refusal.
 *
 * ```text
 *   connecting ──welcome──▶ open ──broken──▶ away ──welcome──▶ open
 *        └───────────── other version ─────────▶ outdated, for good
 * ``` */

import { wasApplied } from './applied.js';
import { Refused } from './http.js';

/** @import {ClientMessage, Command, Judgement, Looked, MoveInfo, Presence, ReportLine, ServerMessage, Situation, Snapshot, Update} from '../wire-types.js' */

/** @typedef {'connecting' | 'open' | 'away' | 'outdated'} ConnectionState */

/** What a page wants to hear of a table.
 * @typedef {object} Watcher
 * @property {(snapshot: Snapshot) => void} snapshot
 * @property {(update: Update) => void} update
 * @property {(presence: Presence) => void} presence
 * @property {(refusal: Refused) => void} refused when the table cannot be watched */

/** A table that is watched, with the last event and the situation that are known.
 * @typedef {{table: string, token: string | undefined, since?: number, situation?: Situation, watcher: Watcher}} Watch
 */

/** A request on its way. `hear` takes every answer and tells whether it was the last.
 * @typedef {object} Pending
 * @property {(request: number) => ClientMessage} message
 * @property {(message: ServerMessage) => boolean} hear
 * @property {(reason: Error) => void} fail
 * @property {(table: string, situation: Situation, moves: MoveInfo[]) => void} [witness] hears what became of a table
 * @property {number} [sent] how often it has been sent */

/** The version of the messages that this page speaks. */
const VERSION = 1;
/** Milliseconds of silence after which the page asks whether anybody is there. */
const QUIET = 20_000;
/** Milliseconds that an answer to that may take. */
const PATIENCE = 4_000;
/** The least and most milliseconds before the page tries to connect again; up to half is taken off at random. In the
 * background there is no hurry: coming back to the page tries at once. */
const RETRY = { least: 250, most: 2_000, hidden: 20_000 };

/** The one WebSocket of the page. */
export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {ConnectionState} */
  #state = 'connecting';
  /** @type {Map<string, Watch>} */
  #watches = new Map();
  /** @type {Map<number, Pending>} */
  #pending = new Map();
  #nextRequest = 1;
  #failures = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {number | null} */
  #analysis = null;
  #address;
  #onState;

  /** @param {string} address of the WebSocket
   * @param {(state: ConnectionState) => void} onState told of every change */
  constructor(address, onState) {
    this.#address = address;
    this.#onState = onState;
    addEventListener('online', () => this.#hurry());
    addEventListener('offline', () => this.#probe());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') {
        this.#hurry();
      }
    });
    addEventListener('pageshow', () => this.#hurry());
    this.#connect();
  }

  /** How things stand. */
  get state() {
    return this.#state;
  }

  /** Begins to watch a table, or watches it anew with another token.
   * @param {string} table
   * @param {string | undefined} token the secret of the seats that this browser plays
   * @param {Watcher} watcher */
  watch(table, token, watcher) {
    const watch = { table, token, watcher };
    this.#watches.set(table, watch);
    this.#sendWatch(watch);
  }

  /** Ends watching a table.
   * @param {string} table */
  leave(table) {
    if (this.#watches.delete(table)) {
      this.#send({ type: 'leave', table });
    }
  }

  /** Does something at a table that is watched; resolves with the number of its event.
   *
   * Sent again after a break it may have been carried out the first time: then it is refused, and counts as done if what
   * was heard of the table bears witness to it.
   * @param {string} table
   * @param {Command} command
   * @returns {Promise<number>} */
  command(table, command) {
    const before = this.#watches.get(table)?.situation;
    let witnessed = false;
    return new Promise((resolve, reject) => {
      /** @type {Pending} */
      const pending = {
        message: (request) => ({ type: 'command', request, table, command }),
        hear: (message) => {
          if (message.type === 'done') {
            resolve(message.seq);
          }
          return true;
        },
        fail: (reason) => {
          const again = (pending.sent ?? 0) > 1;
          if (again && witnessed) {
            resolve(this.#watches.get(table)?.since ?? 0);
          } else {
            reject(reason);
          }
        },
        witness: (where, after, moves) => {
          witnessed ||= where === table && before !== undefined && wasApplied(command, before, after, moves);
        },
      };
      this.#ask(pending);
    });
  }

  /** Returns the position after a ply.
   * @param {string} table
   * @param {number} ply
   * @returns {Promise<Looked>} */
  look(table, ply) {
    return new Promise((resolve, fail) => {
      this.#ask({
        message: (request) => ({ type: 'look', request, table, ply }),
        hear: (message) => {
          if (message.type === 'looked') {
            resolve(message);
          }
          return true;
        },
        fail,
      });
    });
  }

  /** Has a position analysed; tells of every deeper result. A new analysis ends the one before.
   * @param {string} table
   * @param {number} ply
   * @param {(judgement: Judgement) => void} tell
   * @param {(reason: Error) => void} fail
   * @returns {() => void} ends it */
  analyse(table, ply, tell, fail) {
    this.#forgetAnalysis();
    const request = this.#ask({
      message: (number) => ({ type: 'analyse', request: number, table, ply }),
      hear: (message) => {
        if (message.type === 'judged') {
          tell(message);
          return message.done;
        }
        return false;
      },
      fail,
    });
    this.#analysis = request;
    return () => {
      if (this.#analysis === request) {
        this.#forgetAnalysis();
        this.#send({ type: 'stop-analysis' });
      }
    };
  }

  /** Has all moves of a table graded; resolves when all have been told, in any order and after a break perhaps twice.
   * @param {string} table
   * @param {(line: ReportLine, of: number) => void} tell
   * @returns {Promise<void>} */
  report(table, tell) {
    return new Promise((resolve, fail) => {
      this.#ask({
        message: (request) => ({ type: 'report', request, table }),
        hear: (message) => {
          if (message.type === 'graded' && message.line) {
            tell(message.line, message.of);
            return false;
          }
          resolve();
          return true;
        },
        fail,
      });
    });
  }

  /** @param {Pending} pending
   * @returns {number} its number */
  #ask(pending) {
    const request = this.#nextRequest++;
    this.#pending.set(request, pending);
    this.#sendRequest(request, pending);
    return request;
  }

  #forgetAnalysis() {
    if (this.#analysis !== null) {
      this.#pending.delete(this.#analysis);
      this.#analysis = null;
    }
  }

  #connect() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    // A handshake that is never answered must not keep the page waiting for minutes.
    this.#timer = setTimeout(() => this.#broken(socket), PATIENCE);
    socket.addEventListener('open', () => this.#send({ type: 'hello', version: VERSION }));
    socket.addEventListener('message', (event) => this.#heard(socket, String(event.data)));
    socket.addEventListener('close', () => this.#broken(socket));
  }

  /** @param {WebSocket} socket */
  #broken(socket) {
    if (socket !== this.#socket || this.#state === 'outdated') {
      return;
    }
    this.#socket = null;
    socket.close();
    clearTimeout(this.#timer);
    const most = document.hidden ? RETRY.hidden : RETRY.most;
    const wait = Math.min(most, RETRY.least * 2 ** this.#failures) * (0.5 + Math.random() / 2);
    this.#failures += 1;
    this.#timer = setTimeout(() => this.#connect(), wait);
    this.#become('away');
  }

  /** Tries at once what would have been tried later. */
  #hurry() {
    if (this.#state === 'outdated') {
      return;
    }
    if (this.#socket === null) {
      this.#failures = 0;
      this.#connect();
    } else {
      this.#probe();
    }
  }

  /** Asks whether anybody is there, and gives the connection up when nobody answers. */
  #probe() {
    const socket = this.#socket;
    if (socket?.readyState === WebSocket.OPEN) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#broken(socket), PATIENCE);
      this.#send({ type: 'ping' });
    }
  }

  /** @param {ClientMessage} message */
  #send(message) {
    const welcome = this.#state === 'open' || message.type === 'hello';
    if (welcome && this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify(message));
    }
  }

  /** @param {number} request
   * @param {Pending} pending */
  #sendRequest(request, pending) {
    if (this.#state === 'open') {
      pending.sent = (pending.sent ?? 0) + 1;
      this.#send(pending.message(request));
    }
  }

  /** @param {Watch} watch */
  #sendWatch({ table, token, since }) {
    this.#send({ type: 'watch', table, ...(token && { token }), ...(since !== undefined && { since }) });
  }

  /** @param {WebSocket} socket
   * @param {string} text */
  #heard(socket, text) {
    if (socket !== this.#socket) {
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#probe(), QUIET);
    /** @type {ServerMessage} */
    const message = JSON.parse(text);
    switch (message.type) {
      case 'welcome':
        return this.#welcomed(message.version);
      case 'snapshot':
        return this.#snapshot(message);
      case 'update':
        return this.#update(message);
      case 'presence':
        return this.#watches.get(message.table)?.watcher.presence(message);
      case 'refused':
        return this.#refused(message);
      case 'pong':
        return;
      case 'stopping':
        return this.#broken(socket);
      default:
        return this.#answered(message.request, message);
    }
  }

  /** @param {number} version */
  #welcomed(version) {
    if (version !== VERSION) {
      return this.#outdated();
    }
    this.#failures = 0;
    this.#become('open');
    for (const watch of this.#watches.values()) {
      this.#sendWatch(watch);
    }
    for (const [request, pending] of this.#pending) {
      this.#sendRequest(request, pending);
    }
  }

  /** @param {Snapshot} snapshot */
  #snapshot(snapshot) {
    const watch = this.#watches.get(snapshot.table);
    if (watch) {
      watch.since = snapshot.seq;
      this.#learn(watch, snapshot.situation, snapshot.moves);
      watch.watcher.snapshot(snapshot);
    }
  }

  /** @param {Update} update */
  #update(update) {
    const watch = this.#watches.get(update.table);
    // Before the snapshot there is nothing to bring up to date, and what is known already needs no telling.
    if (!watch || watch.since === undefined || update.seq <= watch.since) {
      return;
    }
    if (update.seq > watch.since + 1) {
      return this.#sendWatch(watch);
    }
    watch.since = update.seq;
    this.#learn(watch, update.situation, update.situation.last ? [update.situation.last] : []);
    watch.watcher.update(update);
  }

  /** @param {Watch} watch
   * @param {Situation} situation
   * @param {MoveInfo[]} moves */
  #learn(watch, situation, moves) {
    watch.situation = situation;
    for (const pending of this.#pending.values()) {
      pending.witness?.(watch.table, situation, moves);
    }
  }

  /** @param {Extract<ServerMessage, {type: 'refused'}>} message */
  #refused({ request, table, code, message }) {
    if (code === 'version') {
      return this.#outdated();
    }
    const reason = new Refused(code, message);
    if (request !== null && request !== undefined) {
      const pending = this.#pending.get(request);
      this.#pending.delete(request);
      pending?.fail(reason);
    } else if (table) {
      this.#watches.get(table)?.watcher.refused(reason);
    }
  }

  /** @param {number} request
   * @param {ServerMessage} message */
  #answered(request, message) {
    if (this.#pending.get(request)?.hear(message)) {
      this.#pending.delete(request);
    }
  }

  #outdated() {
    clearTimeout(this.#timer);
    this.#become('outdated');
    this.#socket?.close();
    this.#socket = null;
  }

  /** @param {ConnectionState} state */
  #become(state) {
    if (state !== this.#state) {
      this.#state = state;
      this.#onState(state);
    }
  }
}
