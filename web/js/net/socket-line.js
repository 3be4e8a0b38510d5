/** A WebSocket that opens again by itself. */

/** @import {ClientMessage, ServerMessage} from '../wire-types.js' */
/** @import {LineHandlers} from './backend.js' */

/** Milliseconds of silence after which the page pings the server. */
const QUIET = 20_000;
/** Milliseconds that the server may take to answer. */
const PATIENCE = 4_000;
/** The least and most milliseconds before the page reconnects, of which up to half is taken off at random. A
 * hidden page waits longer, and reconnects at once when it is shown. */
const RETRY = { least: 250, most: 2_000, hidden: 20_000 };

/** The WebSocket of the page. */
export class SocketLine {
  /** @type {WebSocket | null} */
  #socket = null;
  #isClosed = false;
  #failures = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #address;
  #handlers;

  /** @param {string} address
   * @param {LineHandlers} handlers */
  constructor(address, handlers) {
    this.#address = address;
    this.#handlers = handlers;
    addEventListener('online', () => this.#reconnectNow());
    addEventListener('offline', () => this.#probe());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') {
        this.#reconnectNow();
      }
    });
    addEventListener('pageshow', () => this.#reconnectNow());
    this.#connect();
  }

  /** @param {ClientMessage} message */
  send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify(message));
    }
  }

  close() {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.#socket = null;
  }

  #connect() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    // Without an answer to the handshake the browser would wait for minutes.
    this.#timer = setTimeout(() => this.#lost(socket), PATIENCE);
    socket.addEventListener('open', () => {
      if (socket === this.#socket) {
        this.#handlers.onOpen();
      }
    });
    socket.addEventListener('message', (event) => this.#receive(socket, String(event.data)));
    socket.addEventListener('close', () => this.#lost(socket));
  }

  /** @param {WebSocket} socket */
  #lost(socket) {
    if (socket !== this.#socket || this.#isClosed) {
      return;
    }
    this.#socket = null;
    socket.close();
    clearTimeout(this.#timer);
    const most = document.hidden ? RETRY.hidden : RETRY.most;
    const wait = Math.min(most, RETRY.least * 2 ** this.#failures) * (0.5 + Math.random() / 2);
    this.#failures += 1;
    this.#timer = setTimeout(() => this.#connect(), wait);
    this.#handlers.onBroken();
  }

  /** Reconnects without waiting, or checks the connection that is there. */
  #reconnectNow() {
    if (this.#isClosed) {
      return;
    }
    if (this.#socket === null) {
      this.#failures = 0;
      this.#connect();
    } else {
      this.#probe();
    }
  }

  /** Pings the server, and gives the connection up if there is no answer. */
  #probe() {
    const socket = this.#socket;
    if (socket?.readyState === WebSocket.OPEN) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#lost(socket), PATIENCE);
      this.send({ type: 'ping' });
    }
  }

  /** @param {WebSocket} socket
   * @param {string} text */
  #receive(socket, text) {
    if (socket !== this.#socket) {
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#probe(), QUIET);
    this.#failures = 0;
    /** @type {ServerMessage} */
    const message = JSON.parse(text);
    if (message.type === 'stopping') {
      this.#lost(socket);
    } else if (message.type !== 'pong') {
      this.#handlers.onMessage(message);
    }
  }
}
