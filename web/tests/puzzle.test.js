/** Puzzles: chosen in the lobby, tried wrongly, solved, shown, and the one of the day. */

import assert from 'node:assert/strict';

import { catalogue, test } from './support/arcade.js';
import { wholeDay } from './support/day.js';
import { assertAccessible } from './support/axe.js';
import { Table } from './support/table.js';

/** @import {Stage} from './support/arcade.js' */
/** @import {Page} from 'playwright-core' */
/** @import {GameInfo, Judgement} from '../js/wire-types.js' */

/** Returns the moves that solve the puzzle, and the others, from the analysis of a copy of the table.
 * @param {Stage} stage
 * @param {Table} table */
async function moves({ program }, table) {
  const { game, options, moves: played, situation } = await table.snapshot();
  const seats = situation.seats.map(() => ({ type: 'me' }));
  const copy = await program.post('/api/v1/tables', { game, options, seats });
  let at = 0;
  for (const { text } of played.slice(0, situation.ply)) {
    const command = { type: 'play', at, text };
    ({ seq: at } = await program.post(`/api/v1/tables/${copy.table}/commands`, command, copy.token));
  }
  /** @type {Judgement} */
  const judged = await program.post(`/api/v1/tables/${copy.table}/analysis`, {
    ply: situation.ply,
    milliseconds: 10_000,
  });
  const plies = 2 * (situation.puzzle?.left ?? 0) - 1;
  const { actions } = await table.snapshot();
  const named = (/** @type {boolean} */ right) =>
    judged.actions
      .filter(({ kind, amount }) => (kind === 'win' && amount === plies) === right)
      .map(({ action }) => actions[action]?.text ?? '');
  return { right: named(true), wrong: named(false) };
}

/** Plays the right moves until the puzzle is solved.
 * @param {Stage} stage
 * @param {Table} table */
async function solve(stage, table) {
  while (!(await table.result.isVisible())) {
    const { right } = await moves(stage, table);
    const before = (await table.snapshot()).situation;
    await table.type(right[0] ?? '');
    await table.shows(before.ply + (before.puzzle?.left === 1 ? 1 : 2));
  }
}

/** Chooses a puzzle in the lobby.
 * @param {Stage} stage
 * @param {Page} page
 * @param {GameInfo} game
 * @param {number} n */
async function choose(stage, page, game, n) {
  await page.goto('/');
  await page
    .getByRole('region', { name: 'Puzzles', exact: true })
    .getByRole('button', { name: `${game.title}: win in ${n}` })
    .click();
  return Table.opened(stage, page);
}

for (const game of (await catalogue()).filter(({ puzzles }) => puzzles)) {
  test(
    `a puzzle of ${game.title} is tried and solved`,
    async (stage) => {
      const page = await stage.visitor();
      const table = await choose(stage, page, game, 3);
      const puzzle = page.getByRole('region', { name: 'Puzzle', exact: true });
      await puzzle.getByText('Win in 3', { exact: true }).waitFor();
      assert.match((await table.status.textContent()) ?? '', /win in 3 moves/);
      for (const name of ['Undo', 'Redo']) {
        assert.equal(await table.control(name).isVisible(), false, `${name} is not needed`);
      }
      assert.equal(await table.control('Analysis').getAttribute('aria-disabled'), 'true');
      await assertAccessible(page, 'a puzzle');

      const { right, wrong } = await moves(stage, table);
      assert.equal(right.length, 1, 'one move wins in time');
      const { situation: before } = await table.snapshot();
      await table.type(wrong[0] ?? '');
      await page.getByText('Try another move').waitFor();
      assert.deepEqual((await table.snapshot()).situation.board, before.board, 'nothing has happened');
      await table.assertInStep();

      await solve(stage, table);
      await table.result.getByText('Solved:').waitFor();
      await assertAccessible(page, 'a solved puzzle');
      await table.control('Analysis').click();
      await page.getByRole('button', { name: 'Analysis', pressed: true }).waitFor();

      const solved = table.id;
      await table.result.getByRole('button', { name: 'Next puzzle' }).click();
      await page.waitForURL((url) => /\/t\/\w{12}$/.test(url.pathname) && !url.pathname.endsWith(solved));
      await puzzle.getByText('Win in 3', { exact: true }).waitFor();
      await page.goto('/');
      await page.getByRole('region', { name: 'Your games' }).getByText('puzzle solved').waitFor();
    },
    { expected: [/422/] },
  );

  test(`the solution of a puzzle of ${game.title} is shown when it is asked for`, async (stage) => {
    const page = await stage.visitor();
    const table = await choose(stage, page, game, 2);
    const { situation } = await table.snapshot();
    await page.getByRole('button', { name: 'Show the solution' }).click();
    await table.result.getByText('That was the solution').waitFor();
    const { situation: after } = await table.snapshot();
    assert.equal(after.ply, situation.ply + 3);
    assert.equal(after.puzzle?.revealed, true);
    await table.assertInStep();
    const shown = table.id;
    await page.keyboard.press('n');
    await page.waitForURL((url) => /\/t\/\w{12}$/.test(url.pathname) && !url.pathname.endsWith(shown));
    await page
      .getByRole('region', { name: 'Puzzle', exact: true })
      .getByText('Win in 2', { exact: true })
      .waitFor();
  });

  test(`the puzzle of the day of ${game.title} is the same for everybody and tried once`, async (stage) => {
    await wholeDay();
    const enter = async (/** @type {Page} */ page) => {
      await page.goto('/');
      const region = page.getByRole('region', { name: 'Games of the day' });
      await region.getByRole('button', { name: new RegExp(`^Puzzle of .*: ${game.title}, win in`) }).click();
      return Table.opened(stage, page);
    };
    const page = await stage.visitor({ permissions: ['clipboard-read', 'clipboard-write'] });
    const table = await enter(page);
    const other = await enter(await stage.visitor());
    assert.notEqual(other.id, table.id);
    assert.deepEqual((await other.snapshot()).situation.board, (await table.snapshot()).situation.board);
    await solve(stage, table);
    await table.result.getByRole('button', { name: 'Copy the result' }).click();
    await page.getByText('Copied').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(
      copied,
      new RegExp(`Quincunx, ${game.title}, \\d{4}-\\d\\d-\\d\\d\nWin in \\d: puzzle solved`),
    );
    const solved = table.id;
    assert.equal((await enter(page)).id, solved, 'there is one attempt');
  });
}
