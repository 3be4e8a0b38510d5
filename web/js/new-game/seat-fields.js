/** The fields for who plays: for each side a group `Player 1`, `Player 2` (or `Who plays`) of the choices
 * `Me`, `A friend` and `Computer`, and for a computer a group `Level` with a description of the level. */

import { hasServer } from '../address.js';
import { fill, h } from '../dom.js';
import { phrase, t } from '../i18n/index.js';
import { choice, choices } from '../widgets.js';

/** @import {GameInfo, NewSeat} from '../wire-types.js' */

/** The level of a computer that nobody has chosen. */
const USUAL_LEVEL = 2;

let count = 0;

/** The fields for all sides. */
export class SeatFields {
  /** @type {SeatField[]} */
  #fields;

  /** @param {GameInfo} game
   * @param {NewSeat[]} [before] the previous choice */
  constructor(game, before) {
    const usual = (/** @type {number} */ index) =>
      /** @type {NewSeat} */ (index === 0 ? { type: 'me' } : { type: 'computer', level: USUAL_LEVEL });
    const sides = Array.from({ length: game.players }, (_, index) => index);
    this.#fields = sides.map((index) => new SeatField(game, index + 1, before?.[index] ?? usual(index)));
    this.element = h('div', { class: 'stack' }, ...this.#fields.map((field) => field.element));
  }

  get value() {
    return this.#fields.map((field) => field.value);
  }
}

/** The fields for one side. */
class SeatField {
  /** @type {NewSeat['type']} */
  #type;
  #level;
  #levels = h('div', { class: 'level' });
  #game;
  #name = `seat-${++count}`;

  /** @param {GameInfo} game
   * @param {number} player
   * @param {NewSeat} seat */
  constructor(game, player, seat) {
    this.#game = game;
    this.#type = seat.type;
    this.#level = seat.type === 'computer' ? seat.level : USUAL_LEVEL;
    /** @type {NewSeat['type'][]} */
    const kinds = game.players > 1 && hasServer ? ['me', 'invite', 'computer'] : ['me', 'computer'];
    const items = kinds.map((kind) =>
      choice(this.#name, kind, t(`new.${kind}`), kind === this.#type, () => {
        this.#type = kind;
        this.#show();
      }),
    );
    const legend = game.players > 1 ? t('side.player', { player }) : t('new.who');
    this.element = h('div', { class: 'seat-field' }, choices(legend, items), this.#levels);
    this.#show();
  }

  /** @returns {NewSeat} */
  get value() {
    return this.#type === 'computer' ? { type: 'computer', level: this.#level } : { type: this.#type };
  }

  #show() {
    this.#levels.hidden = this.#type !== 'computer';
    if (this.#type !== 'computer') {
      return;
    }
    const description = h('p', { class: 'small soft level__words' });
    const choose = (/** @type {number} */ chosen) => {
      this.#level = chosen;
      description.textContent = phrase(this.#game.levels.find(({ level }) => level === chosen)?.name ?? '');
    };
    const items = this.#game.levels.map(({ level, name }) => {
      const full = t('seat.level', { level, name: phrase(name) });
      const text = String(level);
      return choice(`${this.#name}-level`, text, text, level === this.#level, () => choose(level), full);
    });
    choose(this.#level);
    fill(this.#levels, choices(t('new.level'), items, { hidden: true }), description);
  }
}
