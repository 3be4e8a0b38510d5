/** A server: requests over HTTP, and one WebSocket for messages about tables. */

import { hasEngine } from '../address.js';
import { Refused, Unreachable } from './backend.js';
import { engineLine } from './engine-line.js';
import { socketLine } from './socket-line.js';

/** @import {LineHandlers} from './backend.js' */

/** The server that the page comes from. */
export class ServerBackend {
  /** @param {string} path behind `/api/v1/`
   * @param {unknown} [body]
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>} */
  async request(path, body, signal) {
    /** @type {RequestInit} */
    const init = { signal: signal ?? null };
    if (body !== undefined) {
      init.method = 'POST';
      init.headers = { 'content-type': 'application/json' };
      init.body = JSON.stringify(body);
    }
    const response = await fetch(`/api/v1/${path}`, init).catch((error) => {
      throw new Unreachable('the server cannot be reached', { cause: error });
    });
    if (response.ok) {
      const isJson = response.headers.get('content-type')?.startsWith('application/json');
      return isJson ? response.json() : response.text();
    }
    const refusal = await response.json().catch(() => null);
    const message = refusal?.message ?? `the server answered ${response.status}`;
    throw new Refused(refusal?.code ?? 'failed', message, refusal?.reason ?? { type: 'server-failed' });
  }

  /** @param {LineHandlers} handlers */
  connect(handlers) {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const line = socketLine(`${scheme}//${location.host}/ws`, handlers);
    return hasEngine ? engineLine(line, this.request, handlers) : line;
  }
}
