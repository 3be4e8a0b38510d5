/** One game in two tabs of a browser: both are in step, and one that has fallen behind is told and not
 * obeyed. */

import assert from 'node:assert/strict';

import { catalogue, test } from './support/arcade.js';
import { Mouse } from './support/hands.js';
import { Table } from './support/table.js';

for (const game of await catalogue()) {
  test(`${game.title} in a second tab that has fallen behind`, async (stage) => {
    const page = await stage.visitor();
    const sides = Array.from({ length: game.players }, (_, index) => index + 1);
    const table = await Table.make(stage, page, game);
    const second = await page.context().newPage();
    const held = await holdUpdates(second);
    await second.goto(page.url());
    const behind = await Table.opened(stage, second);
    await second.getByText('open in another tab').waitFor();
    await page.getByText('open in another tab').waitFor();

    await table.play(new Mouse(page), { sides, plies: 1 });
    await behind.shows(0);
    const { actions, situation } = await table.snapshot();
    const [stale] = situation.legal[0] ?? [];
    await behind.type(actions[stale ?? -1]?.text ?? '');
    await second.getByText('This tab was out of date').waitFor();
    assert.equal(
      (await table.snapshot()).situation.ply,
      1,
      'the move of the tab that was behind is not played',
    );
    held.release();
    await behind.shows(1);
    await behind.assertInStep();
    await behind.play(new Mouse(second), { sides, plies: 1 });
    await table.shows(2);
    await table.assertInStep();
  });
}

/** Holds back the updates of a page, as a slow line does, until it is released.
 * @param {import('playwright-core').Page} page */
async function holdUpdates(page) {
  /** @type {(() => void)[]} */
  const waiting = [];
  let holding = true;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (holding && JSON.parse(String(message)).type === 'update') {
        waiting.push(() => socket.send(message));
      } else {
        socket.send(message);
      }
    });
  });
  return {
    release() {
      holding = false;
      for (const send of waiting.splice(0)) {
        send();
      }
    },
  };
}
