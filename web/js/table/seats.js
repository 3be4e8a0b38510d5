/** The players: a list `Players`, one row a side with its name, presence and clock; the row of the side that
 * acts has `aria-current`. */

import { piece } from '../board/pieces.js';
import { skinOf } from '../board/skins.js';
import { fill, h, setText } from '../dom.js';
import { phrase, t } from '../i18n/index.js';
import { levelName } from '../new-game/setup.js';
import { rulesKey } from '../scores.js';
import { clockText, isShort, spokenTime, timeLeft } from './clock.js';
import { sideName } from './texts.js';

/** @import {TableModel} from './model.js' */

/** Milliseconds between the times that screen readers read. */
const SPOKEN = 5_000;

/** Milliseconds between updates of the clocks. */
const TICK = 100;

/** The row of a side. */
class Row {
  name = h('span', {});
  note = h('span', { class: 'seat__note' });
  clock = h('span', { class: 'clock', role: 'timer', hidden: true });
  /** The last time for screen readers, in steps of {@link SPOKEN}. */
  spoken = -1;

  /** @param {string | Element} token the mark of the side */
  constructor(token) {
    const mark = h('span', { class: 'seat__token', 'aria-hidden': 'true' }, token);
    mark.classList.toggle('seat__token--piece', token instanceof Element);
    const name = h('span', { class: 'seat__name' }, this.name);
    this.element = h('li', { class: 'seat' }, mark, name, this.note, this.clock);
  }
}

/** The rows of the sides. */
export class Seats {
  element = h('ol', { class: 'seats', 'aria-label': t('seats') });
  /** @type {Row[]} */
  #rows = [];
  /** @type {TableModel | null} */
  #model = null;
  #timer = setInterval(() => this.#tick(), TICK);

  /** Shows the seats. Rows keep their elements.
   * @param {TableModel} model */
  show(model) {
    this.#model = model;
    const { seats, turn, clock } = model.situation;
    if (this.#rows.length !== seats.length) {
      this.#rows = seats.map((_, index) => new Row(seats.length > 1 ? sideMark(model, index) : ''));
      fill(this.element, ...this.#rows.map((row) => row.element));
    }
    this.#rows.forEach((row, index) => {
      const player = index + 1;
      const won = turn.type === 'over' && turn.winner === player;
      setText(row.name, sideName(model, player));
      setText(row.note, won ? t('seat.won') : noteOf(model, player));
      row.element.classList.toggle('seat--winner', won);
      row.clock.hidden = clock === null;
      row.element.ariaCurrent = turn.type === 'player' && turn.player === player ? 'true' : null;
    });
    // The name of a single player is not worth a row.
    this.element.hidden = model.alone && seats.length === 1 && clock === null;
    this.#tick();
  }

  /** Stops the clocks. */
  destroy() {
    clearInterval(this.#timer);
  }

  #tick() {
    const model = this.#model;
    this.#rows.forEach((row, index) => {
      const left = model && timeLeft(model, index + 1);
      if (model === null || left === null) {
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

/** Returns the mark of a side: its piece where it has one of its own, else its number.
 * @param {TableModel} model
 * @param {number} index */
function sideMark({ ownTokens, faces, game }, index) {
  const face = faces[ownTokens[index] ?? ''];
  return face ? piece(face, skinOf(game.id).piece) : String(index + 1);
}

/** Describes a seat beside its name: the level of a computer, or whether a person is there.
 * @param {TableModel} model
 * @param {number} player */
function noteOf({ game, options, situation: { seats }, you }, player) {
  const seat = seats[player - 1];
  if (seat?.type === 'computer') {
    const level = levelName(game, seat.level, rulesKey(game, options) === '');
    return t('seat.level', { level, name: phrase(seat.name) });
  }
  if (seat?.type === 'invited') {
    return t('seat.invited');
  }
  if (you.includes(player)) {
    return you.length === 1 && seats.length > 1 ? t('side.player', { player }) : '';
  }
  return seat?.present ? t('seat.present') : t('seat.away');
}
