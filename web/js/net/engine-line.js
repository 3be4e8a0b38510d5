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

/** A question without its last answer.
 * @typedef {{message: EngineMessage, loading: AbortController}} Job */

/** A line that has engines of its own, one for positions and one for reports. Where they fail, the server is
 * asked. */
export class EngineLine {
  /** @type {Promise<WebAssembly.Module> | null} */
  #module = null;
  /** @type {Map<EngineMessage['type'], Engine>} */
  #engines = new Map();
  /** The questions by their requests.
   * @type {Map<number, Job>} */
  #jobs = new Map();
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
    switch (message.type) {
      case 'analyse':
        this.#cancel((job) => job.type === 'analyse' && job.request !== message.request);
        void this.#ask(message);
        return;
      case 'report':
        void this.#ask(message);
        return;
      case 'stop-analysis':
        this.#cancel((job) => job.type === 'analyse');
        break;
      case 'leave':
        this.#cancel((job) => job.table === message.table);
        break;
    }
    this.#line.send(message);
  }

  close() {
    this.#line.close();
  }

  /** @param {EngineMessage} message */
  async #ask(message) {
    const { request, table, type } = message;
    if (this.#jobs.has(request)) {
      // The line was broken, which the engine has not noticed.
      return;
    }
    const loading = new AbortController();
    this.#jobs.set(request, { message, loading });
    try {
      const until = type === 'analyse' ? `/${message.ply}` : '';
      const path = `tables/${encodeURIComponent(table)}/record${until}`;
      const record = await this.#request(path, undefined, loading.signal);
      this.#module ??= loadModule();
      const module = await this.#module;
      if (!loading.signal.aborted) {
        const position = type === 'analyse' && { type, record, table, ply: message.ply };
        this.#engineFor(type, module).ask(request, position || { type: 'grade', record });
      }
    } catch (error) {
      if (loading.signal.aborted) {
        return;
      }
      if (error instanceof Refused) {
        this.#refuse(request, { code: error.code, message: error.message, reason: error.reason });
      } else {
        // Perhaps it can be loaded the next time.
        this.#module = null;
        this.#askServer(request);
      }
    }
  }

  /** @param {EngineMessage['type']} type
   * @param {WebAssembly.Module} module */
  #engineFor(type, module) {
    let engine = this.#engines.get(type);
    if (!engine) {
      engine = new Engine(module, {
        onAnswer: (request, answer) => this.#receive(request, /** @type {EngineAnswer} */ (answer)),
        onFailed: (request) => this.#askServer(request),
      });
      this.#engines.set(type, engine);
    }
    return engine;
  }

  /** @param {number} request
   * @param {EngineAnswer} answer */
  #receive(request, answer) {
    const job = this.#jobs.get(request);
    if (!job) {
      return;
    }
    const { table } = job.message;
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
      this.#jobs.delete(request);
    }
  }

  /** @param {number} request
   * @param {Refusal} refusal */
  #refuse(request, refusal) {
    this.#jobs.delete(request);
    this.#handlers.onMessage({ type: 'refused', request, table: null, ...refusal });
  }

  /** @param {number} request */
  #askServer(request) {
    const job = this.#jobs.get(request);
    this.#jobs.delete(request);
    if (job) {
      this.#line.send(job.message);
    }
  }

  /** Cancels questions.
   * @param {(message: EngineMessage) => boolean} isWanted whether to cancel that of a message */
  #cancel(isWanted) {
    for (const [request, { message, loading }] of this.#jobs) {
      if (isWanted(message)) {
        this.#jobs.delete(request);
        loading.abort();
        this.#engines.get(message.type)?.cancel(request);
      }
    }
  }
}
