/** Drafts of levels, and their history. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  between,
  eraserOf,
  isPainted,
  mirrored,
  paint,
  resized,
  withColours,
} from '../../js/editor/draft.js';
import { History } from '../../js/editor/history.js';

/** @import {LevelDraft} from '../../js/wire-types.js' */
/** @import {Brush} from '../../js/editor/draft.js' */

/** @type {any} */
const drawn = {
  columns: 4,
  rows: 3,
  fields: Array(12).fill('plain'),
  start: Array(12).fill(null),
  colours: 3,
  weights: [2, 0, 1],
  column_weights: [{ column: 3, weights: [1, 1, 1] }],
};
const plain = /** @type {LevelDraft} */ (drawn);
const hole = /** @type {Brush} */ ({ type: 'field', field: 'hole' });
const red = /** @type {Brush} */ ({ type: 'element', code: 'R1' });

test('drafts are painted, and never changed themselves', () => {
  const standing = paint(plain, [0, 5], red);
  const holed = paint(standing, [5], hole);
  assert.ok(!plain.fields.includes('hole') && !plain.start.includes('R1'));
  assert.deepEqual(
    [holed.fields[5], holed.start[5], holed.start[0]],
    ['hole', null, 'R1'],
    'nothing stands in a hole',
  );
  assert.equal(paint(holed, [5], red).fields[5], 'plain', 'what stands somewhere stands on a field');
  assert.equal(paint(holed, [5], eraserOf(red)).fields[5], 'hole', 'chance makes no fields');
  const known = [isPainted(holed, 5, hole), isPainted(holed, 0, red)];
  assert.deepEqual(
    [...known, isPainted(holed, 5, eraserOf(red)), isPainted(plain, 5, hole)],
    [true, true, false, false],
  );
});

test('strokes are mirrored, and leave no gaps', () => {
  assert.deepEqual([...mirrored(plain, 1, { across: true, down: true })], [1, 2, 9, 10]);
  assert.deepEqual([...mirrored(plain, 5, { across: false, down: true })], [5]);
  assert.deepEqual(between(plain, 0, 11), [0, 5, 6, 11]);
});

test('drafts are resized', () => {
  const standing = paint(plain, [0, 5], red);
  const larger = ['R1', null, null, null, null, null, 'R1', null, null, null];
  assert.deepEqual(resized(standing, 5, 2).start, larger);
  const smaller = resized(standing, 3, 3);
  assert.deepEqual([smaller.fields.length, smaller.column_weights], [9, []]);
  const { weights, column_weights: columnWeights } = withColours(plain, 4);
  assert.deepEqual([weights, columnWeights], [[2, 0, 1, 1], [{ column: 3, weights: [1, 1, 1, 1] }]]);
});

test('steps are undone and redone, and another change forgets what was undone', () => {
  const history = new History(0);
  for (const [state, about] of /** @type {[number, string | null][]} */ ([
    [1, 'a'],
    [2, 'a'],
    [3, 'b'],
    [4, null],
    [5, null],
  ])) {
    history.push(state, about);
  }
  const states = [];
  const taken = [];
  for (const step of /** @type {const} */ (['undo', 'undo', 'undo', 'undo', 'undo', 'redo', 'redo'])) {
    taken.push(history[step]());
    states.push(history.present);
  }
  assert.deepEqual(states, [4, 3, 2, 0, 0, 2, 3]);
  assert.deepEqual(taken, [true, true, true, true, false, true, true], 'whether there was a step');
  history.push(9);
  assert.equal(history.canRedo, false);
});
