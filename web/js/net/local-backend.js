/** The tables in a worker of this browser, and the documents that are the same for everybody as files. */

import { Refused, Unreachable } from './backend.js';

/** @import {Refusal, ServerMessage} from '../wire-types.js' */
/** @import {LineHandlers} from './backend.js' */

/** What comes from the worker: `outdated` when it must be started again.
 * @typedef {{type: 'ready'}
 *   | {type: 'outdated'}
 *   | {type: 'message', message: ServerMessage}
 *   | {type: 'answer', request: number, body: any}
 *   | {type: 'refused', request: number, refusal: Refusal}} FromWorker */

/** A request without its answer.
 * @typedef {{resolve: (body: any) => void, reject: (reason: Error) => void}} Pending */

/** Milliseconds before a worker that failed is started again; each time twice as many. */
const RETRY = { least: 250, most: 20_000 };

/** The paths of requests whose answer is a file of the site. */
const FILES = ['games', 'lessons', 'showcases'];

/** This browser. */
export class LocalBackend {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Map<number, Pending>} */
  #pending = new Map();
  #lastRequest = 0;
  #failures = 0;
  /** @type {LineHandlers | null} */
  #handlers = null;

  /** @param {string} path behind `/api/v1/`
   * @param {unknown} [body]
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>} */
  async request(path, body, signal) {
    if (body === undefined && FILES.includes(path)) {
      return file(path);
    }
    signal?.throwIfAborted();
    if (path === 'tables') {
      // The browser may clear the storage of a site otherwise, and with it the game.
      navigator.storage?.persist?.().catch(() => {});
    }
    const worker = this.#worker;
    if (!worker) {
      throw new Unreachable('the engine starts again');
    }
    const request = ++this.#lastRequest;
    signal?.addEventListener('abort', () => {
      this.#pending.get(request)?.reject(signal.reason);
      this.#pending.delete(request);
      worker.postMessage({ type: 'abort', request });
    });
    return new Promise((resolve, reject) => {
      this.#pending.set(request, { resolve, reject });
      worker.postMessage({ type: 'request', request, path, ...(body !== undefined && { body }) });
    });
  }

  /** @param {LineHandlers} handlers */
  connect(handlers) {
    this.#handlers = handlers;
    this.#start();
    return {
      /** @param {import('../wire-types.js').ClientMessage} message */
      send: (message) => this.#worker?.postMessage({ type: 'message', message }),
      close: () => {
        this.#handlers = null;
      },
    };
  }

  #start() {
    const worker = new Worker(new URL('../engine/tables-worker.js', import.meta.url), { type: 'module' });
    this.#worker = worker;
    worker.addEventListener('message', ({ data }) => {
      if (worker === this.#worker) {
        this.#receive(data);
      }
    });
    worker.addEventListener('error', () => {
      if (worker === this.#worker) {
        this.#restart();
      }
    });
  }

  /** @param {FromWorker} output */
  #receive(output) {
    switch (output.type) {
      case 'ready':
        this.#failures = 0;
        this.#handlers?.onOpen();
        return;
      case 'message':
        this.#handlers?.onMessage(output.message);
        return;
      case 'answer':
        this.#pending.get(output.request)?.resolve(output.body);
        this.#pending.delete(output.request);
        return;
      case 'refused': {
        const { code, message, reason } = output.refusal;
        this.#pending.get(output.request)?.reject(new Refused(code, message, reason));
        this.#pending.delete(output.request);
        return;
      }
      case 'outdated':
        this.#restart();
    }
  }

  /** Starts another worker, which takes up the stored tables. */
  #restart() {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { reject } of this.#pending.values()) {
      reject(new Unreachable('the engine stopped'));
    }
    this.#pending.clear();
    const wait = Math.min(RETRY.most, RETRY.least * 2 ** this.#failures);
    this.#failures += 1;
    setTimeout(() => this.#start(), wait);
    this.#handlers?.onBroken();
  }
}

/** @param {string} path */
async function file(path) {
  const response = await fetch(new URL(`../../site/${path}.json`, import.meta.url)).catch((error) => {
    throw new Unreachable('the site cannot be reached', { cause: error });
  });
  if (!response.ok) {
    throw new Unreachable(`the site answered ${response.status}`);
  }
  return response.json();
}
