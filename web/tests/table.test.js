/** What can be done at a table besides playing: taking back, typing moves, leaving and coming back. */

import assert from 'node:assert/strict';

import { catalogue, test } from './support/arcade.js';
import { shortOptions } from './support/games.js';
import { Mouse } from './support/hands.js';
import { alone, Table } from './support/table.js';

const games = await catalogue();

/** Returns what the element with the focus is called.
 * @param {import('playwright-core').Page} page */
function focused(page) {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
}

/** Waits until the live region has a text, alone or after what has just happened.
 * @param {import('playwright-core').Page} page
 * @param {string} text */
async function announced(page, text) {
  await page.waitForFunction(
    (text) => document.querySelector('#announcements')?.textContent?.trim().endsWith(text),
    text,
  );
}

test('the box in which moves are typed keeps the focus while the computer thinks', async (stage) => {
  const [game] = games.filter(({ players }) => players > 1);
  assert.ok(game, 'there is a game for two');
  const page = await stage.visitor();
  const table = await Table.make(stage, page, game, {
    seats: [{ type: 'me' }, { type: 'computer', level: 1 }],
  });
  // Records at every change of the page what has the focus and whether moves can be typed.
  await page.evaluate(() => {
    const seen = new Set();
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const box = document.querySelector('.typed input');
      const at = box === document.activeElement ? 'box' : document.activeElement?.tagName;
      seen.add(`${at} ${/** @type {HTMLInputElement} */ (box).readOnly ? 'waits' : 'is ready'}`);
    }).observe(document.body, { subtree: true, attributes: true, childList: true });
  });
  await page.keyboard.press(':');
  await page.getByRole('textbox', { name: 'Type a move' }).waitFor();
  await page.evaluate(() => /** @type {any} */ (window).seen.clear());
  for (let turn = 0; turn < 2; turn++) {
    await table.ready();
    const { situation, actions } = await table.snapshot();
    await table.type(actions[situation.legal[0]?.[0] ?? -1]?.text ?? '');
    await table.reached(situation.ply + 2);
  }
  const seen = await page.evaluate(() => [.../** @type {any} */ (window).seen].sort());
  assert.deepEqual(seen, ['box is ready', 'box waits']);
});

test('a board that was loaded is shown before anything happens to it', async (stage) => {
  const game = games.find(({ options }) => options.some(({ name }) => name === 'board'));
  assert.ok(game, 'there is such a game');
  const page = await stage.visitor();
  // Records what every cell shows, whenever that changes.
  await page.addInitScript(() => {
    /** @type {string[]} */
    const seen = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const cells = [...document.querySelectorAll('[role=gridcell]')];
      const shown = cells.map((cell) => cell.getAttribute('aria-label')).join('\n');
      if (shown !== '' && shown !== seen.at(-1)) {
        seen.push(shown);
      }
    }).observe(document, { subtree: true, attributes: true, childList: true });
  });
  const table = await Table.make(stage, page, game, { options: { board: 'R1 R1 R1\nR2 R3 R2\nR4 R5 R6' } });
  const { opening } = await table.snapshot();
  assert.ok(opening?.steps[0]?.every(({ type }) => type === 'remove' || type === 'points'));
  await table.ready();
  /** @type {string[]} */
  const seen = await page.evaluate(() => /** @type {any} */ (window).seen);
  const top = (/** @type {string} */ shown) =>
    shown
      .split('\n')
      .slice(0, 3)
      .map((cell) => cell.split(': ')[1]);
  assert.deepEqual(top(seen[0] ?? ''), ['red', 'red', 'red']);
  assert.notDeepEqual(top(seen.at(-1) ?? ''), ['red', 'red', 'red']);
});

test('what is played is chosen at once where a game offers many levels', async (stage) => {
  const game = games.find(({ options }) => options.some(({ name }) => name === 'name'));
  assert.ok(game, 'there is such a game');
  const page = await stage.visitor();
  await page.goto(`/new/${game.id}`);
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).selectOption('hourglass');
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  const table = await Table.opened(stage, page);
  assert.equal((await table.snapshot()).options.name, 'hourglass');
});

