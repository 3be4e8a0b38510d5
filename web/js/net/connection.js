/** The page's connection to its backend: watches tables, carries requests and their answers.
 *
 * What a lost connection has not delivered is asked for again on the next. Tables are watched from the last
 * event received, so that the server sends what was missed; those with clocks anew. Requests without an
 * answer are sent once more. That does no harm: a command names the position it is for, so the server refuses
 * one that it has carried out already. The missed events, which arrive before the refusal, then show that it
 * was carried out.
 *
 * ```text
 *   connecting ──welcome──▶ open ──broken──▶ away ──welcome──▶ open
 *        └───────────── other version ─────────▶ outdated, for good
 * ``` */

import { wasApplied } from './applied.js';
import { Refused } from './backend.js';

/** @import {Backend} from './backend.js' */
/** @import {ClientMessage, Command, Judgement, Looked, MoveInfo} from '../wire-types.js' */
/** @import {ReportLine, ServerMessage, Situation, Snapshot, Update} from '../wire-types.js' */

/** Who is there at a table.
 * @typedef {Extract<ServerMessage, {type: 'presence'}>} Presence */

/** @typedef {'connecting' | 'open' | 'away' | 'outdated'} ConnectionState */

/** The handlers of what the server sends about a table.
 * @typedef {object} Watcher
 * @property {(snapshot: Snapshot) => void} snapshot
 * @property {(update: Update) => void} update
 * @property {(presence: Presence) => void} presence
 * @property {(refusal: Refused) => void} refused when the table cannot be watched */

/** A watched table with its last known event and situation.
 * @typedef {object} Watch
 * @property {string} table
 * @property {string | undefined} token
 * @property {number} [since]
 * @property {Situation} [situation]
 * @property {Watcher} watcher */

/** A request without its last answer.
 * @typedef {object} Pending
 * @property {(request: number) => ClientMessage} message
 * @property {(message: any) => boolean} [receive] takes an answer, and returns whether it was the last;
 *   without it, the first answer is the last
 * @property {(table: string, situation: Situation, moves: MoveInfo[]) => void} [observe] takes what happens
 *   at a table
 * @property {(message: ServerMessage) => void} resolve
 * @property {(reason: Error) => void} reject
 * @property {number} sent how often it has been sent */

/** The version of the messages that this page speaks. */
const VERSION = 1;

/** The connection of the page. */
export class Connection {
  /** @type {ConnectionState} */
  #state = 'connecting';
  /** @type {Map<string, Watch>} */
  #watches = new Map();
  /** @type {Map<number, Pending>} */
  #pending = new Map();
  #nextRequest = 1;
  /** @type {number | null} */
  #analysis = null;
  #line;
  #onState;

