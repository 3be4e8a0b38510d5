/** Moves in words, and what was reached at a level. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { speak } from './environment.js';
import { starsFor } from '../../js/levels/play-level.js';
import { nextLevel, starsAt } from '../../js/table/result.js';
import { moveWords } from '../../js/table/move-label.js';

/** @import {Gesture, LevelSet} from '../../js/wire-types.js' */
/** @import {TableModel} from '../../js/table/model.js' */

test('moves are described as the eye sees them', async () => {
  /** @type {[Gesture, string][]} */
  const moves = [
    [{ type: 'push', towards: 'left' }, 'Left'],
    [{ type: 'column', column: 3 }, 'Column 4'],
    [{ type: 'point', cell: [3, 2] }, 'D3'],
    [{ type: 'point', cell: [27, 63] }, 'AB64'],
    [{ type: 'take', token: '5' }, 'large black box'],
    [{ type: 'swap', from: [0, 0], to: [1, 0] }, 'Swap A1 and B1'],
    [{ type: 'rotate', corner: [0, 0], clockwise: false }, 'Turn the square at A1 to the left'],
    [{ type: 'shift', cell: [0, 2], towards: 'right' }, 'Row 3 to the right'],
    [{ type: 'shift', cell: [4, 0], towards: 'up' }, 'Column E up'],
  ];
  const model = /** @type {TableModel} */ (
    /** @type {unknown} */ ({
      actions: moves.map(([gesture]) => ({ text: 'notation', gesture })),
      faces: { 5: { name: 'large black box' } },
      situation: { board: { numbering: { first: 1, bottom_up: true } } },
    })
  );
  await speak('en');
  assert.deepEqual(
    moves.map((_, action) => moveWords(model, action)),
    moves.map(([, words]) => words),
  );
  assert.equal(moveWords(model, -1), '', 'a move that is unknown');
  await speak('de');
  assert.equal(moveWords(model, 1), 'Spalte 4');
});

test('stars are won by moves left, and a level leads to the next', () => {
  const level = { name: 'first', title: 'First', about: '', limit: 18, stars: [6, 10], picture: ['..'] };
  assert.deepEqual(
    [18, 13, 12, 9, 8].map((moves) => starsFor(level, moves)),
    [1, 1, 2, 2, 3],
  );
  const second = { ...level, name: 'second' };
  /** @type {LevelSet} */
  const levels = { game: 'levels', name_option: 'name', file_option: 'file', shipped: [level, second] };
  const at = (/** @type {Record<string, string>} */ options, reached = true) =>
    /** @type {TableModel} */ (
      /** @type {unknown} */ ({
        levels,
        options,
        game: { id: 'levels' },
        situation: { ply: 8, turn: { type: 'over', winner: null, points: 900, reached } },
      })
    );
  assert.equal(nextLevel(at({ name: 'first', file: '' })), second);
  assert.equal(nextLevel(at({ name: 'second', file: '' })), undefined);
  assert.equal(nextLevel(at({ name: 'first', file: 'its own' })), undefined, 'no level of the map');
  assert.deepEqual([starsAt(at({ name: 'first' })), starsAt(at({ name: 'first' }, false))], [3, 0]);
});
