/** The games of the day: the same luck for everybody, and one attempt. */

import assert from 'node:assert/strict';

import { catalogue, test } from './support/arcade.js';
import { wholeDay } from './support/day.js';
import { Mouse } from './support/hands.js';
import { Table } from './support/table.js';

/** @import {Stage} from './support/arcade.js' */
/** @import {GameInfo} from './support/games.js' */

/** Enters the game of the day from the lobby.
 * @param {Stage} stage
 * @param {import('playwright-core').Page} page
 * @param {GameInfo} game */
async function enter(stage, page, game) {
  await page.goto('/');
  await page
    .getByRole('region', { name: 'Games of the day' })
    .getByRole('button', { name: `Play ${game.title} of` })
    .click();
  return Table.opened(stage, page);
}

for (const game of (await catalogue()).filter(({ players }) => players === 1)) {
  test(`${game.title} of the day is the same for everybody and tried once`, async (stage) => {
    await wholeDay();
    const page = await stage.visitor({ permissions: ['clipboard-read', 'clipboard-write'] });
    const table = await enter(stage, page, game);
    const { situation: opening } = await table.snapshot();
    const stranger = await stage.visitor();
    const other = await enter(stage, stranger, game);
    assert.notEqual(other.id, table.id, 'everybody has a table of their own');
    assert.deepEqual((await other.snapshot()).situation.board, opening.board, 'the luck is the same');

    await table.play(new Mouse(page), { sides: [1], plies: 2 });
    assert.equal(await table.control('Undo').isVisible(), false, 'nothing is taken back');
    const begun = table.id;
    await enter(stage, page, game);
    assert.equal(table.id, begun, 'there is one attempt');
    await table.shows(2);

    await table.resign();
    await table.result.getByRole('button', { name: 'Copy the result' }).click();
    await page.getByText('Copied').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(copied, new RegExp(`Quincunx, ${game.title}, \\d{4}-\\d\\d-\\d\\d`));
    assert.match(copied, /2 moves/);
    await enter(stage, page, game);
    assert.equal(table.id, begun, 'not even after the end');
    await table.result.waitFor();
  });
}
