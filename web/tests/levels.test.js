/** The levels as a journey: the map, a level played from it, stars, and levels in links. */

import assert from 'node:assert/strict';

import { catalogue, test } from './support/arcade.js';
import { board } from './support/hands.js';
import { Table } from './support/table.js';

const games = await catalogue();
const GAME = games.find(({ id }) => id === 'levels');

/** A level that every swap reaches. */
const EASY = 'name = "One move"\ncolumns = 5\nrows = 5\nlimit = 9\ncolours = 4\n[goals]\nscore = 1\n';

test('the map leads to a level, shows what was reached, and back', async (stage) => {
  const page = await stage.visitor();
  await page.goto('/');
  await page.getByRole('button', { name: 'Play Levels', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Levels' }).waitFor();
  const steps = page.getByRole('main').getByRole('list').getByRole('button');
  const { levels } = await stage.ask(page, 'games');
  await steps.nth(levels.shipped.length - 1).waitFor();
  assert.equal(await steps.count(), levels.shipped.length);
  assert.equal(await page.getByRole('img', { name: '0 of 3 stars' }).count(), levels.shipped.length);
  await page.getByRole('button', { name: 'Play level 2: Red harvest' }).click();
  await page.getByRole('heading', { level: 1, name: 'Red harvest' }).waitFor();
  await board(page).waitFor();
  await page.evaluate(() =>
    localStorage.setItem('quincunx.scores.levels', JSON.stringify({ stars: { 'name=red-harvest': 2 } })),
  );
  await page.getByRole('link', { name: 'All levels' }).click();
  await page.getByRole('img', { name: '2 of 3 stars' }).waitFor();
});

test('a level in a link is played, and opened in the editor and played again', async (stage) => {
  const page = await stage.visitor();
  await page.goto('/editor');
  await page.getByText('This level can be played.').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Shared');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const link = await page.getByLabel('Link to this level', { exact: true }).inputValue();
  const friend = await stage.visitor();
  await friend.goto(link);
  await board(friend).waitFor();
  await friend.getByRole('button', { name: 'Open in the editor' }).click();
  await friend.getByText('This level can be played.').waitFor();
  assert.equal(await friend.getByLabel('Name', { exact: true }).inputValue(), 'Shared');
  await friend.getByRole('button', { name: 'Play', exact: true }).click();
  await board(friend).waitFor();
  await friend.goto('/l#damaged');
  await friend.getByText('The link is damaged').waitFor();
});

test('tools without a use are not offered', async (stage) => {
  assert.ok(GAME);
  for (const [name, tools] of /** @type {const} */ ([
    ['first-steps', []],
    ['turning-squares', ['Turn right', 'Turn left']],
    ['carousel', []],
  ])) {
    const page = await stage.visitor();
    await Table.make(stage, page, GAME, { options: { name } });
    const offered = page.getByRole('radiogroup', { name: 'Kind of move' }).getByRole('radio');
    assert.deepEqual(await offered.allTextContents(), tools, name);
  }
});

test('a game ends with its result over the board, which can be put aside', async (stage) => {
  assert.ok(GAME);
  const page = await stage.visitor();
  const table = await Table.make(stage, page, GAME, { options: { file: EASY } });
  const { actions, situation } = await table.snapshot();
  await table.type(actions[situation.legal[0]?.[0] ?? -1]?.text ?? '');
  const over = page.locator('.ending').getByRole('region', { name: 'Result' });
  await over.getByText('Goals reached').waitFor();
  await over.getByRole('button', { name: 'Show the board' }).click();
  assert.equal(await page.locator('.ending').count(), 0);
  await table.result.getByRole('button', { name: 'Play again' }).click();
  // Going to the new table closes all dialogs.
  await table.result.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Statistics' }).click();
  const rows = page.getByRole('dialog').getByRole('row');
  await rows.first().waitFor();
  assert.deepEqual((await rows.allTextContents())[0], 'Games1');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  assert.equal((await download).suggestedFilename(), 'quincunx.json');
});
