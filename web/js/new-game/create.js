// @ts-check
/** Makes tables and goes there. */

import { keepInvitations, keepSeat, visitor } from '../memory.js';
import { createTable, enterDaily } from '../net/http.js';
import { go } from '../router.js';

/** @import {Created, NewTable} from '../wire-types.js' */

/**
 * Makes a table, keeps its secrets and goes there.
 *
 * @param {NewTable} table
 */
export async function create(table) {
  open(await createTable(table));
}

/**
 * Goes to the day's game of this browser.
 *
 * @param {string} game
 */
export async function createDaily(game) {
  const created = await enterDaily(game, visitor());
  open({ ...created, token: created.token ?? visitor() });
}

/** @param {Created} created */
function open({ table, token, invitations }) {
  if (token) {
    keepSeat(table, token);
  }
  keepInvitations(table, invitations);
  // The dialog is nothing to come back to.
  go(`/t/${table}`, { replace: location.pathname.startsWith('/new/') });
}
