/** Makes tables and goes there. */

import { saveInvitations, saveSeat, visitorSecret } from '../storage.js';
import { createPuzzle, createTable, enterDaily } from '../net/http.js';
import { go } from '../router.js';

/** @import {Created, NewPuzzle, NewTable} from '../wire-types.js' */

/** Whether a table is being made. */
let making = false;

/** Makes a table, keeps its secrets and goes there.
 * @param {NewTable} table */
export async function create(table) {
  await once(() => createTable(table));
}

/** Makes a puzzle and goes to its table.
 * @param {string} game
 * @param {NewPuzzle} puzzle */
export async function openPuzzle(game, puzzle) {
  await once(() => createPuzzle(game, puzzle));
}

/** Goes to the day's game or puzzle of this browser.
 * @param {string} game */
export async function openDaily(game) {
  await once(async () => {
    const created = await enterDaily(game, visitorSecret());
    return { ...created, token: created.token ?? visitorSecret() };
  });
}

/** Has a table made and goes there; does nothing while another is being made, as whoever presses twice wants one.
 * @param {() => Promise<Created>} make */
async function once(make) {
  if (making) {
    return;
  }
  making = true;
  try {
    open(await make());
  } finally {
    making = false;
  }
}

/** @param {Created} created */
function open({ table, token, invitations }) {
  if (token) {
    saveSeat(table, token);
  }
  saveInvitations(table, invitations);
  // The dialog is nothing to come back to.
  go(`/t/${table}`, { replace: location.pathname.startsWith('/new/') });
}
