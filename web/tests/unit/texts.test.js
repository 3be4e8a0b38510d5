/** The texts of the page in its languages. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { speak } from './environment.js';
import { explain } from '../../js/explain.js';
import {
  decimal,
  hundredths,
  levelProblemText,
  longDate,
  number,
  phrase,
  piece,
  t,
} from '../../js/i18n/index.js';
import { Refused } from '../../js/net/backend.js';

/** @param {string} language */
async function read(language) {
  return JSON.parse(await readFile(new URL(`../../js/i18n/${language}.json`, import.meta.url), 'utf8'));
}

/** Returns the names of values in a text.
 * @param {string | { one: string, other: string }} text */
function names(text) {
  const all = typeof text === 'string' ? text : `${text.one} ${text.other}`;
  return [...new Set(all.match(/\{\w+\}/g) ?? [])].sort();
}

const english = await read('en');

for (const language of ['de', 'es']) {
  test(`${language} has every text of en, with the same values`, async () => {
    const { texts } = await read(language);
    assert.deepEqual(Object.keys(texts).sort(), Object.keys(english.texts).sort());
    for (const [key, text] of Object.entries(english.texts)) {
      assert.deepEqual(names(texts[key]), names(text), key);
    }
  });
}

test('German and Spanish translate the same phrases and problems', async () => {
  const [german, spanish] = await Promise.all([read('de'), read('es')]);
  assert.deepEqual(Object.keys(german.phrases).sort(), Object.keys(spanish.phrases).sort());
  assert.deepEqual(Object.keys(german.problems), Object.keys(spanish.problems));
});

test('pieces, refusals and problems are in the language of the page', async () => {
  await speak('de');
  assert.equal(document.documentElement.lang, 'de');
  assert.equal(piece('tile 128'), 'Kachel 128');
  assert.equal(piece('black small hollow box'), 'kleiner hohler schwarzer Quader');
  const illegal = new Refused('illegal', 'no such move', { type: 'illegal-action' });
  assert.equal(explain(illegal), 'Dieser Zug ist in dieser Stellung nicht erlaubt.');
  /** @type {import('../../js/wire-types.js').Reason} */
  const unreadable = { type: 'unreadable-action', text: 'R7', message: 'expected a column' };
  const refused = new Refused('illegal', 'expected a column', unreadable);
  assert.equal(explain(refused), '„R7“ ist kein Zug dieses Spiels.');
  const message = '`limit` takes a whole number from 1 to 1000, not 0';
  /** @type {import('../../js/wire-types.js').LevelError} */
  const limit = {
    line: 4,
    field: 'limit',
    problem: { type: 'not-an-integer', name: 'limit', least: 1, most: 1000, found: '0' },
    message,
  };
  assert.deepEqual(levelProblemText(limit), {
    text: 'Hier muss eine ganze Zahl von 1 bis 1.000 stehen, nicht 0.',
    lang: 'de',
  });
  await speak('en');
  assert.equal(phrase('Connect Four'), 'Connect Four');
  assert.equal(explain(illegal), 'That move is not legal in this position.');
  assert.equal(explain(refused), 'Expected a column.');
  assert.deepEqual(levelProblemText(limit), { text: message, lang: 'en' });
});

test('numbers, dates and plurals follow the language', async () => {
  await speak('en');
  assert.deepEqual([number(1234.56), decimal(0.01234), decimal(12.345)], ['1,234.6', '0.0123', '12.35']);
  assert.deepEqual([hundredths(0.0001), hundredths(0.345)], ['< 0.1', '34.5']);
  assert.deepEqual(
    [t('worth.points', { n: 1 }), t('worth.points', { n: 1204 })],
    ['1 point', '1,204 points'],
  );
  assert.equal(longDate('2026-11-21'), '21 November 2026');
  await speak('de');
  assert.equal(number(1234.56), '1.234,6');
  assert.equal(t('worth.points', { n: 1 }), '1 Punkt');
});
