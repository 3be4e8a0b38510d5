/** Every screen in both themes, examined by axe. */

import assert from 'node:assert/strict';

import { catalogue, test } from './support/arcade.js';
import { assertAccessible } from './support/axe.js';
import { shortOptions } from './support/games.js';
import { Mouse } from './support/hands.js';
import { boardIsJudged, Table } from './support/table.js';

const games = await catalogue();

test(
  'lobby and dialogs are accessible',
  async (stage) => {
    const page = await stage.visitor();
    const dialog = page.getByRole('dialog');
    await page.goto('/');
    await page.getByRole('region', { name: 'Games of the day' }).waitFor();
    await page.locator('.living .board').last().waitFor();
    await assertAccessible(page, 'the lobby');
    for (const name of ['Settings', 'Keyboard shortcuts', 'Paste', 'Statistics', 'How to play Quartet']) {
      await page.getByRole('button', { name, exact: true }).click();
      await dialog.waitFor();
      await assertAccessible(page, `the dialog ${name}`);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    for (const game of games) {
      await page.goto(`/new/${game.id}`);
      await dialog.waitFor();
      const closed = dialog.locator('details:not([open]) > summary');
      while ((await closed.count()) > 0) {
        await closed.first().click();
      }
      await assertAccessible(page, `a new game of ${game.title}`);
    }
    await page.goto('/levels');
    await page.locator('.journey__step').first().waitFor();
    await assertAccessible(page, 'the levels');
    await page.goto('/t/000000000000');
    await page.getByRole('heading', { name: 'This game does not exist' }).waitFor();
    const middles = await page
      .locator('.notice > *')
      .evaluateAll((parts) =>
        parts
          .map((part) => part.getBoundingClientRect())
          .map(({ left, width }) => Math.round(left + width / 2)),
      );
    assert.equal(new Set(middles).size, 1, `what is said stands below each other: ${middles}`);
    await assertAccessible(page, 'a table that is not there');
  },
  { expected: [/404/] },
);

for (const game of games) {
  test(`the table of ${game.title} is accessible`, async (stage) => {
    const page = await stage.visitor();
    const sides = Array.from({ length: game.players }, (_, index) => index + 1);
    const table = await Table.make(stage, page, game, { options: shortOptions(game) });
    await table.play(new Mouse(page), { sides, plies: 2 });
    await assertAccessible(page, 'a game');
    await table.control('Analysis').click();
    await boardIsJudged(page);
    await assertAccessible(page, 'a game with analysis');
    await table.control('Share').click();
    await page.getByRole('textbox', { name: 'Link with the whole game' }).waitFor();
    await assertAccessible(page, 'the dialog to share');
    await page.keyboard.press('Escape');
    await table.resign();
    await table.result.getByRole('button', { name: 'Report' }).click();
    // A report has a low priority, so it may take long on a busy machine.
    await page.getByRole('region', { name: 'Report' }).getByRole('table').waitFor({ timeout: 120_000 });
    await assertAccessible(page, 'a game that is over, with its report');
  });
}
