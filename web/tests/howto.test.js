/** How to play: each game explains itself in a few steps, on boards of its own. */

import assert from 'node:assert/strict';

import { catalogue, test } from './support/arcade.js';
import { Table } from './support/table.js';

const games = await catalogue();

for (const game of games) {
  test(`${game.title} explains itself, from its card and at the table`, async (stage) => {
    const page = await stage.visitor();
    await page.goto('/');
    const explain = page.getByRole('button', { name: `How to play ${game.title}`, exact: true });
    await explain.click();
    const dialog = page.getByRole('dialog');
    const steps = dialog.getByRole('listitem');
    await steps.first().locator('.board').waitFor();
    const count = await steps.count();
    assert.ok(2 <= count && count <= 5, `${count} steps`);
    assert.equal(await dialog.locator('.board').count(), count, 'a picture for each');
    await page.keyboard.press('Escape');
    await Table.make(stage, page, game);
    await explain.click();
    await steps.first().waitFor();
  });
}
