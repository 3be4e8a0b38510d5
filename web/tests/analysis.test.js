/** What the computer thinks of games: hints, analysis, and reports. */

import assert from 'node:assert/strict';

import { catalogue, test } from './support/arcade.js';
import { shortOptions } from './support/games.js';
import { Mouse } from './support/hands.js';
import { alone, boardIsJudged, Table } from './support/table.js';

const games = await catalogue();

test('a hint comes although the analysis is switched on while it is thought about', async (stage) => {
  const game = games.at(-1);
  assert.ok(game, 'there is a game');
  const { page, table } = await alone(stage, game);
  await table.ready();
  await page.keyboard.press('h');
  await page.keyboard.press('a');
  assert.match((await page.locator('.remark:not(:empty)').textContent()) ?? '', /: .*(points|of the goals)/);
});

test('a hint is of the present position, and asked for once however often it is wanted', async (stage) => {
  const game = games.at(-1);
  assert.ok(game, 'there is a game');
  const { page, table } = await alone(stage, game);
  let asked = 0;
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      asked += Number(String(payload).includes('"analyse"'));
    }),
  );
  await page.reload();
  await table.play(new Mouse(page), { sides: [1], plies: 2 });
  await page.keyboard.press('[');
  await table.shows(1);
  await page.evaluate(() => {
    for (let times = 0; times < 2; times++) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'h', bubbles: true }));
    }
  });
  await table.shows(2);
  const remark = page.locator('.remark:not(:empty)');
  await remark.waitFor();
  await page.keyboard.press('[');
  await remark.waitFor({ state: 'detached' });
  assert.equal(asked, 1);
});

for (const game of games) {
  test(`${game.title} is analysed, also after the next moves`, async (stage) => {
    const { page, table } = await alone(stage, game);
    await page.keyboard.press('h');
    await page.locator('.remark:not(:empty)').waitFor();
    await table.control('Analysis').click();
    const analysis = page.getByRole('region', { name: 'Analysis' });
    for (let ply = 1; ply <= 3; ply++) {
      await boardIsJudged(page);
      await analysis.getByRole('listitem').first().getByRole('button').click();
      await table.shows(ply);
      await table.assertInStep();
    }
    await analysis.getByRole('listitem').first().waitFor();
    await page.keyboard.press('a');
    await analysis.waitFor({ state: 'hidden' });
    assert.equal(await page.locator('.board--judged').count(), 0, 'nothing is left on the board');
  });

  test(`${game.title} is graded move by move when it is over`, async (stage) => {
    const page = await stage.visitor();
    const sides = Array.from({ length: game.players }, (_, index) => index + 1);
    const table = await Table.make(stage, page, game, { options: shortOptions(game) });
    await table.play(new Mouse(page), { sides, plies: 6 });
    await table.resign();
    await table.result.getByRole('button', { name: 'Report' }).click();
    const report = page.getByRole('region', { name: 'Report' });
    await report.getByRole('table').waitFor({ timeout: 90_000 });
    const counts = await report.getByRole('cell').allTextContents();
    const graded = counts.reduce((sum, text) => sum + (Number(text) || 0), 0);
    assert.equal(graded, (await table.snapshot()).situation.ply, 'every move has a grade');
    await report.getByRole('img').first().waitFor();
    const mistakes = await report.locator('.report__line').count();
    const marked = page.getByRole('list', { name: 'Move list' }).locator('.grade');
    assert.equal(await marked.count(), mistakes, 'the mistakes are marked in the list of moves');
  });
}
