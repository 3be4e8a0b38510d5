/** Addresses, records in addresses, clocks, and commands whose answer was lost. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import './environment.js';
import { wasApplied } from '../../js/net/applied.js';
import { pack, unpack } from '../../js/packed-text.js';
import { leadsTo, routeOf } from '../../js/router.js';
import { clockText } from '../../js/table/clock.js';

/** @import {MoveInfo, Situation} from '../../js/wire-types.js' */

const TABLE = '0123456789ab';
const SECRET = '0123456789abcdef0123456789abcdef';

test('addresses lead to pages', () => {
  const pageOf = (/** @type {string} */ pathname) => routeOf({ pathname, search: '', hash: '' }).page;
  const paths = ['/', '/new/shariki', `/t/${TABLE}`, '/editor', '/levels', '/r', '/l'];
  assert.deepEqual(paths.map(pageOf), ['lobby', 'new', 'table', 'editor', 'levels', 'record', 'level']);
  assert.deepEqual(
    ['/t/short', '/new/', '/new/a b', '/editor/x', '/r/x/y'].map(pageOf),
    Array(5).fill('nowhere'),
  );
  const invited = routeOf({ pathname: `/t/${TABLE}`, search: '', hash: `#invitation=${SECRET}` });
  assert.deepEqual(invited, { page: 'table', table: TABLE, invitation: SECRET });
  const plain = routeOf({ pathname: `/t/${TABLE}`, search: '', hash: '' });
  assert.ok(leadsTo(invited, plain), 'a used invitation leaves the page as it is');
  assert.ok(!leadsTo(plain, invited), 'a new one does not');
});

test('a record is packed into letters of addresses and comes back', async () => {
  const record = `quincunx-record 1\ngame shariki\n${'move 1,1 2,1 ü\n'.repeat(500)}`;
  const packed = await pack(record);
  assert.match(packed, /^[\w-]+$/);
  assert.ok(packed.length < 300, `${packed.length} letters`);
  assert.equal(await unpack(packed), record);
  await assert.rejects(unpack('no record'));
  await assert.rejects(unpack(await pack('a'.repeat(2 * 1024 * 1024))), RangeError);
});

test('clocks show tenths when they are short', () => {
  assert.deepEqual([9_340, 20_000, 299_999, 3_900_000].map(clockText), ['0:09.3', '0:20', '4:59', '1:05:00']);
});

test('later events show that a command was carried out', () => {
  const before = /** @type {Situation} */ ({ position: 4, ply: 2, offer: null, rematch: null });
  const after = /** @type {Situation} */ ({
    ...before,
    position: 5,
    ply: 3,
    turn: { type: 'player', player: 1 },
  });
  const move = /** @type {MoveInfo} */ ({ ply: 3, player: 1, action: 7, text: 'd1' });
  assert.ok(wasApplied({ type: 'play', at: 4, action: 7 }, before, after, [move]));
  assert.ok(wasApplied({ type: 'play', at: 4, text: ' D1 ' }, before, after, [move]));
  assert.ok(
    !wasApplied({ type: 'play', at: 4, action: 8 }, before, after, [move]),
    'another move was played',
  );
  assert.ok(!wasApplied({ type: 'play', at: 4, action: 7 }, before, before, []), 'nothing has happened');
  assert.ok(wasApplied({ type: 'undo', at: 4 }, before, { ...after, ply: 1 }, []));
  assert.ok(!wasApplied({ type: 'redo', at: 4 }, before, { ...after, ply: 1 }, []));
});
