/** The engine and the tables as a WebAssembly module; texts go in and come out. */

/** What the module offers.
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(bytes: number) => number} reserve makes room for bytes
 * @property {(now: number) => number} take
 * @property {() => number} answer
 * @property {(name: number) => number} provide */

/** A module at work.
 * @typedef {object} EngineModule
 * @property {(input: unknown, now: number) => void} take gives an input to the tables, at a time in
 *   milliseconds since 1970-01-01 UTC
 * @property {(question: string) => void} answer has the engine answer a question
 * @property {(name: string, contents: Uint8Array) => void} provide gives a file that the engine needs */

/** Starts a module. One that has thrown must be started anew.
 * @param {WebAssembly.Module} module
 * @param {(text: string) => void} post takes every output of the tables and every answer
 * @returns {Promise<EngineModule>} */
export async function startEngine(module, post) {
  const imports = {
    now: () => performance.now(),
    /** @param {number} at
     * @param {number} bytes */
    post: (at, bytes) =>
      post(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at >>> 0, bytes))),
    /** @param {number} at
     * @param {number} bytes */
    random: (at, bytes) => {
      crypto.getRandomValues(new Uint8Array(exports.memory.buffer, at >>> 0, bytes));
    },
  };
  const instance = await WebAssembly.instantiate(module, { page: imports });
  const exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
  /** @param {Uint8Array[]} parts */
  const write = (...parts) => {
    const bytes = parts.reduce((sum, part) => sum + part.length, 0);
    // The memory may have grown and moved.
    const at = exports.reserve(bytes) >>> 0;
    const room = new Uint8Array(exports.memory.buffer, at, bytes);
    let filled = 0;
    for (const part of parts) {
      room.set(part, filled);
      filled += part.length;
    }
  };
  const encoder = new TextEncoder();
  return {
    take(input, now) {
      write(encoder.encode(JSON.stringify(input)));
      if (!exports.take(now)) {
        throw new TypeError('the tables do not know this input');
      }
    },
    answer(question) {
      write(encoder.encode(question));
      if (!exports.answer()) {
        throw new TypeError('the engine does not know this question');
      }
    },
    provide(name, contents) {
      const nameBytes = encoder.encode(name);
      write(nameBytes, contents);
      if (!exports.provide(nameBytes.length)) {
        throw new TypeError(`the engine cannot use this file ${name}`);
      }
    },
  };
}

/** Fetches and compiles the module that lies beside the scripts.
 * @returns {Promise<WebAssembly.Module>} */
export async function loadModule() {
  const response = await fetch(new URL('../../engine.wasm', import.meta.url));
  if (!response.ok) {
    throw new Error(`the engine cannot be loaded: status ${response.status}`);
  }
  // Not while it streams: some web spaces name no media type, which that would need.
  return WebAssembly.compile(await response.arrayBuffer());
}
