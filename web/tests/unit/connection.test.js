/** What the connection asks for when it is back. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import './environment.js';
import { Connection } from '../../js/net/connection.js';

/** @import {LineHandlers} from '../../js/net/backend.js' */
/** @import {ClientMessage, ServerMessage} from '../../js/wire-types.js' */

test('missed events are asked for, but a table with clocks anew', () => {
  for (const clock of [null, { left: [60_000, 60_000], running: 1 }]) {
    /** @type {ClientMessage[]} */
    let sent = [];
    /** @type {LineHandlers | undefined} */
    let line;
    const connection = new Connection(
      {
        request: async () => {},
        connect: (handlers) => {
          line = handlers;
          return { send: (message) => void sent.push(message), close() {} };
        },
      },
      () => {},
    );
    const ignore = () => {};
    connection.watch('0123456789ab', undefined, {
      snapshot: ignore,
      update: ignore,
      presence: ignore,
      refused: ignore,
    });
    const receive = (/** @type {unknown} */ message) =>
      line?.onMessage(/** @type {ServerMessage} */ (message));
    receive({ type: 'welcome', version: 1 });
    assert.deepEqual(sent, [{ type: 'watch', table: '0123456789ab' }]);
    receive({ type: 'snapshot', table: '0123456789ab', seq: 7, moves: [], situation: { clock } });
    sent = [];
    line?.onBroken();
    receive({ type: 'welcome', version: 1 });
    const missed = clock ? {} : { since: 7 };
    assert.deepEqual(sent, [{ type: 'watch', table: '0123456789ab', ...missed }]);
  }
});
