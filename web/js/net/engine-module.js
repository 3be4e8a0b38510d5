/** The engine and the tables as a WebAssembly module; texts go in and come out. */

/** What the module offers.
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(bytes: number) => number} reserve makes room for a text
 * @property {(now: number) => number} take
 * @property {() => number} think */

/** A module at work.
 * @typedef {object} EngineModule
 * @property {(input: unknown, now: number) => void} take gives an input to the tables, at a time in
 *   milliseconds since 1970-01-01 UTC
 * @property {(question: string) => void} think has the engine think */

/** Starts a module. One that has thrown must be started anew.
 * @param {WebAssembly.Module} module
 * @param {(text: string) => void} post takes every output of the tables and every thought
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
  /** @param {string} text */
  const write = (text) => {
    const bytes = new TextEncoder().encode(text);
    // The memory may have grown and moved.
    const at = exports.reserve(bytes.length) >>> 0;
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  };
  return {
    take(input, now) {
      write(JSON.stringify(input));
      if (!exports.take(now)) {
        throw new TypeError('the tables do not know this input');
      }
    },
    think(question) {
      write(question);
      if (!exports.think()) {
        throw new TypeError('the engine does not know this question');
      }
    },
  };
}
