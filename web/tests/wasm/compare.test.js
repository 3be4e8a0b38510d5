/** The WebAssembly module and the native program do the same: positions and levels.
 *
 * `QUINCUNX_WASM` names the module, `QUINCUNX_NATIVE` the example `native` of `crates/wasm`. `cargo xtask
 * wasm` builds both and runs this. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';

import { startEngine } from '../../js/engine/module.js';
import { ROOT } from '../support/program.js';

const GAMES = Number(process.env['QUINCUNX_GAMES'] ?? 1000);
/** Games after which both begin anew, as tables stay in memory. */
const AT_A_TIME = 500;
/** Milliseconds since 1970-01-01 UTC. */
const NOW = 1_795_219_200_000;
/** The files that players need, by their names. */
const FILES = new Map(
  ['standard', 'contest'].map((network) => [
    `2048-${network}.safetensors.gz`,
    path.join(ROOT, 'crates', network, `${network}.safetensors.gz`),
  ]),
);
/** A time that no level needs. */
const LONG = 3_600_000;

/** The native program. */
class Native {
  /** Those that run.
   * @type {Set<Native>} */
  static running = new Set();

  constructor() {
    Native.running.add(this);
    this.process = spawn(named('QUINCUNX_NATIVE'), { stdio: ['pipe', 'pipe', 'inherit'] });
    this.lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
  }

  /** Returns the lines that answer one.
   * @param {string} line
   * @returns {Promise<string[]>} */
  async ask(line) {
    this.process.stdin.write(`${line}\n`);
    const answers = [];
    for (;;) {
      const { value, done } = await this.lines.next();
      assert.ok(!done, 'the native program has ended');
      if (value === '') {
        return answers;
      }
      answers.push(value);
    }
  }

  stop() {
    Native.running.delete(this);
    this.process.stdin.end();
  }
}

/** The module, asked in the same way. */
class Module {
  /** @param {WebAssembly.Module} module */
  static async start(module) {
    const made = new Module();
    made.engine = await startEngine(module, (text) => made.answers.push(text));
    return made;
  }

  /** @type {string[]} */
  answers = [];
  /** @type {import('../../js/engine/module.js').EngineModule | undefined} */
  engine;

  /** Provides a file that the engine needs for a question, and asks again.
   * @param {string} question */
  provideFile(question) {
    const answer = JSON.parse(this.answers[0] ?? 'null');
    if (answer?.type === 'file-needed') {
      this.answers = [];
      this.engine?.provide(answer.file, readFileSync(FILES.get(answer.file) ?? ''));
      this.engine?.answer(question);
    }
  }

  /** @param {string} line
   * @returns {string[]} */
  ask(line) {
    this.answers = [];
    const [what, rest] = split(line);
    if (what === 'take') {
      const [now, input] = split(rest);
      this.engine?.take(JSON.parse(input), Number(now));
    } else {
      this.engine?.answer(rest);
      this.provideFile(rest);
    }
    return this.answers;
  }
}

/** @type {WebAssembly.Module} */
let module;
/** @type {Native} */
let native;
/** @type {Map<string, number>} */
let playersOf;

const skip = !process.env['QUINCUNX_WASM'] && '`cargo xtask wasm` runs it';

before(async () => {
  if (skip) {
    return;
  }
  module = await WebAssembly.compile(await readFile(named('QUINCUNX_WASM')));
  native = new Native();
  const [answer] = await native.ask(take({ type: 'request', request: 1, path: 'games' }));
  /** @type {{body: {games: {id: string, players: number}[]}}} */
  const {
    body: { games },
  } = JSON.parse(answer ?? '');
  playersOf = new Map(games.map(({ id, players }) => [id, players]));
  assert.ok(playersOf.size >= 5);
});

after(() => Native.running.forEach((native) => native.stop()));

