/** The stage on which every browser test plays: the program, a browser, visitors, and what is asked of all of
 * them.
 *
 * Whatever a test is about, no page may write an error or a warning to its console, and none may ask another
 * host for anything. A failed test leaves a picture and the console of each page in `target/browser/`. */

import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, test as nodeTest } from 'node:test';

import { launch } from './chromium.js';
import { Program, ROOT } from './program.js';
import { askTables } from './site-tables.js';
import { engine, Site } from './site.js';

/** @typedef {import('playwright-core').Page} Page */

/** @typedef {object} TestOptions
 * @property {RegExp[]} [expected] what the console may say in this test, as cutting a connection makes it say
 *   something
 * @property {boolean} [ownProgram] whether the test has a program of its own, to stop and start */

/** @typedef {import('playwright-core').BrowserContextOptions} VisitorOptions */

/** How long a page may take for anything a test waits for: generous, as two tests share two cores. */
const PATIENCE = 20_000;

/** Where failed tests leave pictures and consoles. */
const EVIDENCE = path.join(ROOT, 'target', 'browser');

/** @type {Promise<Program> | undefined} */
let sharedProgram;
/** @type {Promise<Site> | undefined} */
let sharedSite;
/** @type {Promise<import('playwright-core').Browser> | undefined} */
let sharedBrowser;

after(async () => {
  await (await sharedBrowser)?.close();
  await (await sharedProgram)?.stop();
  await (await sharedSite)?.stop();
});

/** Runs a test on a stage of its own.
 * @param {string} name
 * @param {(stage: Stage) => Promise<void>} body
 * @param {TestOptions} [options] */
export function test(name, body, options = {}) {
  nodeTest(name, { timeout: 240_000 }, async (t) => {
    const host = await (options.ownProgram ? Program.start() : sharedHost());
    const stage = new Stage(t, host, await (sharedBrowser ??= launch()), options.expected ?? []);
    await play(stage, name, body).finally(() => options.ownProgram && host.stop());
  });
}

/** Returns the host that tests share: a program, or a site where `QUINCUNX_HOST` is `site`.
 * @returns {Promise<Program | Site>} */
function sharedHost() {
  if (process.env.QUINCUNX_HOST === 'site') {
    return (sharedSite ??= Site.start());
  }
  return (sharedProgram ??= Program.start());
}

/** Plays on a stage, and clears it.
 * @param {Stage} stage
 * @param {string} name
 * @param {(stage: Stage) => Promise<void>} body */
async function play(stage, name, body) {
  try {
    await body(stage);
    stage.assertQuiet();
  } catch (error) {
    await stage.keepEvidence(name, error);
    throw error;
  } finally {
    await stage.close();
  }
}

/** Runs a test on a static site of its own, where there is an engine to make one.
 * @param {string} name
 * @param {(stage: Stage, site: Site) => Promise<void>} body
 * @param {Pick<TestOptions, 'expected'>} [options] */
export function siteTest(name, body, { expected = [] } = {}) {
  const skip = !process.env.QUINCUNX_ENGINE && 'QUINCUNX_ENGINE names no engine';
  nodeTest(name, { timeout: 240_000, skip }, async (t) => {
    const site = await Site.start();
    await play(new Stage(t, site, await (sharedBrowser ??= launch()), expected), name, (stage) =>
      body(stage, site),
    ).finally(() => site.stop());
  });
}

/** Runs a test on a program of its own that hands out the engine, where there is one.
 * @param {string} name
 * @param {(stage: Stage) => Promise<void>} body */
export function engineTest(name, body) {
  const skip = !process.env.QUINCUNX_ENGINE && 'QUINCUNX_ENGINE names no engine';
  nodeTest(name, { timeout: 240_000, skip }, async (t) => {
    const program = await Program.start(['--engine', engine()]);
    const stage = new Stage(t, program, await (sharedBrowser ??= launch()), []);
    await play(stage, name, body).finally(() => program.stop());
  });
}

/** Returns the games that the program has.
 * @returns {Promise<import('./games.js').GameInfo[]>} */
export async function catalogue() {
  const program = await (sharedProgram ??= Program.start());
  return (await program.get('/api/v1/games')).games;
}

/** Gives a browser the page of a folder instead of the one in the program, so that a change of the page needs
 * no build.
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} folder */
async function servePage(context, folder) {
  await context.route(/\/assets\//, (route) => {
    const [, file] =
      route
        .request()
        .url()
        .match(/\/assets\/(?:[0-9a-f]{16}\/)?([^?]+)$/) ?? [];
    return route.fulfill({ path: path.join(folder, file ?? '') });
  });
  // The browser takes a replaced page for one from another machine, which needs a permission.
  await context.grantPermissions(['local-network-access']);
  await context.route(isDocument, async (route) => {
    const [response, body] = await Promise.all([
      route.fetch(),
      readFile(path.join(folder, 'index.html'), 'utf8'),
    ]);
    await route.fulfill({ response, body });
  });
}

