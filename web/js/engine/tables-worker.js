/** The worker that stands in for a server: it has the tables, stores them, and asks the engines. */

import { Engine } from './engine.js';
import { loadModule, startEngine } from './module.js';
import { NAME, TableStore } from './table-store.js';

/** @import {Logged} from './table-store.js' */

/** What comes from the tables. `message`, `answer`, `refused` and `outdated` are for the page.
 * @typedef {{type: 'message' | 'answer' | 'refused' | 'outdated'}
 *   | {type: 'log', table: string, logged: Logged}
 *   | {type: 'ask', task: number, engine: 'moves' | 'analysis', question: unknown}
 *   | {type: 'cancel', task: number}
 *   | {type: 'wake', at: number | null}} Output */

/** Milliseconds between two beats. */
const BEAT = 1_000;
/** A longer time without one means that the device slept. */
const SLEPT = 3_000;
/** The longest time that a timer takes, in milliseconds; the tables name the time again when it is early. */
const MAX_TIMER = 2 ** 31 - 1;

/** Inputs that came before the tables were there.
 * @type {unknown[] | null} */
let waiting = [];
/** @type {import('./module.js').EngineModule} */
let tables;
/** @type {Record<'moves' | 'analysis', Engine>} */
let engines;
/** @type {TableStore} */
let store;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let base = performance.timeOrigin;
const channel = new BroadcastChannel(NAME);

addEventListener('message', ({ data }) => {
  if (waiting) {
    waiting.push(data);
  } else {
    give(data);
  }
});

/** The time in milliseconds since 1970. It jumps forward over a sleep of the device, and where its clock is
 * set forward by as much as a sleep takes; never back. */
function now() {
  return Math.round(base + performance.now());
}

/** @param {unknown} input */
function give(input) {
  tables.take(input, now());
}

/** @param {string} text */
function receive(text) {
  /** @type {Output} */
  const output = JSON.parse(text);
  switch (output.type) {
    case 'log':
      log(output.table, output.logged);
      return;
    case 'ask':
      engines[output.engine].ask(output.task, output.question);
      return;
    case 'cancel':
      engines.moves.cancel(output.task);
      engines.analysis.cancel(output.task);
      return;
    case 'wake':
      clearTimeout(timer);
      if (output.at !== null) {
        const wait = Math.min(MAX_TIMER, Math.max(0, output.at - now()));
        timer = setTimeout(() => give({ type: 'wake' }), wait);
      }
      return;
    default:
      postMessage(output);
  }
}

/** Stores an event, and passes it on to the other pages of this browser.
 * @param {string} table
 * @param {Logged} logged */
async function log(table, logged) {
  const outcome = await store.add(table, logged);
  if (outcome === 'taken') {
    // Both pages have gone on at once: this one reads what the other stored.
    postMessage({ type: 'outdated' });
  } else if (outcome === 'stored') {
    channel.postMessage({ table, logged });
  }
}

/** Gives back to running clocks what the device slept. */
function watchForSleep() {
  let last = now();
  setInterval(() => {
    const behind = Date.now() - now();
    if (behind >= SLEPT) {
      // The browser's clock stands still in a sleep, or the device's was set.
      base += behind;
    }
    const time = now() - last;
    last += time;
    if (time >= SLEPT) {
      give({ type: 'slept', time });
    }
  }, BEAT);
}

/** Waits until no other page of this browser leads, and leads until this one is closed. */
function lead() {
  if (!navigator.locks) {
    give({ type: 'lead' });
    return;
  }
  navigator.locks.request(NAME, () => {
    give({ type: 'lead' });
    return new Promise(() => {});
  });
}

async function start() {
  const [module, opened] = await Promise.all([loadModule(), TableStore.open()]);
  store = opened;
  tables = await startEngine(module, receive);
  const handlers = {
    onAnswer: (/** @type {number} */ task, /** @type {unknown} */ answer) =>
      give({ type: 'answer', task, answer }),
    onFailed: (/** @type {number} */ task, /** @type {string | undefined} */ file) =>
      give({ type: 'engine-failed', task, file }),
  };
  engines = { moves: new Engine(module, handlers), analysis: new Engine(module, handlers) };
  /** @type {unknown[]} */
  const followed = [];
  channel.addEventListener('message', ({ data: { table, logged } }) => {
    const input = { type: 'follow', table, logged };
    if (waiting) {
      followed.push(input);
    } else {
      give(input);
    }
  });
  for (const [table, log] of await store.load()) {
    give({ type: 'restore', table, log });
  }
  const earlier = [...followed, ...(waiting ?? [])];
  waiting = null;
  earlier.forEach(give);
  watchForSleep();
  lead();
  postMessage({ type: 'ready' });
}

start().catch((error) => {
  console.error(error);
  postMessage({ type: 'outdated' });
});
