/** What was reached on this device. */

import assert from 'node:assert/strict';
import { before, test } from 'node:test';

import { speak } from './environment.js';
import {
  countPuzzle,
  countResult,
  puzzleText,
  resultText,
  rulesKey,
  scoresOf,
  scoreText,
} from '../../js/scores.js';

before(() => speak('en'));

test('the most points count, by rules, and each table once', () => {
  const count = (/** @type {string} */ table, /** @type {number} */ points, rules = '') =>
    countResult('2048', { table, rules, points, stars: 0, level: undefined, won: null });
  assert.equal(scoreText('2048'), '');
  count('a', 1200);
  const text = (/** @type {string} */ table, /** @type {number} */ points, rules = '') =>
    resultText('2048', { table, rules, points, stars: 0, level: undefined, won: null });
  assert.equal(text('a', 1200), 'New best!');
  count('b', 800);
  assert.equal(text('b', 800), 'Best: 1,200');
  count('c', 50, 'width=2');
  assert.equal(text('d', 20, 'width=2'), 'Best: 50');
  assert.equal(scoreText('2048'), 'Best: 1,200');
  count('a', 700);
  assert.equal(text('a', 700), 'Best: 1,200', 'the same table, played on worse');
  count('a', 1300);
  assert.equal(text('a', 1300), 'New best!', 'and better');
  assert.equal(scoresOf('2048').games, 3, 'a table is one game');
});

test('a level that was missed is no best, and one of a file has none', () => {
  const result = { table: 'm', rules: 'name=x', points: 900, stars: 0, level: undefined, won: false };
  countResult('levels', result);
  assert.equal(resultText('levels', result), '');
  countResult('levels', { ...result, points: 800, stars: 2, won: true });
  assert.deepEqual(scoresOf('levels').stars, { 'name=x': 2 });
  assert.equal(scoresOf('levels').best['name=x']?.points, 800);
  countResult('levels', { ...result, table: 'n', rules: null, won: true });
  assert.equal(Object.keys(scoresOf('levels').best).length, 1);
});

test('wins are counted, and those in a row', () => {
  const results = [true, true, false, true, null, true];
  for (const [index, won] of results.entries()) {
    const level = index < 2 ? 1 : 3;
    countResult('connect-four', { table: `t${index}`, rules: '', points: null, stars: 0, level, won });
  }
  assert.equal(scoreText('connect-four'), '4 of 6 won · streak of 2');
  const { levels, longest } = scoresOf('connect-four');
  assert.deepEqual(levels, { 1: { games: 2, wins: 2 }, 3: { games: 4, wins: 2 } });
  assert.equal(longest, 2);
});

test('a puzzle counts once, as solved only at the first try', () => {
  countPuzzle('quartet', 'p1', true);
  countPuzzle('quartet', 'p2', true);
  assert.equal(puzzleText('quartet'), '2 of 2 solved at the first try · streak of 2');
  countPuzzle('quartet', 'p3', false);
  countPuzzle('quartet', 'p3', true);
  assert.equal(puzzleText('quartet'), '2 of 3 solved at the first try');
  assert.equal(scoreText('quartet'), '', 'they are no games');
});

test('rules are named by the options that are not usual', () => {
  const option = (/** @type {string} */ name, /** @type {string} */ usual, type = 'integer') => ({
    name,
    default: usual,
    kind: { type },
  });
  const game = /** @type {import('../../js/wire-types.js').GameInfo} */ (
    /** @type {unknown} */ ({
      options: [option('width', '4'), option('height', '4'), option('file', '', 'file')],
    })
  );
  assert.equal(rulesKey(game, { width: '4', height: '4' }), '');
  assert.equal(rulesKey(game, { width: '5', height: '4' }), 'width=5');
  assert.equal(rulesKey(game, { width: '5', file: 'its text' }), null);
});
