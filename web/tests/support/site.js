/** A static site that the real program wrote, on a web space that only hands files out. */

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { binary } from './program.js';

/** Where the site lies on its web space. */
const FOLDER = '/games/';

/** The media types of what a browser is particular about.
 * @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

/** A site that is being served. */
export class Site {
  #server = createServer((request, response) => this.#answer(request, response));
  #cut = false;

  /** @param {string} folder */
  constructor(folder) {
    this.folder = folder;
    this.log = '';
  }

  /** Writes a site with the program, and serves it. */
  static async start() {
    const site = new Site(path.join(await mkdtemp(path.join(tmpdir(), 'quincunx-site-')), 'site'));
    await site.#write(engine());
    await new Promise((resolve) => site.#server.listen(0, '127.0.0.1', () => resolve(null)));
    return site;
  }

  /** Puts another version in the place of the site: the same, but for a section of the engine that has no
   * meaning. */
  async renew() {
    const changed = `${this.folder}.wasm`;
    const section = Buffer.from([0, 2, 1, 'x'.charCodeAt(0)]);
    await writeFile(changed, Buffer.concat([await readFile(engine()), section]));
    await this.#write(changed);
  }

  /** @param {string} engine */
  async #write(engine) {
    await promisify(execFile)(binary(), ['site', '--out', this.folder, '--engine', engine]);
  }

  /** The web space. */
  get origin() {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  }

  /** The address of the lobby. */
  get home() {
    return this.origin + FOLDER;
  }

  /** Ends or restores every visitor's network.
   * @param {boolean} cut */
  cut(cut) {
    this.#cut = cut;
    if (cut) {
      this.#server.closeAllConnections();
    }
  }

  async stop() {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await rm(path.dirname(this.folder), { recursive: true, force: true });
  }

  /** @param {import('node:http').IncomingMessage} request
   * @param {import('node:http').ServerResponse} response */
  async #answer(request, response) {
    if (this.#cut) {
      request.socket.destroy();
      return;
    }
    const { pathname } = new URL(request.url ?? '/', this.origin);
    if (!pathname.startsWith(FOLDER)) {
      // Tests name pages as a server does.
      response.writeHead(302, { location: pathname === '/' ? FOLDER : `${FOLDER}?${pathname}` }).end();
      return;
    }
    if (pathname.endsWith('/index.html')) {
      // As some web spaces do.
      response.writeHead(308, { location: FOLDER }).end();
      return;
    }
    const name = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    const inside = name.startsWith(FOLDER) && !name.includes('..');
    const contents =
      inside && (await readFile(path.join(this.folder, name.slice(FOLDER.length))).catch(() => null));
    if (!contents) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES[path.extname(name)] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, 'cache-control': 'max-age=600' }).end(contents);
  }
}

/** Returns the file of the engine.
 * @returns {string} */
export function engine() {
  const file = process.env.QUINCUNX_ENGINE;
  if (!file) {
    throw new Error('QUINCUNX_ENGINE names no engine');
  }
  return file;
}