test('a single-player game that is over is taken back in a game of its own', async (stage) => {
  const game = games.find(({ players, has_luck: hasLuck }) => players === 1 && hasLuck);
  assert.ok(game, 'there is such a game');
  const page = await stage.visitor();
  const table = await Table.make(stage, page, game, { options: shortOptions(game) });
  await table.play(new Mouse(page), { sides: [1] });
  const [{ situation }, { id }] = [await table.snapshot(), table];
  await table.result.waitFor();
  await page.keyboard.press('u');
  await page.waitForURL((url) => !url.pathname.endsWith(id));
  const fork = await Table.opened(stage, page);
  await fork.shows(situation.ply - 1);
  assert.notEqual((await fork.snapshot()).situation.turn.type, 'over');
});

for (const game of games) {
  test(`${game.title} is taken back and played again, and luck is the same`, async (stage) => {
    const { page, table, sides, hand } = await alone(stage, game);
    await table.play(hand, { sides, plies: 3 });
    const { situation: third } = await table.snapshot();
    await table.control('Undo').click();
    await table.shows(2);
    await table.assertInStep();
    await table.control('Redo').click();
    await table.shows(3);
    await table.assertInStep();
    await page.keyboard.press('u');
    await table.shows(2);
    await page.keyboard.press('u');
    await table.shows(1);
    await page.keyboard.press('Shift+U');
    await table.shows(2);
    await table.type(third.last?.text ?? '');
    await table.shows(3);
    await table.assertInStep();
    const { situation: again } = await table.snapshot();
    assert.deepEqual(again.board, third.board, 'the same move meets the same luck');
  });

  test(`${game.title} is played by moves that are typed`, async (stage) => {
    const { page, table } = await alone(stage, game);
    for (let ply = 1; ply <= 4; ply++) {
      const { situation, actions } = await table.snapshot();
      const [first] = situation.legal[0] ?? [];
      await table.type(actions[first ?? -1]?.text ?? '');
      await table.shows(ply);
      assert.equal(await focused(page), 'Type a move', 'who types goes on typing');
    }
    await table.assertInStep();
    await table.type('no such move');
    await page.locator('.remark--refusal').waitFor();
    await table.assertInStep();
  });

  test(`${game.title} goes on after a reload, and from its link and file elsewhere`, async (stage) => {
    const { page, table, sides, hand } = await alone(stage, game);
    await table.play(hand, { sides, plies: 3 });
    await page.reload();
    await Table.opened(stage, page);
    await table.assertInStep();
    await table.play(hand, { sides, plies: 1 });
    const { situation: before } = await table.snapshot();

    await table.control('Share').click();
    const dialog = page.getByRole('dialog');
    const link = await dialog.getByRole('textbox', { name: 'Link with the whole game' }).inputValue();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download the game' }).click(),
    ]);
    const file = await download.path();

    const friend = await stage.visitor();
    await friend.goto(link);
    const shared = await Table.opened(stage, friend);
    await shared.shows(4);
    await shared.assertInStep();
    assert.deepEqual(
      (await shared.snapshot()).situation.board,
      before.board,
      'the link holds the whole game',
    );

    await friend.goto('/');
    const chosen = friend.waitForEvent('filechooser');
    await friend.getByRole('button', { name: 'Choose a file' }).click();
    await (await chosen).setFiles(file);
    const opened = await Table.opened(stage, friend);
    await opened.shows(4);
    await opened.assertInStep();
    assert.deepEqual(
      (await opened.snapshot()).situation.board,
      before.board,
      'the file holds the whole game',
    );
    await opened.play(new Mouse(friend), { sides, plies: 1 });
    await opened.assertInStep();
  });

  test(`${game.title} can be looked through, and played on from any move`, async (stage) => {
    const { page, table, sides, hand } = await alone(stage, game);
    await table.play(hand, { sides, plies: 4 });
    const moves = page.getByRole('region', { name: 'Moves' });
    const entry = moves.getByRole('list').getByRole('button', { name: 'Move 1:' });
    const words = (await entry.locator('.visually-hidden').textContent())?.replace('Move 1: ', '') ?? '';
    assert.ok(words.length > 0);
    await page.keyboard.press('Home');
    await table.shows(0);
    await announced(page, 'Move 0 of 4.');
    await moves.getByRole('button', { name: 'One move forward' }).click();
    await table.shows(1);
    await announced(page, `Move 1 of 4: ${words}.`);
    await page.keyboard.press(']');
    await table.shows(2);
    await page.keyboard.press('u');
    await table.shows(3);
    await table.ready();
    await page.keyboard.press('Home');
    await table.shows(0);
    await page.keyboard.press('U');
    await table.shows(4);
    await table.ready();
    await table.assertInStep();
    await page.keyboard.press('Home');
    await page.keyboard.press(']');
    await page.keyboard.press(']');
    await table.shows(2);
    const first = table.id;
    await table.choose('Play on from here');
    if (game.players > 1) {
      // On both sides oneself: a computer would have moved by the time of the look.
      await page
        .getByRole('dialog')
        .getByRole('radio', { name: 'Same device', exact: true })
        .check({ force: true });
      await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
    }
    await page.waitForURL((url) => !url.pathname.endsWith(first));
    const fork = await Table.opened(stage, page);
    await fork.shows(2);
    await fork.assertInStep();
    assert.deepEqual((await fork.snapshot()).forked_from, { table: first, ply: 2 });
  });
}

