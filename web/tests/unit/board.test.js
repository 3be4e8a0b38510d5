/** What the board works out without drawing: gestures, places and evaluations. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { speak } from './environment.js';
import { ActionMap } from '../../js/board/action-map.js';
import { beside, brief, describe, senseOf, strength } from '../../js/board/evaluation.js';
import { cellsOf, landing } from '../../js/board/gesture-cells.js';
import { directionOf, modulo } from '../../js/board/geometry.js';

/** @import {View, Gesture, Worth} from '../../js/wire-types.js' */

/**
 * @param {Partial<Worth>} worth
 * @returns {Worth}
 */
function evaluation(worth) {
  return { action: 0, kind: 'win', amount: 3, bound: null, score: null, ...worth };
}

test('gestures with the same meaning are the same action', () => {
  /** @type {Gesture[]} */
  const gestures = [
    { type: 'swap', from: [0, 0], to: [1, 0] },
    { type: 'shift', cell: [0, 2], towards: 'left' },
    { type: 'push', towards: 'up' },
  ];
  const actions = new ActionMap(gestures.map((gesture) => ({ text: '', gesture })));
  assert.equal(actions.find({ type: 'swap', from: [1, 0], to: [0, 0] }), 0);
  assert.equal(actions.find({ type: 'shift', cell: [3, 2], towards: 'left' }), 1, 'anywhere in the row');
  assert.equal(actions.find({ type: 'shift', cell: [3, 1], towards: 'left' }), undefined);
  actions.legal = [[1, 2]];
  assert.deepEqual([...actions.legalKinds()].sort(), ['push', 'shift']);
  assert.ok(actions.allows({ type: 'push', towards: 'up' }));
  assert.ok(!actions.allows({ type: 'swap', from: [0, 0], to: [1, 0] }));
});

test('a column is filled from below', () => {
  const board = /** @type {View} */ ({ columns: 2, rows: 3, cells: [null, null, null, 'a', 'b', 'a'] });
  assert.deepEqual([landing(board, 0), landing(board, 1)], [1, 0]);
  assert.deepEqual(cellsOf({ type: 'column', column: 0 }, board), [[0, 2]]);
});

test('directions and remainders', () => {
  assert.deepEqual(
    [directionOf(3, -2), directionOf(-3, 2), directionOf(1, -2), directionOf(1, 2)],
    ['right', 'left', 'up', 'down'],
  );
  assert.deepEqual([modulo(-1, 7), modulo(7, 7), modulo(8, 7)], [6, 0, 1]);
});

test('evaluations compare, and are shown in brief and in words', async () => {
  await speak('en');
  const draw = evaluation({ kind: 'draw', amount: 0 });
  const order = [evaluation({}), evaluation({ amount: 9 }), draw, evaluation({ kind: 'loss', amount: 9 })];
  const strengths = [...order, evaluation({ kind: 'loss' })].map(strength);
  assert.deepEqual(
    [...strengths].sort((a, b) => b - a),
    strengths,
    'quick wins first, quick losses last',
  );
  assert.deepEqual(order.map(senseOf), ['good', 'good', 'even', 'bad']);
  assert.equal(brief(evaluation({ bound: 'at_most' })), '✓≤3');
  assert.equal(brief(evaluation({ kind: 'loss', score: -4, amount: 8 })), '✗8', 'one unit, scores or not');
  const estimates = [-1, -0.5, 0, 0.26, 1].map((amount) => brief(evaluation({ kind: 'estimate', amount })));
  assert.deepEqual(estimates, ['1 %', '25 %', '50 %', '63 %', '99 %'], 'estimates prove nothing');
  const many = [12_340, 999_400, 999_700, 1_234_567, 999_700_000, 2 ** 64];
  assert.deepEqual(
    many.map((amount) => brief(evaluation({ kind: 'points', amount }))),
    ['12.3k', '999k', '1.00M', '1.23M', '1.00G', '18.4E'],
  );
  const best = evaluation({ kind: 'points', amount: 20_000 });
  assert.equal(brief(evaluation({ kind: 'points', amount: 19_990 }), best), '−10');
  assert.equal(beside(evaluation({ kind: 'points', amount: 19_990 }), best), '−10');
  assert.equal(beside(best, best), 'best');
  assert.equal(brief(best, best), 'best');
  assert.equal(describe(evaluation({ kind: 'estimate', amount: 0 })), '50 % chance to win');
  assert.equal(describe(evaluation({ bound: 'at_most' })), 'wins within 3');
  assert.equal(describe(evaluation({ kind: 'goals', amount: 0.345 })), '34.5 % of the goals');
  assert.equal(describe(evaluation({ kind: 'points', amount: 1204 })), '1,204 points');
  await speak('de');
  assert.equal(describe({ kind: 'win', amount: 41, bound: null }), 'gewinnt in 41');
  await speak('es');
  assert.equal(describe({ kind: 'loss', amount: 8, bound: 'at_least' }), 'pierde en 8 como mínimo');
});
