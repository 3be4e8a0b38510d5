/** What a backend is: where tables are, on a server or in this browser. */

/** @import {ClientMessage, Code, Reason, ServerMessage} from '../wire-types.js' */

/** What happens to a line.
 * @typedef {object} LineHandlers
 * @property {() => void} onOpen it is open, perhaps again; nothing has been sent on it
 * @property {(message: ServerMessage) => void} onMessage
 * @property {() => void} onBroken it is broken, and opens again by itself */

/** A line for messages about tables.
 * @typedef {object} Line
 * @property {(message: ClientMessage) => void} send does nothing while the line is broken
 * @property {() => void} close ends it for good */

/** Where tables are.
 * @typedef {object} Backend
 * @property {(path: string, body?: unknown, signal?: AbortSignal) => Promise<any>} request
 *   asks for what is at a path behind `/api/v1/`; with a body, posts that. Rejects with `Refused` or
 *   `Unreachable`
 * @property {(handlers: LineHandlers) => Line} connect */

/** A request that was refused. */
export class Refused extends Error {
  /** @param {Code} code
   * @param {string} message one English sentence
   * @param {Reason} reason the exact reason */
  constructor(code, message, reason) {
    super(message);
    this.name = 'Refused';
    this.code = code;
    this.reason = reason;
  }
}

/** A request without an answer. */
export class Unreachable extends Error {}
