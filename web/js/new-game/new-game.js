/** The dialog `New game: TITLE`: who plays, the rules (a disclosure `Rules`), the clocks (a disclosure
 * `Clock`) and the button `Start`. The choice is stored for each game. */

import { openDialog } from '../dialogs/dialog.js';
import { h } from '../dom.js';
import { explain } from '../explain.js';
import { phrase, t } from '../i18n/index.js';
import { button } from '../widgets.js';
import { ClockFields } from './clock-fields.js';
import { openTable } from './create.js';
import { OptionFields } from './option-fields.js';
import { SeatFields } from './seat-fields.js';
import { lastSetup, storeSetup } from './setup.js';

/** @import {GameInfo} from '../wire-types.js' */

/** Opens the dialog.
 * @param {GameInfo} game */
export function newGameDialog(game) {
  const before = lastSetup(game);
  const seats = new SeatFields(game, before.seats);
  const options = new OptionFields(game.options, before.options);
  const clock = new ClockFields(before.clock);
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true });
  const start = button('primary', t('new.start'), null, { autofocus: true });
  const cancel = button('', t('cancel'), () => dialog.close());
  const showRules = Object.keys(before.options).length > 0 || options.offersMany;
  const form = h(
    'form',
    { class: 'new-game' },
    h('p', { class: 'soft' }, phrase(game.summary)),
    seats.element,
    game.options.length > 0 && disclosure(t('new.rules'), options.element, showRules),
    disclosure(t('clock'), clock.element, Boolean(before.clock)),
    problem,
    h('div', { class: 'dialog__foot' }, cancel, start),
  );
  const dialog = openDialog(t('new.title', { game: phrase(game.title) }), [form]);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (start.hasAttribute('aria-busy')) {
      return;
    }
    start.setAttribute('aria-busy', 'true');
    problem.hidden = true;
    const chosen = { seats: seats.value, clock: clock.value };
    try {
      storeSetup(game, { ...chosen, options: options.lasting });
      await openTable({ ...chosen, game: game.id, options: options.value });
      dialog.close();
    } catch (error) {
      problem.hidden = false;
      problem.textContent = explain(error);
      problem.scrollIntoView({ block: 'center' });
    }
    start.removeAttribute('aria-busy');
  });
  return dialog;
}

/** @param {string} title
 * @param {HTMLElement} contents
 * @param {boolean} open */
function disclosure(title, contents, open) {
  const body = h('div', { class: 'disclosure__body' }, contents);
  return h('details', { class: 'disclosure', open }, h('summary', {}, title), body);
}
