/** Every game, from the lobby to its end, without a pointer. */

import { catalogue, test } from './support/arcade.js';
import { shortOptions } from './support/games.js';
import { Keys, tabTo } from './support/hands.js';
import { Table } from './support/table.js';

for (const game of await catalogue()) {
  test(`${game.title} is played to its end by keyboard alone`, async (stage) => {
    const page = await stage.visitor();
    await page.goto('/');
    await tabTo(page, page.getByRole('link', { name: `Set up ${game.title}` }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    const options = Object.entries(shortOptions(game));
    const rules = dialog.locator('details', { hasText: 'Rules' });
    if (options.length > 0 && (await rules.getAttribute('open')) === null) {
      await tabTo(page, rules.locator('summary'));
      await page.keyboard.press('Enter');
    }
    for (const [name, value] of options) {
      await tabTo(page, dialog.getByLabel(name));
      await page.keyboard.press('Control+A');
      await page.keyboard.type(value);
    }
    await tabTo(page, dialog.getByRole('button', { name: 'Start' }));
    await page.keyboard.press('Enter');
    const table = await Table.opened(stage, page);
    await table.play(new Keys(page), { sides: [1] });
    await table.assertInStep();
  });
}
