/** Keys: what each means on the page of a table, and when it means nothing. */

import assert from 'node:assert/strict';

import { catalogue, test } from './support/arcade.js';
import { Table } from './support/table.js';

/** @import {Direction} from '../js/wire-types.js' */
/** @import {Stage} from './support/arcade.js' */

const games = await catalogue();

/** Keys that steer, in an order in which none is in doubt.
 * @type {[string, Direction][]} */
const STEERING = [
  ['s', 'down'],
  ['d', 'right'],
  ['w', 'up'],
  ['a', 'left'],
  ['j', 'down'],
  ['l', 'right'],
  ['k', 'up'],
  ['h', 'left'],
  ['ArrowDown', 'down'],
  ['ArrowRight', 'right'],
  ['ArrowUp', 'up'],
  ['ArrowLeft', 'left'],
];

/** Begins a game that is played by a kind of gesture, one visitor on all sides.
 * @param {Stage} stage
 * @param {'push' | 'column'} gesture */
async function begin(stage, gesture) {
  for (const game of games) {
    const page = await stage.visitor();
    const table = await Table.make(stage, page, game);
    const { actions } = await table.snapshot();
    if (actions.every((action) => action.gesture.type === gesture)) {
      return { page, table };
    }
    await page.context().close();
  }
  throw new Error(`no game is played by ${gesture}`);
}

/** Plays moves by typing them.
 * @param {Table} table
 * @param {number} plies */
async function advance(table, plies) {
  for (let made = 0; made < plies; made++) {
    const { situation, actions } = await table.snapshot();
    await table.type(actions[situation.legal[0]?.[0] ?? -1]?.text ?? '');
    await table.shows(situation.ply + 1);
  }
  await table.page.locator('.typed input').evaluate((box) => box.blur());
}

test('arrows, WASD and hjkl push, and not while another key makes them the browser’s', async (stage) => {
  const { page, table } = await begin(stage, 'push');
  let pushed = 0;
  for (const [key, towards] of STEERING) {
    const { situation, actions } = await table.snapshot();
    const action = actions.findIndex(({ gesture }) => gesture.type === 'push' && gesture.towards === towards);
    await page.keyboard.press(`Alt+${key}`);
    await page.keyboard.press(key);
    if (situation.legal.some(([first, last]) => first <= action && action <= last)) {
      pushed += 1;
      await table.shows(pushed);
      assert.equal((await table.snapshot()).situation.last?.action, action, `${key} pushes ${towards}`);
    }
  }
  assert.equal((await table.snapshot()).situation.ply, pushed, 'nothing else has moved anything');
  assert.ok(pushed > 5, `${pushed} pushes were possible`);
  const box = page.getByRole('textbox', { name: 'Type a move' });
  await page.keyboard.press(':');
  await box.waitFor();
  await page.keyboard.type('wasdu?n');
  assert.equal(await box.inputValue(), 'wasdu?n', 'letters are written where something is written');
  await table.shows(pushed);
});

test('keys that scroll stay with what scrolls', async (stage) => {
  const { page, table } = await begin(stage, 'push');
  await advance(table, 3);
  const list = page.getByRole('list', { name: 'Move list' });
  await list.evaluate((element) => (element.style.maxHeight = '1.5em'));
  await list.focus();
  for (const key of ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'Space']) {
    await page.keyboard.press(key);
  }
  await page.keyboard.press('u');
  await table.shows(2);
  assert.equal((await table.snapshot()).situation.plies, 3, 'nothing was pushed');
});

test('Enter plays, Space only on the board', async (stage) => {
  const { page, table } = await begin(stage, 'column');
  await page.evaluate(() => /** @type {HTMLElement | null} */ (document.activeElement)?.blur());
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await table.shows(1);
  await table.ready();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await table.shows(2);
  assert.equal((await table.snapshot()).situation.ply, 2);
});

test('a key that is held down steps on, and does everything else once', async (stage) => {
  const { page, table } = await begin(stage, 'column');
  await advance(table, 5);
  const hold = async (/** @type {string} */ key) => {
    for (let times = 0; times < 3; times++) {
      await page.keyboard.down(key);
    }
    await page.keyboard.up(key);
  };
  await hold('u');
  await table.shows(4);
  await table.assertInStep();
  await hold('[');
  await table.shows(1);
  await hold('.');
  await table.shows(4);
  await hold('a');
  await page.getByRole('region', { name: 'Analysis' }).waitFor();
  assert.equal((await table.snapshot()).situation.ply, 4);
  assert.equal(await page.locator('.remark--refusal').count(), 0, 'nobody has fallen behind');
});

test('keys lead through the moves, to the keys, to a new game and to another from here', async (stage) => {
  const { page, table } = await begin(stage, 'push');
  await advance(table, 3);
  await page.keyboard.press('Home');
  await table.shows(0);
  await page.keyboard.press('End');
  await table.shows(3);
  await page.keyboard.press(',');
  await table.shows(2);
  const bracket = (
    /** @type {string} */ key,
    /** @type {{ ctrlKey?: boolean, altKey?: boolean, modifierAltGraph?: boolean }} */ held,
  ) =>
    page.evaluate(
      ([key, held]) =>
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held }),
        ),
      /** @type {const} */ ([key, held]),
    );
  await bracket('[', { ctrlKey: true, altKey: true, modifierAltGraph: true });
  await table.shows(1);
  await bracket(']', { ctrlKey: true });
  await bracket(']', { altKey: true });
  await table.shows(2);
  await page.keyboard.press('p');
  await table.shows(3);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('u');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await table.shows(3);
  const first = table.id;
  await page.keyboard.press('f');
  await page.waitForURL((url) => /\/t\/\w/.test(url.href) && !url.href.endsWith(first));
  const fork = await Table.opened(stage, page);
  await fork.shows(3);
  await page.keyboard.press('n');
  await page.waitForURL(/\/new\//);
});
