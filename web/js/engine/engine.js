/** An engine in a worker of its own: questions wait until the ones before are answered. */

/** @typedef {object} EngineHandlers
 * @property {(task: number, answer: unknown) => void} onAnswer
 * @property {(task: number, file: string | undefined) => void} onFailed is called with the file that could
 *   not be loaded, if it was for that */

/** @typedef {{task: number, question: unknown}} Job */

/** Milliseconds that a cancelled task may take to its end; starting another worker takes longer. */
const GRACE = 300;

/** An engine. */
export class Engine {
  /** @type {Worker | null} */
  #worker = null;
  /** The first one is with the worker.
   * @type {Job[]} */
  #jobs = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #grace;
  #module;
  #handlers;

  /** @param {WebAssembly.Module} module
   * @param {EngineHandlers} handlers */
  constructor(module, handlers) {
    this.#module = module;
    this.#handlers = handlers;
  }

  /** Asks a question.
   * @param {number} task
   * @param {unknown} question */
  ask(task, question) {
    this.#jobs.push({ task, question });
    if (this.#jobs.length === 1) {
      this.#send();
    }
  }

  /** Ends a task; its later answers are not wanted.
   * @param {number} task */
  cancel(task) {
    const place = this.#jobs.findIndex((job) => job.task === task);
    if (place > 0) {
      this.#jobs.splice(place, 1);
    } else if (place === 0) {
      this.#grace = setTimeout(() => this.#restart(), GRACE);
    }
  }

  #send() {
    const [job] = this.#jobs;
    if (job) {
      this.#worker ??= this.#start();
      this.#worker.postMessage(job);
    }
  }

  #start() {
    const worker = new Worker(new URL('./engine-worker.js', import.meta.url), { type: 'module' });
    worker.postMessage({ module: this.#module });
    worker.addEventListener('message', ({ data }) => {
      if (worker === this.#worker) {
        this.#receive(data);
      }
    });
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      if (worker === this.#worker) {
        this.#fail();
      }
    });
    return worker;
  }

  /** @param {{task: number, answer?: unknown, done?: true, failed?: string, file?: string}} data */
  #receive({ task, answer, done, failed, file }) {
    if (failed !== undefined) {
      console.error(failed);
      this.#fail(file);
    } else if (done) {
      this.#next();
    } else {
      this.#handlers.onAnswer(task, answer);
    }
  }

  /** Begins with a new worker, as the old one may be in any state.
   * @param {string} [file] that could not be loaded */
  #fail(file) {
    const [job] = this.#jobs;
    this.#restart();
    if (job) {
      this.#handlers.onFailed(job.task, file);
    }
  }

  #restart() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#next();
  }

  #next() {
    clearTimeout(this.#grace);
    this.#jobs.shift();
    this.#send();
  }
}
