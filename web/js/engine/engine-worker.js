/** A worker that answers the questions of the tables, one at a time. */

import { startEngine } from './module.js';

/** What the worker is given: first the module, then questions.
 * @typedef {{module: WebAssembly.Module} | {task: number, question: unknown}} Order */

/** @type {number} */
let task;
/** The file without which the question cannot be answered, until it arrives.
 * @type {string | null} */
let needed = null;
/** @type {Promise<import('./module.js').EngineModule>} */
let engine;

/** @param {string} text */
function receive(text) {
  const answer = JSON.parse(text);
  if (answer.type === 'file-needed') {
    needed = answer.file;
  } else {
    postMessage({ task, answer });
  }
}

/** @param {unknown} question */
async function answer(question) {
  const { answer, provide } = await engine;
  needed = null;
  answer(JSON.stringify(question));
  if (needed !== null) {
    const name = needed;
    const response = await fetch(new URL(`../../data/${name}`, import.meta.url));
    if (!response.ok) {
      throw new Error(`${name} cannot be loaded: status ${response.status}`);
    }
    provide(name, new Uint8Array(await response.arrayBuffer()));
    needed = null;
    answer(JSON.stringify(question));
  }
}

addEventListener('message', async ({ data }) => {
  /** @type {Order} */
  const order = data;
  if ('module' in order) {
    engine = startEngine(order.module, receive);
    return;
  }
  ({ task } = order);
  try {
    await answer(order.question);
    postMessage({ task, done: true });
  } catch (error) {
    postMessage({ task, failed: String(error), ...(needed !== null && { file: needed }) });
  }
});
