/** A line to a server that analyses in this browser: questions to the engine do not go to the server. */

import { Engine } from '../engine/engine.js';
import { loadModule } from '../engine/module.js';
import { Refused } from './backend.js';

/** @import {Backend, Line, LineHandlers} from './backend.js' */
/** @import {ClientMessage, Judgement, Refusal, ReportLine} from '../wire-types.js' */

/** A message that asks the engine.
 * @typedef {Extract<ClientMessage, {type: 'analyse' | 'report'}>} EngineMessage */

/** An answer of the engine.
 * @typedef {{type: 'judged', judgement: Judgement}
 *   | {type: 'graded', of: number, line: ReportLine | null}
 *   | {type: 'refused', refusal: Refusal}} EngineAnswer */

/** A line that has an engine of its own. Where that fails, the server is asked. */
export class EngineLine {
  /** @type {Promise<Engine> | null} */
  #engine = null;
  /** The messages without their last answer, by their requests.
   * @type {Map<number, EngineMessage>} */
  #asked = new Map();
  #line;
  #request;
  #handlers;

  /** @param {Line} line
   * @param {Backend['request']} request
   * @param {LineHandlers} handlers of the line */
  constructor(line, request, handlers) {
    this.#line = line;
    this.#request = request;
    this.#handlers = handlers;
  }

  /** @param {ClientMessage} message */
  send(message) {
    if (message.type === 'analyse' || message.type === 'report') {
      this.#ask(message);
      return;
    }
    if (message.type === 'stop-analysis') {
      for (const [request, asked] of this.#asked) {
        if (asked.type === 'analyse') {
          this.#cancel(request);
        }
      }
    }
    this.#line.send(message);
  }

  close() {
    this.#line.close();
  }

  /** @param {EngineMessage} message */
  async #ask(message) {
    const { request, table, type } = message;
    for (const [other, asked] of this.#asked) {
      // Another analysis ends the one before; after a break the same is asked again.
      if (other === request || (asked.type === 'analyse' && type === 'analyse')) {
        this.#cancel(other);
      }
    }
    this.#asked.set(request, message);
    const isWanted = () => this.#asked.get(request) === message;
    try {
      const until = type === 'analyse' ? `/${message.ply}` : '';
      const record = await this.#request(`tables/${encodeURIComponent(table)}/record${until}`);
      this.#engine ??= this.#start();
      const engine = await this.#engine;
      if (isWanted()) {
        const question =
          type === 'analyse' ? { type, record, table, ply: message.ply } : { type: 'grade', record };
        engine.ask(request, question);
      }
    } catch (error) {
      if (!isWanted()) {
        return;
      }
      if (error instanceof Refused) {
        this.#refuse(request, { code: error.code, message: error.message, reason: error.reason });
      } else {
        this.#askServer(request);
      }
    }
  }

  async #start() {
    return new Engine(await loadModule(), {
      onAnswer: (request, answer) => this.#receive(request, /** @type {EngineAnswer} */ (answer)),
      onFailed: (request) => this.#askServer(request),
    });
  }

  /** @param {number} request
   * @param {EngineAnswer} answer */
  #receive(request, answer) {
    const table = this.#asked.get(request)?.table;
    if (table === undefined) {
      return;
    }
    switch (answer.type) {
      case 'judged':
        this.#handlers.onMessage({ type: 'judged', request, ...answer.judgement });
        break;
      case 'graded':
        this.#handlers.onMessage({ type: 'graded', request, table, of: answer.of, line: answer.line });
        break;
      case 'refused':
        this.#refuse(request, answer.refusal);
        return;
    }
    if (answer.type === 'judged' ? answer.judgement.done : answer.line === null) {
      this.#asked.delete(request);
    }
  }

  /** @param {number} request
   * @param {Refusal} refusal */
  #refuse(request, refusal) {
    this.#asked.delete(request);
    this.#handlers.onMessage({ type: 'refused', request, table: null, ...refusal });
  }

  /** @param {number} request */
  #askServer(request) {
    const message = this.#asked.get(request);
    this.#asked.delete(request);
    if (message) {
      this.#line.send(message);
    }
  }

  /** @param {number} request */
  #cancel(request) {
    this.#asked.delete(request);
    void this.#engine?.then((engine) => engine.cancel(request)).catch(() => {});
  }
}