describe('the module does what the native program does', { skip }, () => {
  test('records lead to the same positions', async () => {
    for (const game of playersOf.keys()) {
      for (let first = 0; first < GAMES; first += AT_A_TIME) {
        const wasm = await Module.start(module);
        const twin = new Native();
        for (let seed = first; seed < Math.min(first + AT_A_TIME, GAMES); seed += 1) {
          const record = await random(game, seed, 10_000);
          const tables = [];
          for (const ask of [(/** @type {string} */ line) => wasm.ask(line), twin.ask.bind(twin)]) {
            tables.push(await table(ask, game, record));
          }
          assert.equal(tables[0], tables[1], `${game}, seed ${seed}`);
        }
        twin.stop();
      }
    }
  });

  test('levels choose the same moves', async () => {
    const wasm = await Module.start(module);
    for (const game of playersOf.keys()) {
      let chosen = 0;
      for (let seed = 0; seed < 6; seed += 1) {
        const record = await random(game, seed, 3 * seed + 2);
        for (let level = 1; level <= 5; level += 1) {
          const question = JSON.stringify({
            type: 'choose',
            record,
            level,
            seed: String(seed),
            time: LONG,
          });
          const answers = [wasm.ask(`answer ${question}`), await native.ask(`answer ${question}`)];
          assert.deepEqual(answers[0], answers[1], `${game}, seed ${seed}, level ${level}`);
          // A short game may be over by then.
          chosen += answers[0]?.[0]?.startsWith('{"type":"chosen"') ? 1 : 0;
        }
      }
      assert.ok(chosen >= 15, `${game}: ${chosen} moves`);
    }
  });
});

test('questions survive the page, whose numbers keep 53 bits', { skip }, async () => {
  const wasm = await Module.start(module);
  wasm.ask(take({ type: 'lead' }));
  const visitor = '0'.repeat(32);
  const seats = [{ type: 'computer', level: 1 }, { type: 'me' }];
  for (const [path, body] of [
    ['daily/connect-four', { visitor }],
    ['tables', { game: 'connect-four', seats }],
  ]) {
    const outputs = wasm.ask(take({ type: 'request', request: 1, path, body }));
    const asked = outputs.find((text) => text.startsWith('{"type":"ask"')) ?? '';
    assert.equal(JSON.stringify(JSON.parse(asked)), asked);
    assert.match(asked, /"seed":"\d+"/u);
  }
});

/** Makes a table of a record and returns the snapshot of it, without what chance makes of every table.
 * @param {(line: string) => string[] | Promise<string[]>} ask
 * @param {string} game
 * @param {string} record */
async function table(ask, game, record) {
  const players = playersOf.get(game) ?? 1;
  const seats = Array.from({ length: players }, () => ({ type: 'me' }));
  const body = { game, seats, from: { type: 'record', text: record } };
  const outputs = (await ask(take({ type: 'request', request: 1, path: 'tables', body }))).map((text) =>
    JSON.parse(text),
  );
  const created = outputs.find(({ type }) => type === 'answer');
  assert.ok(created, JSON.stringify(outputs));
  const message = { type: 'watch', table: created.body.table, token: created.body.token };
  const [snapshot] = await ask(take({ type: 'message', message }));
  assert.match(snapshot ?? '', /"type":"snapshot"/u);
  return (snapshot ?? '').replaceAll(/"[0-9a-f]{64}"/gu, '"…"').replaceAll(created.body.table, '…');
}

/** Returns the record of a random game.
 * @param {string} game
 * @param {number} seed
 * @param {number} plies */
async function random(game, seed, plies) {
  const [record] = await native.ask(`random ${game} ${seed} ${plies}`);
  return JSON.parse(record ?? '');
}

/** @param {unknown} input */
function take(input) {
  return `take ${NOW} ${JSON.stringify(input)}`;
}

/** Splits a line at its first space.
 * @param {string} line
 * @returns {[string, string]} */
function split(line) {
  const at = line.indexOf(' ');
  return [line.slice(0, at), line.slice(at + 1)];
}

/** Returns what the environment names.
 * @param {string} variable
 * @returns {string} */
function named(variable) {
  const value = process.env[variable];
  assert.ok(value, `${variable} names nothing`);
  return value;
}
