/** The real program, serving on a port of the system's choice with data of its own. */

import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Milliseconds that the program may take to start and to stop; other tests run beside. */
const PATIENCE = 30_000;

/** A running `quincunx serve`. */
export class Program {
  /** @type {import('node:child_process').ChildProcess | null} */
  #child = null;
  /** What it has written to stderr since its last start. */
  #log = '';
  /** @type {string[]} */
  #options;
  #address = '';

  /** @param {string} data the folder of its data
   * @param {string[]} options */
  constructor(data, options) {
    this.data = data;
    this.#options = options;
  }

  /** Starts the program with an empty folder of data.
   * @param {string[]} [options] more of the command line */
  static async start(options = []) {
    const program = new Program(await mkdtemp(path.join(tmpdir(), 'quincunx-browser-')), options);
    await program.#run('127.0.0.1:0');
    return program;
  }

  /** The address of the lobby without the slash: `http://127.0.0.1:40123`. */
  get origin() {
    return `http://${this.#address}`;
  }

  /** The address of the lobby. */
  get home() {
    return `${this.origin}/`;
  }

  /** What the program has logged since its last start. */
  get log() {
    return this.#log;
  }

  /** Ends the program as a power cut does. */
  async kill() {
    await this.#end('SIGKILL');
  }

  /** Starts it again where it was, with the data it left. */
  async restart() {
    await this.#run(this.#address);
  }

  /** Stops the program as an operator does, and removes its data. */
  async stop() {
    const status = await this.#end('SIGTERM');
    await rm(this.data, { recursive: true, force: true });
    // 128 and the number of the signal.
    if (status !== null && status !== 143) {
      throw new Error(`the program ended with status ${status}:\n${this.#log}`);
    }
  }

  /** Gets something from the program's HTTP interface.
   * @param {string} route for example `/api/v1/games`
   * @returns {Promise<any>} */
  get(route) {
    return this.#ask(route, {});
  }

  /** Posts something to the program's HTTP interface.
   * @param {string} route
   * @param {unknown} body
   * @param {string} [token] of a seat
   * @returns {Promise<any>} */
  post(route, body, token) {
    return this.#ask(route, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
  }

  /** @param {string} route
   * @param {RequestInit} request */
  async #ask(route, request) {
    const answer = await fetch(this.origin + route, request);
    const text = await answer.text();
    if (!answer.ok) {
      throw new Error(`${request.method ?? 'GET'} ${route}: ${answer.status} ${text}`);
    }
    return answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
  }

  /** @param {string} listen */
  async #run(listen) {
    this.#log = '';
    const child = spawn(binary(), ['serve', '--listen', listen, '--data', this.data, ...this.#options], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    process.once('exit', () => child.kill('SIGKILL'));
    child.stderr.setEncoding('utf8').on('data', (text) => (this.#log += text));
    this.#address = await new Promise((resolve, reject) => {
      let said = '';
      const fail = (/** @type {string} */ why) =>
        reject(new Error(`quincunx serve ${why}; it said:\n${said}\n${this.#log}`));
      const timer = setTimeout(fail, PATIENCE, 'did not print its address');
      child.stdout.setEncoding('utf8').on('data', (text) => {
        said += text;
        const address = said.match(/http:\/\/([\d.]+:\d+)/);
        if (address) {
          clearTimeout(timer);
          resolve(address[1]);
        }
      });
      child.once('error', (error) => fail(`could not be started (${error.message})`));
      child.once('exit', (status) => fail(`ended with status ${status}`));
    });
  }

  /** @param {NodeJS.Signals} signal
   * @returns {Promise<number | null>} its exit status, none when it did not run or a signal ended it */
  async #end(signal) {
    const child = this.#child;
    if (!child || child.exitCode !== null) {
      return child?.exitCode ?? null;
    }
    this.#child = null;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
    const status = await ended;
    clearTimeout(timer);
    return status;
  }
}

/** Finds the program to test: the one that `QUINCUNX_PROGRAM` names, else the one that was built last.
 * @returns {string} */
export function binary() {
  const named = process.env.QUINCUNX_PROGRAM;
  if (named) {
    return named;
  }
  const built = ['debug', 'release']
    .map((profile) => path.join(ROOT, 'target', profile, 'quincunx'))
    .filter((file) => existsSync(file))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  if (built.length === 0) {
    throw new Error('there is no program to test: `cargo build` makes it, or QUINCUNX_PROGRAM names it');
  }
  return built[0];
}
