/** Playing on from any ply: dialog `Play on from move n`, in which it is said who plays; a game for one needs no question. */

import { openDialog } from '../dialogs/dialog.js';
import { h } from '../dom.js';
import { explain } from '../explain.js';
import { t } from '../i18n/index.js';
import { SeatFields } from '../new-game/seat-fields.js';
import { create } from '../new-game/create.js';
import { toast } from '../announce.js';

/** @import {NewSeat} from '../wire-types.js' */
/** @import {TableModel} from './model.js' */

/** Begins a game that goes on from a ply of a table.
 * @param {TableModel} model
 * @param {number} ply */
export function forkDialog(model, ply) {
  if (model.game.players === 1) {
    fork(model, ply, [{ type: 'me' }]);
    return;
  }
  const seats = new SeatFields(model.game);
  const start = h('button', { class: 'button button--primary', type: 'submit', autofocus: true }, t('new.start'));
  const form = h('form', {}, h('p', { class: 'soft' }, t('fork.text')), seats.element, h('div', { class: 'dialog__foot' }, start));
  const dialog = openDialog(t('fork.title', { ply }), [form]);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    dialog.close();
    fork(model, ply, seats.value);
  });
}

/** Begins a game that goes on from a ply of a table and opens it.
 * @param {TableModel} model
 * @param {number} ply
 * @param {NewSeat[]} seats */
export async function fork(model, ply, seats) {
  try {
    await create({ game: model.game.id, seats, from: { type: 'fork', table: model.table, ply } });
  } catch (error) {
    toast(explain(error));
  }
}
