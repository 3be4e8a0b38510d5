/** Makes tables and goes there. */

import { pathOf } from '../address.js';
import { createPuzzle, createTable, enterDaily } from '../net/requests.js';
import { go } from '../router.js';
import { saveInvitations, saveSeat, visitorSecret } from '../storage.js';

/** @import {Created, NewPuzzle, NewTable} from '../wire-types.js' */

/** Whether a table is being made. */
let busy = false;

/** Makes a table and goes there.
 * @param {NewTable} table */
export function openTable(table) {
  return open(() => createTable(table));
}

/** Makes a puzzle and goes to its table.
 * @param {string} game
 * @param {NewPuzzle} puzzle */
export function openPuzzle(game, puzzle) {
  return open(() => createPuzzle(game, puzzle));
}

/** Goes to this browser's table of a game or puzzle of the day.
 * @param {string} game */
export function openDaily(game) {
  return open(async () => {
    const created = await enterDaily(game, visitorSecret());
    return { ...created, token: created.token ?? visitorSecret() };
  });
}

/** Saves the secrets of a new table, and returns its address.
 * @param {Created} created */
export function addressOfTable({ table, token, invitations }) {
  if (token) {
    saveSeat(table, token);
  }
  saveInvitations(table, invitations);
  return `/t/${table}`;
}

/** Has a table made, saves its secrets and goes there. Does nothing while another is being made: a second
 * click asks for the same table.
 * @param {() => Promise<Created>} make */
async function open(make) {
  if (busy) {
    return;
  }
  busy = true;
  try {
    const address = addressOfTable(await make());
    // The history keeps no dialog.
    go(address, { replace: pathOf(location).startsWith('/new/') });
  } finally {
    busy = false;
  }
}
