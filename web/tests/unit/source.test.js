/** The page's own files: no import circles, no long lines, no text without a use. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import * as prettier from 'prettier';

const folder = fileURLToPath(new URL('../../js', import.meta.url));
const scripts = /** @type {string[]} */ (readdirSync(folder, { recursive: true })).filter((file) =>
  /\.js$/.test(file),
);
const sources = new Map(scripts.map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]));

test('no two files import each other, be it for types alone', () => {
  const imports = new Map(
    [...sources].map(([file, source]) => {
      const found = source.matchAll(/(?:from |import\()'(\.[^']+\.js)'/g);
      return [file, [...found].map(([, target = '']) => path.join(path.dirname(file), target))];
    }),
  );
  /** @type {Set<string>} */
  const done = new Set();
  const visit = (/** @type {string} */ file, /** @type {string[]} */ trail) => {
    assert.ok(!trail.includes(file), `an import circle: ${[...trail, file].join(' → ')}`);
    if (!done.has(file)) {
      imports.get(file)?.forEach((target) => visit(target, [...trail, file]));
      done.add(file);
    }
  };
  scripts.forEach((file) => visit(file, []));
});

test('every file is formatted', async () => {
  for (const [file, source] of sources) {
    const filepath = path.join(folder, file);
    const options = { ...(await prettier.resolveConfig(filepath)), filepath };
    assert.ok(await prettier.check(source, options), `${file}: \`npm run format\` formats it`);
    // The formatter breaks neither comments nor texts.
    const long = source.split('\n').findIndex((line) => [...line].length > (options.printWidth ?? 0));
    assert.equal(long, -1, `${file}, line ${long + 1}`);
  }
});

/** The kinds of words of the server that the editor has texts for. */
const WORDS = /^(agent|figure|matcher|move|tier)\./;

test('every text is used', () => {
  const code = [...sources.values()].join('\n');
  const { texts } = JSON.parse(readFileSync(path.join(folder, 'i18n/en.json'), 'utf8'));
  for (const key of Object.keys(texts)) {
    const name = key.replace(/^level\./, '');
    // A key stands there as it is, or as the beginning of a template: `seat.${kind}`, `status.yours${todo}`.
    const stems = [
      name,
      ...[...name.matchAll(/\.|(?=[A-Z])/g)].map(({ index, 0: dot }) => name.slice(0, index) + dot),
    ];
    const isUsed = code.includes(`'${name}'`) || stems.some((stem) => code.includes(`\`${stem}\${`));
    assert.ok(isUsed || WORDS.test(name), key);
  }
});
