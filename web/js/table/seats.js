// @ts-check
/**
 * Who sits at the table: a list named `Players`, one row a side with its name, presence and clock; the row of the side
 * that acts has `aria-current`.
 */

import { fill, h, setText } from '../dom.js';
import { phrase, t } from '../i18n/index.js';
import { clockText, isShort, spokenTime, timeLeft } from './clock.js';
import { side } from './words.js';

/** @import {TableModel} from './model.js' */

/** The rows of the sides. */
export class Seats {
  element = h('ol', { class: 'seats', 'aria-label': t('seats') });
  /** @type {HTMLElement[]} */
  #clocks = [];
  /** @type {TableModel | null} */
  #model = null;
  #shown = '';
  #timer = setInterval(() => this.#tick(), 100);

  /**
   * Shows how things stand.
   *
   * @param {TableModel} model
   */
  show(model) {
    this.#model = model;
    const { seats, turn, clock } = model.situation;
    const shown = JSON.stringify([seats, turn, model.you, clock !== null]);
    if (shown === this.#shown) {
      return;
    }
    this.#shown = shown;
    this.#clocks = [];
    const rows = seats.map((_, index) => {
      const player = index + 1;
      const acts = turn.type === 'player' && turn.player === player;
      const won = turn.type === 'over' && turn.winner === player;
      const time = clock && h('span', { class: 'clock', role: 'timer' });
      if (time) {
        this.#clocks[index] = time;
      }
      return h(
        'li',
        { class: `seat${won ? ' seat--winner' : ''}`, 'aria-current': acts ? 'true' : null },
        h('span', { class: 'seat__token', 'aria-hidden': 'true' }, seats.length > 1 && String(player)),
        h('span', { class: 'seat__name' }, side(model, player), won && h('span', { class: 'badge badge--good' }, t('seat.won'))),
        h('span', { class: 'seat__note' }, note(model, player)),
        time,
      );
    });
    fill(this.element, ...rows);
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
    this.#clocks.forEach((element, index) => {
      const left = timeLeft(model, index + 1);
      if (left !== null) {
        setText(element, clockText(left));
        element.classList.toggle('clock--low', isShort(left));
        element.classList.toggle('clock--running', model.situation.clock?.running === index + 1);
        if (left > 0 && Math.round(left / 100) % 50 === 0) {
          element.setAttribute('aria-label', spokenTime(left));
        }
      }
    });
  }
}

/**
 * Says of a seat what its name does not: the level, or whether somebody is there.
 *
 * @param {TableModel} model
 * @param {number} player
 */
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
