/** Who plays: for each side a group `Player 1`, `Player 2` (or `Who plays`) of the choices `Me`, `A friend`, `Computer`, and
 * for the computer a group `Level` from 1 to 5 with what the level does in words. */

import { fill, h } from '../dom.js';
import { phrase, t } from '../i18n/index.js';

/** @import {GameInfo, NewSeat} from '../wire-types.js' */

/** Sets that are told apart, so that their radio buttons are. */
let count = 0;

/** The fields in which is chosen who plays. */
export class SeatFields {
  element = h('div', { class: 'stack' });
  /** @type {SeatField[]} */
  #fields;

  /** @param {GameInfo} game
   * @param {NewSeat[]} [before] who played before */
  constructor(game, before) {
    const usual = (/** @type {number} */ index) => /** @type {NewSeat} */ (index === 0 ? { type: 'me' } : { type: 'computer', level: 2 });
    this.#fields = Array.from({ length: game.players }, (_, index) => new SeatField(game, index + 1, before?.[index] ?? usual(index)));
    fill(this.element, ...this.#fields.map((field) => field.element));
  }

  /** Who was chosen. */
  get value() {
    return this.#fields.map((field) => field.value);
  }
}

/** The fields of one side. */
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
    this.#level = seat.type === 'computer' ? seat.level : 2;
    /** @type {NewSeat['type'][]} */
    const kinds = game.players > 1 ? ['me', 'invite', 'computer'] : ['me', 'computer'];
    const choices = kinds.map((kind) =>
      choice(this.#name, kind, t(`new.${kind}`), kind === this.#type, () => {
        this.#type = kind;
        this.#show();
      }),
    );
    const legend = game.players > 1 ? t('side.player', { player }) : t('new.who');
    this.element = h('div', { class: 'seat-field' }, h('fieldset', { class: 'choice' }, h('legend', {}, legend), choices), this.#levels);
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
    const words = h('p', { class: 'small soft level__words' });
    const tell = () => {
      words.textContent = phrase(this.#game.levels.find(({ level }) => level === this.#level)?.name ?? '');
    };
    const choices = this.#game.levels.map(({ level, name }) =>
      choice(`${this.#name}-level`, String(level), String(level), level === this.#level, () => {
        this.#level = level;
        tell();
      }, t('seat.level', { level, name: phrase(name) })),
    );
    tell();
    fill(this.#levels, h('fieldset', { class: 'choice' }, h('legend', { class: 'visually-hidden' }, t('new.level')), choices), words);
  }
}

/** Makes one of few: a radio button that looks like a button.
 * @param {string} name
 * @param {string} value
 * @param {string} label
 * @param {boolean} checked
 * @param {() => void} chosen
 * @param {string} [spoken] a fuller name for screen readers */
export function choice(name, value, label, checked, chosen, spoken) {
  const input = h('input', { type: 'radio', name, value, checked, 'aria-label': spoken, onchange: chosen });
  return h('label', { class: 'choice__item' }, input, h('span', {}, label));
}
