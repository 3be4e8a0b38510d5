/** What becomes of a game when the line is cut or the server falls over. */

import assert from 'node:assert/strict';

import { catalogue, test } from './support/arcade.js';
import { Mouse } from './support/hands.js';
import { Table } from './support/table.js';

const [game] = (await catalogue()).filter(({ players }) => players === 2);
assert.ok(game);

/** The messages of a browser about a lost connection. */
const CUT = [
  /WebSocket connection to .* failed/,
  /WebSocket is already in CLOSING/,
  /Failed to load resource: net::ERR_/,
];

test(
  'a game goes on where it was when the server was killed and starts again',
  async (stage) => {
    const page = await stage.visitor();
    const table = await Table.make(stage, page, game);
    await table.play(new Mouse(page), { sides: [1, 2], plies: 3 });
    const { situation: before } = await table.snapshot();
    const banner = page.getByText('Connection lost');
    await stage.program.kill();
    await banner.waitFor();
    await stage.program.restart();
    await banner.waitFor({ state: 'hidden' });
    assert.deepEqual((await table.snapshot()).situation.board, before.board, 'nothing is lost');
    await table.assertInStep();
    await table.play(new Mouse(page), { sides: [1, 2], plies: 1 });
    await table.assertInStep();
  },
  { ownProgram: true, expected: CUT },
);

test(
  'a page that was cut off catches up with what it missed',
  async (stage) => {
    const page = await stage.visitor();
    const table = await Table.make(stage, page, game);
    const fan = await stage.visitor();
    /** @type {(() => void)[]} */
    const cuts = [];
    await fan.routeWebSocket(/\/ws$/, (socket) => {
      const server = socket.connectToServer();
      cuts.push(() => {
        server.close();
        socket.close();
      });
    });
    await fan.goto(`/t/${table.id}`);
    const watched = await Table.opened(stage, fan);
    await fan.context().setOffline(true);
    cuts.forEach((cut) => cut());
    await fan.getByText('Connection lost').waitFor();
    await table.play(new Mouse(page), { sides: [1, 2], plies: 3 });
    await watched.shows(0);
    const start = performance.now();
    await fan.context().setOffline(false);
    await watched.shows(3);
    stage.t.diagnostic(
      `back in step ${Math.round(performance.now() - start)} ms after the line was there again`,
    );
    await watched.assertInStep();
    await fan.getByText('Connection lost').waitFor({ state: 'hidden' });
  },
  { expected: CUT },
);

for (const arrived of [false, true]) {
  test(
    `a move whose answer was lost with the line, and that the server ${arrived ? 'had got' : 'had not got'}`,
    async (stage) => {
      const page = await stage.visitor();
      const table = await Table.make(stage, page, game);
      const other = await page.context().newPage();
      let cut = async () => {};
      /** @type {'well' | 'deaf' | 'mended'} */
      let line = 'well';
      await other.routeWebSocket(/\/ws$/, (socket) => {
        const server = socket.connectToServer();
        cut = async () => {
          line = 'mended';
          await server.close();
          await socket.close();
        };
        socket.onMessage((message) => {
          if (line === 'well' && JSON.parse(String(message)).type === 'command') {
            line = 'deaf';
          }
          if (line !== 'deaf' || arrived) {
            server.send(message);
          }
        });
        server.onMessage((message) => {
          if (line !== 'deaf') {
            socket.send(message);
          }
        });
      });
      await other.goto(page.url());
      const cutOff = await Table.opened(stage, other);
      await cutOff.ready();
      const { actions, situation } = await table.snapshot();
      const [first = -1, last = -1] = situation.legal[0] ?? [];
      assert.notEqual(first, last);
      await cutOff.type(actions[first]?.text ?? '');
      if (arrived) {
        await table.shows(1);
      } else {
        await table.type(actions[last]?.text ?? '');
        await table.shows(1);
      }
      await cut();
      await cutOff.shows(1);
      const stale = other.getByText('This tab was out of date');
      if (arrived) {
        await cutOff.play(new Mouse(other), { sides: [1, 2], plies: 1 });
        assert.equal(await stale.count(), 0, 'what was done is not complained of');
      } else {
        await stale.waitFor();
      }
      await cutOff.assertInStep();
    },
    { expected: CUT },
  );
}
