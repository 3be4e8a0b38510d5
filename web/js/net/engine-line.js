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

/** Makes a line that has engines of its own, one for positions and one for reports. Where they fail, the
 * server is asked.
 * @param {Line} line
 * @param {Backend['request']} get
 * @param {LineHandlers} handlers of the line */
export function engineLine(line, get, handlers) {
  /** @type {Promise<WebAssembly.Module> | null} */
  let compiled = null;
  /** @type {Map<EngineMessage['type'], Engine>} */
  const engines = new Map();
  /** The questions by their requests.
   * @type {Map<number, Job>} */
  const jobs = new Map();

  /** @param {ClientMessage} message */
  function send(message) {
    switch (message.type) {
      case 'analyse':
        cancel((job) => job.type === 'analyse' && job.request !== message.request);
        void ask(message);
        return;
      case 'report':
        void ask(message);
        return;
      case 'stop-analysis':
        cancel((job) => job.type === 'analyse');
        break;
      case 'leave':
        cancel((job) => job.table === message.table);
        break;
    }
    line.send(message);
  }

  /** @param {EngineMessage} message */
  async function ask(message) {
    const { request, table, type } = message;
    if (jobs.has(request)) {
      // The line was broken, which the engine has not noticed.
      return;
    }
    const loading = new AbortController();
    jobs.set(request, { message, loading });
    try {
      const until = type === 'analyse' ? `/${message.ply}` : '';
      const path = `tables/${encodeURIComponent(table)}/record${until}`;
      const record = await get(path, undefined, loading.signal);
      compiled ??= loadModule();
      const module = await compiled;
      if (!loading.signal.aborted) {
        const position = type === 'analyse' && { type, record, table, ply: message.ply };
        engineFor(type, module).ask(request, position || { type: 'grade', record });
      }
    } catch (error) {
      if (loading.signal.aborted) {
        return;
      }
      if (error instanceof Refused) {
        refuse(request, { code: error.code, message: error.message, reason: error.reason });
      } else {
        // Perhaps it can be loaded the next time.
        compiled = null;
        askServer(request);
      }
    }
  }

  /** @param {EngineMessage['type']} type
   * @param {WebAssembly.Module} module */
  function engineFor(type, module) {
    let engine = engines.get(type);
    if (!engine) {
      engine = new Engine(module, {
        onAnswer: (request, answer) => receive(request, /** @type {EngineAnswer} */ (answer)),
        onFailed: (request) => askServer(request),
      });
      engines.set(type, engine);
    }
    return engine;
  }

  /** @param {number} request
   * @param {EngineAnswer} answer */
  function receive(request, answer) {
    const job = jobs.get(request);
    if (!job) {
      return;
    }
    const { table } = job.message;
    switch (answer.type) {
      case 'judged':
        handlers.onMessage({ type: 'judged', request, ...answer.judgement });
        break;
      case 'graded':
        handlers.onMessage({ type: 'graded', request, table, of: answer.of, line: answer.line });
        break;
      case 'refused':
        refuse(request, answer.refusal);
        return;
    }
    if (answer.type === 'judged' ? answer.judgement.done : answer.line === null) {
      jobs.delete(request);
    }
  }

  /** @param {number} request
   * @param {Refusal} refusal */
  function refuse(request, refusal) {
    jobs.delete(request);
    handlers.onMessage({ type: 'refused', request, table: null, ...refusal });
  }

  /** @param {number} request */
  function askServer(request) {
    const job = jobs.get(request);
    jobs.delete(request);
    if (job) {
      line.send(job.message);
    }
  }

  /** Cancels questions.
   * @param {(message: EngineMessage) => boolean} isWanted whether to cancel that of a message */
  function cancel(isWanted) {
    for (const [request, { message, loading }] of jobs) {
      if (isWanted(message)) {
        jobs.delete(request);
        loading.abort();
        engines.get(message.type)?.cancel(request);
      }
    }
  }

  return { send, close: () => line.close() };
}
