/** What was reached on this device. */

import assert from 'node:assert/strict';
import { before, test } from 'node:test';

import { speak } from './environment.js';
import { countResult, rulesKey, scoresOf, scoreText } from '../../js/scores.js';

before(() => speak('en'));

test('the most points count, by rules, and each table once', () => {
  const count = (/** @type {string} */ table, /** @type {number} */ points, rules = '') =>
    countResult('2048', { table, rules, points, won: null });
  assert.equal(scoreText('2048'), '');
  count('a', 1200);
  assert.equal(scoreText('2048', '', 'a'), 'New best!');
  count('b', 800);
  assert.equal(scoreText('2048', '', 'b'), 'Best: 1,200');
  count('b', 9000);
  assert.equal(scoreText('2048'), 'Best: 1,200', 'a table counts once');
  count('c', 50, 'width=2');
  assert.equal(scoreText('2048', 'width=2'), 'Best: 50');
  assert.equal(scoreText('2048'), 'Best: 1,200');
});

test('wins are counted, and those in a row', () => {
  const results = [true, true, false, true, null, true];
  for (const [index, won] of results.entries()) {
    const level = index < 2 ? 1 : 3;
    countResult('connect-four', { table: `t${index}`, rules: '', points: null, level, won });
  }
  assert.equal(scoreText('connect-four'), '4 wins in 6 · 2 in a row');
  const { levels, longest } = scoresOf('connect-four');
  assert.deepEqual(levels, { 1: { games: 2, wins: 2 }, 3: { games: 4, wins: 2 } });
  assert.equal(longest, 2);
});

test('rules are named by the options that are not usual', () => {
  const option = (/** @type {string} */ name, /** @type {string} */ usual) => ({ name, default: usual });
  const game = /** @type {import('../../js/wire-types.js').GameInfo} */ (
    /** @type {unknown} */ ({ options: [option('width', '4'), option('height', '4')] })
  );
  assert.equal(rulesKey(game, { width: '4', height: '4' }), '');
  assert.equal(rulesKey(game, { width: '5', height: '4' }), 'width=5');
});
