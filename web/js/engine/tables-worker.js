/** The worker that stands in for a server: it has the tables, stores them, and asks the engines. */

import { Engine } from './engine.js';
import { loadModule, startEngine } from './module.js';
import { TableStore } from './table-store.js';

/** @import {Logged} from './table-store.js' */

/** What comes from the tables. `message`, `answer` and `refused` are for the page.
 * @typedef {{type: 'message' | 'answer' | 'refused'}
 *   | {type: 'log', table: string, logged: Logged}
 *   | {type: 'ask', task: number, engine: 'moves' | 'analysis', question: unknown}
 *   | {type: 'cancel', task: number}
 *   | {type: 'wake', at: number | null}} Output */

/** Milliseconds between two beats. */
const BEAT = 1_000;
/** A longer time without one means that the device slept. */
const SLEPT = 3_000;

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

addEventListener('message', ({ data }) => {
  if (waiting) {
    waiting.push(data);
  } else {
    give(data);
  }
});

/** The time in milliseconds since 1970, which goes on whatever becomes of the device's clock. */
function now() {
  return Math.round(performance.timeOrigin + performance.now());
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
      store.add(output.table, output.logged).then((added) => {
        if (!added) {
          // Another page has gone on with this table: this one reads what happened there.
          postMessage({ type: 'outdated' });
        }
      });
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
        timer = setTimeout(() => give({ type: 'wake' }), Math.max(0, output.at - now()));
      }
      return;
    default:
      postMessage(output);
  }
}

/** Gives back to running clocks what the device slept. */
function watchForSleep() {
  let last = now();
  setInterval(() => {
    const time = now() - last;
    last += time;
    if (time >= SLEPT) {
      give({ type: 'slept', time });
    }
  }, BEAT);
}

const [module, opened] = await Promise.all([loadModule(), TableStore.open()]);
store = opened;
tables = await startEngine(module, receive);
const handlers = {
  onAnswer: (/** @type {number} */ task, /** @type {unknown} */ answer) =>
    give({ type: 'answer', task, answer }),
  onFailed: (/** @type {number} */ task) => give({ type: 'engine-failed', task }),
};
engines = { moves: new Engine(module, handlers), analysis: new Engine(module, handlers) };
for (const [table, log] of await store.load()) {
  give({ type: 'restore', table, log });
}
for (const input of waiting) {
  give(input);
}
waiting = null;
watchForSleep();
postMessage({ type: 'ready' });
