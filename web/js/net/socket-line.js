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

/** Makes the WebSocket of the page.
 * @param {string} address
 * @param {LineHandlers} handlers */
export function socketLine(address, handlers) {
  /** @type {WebSocket | null} */
  let current = null;
  let isClosed = false;
  let failures = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  addEventListener('online', () => reconnectNow());
  addEventListener('offline', () => probe());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') {
      reconnectNow();
    }
  });
  addEventListener('pageshow', () => reconnectNow());
  connect();

  /** @param {ClientMessage} message */
  function send(message) {
    if (current?.readyState === WebSocket.OPEN) {
      current.send(JSON.stringify(message));
    }
  }

  function close() {
    isClosed = true;
    clearTimeout(timer);
    current?.close();
    current = null;
  }

  function connect() {
    clearTimeout(timer);
    const socket = new WebSocket(address);
    current = socket;
    // Without an answer to the handshake the browser would wait for minutes.
    timer = setTimeout(() => lost(socket), PATIENCE);
    socket.addEventListener('open', () => {
      if (socket === current) {
        handlers.onOpen();
      }
    });
    socket.addEventListener('message', (event) => receive(socket, String(event.data)));
    socket.addEventListener('close', () => lost(socket));
  }

  /** @param {WebSocket} socket */
  function lost(socket) {
    if (socket !== current || isClosed) {
      return;
    }
    current = null;
    socket.close();
    clearTimeout(timer);
    const most = document.hidden ? RETRY.hidden : RETRY.most;
    const wait = Math.min(most, RETRY.least * 2 ** failures) * (0.5 + Math.random() / 2);
    failures += 1;
    timer = setTimeout(() => connect(), wait);
    handlers.onBroken();
  }

  /** Reconnects without waiting, or checks the connection that is there. */
  function reconnectNow() {
    if (isClosed) {
      return;
    }
    if (current === null) {
      failures = 0;
      connect();
    } else {
      probe();
    }
  }

  /** Pings the server, and gives the connection up if there is no answer. */
  function probe() {
    const socket = current;
    if (socket?.readyState === WebSocket.OPEN) {
      clearTimeout(timer);
      timer = setTimeout(() => lost(socket), PATIENCE);
      send({ type: 'ping' });
    }
  }

  /** @param {WebSocket} socket
   * @param {string} text */
  function receive(socket, text) {
    if (socket !== current) {
      return;
    }
    clearTimeout(timer);
    timer = setTimeout(() => probe(), QUIET);
    failures = 0;
    /** @type {ServerMessage} */
    const message = JSON.parse(text);
    if (message.type === 'stopping') {
      lost(socket);
    } else if (message.type !== 'pong') {
      handlers.onMessage(message);
    }
  }

  return { send, close };
}
