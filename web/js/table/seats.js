/** Who sits at the table: a list named `Players`, one row a side with its name, presence and clock; the row of the side
 * that acts has `aria-current`. */

import { fill, h, setText } from '../dom.js';
import { phrase, t } from '../i18n/index.js';
import { clockText, isShort, spokenTime, timeLeft } from './clock.js';
import { side } from './texts.js';

/** @import {TableModel} from './model.js' */

/** Milliseconds after which a screen reader that asks for a clock is told another time. */
const SPOKEN = 5_000;

/** The row of a side, with what changes in it. */
class Row {
  name = h('span', {});
  won = h('span', { class: 'badge badge--good', hidden: true }, t('seat.won'));
  note = h('span', { class: 'seat__note' });
  clock = h('span', { class: 'clock', role: 'timer', hidden: true });
  /** The time that was told last, in steps of {@link SPOKEN}. */
  spoken = -1;

  /** @param {string} token what stands for the side; nothing where there is one alone */
  constructor(token) {
    this.element = h(
      'li',
      { class: 'seat' },
      h('span', { class: 'seat__token', 'aria-hidden': 'true' }, token),
      h('span', { class: 'seat__name' }, this.name, ' ', this.won),
      this.note,
      this.clock,
    );
  }
}

/** The rows of the sides. */
export class Seats {
  element = h('ol', { class: 'seats', 'aria-label': t('seats') });
  /** @type {Row[]} */
  #rows = [];
  /** @type {TableModel | null} */
  #model = null;
  #timer = setInterval(() => this.#tick(), 100);

  /** Shows how things stand; the rows stay, what is in them changes.
   * @param {TableModel} model */
  show(model) {
    this.#model = model;
    const { seats, turn, clock } = model.situation;
    if (this.#rows.length !== seats.length) {
      this.#rows = seats.map((_, index) => new Row(seats.length > 1 ? String(index + 1) : ''));
      fill(this.element, ...this.#rows.map((row) => row.element));
    }
    this.#rows.forEach((row, index) => {
      const player = index + 1;
      const won = turn.type === 'over' && turn.winner === player;
      setText(row.name, side(model, player));
      setText(row.note, note(model, player));
      row.won.hidden = !won;
      row.element.classList.toggle('seat--winner', won);
      row.clock.hidden = clock === null;
      if (turn.type === 'player' && turn.player === player) {
        row.element.setAttribute('aria-current', 'true');
      } else {
        row.element.removeAttribute('aria-current');
      }
    });
    // Who plays alone needs not be told.
    this.element.hidden = model.alone && seats.length === 1 && clock === null;
    this.#tick();
  }

  /** Stops the clocks. */
  destroy() {
    clearInterval(this.#timer);
  }

  #tick() {
    const model = this.#model;
    if (!model) {
      return;
    }
    this.#rows.forEach((row, index) => {
      const left = timeLeft(model, index + 1);
      if (left === null) {
        return;
      }
      setText(row.clock, clockText(left));
      row.clock.classList.toggle('clock--low', isShort(left));
      row.clock.classList.toggle('clock--running', model.situation.clock?.running === index + 1);
      const spoken = Math.ceil(left / SPOKEN);
      if (spoken !== row.spoken) {
        row.spoken = spoken;
        row.clock.setAttribute('aria-label', spokenTime(left));
      }
    });
  }
}

/** Says of a seat what its name does not: the level, or whether somebody is there.
 * @param {TableModel} model
 * @param {number} player */
function note(model, player) {
  const seat = model.situation.seats[player - 1];
  if (seat?.type === 'computer') {
    return t('seat.level', { level: seat.level, name: phrase(seat.name) });
  }
  if (seat?.type === 'invited') {
    return t('seat.invited');
  }
  if (model.you.includes(player)) {
    return model.you.length > 1 ? t('seat.here') : model.situation.seats.length > 1 ? t('seat.side', { player }) : t('seat.here');
  }
  return seat?.present ? t('seat.present') : t('seat.away');
}
