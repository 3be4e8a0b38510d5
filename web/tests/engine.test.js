/** A server that hands out the engine: browsers analyse by themselves, and the server is not asked. */

import assert from 'node:assert/strict';

import { catalogue, engineTest } from './support/arcade.js';
import { Mouse } from './support/hands.js';
import { boardIsJudged, Table } from './support/table.js';

const games = await catalogue();

engineTest('positions and moves are judged in the page, those of the past too', async (stage) => {
  for (const game of games) {
    const page = await stage.visitor();
    /** @type {string[]} */
    const sent = [];
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
    const sides = Array.from({ length: game.players }, (_, index) => index + 1);
    const table = await Table.make(stage, page, game);
    await table.play(new Mouse(page), { sides, plies: 2 });
    await page.keyboard.press('h');
    await page.locator('.remark:not(:empty)').waitFor();
    await table.control('Analysis').click();
    await boardIsJudged(page);
    await page.keyboard.press('Home');
    await table.shows(0);
    await boardIsJudged(page);
    if (game === games[0]) {
      await page.keyboard.press('End');
      await table.resign();
      await table.result.getByRole('button', { name: 'Report' }).click();
      await page.getByRole('region', { name: 'Report' }).getByRole('table').waitFor({ timeout: 90_000 });
    }
    assert.ok(sent.length > 2, 'the page spoke to the server');
    const asked = sent.filter((text) => /"(analyse|report)"/.test(text));
    assert.deepEqual(asked, [], `${game.title}: the server was not asked`);
    await page.context().close();
  }
});
