/** Every game to its end with a mouse; games for two by two people at one screen. */

import { catalogue, test } from './support/arcade.js';
import { shortOptions } from './support/games.js';
import { Mouse } from './support/hands.js';
import { Table } from './support/table.js';

for (const game of await catalogue()) {
  test(`${game.title} is played to its end by mouse`, async (stage) => {
    const page = await stage.visitor();
    const sides = Array.from({ length: game.players }, (_, index) => index + 1);
    const table = await Table.begin(stage, page, game, {
      seats: sides.map(() => ({ type: 'me' })),
      options: shortOptions(game),
    });
    await table.play(new Mouse(page), { sides });
    await table.assertInStep();
  });
}
