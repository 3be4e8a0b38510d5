/** Every game to its end with a finger on a small screen; games for two against the computer. */

import assert from 'node:assert/strict';

import { catalogue, test } from './support/arcade.js';
import { shortOptions } from './support/games.js';
import { Finger } from './support/hands.js';
import { Table } from './support/table.js';

for (const game of await catalogue()) {
  test(`${game.title} is played to its end by touch`, async (stage) => {
    const page = await stage.visitor({
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 780 },
    });
    /** @type {import('../js/wire-types.js').NewSeat[]} */
    const seats = [{ type: 'me' }, { type: 'computer', level: 1 }];
    const table = await Table.begin(stage, page, game, {
      seats: seats.slice(0, game.players),
      options: shortOptions(game),
    });
    await page.evaluate(() => scrollTo(0, 0));
    await table.play(new Finger(page), { sides: [1] });
    await table.assertInStep();
    assert.equal(await page.evaluate(() => visualViewport?.scale), 1, 'no gesture has zoomed the page');
  });
}