test('focus returns to the menu of a dialog, and no dialog outlives its page', async (stage) => {
  const game = games.find(({ players }) => players === 2);
  assert.ok(game);
  const { page, table } = await alone(stage, game);
  const dialog = page.getByRole('dialog');
  for (const item of ['Resign', 'Play on from here']) {
    await table.choose(item);
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.locator('summary[aria-label="More"]:focus').waitFor();
  }
  await page.getByRole('link', { name: 'Quincunx' }).click();
  await page.getByRole('region', { name: 'Games', exact: true }).waitFor();
  await page.goBack();
  await table.ready();
  await table.choose('Play on from here');
  await dialog.waitFor();
  await page.goForward();
  await page.getByRole('region', { name: 'Games', exact: true }).waitFor();
  assert.equal(await dialog.count(), 0);
});

test('a result is compared with the best of this device', async (stage) => {
  // On a tiny board there are points in every game.
  const game = games.find((one) => one.players === 1 && 'width' in shortOptions(one));
  assert.ok(game);
  const page = await stage.visitor();
  const options = shortOptions(game);
  for (const text of [/^New best!$/, /^(New best!|Best: [\d,]+)$/]) {
    const table = await Table.begin(stage, page, game, { options });
    await table.play(new Mouse(page), { sides: [1] });
    await table.result.getByText(text).waitFor();
  }
});

test('a saved game counts for nothing, and what cannot be opened is said beside the dialog', async (stage) => {
  const game = games.find((one) => one.players === 1 && 'width' in shortOptions(one));
  assert.ok(game);
  const page = await stage.visitor();
  const table = await Table.begin(stage, page, game, { options: shortOptions(game) });
  await table.play(new Mouse(page), { sides: [1] });
  await table.result.waitFor();
  const record = await page.evaluate(
    async (id) => (await fetch(`/api/v1/tables/${id}/record`)).text(),
    table.id,
  );
  const other = await stage.visitor();
  await other.goto('/');
  await other.getByRole('button', { name: 'Paste' }).click();
  const dialog = other.getByRole('dialog');
  await dialog.getByRole('textbox').fill('no game');
  await dialog.getByRole('button', { name: 'Open' }).click();
  await dialog.getByText('This is not a saved game').click({ trial: true });
  let made = 0;
  other.on('request', (request) => {
    made += Number(request.method() === 'POST' && request.url().endsWith('/api/v1/tables'));
  });
  await dialog.getByRole('textbox').fill(record);
  await dialog.getByRole('button', { name: 'Open' }).dblclick();
  const opened = await Table.opened(stage, other);
  await opened.result.waitFor();
  assert.equal(made, 1, 'a second click makes no second table');
  const scores = () =>
    other.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('scores')));
  assert.deepEqual(await scores(), []);
});