/** Lets a page import single modules as `/assets/js/PATH`, which the program joins.
 * @param {Page} page */
export async function serveModules(page) {
  await page.context().grantPermissions(['local-network-access']);
  await page.route(/\/assets\/js\//, (route) => {
    const { pathname } = new URL(route.request().url());
    return route.fulfill({ path: path.join(ROOT, 'web', pathname.replace('/assets/', '')) });
  });
}

/** @param {URL} url */
function isDocument({ pathname }) {
  return !/^\/(api|assets|ws)\b/.test(pathname);
}

/** What a test plays on. */
export class Stage {
  /** @type {{ context: import('playwright-core').BrowserContext, console: string[] }[]} */
  #visitors = [];
  /** @type {string[]} */
  #problems = [];
  #browser;
  #expected;

  /** @param {import('node:test').TestContext} t
   * @param {Program | Site} host
   * @param {import('playwright-core').Browser} browser
   * @param {RegExp[]} expected */
  constructor(t, host, browser, expected) {
    this.t = t;
    this.host = host;
    this.#browser = browser;
    this.#expected = expected;
  }

  /** The program, in a test that is not of a site. */
  get program() {
    assert.ok(this.host instanceof Program);
    return this.host;
  }

  /** Asks the host for something at `/api/v1/PATH`, a site in the browser of a visitor.
   * @param {Page} page of the visitor
   * @param {string} path
   * @param {unknown} [body] what to post
   * @returns {Promise<any>} */
  async ask(page, path, body) {
    if (this.host instanceof Site) {
      if (!page.url().startsWith(this.host.home)) {
        await page.goto(this.host.home);
      }
      return askTables(page, path, body);
    }
    return body === undefined ? this.host.get(`/api/v1/${path}`) : this.host.post(`/api/v1/${path}`, body);
  }

  /** The address of the host without the slash. */
  get origin() {
    return this.host.origin;
  }

  /** Opens a browser of somebody who has never been here, with one page on it. Animations are off unless
   * asked for.
   * @param {VisitorOptions} [options]
   * @returns {Promise<Page>} */
  async visitor(options = {}) {
    const context = await this.#browser.newContext({
      baseURL: this.host.home,
      locale: 'en-GB',
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(PATIENCE);
    if (process.env.QUINCUNX_WEB) {
      await servePage(context, process.env.QUINCUNX_WEB);
    }
    /** @type {string[]} */
    const said = [];
    this.#visitors.push({ context, console: said });
    context.on('page', (page) => this.#listen(page, said));
    context.on('request', (request) => this.#allow(request.url()));
    return context.newPage();
  }

  /** Asserts that no page complained and none asked another host. */
  assertQuiet() {
    assert.deepEqual(this.#problems, [], 'the console stays silent, and no other host is asked');
  }

  /** Keeps what helps to understand a failure.
   * @param {string} name the test's
   * @param {unknown} error */
  async keepEvidence(name, error) {
    await mkdir(EVIDENCE, { recursive: true });
    const stem = path.join(EVIDENCE, name.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 100));
    let log = `${name}\n${error instanceof Error ? error.stack : error}\n\n`;
    for (const [number, { context, console: said }] of this.#visitors.entries()) {
      for (const [sheet, page] of context.pages().entries()) {
        const file = `${stem}-${number + 1}-${sheet + 1}.png`;
        // A page that hangs must not hide the failure by a second one.
        await page.screenshot({ path: file, fullPage: true, timeout: 5_000 }).catch(() => {});
        log += `visitor ${number + 1}, page ${sheet + 1} at ${page.url()}\n`;
      }
      log += `console of visitor ${number + 1}:\n${said.join('\n')}\n\n`;
    }
    await writeFile(`${stem}.log`, `${log}program:\n${this.host.log}`);
  }

  /** Closes all visitors' browsers. */
  async close() {
    for (const { context } of this.#visitors) {
      await context.close();
    }
  }

  /** @param {Page} page
   * @param {string[]} said */
  #listen(page, said) {
    page.on('console', (message) => {
      const line = `${message.type()}: ${message.text()} (${message.location().url})`;
      said.push(line);
      if (['error', 'warning', 'assert'].includes(message.type())) {
        this.#complain(line);
      }
    });
    page.on('pageerror', (error) => {
      said.push(`exception: ${error.stack}`);
      this.#complain(`exception: ${error.message}`);
    });
    page.on('crash', () => this.#complain('the page crashed'));
    page.on('websocket', (socket) => this.#allow(socket.url().replace(/^ws/, 'http')));
  }

  /** @param {string} url of a request */
  #allow(url) {
    const { protocol, origin } = new URL(url);
    if (origin !== this.origin && !['data:', 'blob:'].includes(protocol)) {
      this.#problems.push(`request to another host: ${url}`);
    }
  }

  /** @param {string} problem */
  #complain(problem) {
    if (!this.#expected.some((expected) => expected.test(problem))) {
      this.#problems.push(problem);
    }
  }
}