  /** @param {Backend} backend
   * @param {(state: ConnectionState) => void} onState */
  constructor(backend, onState) {
    this.#onState = onState;
    this.#line = backend.connect({
      onOpen: () => this.#line.send({ type: 'hello', version: VERSION }),
      onMessage: (message) => this.#receive(message),
      onBroken: () => this.#setState('away'),
    });
  }

  /** The state of the connection. */
  get state() {
    return this.#state;
  }

  /** Begins to watch a table, or watches it again with another token.
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

  /** Sends a command to a watched table; resolves with the number of its event.
   *
   * A command sent again after a break may have been carried out the first time. It is refused then, and
   * counts as done if the events of the table show it.
   * @param {string} table
   * @param {Command} command
   * @returns {Promise<number>} */
  command(table, command) {
    const before = this.#watches.get(table)?.situation;
    let applied = false;
    const { pending, answer } = this.#ask((request) => ({ type: 'command', request, table, command }), {
      observe: (where, after, moves) => {
        applied ||= where === table && before !== undefined && wasApplied(command, before, after, moves);
      },
    });
    return answer.then(
      ({ seq }) => seq,
      (reason) => {
        if (pending.sent > 1 && applied) {
          return this.#watches.get(table)?.since ?? 0;
        }
        throw reason;
      },
    );
  }

  /** Returns the position after a ply.
   * @param {string} table
   * @param {number} ply
   * @returns {Promise<Looked>} */
  look(table, ply) {
    return this.#ask((request) => ({ type: 'look', request, table, ply })).answer;
  }

  /** Analyses a position and reports every deeper result. A new analysis ends the one before.
   * @param {string} table
   * @param {number} ply
   * @param {(judgement: Judgement) => void} onResult
   * @param {(reason: Error) => void} fail
   * @returns {() => void} ends the analysis */
  analyse(table, ply, onResult, fail) {
    this.#dropAnalysis();
    const receive = (/** @type {Judgement} */ judgement) => {
      onResult(judgement);
      return judgement.done;
    };
    const { request, answer } = this.#ask((request) => ({ type: 'analyse', request, table, ply }), {
      receive,
    });
    answer.catch(fail);
    this.#analysis = request;
    return () => {
      if (this.#analysis === request) {
        this.#dropAnalysis();
        this.#send({ type: 'stop-analysis' });
      }
    };
  }

  /** Grades all moves of a table; resolves after the last. Moves come in any order, after a break perhaps
   * twice.
   * @param {string} table
   * @param {(line: ReportLine, of: number) => void} onLine
   * @returns {Promise<void>} */
  report(table, onLine) {
    const receive = (/** @type {Extract<ServerMessage, {type: 'graded'}>} */ { line, of }) => {
      if (line) {
        onLine(line, of);
      }
      return !line;
    };
    return this.#ask((request) => ({ type: 'report', request, table }), { receive }).answer;
  }

  /** Sends a request, for whose last answer there is a promise.
   * @param {Pending['message']} message
   * @param {Pick<Pending, 'receive' | 'observe'>} [handlers] */
  #ask(message, handlers) {
    const request = this.#nextRequest++;
    /** @type {Pending} */
    const pending = { message, ...handlers, resolve() {}, reject() {}, sent: 0 };
    /** @type {Promise<any>} */
    const answer = new Promise((resolve, reject) => Object.assign(pending, { resolve, reject }));
    this.#pending.set(request, pending);
    this.#sendRequest(request, pending);
    return { request, pending, answer };
  }

  #dropAnalysis() {
    if (this.#analysis !== null) {
      this.#pending.delete(this.#analysis);
      this.#analysis = null;
    }
  }

  /** @param {ClientMessage} message */
  #send(message) {
    if (this.#state === 'open') {
      this.#line.send(message);
    }
  }

  /** @param {number} request
   * @param {Pending} pending */
  #sendRequest(request, pending) {
    if (this.#state === 'open') {
      pending.sent += 1;
      this.#send(pending.message(request));
    }
  }

  /** @param {Watch} watch */
  #sendWatch({ table, token, since, situation }) {
    // Missed updates show the clocks as they were then, a snapshot as they are.
    const from = situation?.clock ? undefined : since;
    this.#send({
      type: 'watch',
      table,
      ...(token && { token }),
      ...(from !== undefined && { since: from }),
    });
  }

  /** @param {ServerMessage} message */
  #receive(message) {
    switch (message.type) {
      case 'welcome':
        return this.#welcome(message.version);
      case 'snapshot':
        return this.#snapshot(message);
      case 'update':
        return this.#update(message);
      case 'presence':
        return this.#watches.get(message.table)?.watcher.presence(message);
      case 'refused':
        return this.#refused(message);
      case 'pong':
      case 'stopping':
        return;
      default:
        return this.#answer(message.request, message);
    }
  }

  /** @param {number} version */
  #welcome(version) {
    if (version !== VERSION) {
      return this.#outdated();
    }
    this.#setState('open');
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
      this.#observe(watch, snapshot.situation, snapshot.moves);
      watch.watcher.snapshot(snapshot);
    }
  }

  /** @param {Update} update */
  #update(update) {
    const watch = this.#watches.get(update.table);
    // Updates before the snapshot and known ones are skipped.
    if (!watch || watch.since === undefined || update.seq <= watch.since) {
      return;
    }
    if (update.seq > watch.since + 1) {
      return this.#sendWatch(watch);
    }
    watch.since = update.seq;
    this.#observe(watch, update.situation, update.situation.last ? [update.situation.last] : []);
    watch.watcher.update(update);
  }

  /** @param {Watch} watch
   * @param {Situation} situation
   * @param {MoveInfo[]} moves */
  #observe(watch, situation, moves) {
    watch.situation = situation;
    for (const pending of this.#pending.values()) {
      pending.observe?.(watch.table, situation, moves);
    }
  }

  /** @param {Extract<ServerMessage, {type: 'refused'}>} message */
  #refused({ request, table, code, message, reason }) {
    if (code === 'version') {
      return this.#outdated();
    }
    const refused = new Refused(code, message, reason);
    if (request !== null && request !== undefined) {
      const pending = this.#pending.get(request);
      this.#pending.delete(request);
      pending?.reject(refused);
    } else if (table) {
      this.#watches.get(table)?.watcher.refused(refused);
    }
  }

  /** @param {number} request
   * @param {ServerMessage} message */
  #answer(request, message) {
    const pending = this.#pending.get(request);
    if (pending && (pending.receive?.(message) ?? true)) {
      this.#pending.delete(request);
      pending.resolve(message);
    }
  }

  #outdated() {
    this.#setState('outdated');
    this.#line.close();
  }

  /** @param {ConnectionState} state */
  #setState(state) {
    if (state !== this.#state) {
      this.#state = state;
      this.#onState(state);
    }
  }
}
