/** Playing on from any ply: the dialog `Play on from move n` asks who plays; a single-player game begins at
 * once.
 */

import { openDialog } from '../dialogs/dialog.js';
import { h } from '../dom.js';
import { toastError } from '../explain.js';
import { t } from '../i18n/index.js';
import { openTable } from '../new-game/create.js';
import { SeatFields } from '../new-game/seat-fields.js';
import { usualSeats } from '../new-game/setup.js';
import { button } from '../widgets.js';

/** @import {NewSeat} from '../wire-types.js' */
/** @import {TableModel} from './model.js' */

/** Asks who plays on from a ply, and begins the game.
 * @param {TableModel} model
 * @param {number} ply */
export function forkDialog(model, ply) {
  if (model.game.players === 1) {
    void fork(model, ply, [{ type: 'me' }]);
    return;
  }
  const seats = new SeatFields(model.game, usualSeats(model.game));
  const start = button('primary', t('new.start'), null, { autofocus: true });
  const foot = h('div', { class: 'dialog__foot' }, start);
  const form = h('form', {}, h('p', { class: 'soft' }, t('fork.text')), seats.element, foot);
  const dialog = openDialog(t('fork.title', { ply }), [form]);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    dialog.close();
    void fork(model, ply, seats.value);
  });
}

/** Begins a game that continues from a ply of a table, and opens it.
 * @param {TableModel} model
 * @param {number} ply
 * @param {NewSeat[]} seats */
export function fork({ game, table }, ply, seats) {
  return openTable({ game: game.id, seats, from: { type: 'fork', table, ply } }).catch(toastError);
}
