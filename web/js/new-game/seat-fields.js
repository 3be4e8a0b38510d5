/** The fields for who plays. For two players a group `Opponent` (`Computer`, `Same device`, `Send a link`,
 * `Custom`), and where it matters a group `Who goes first?`; `Custom` leads to a group for each side. For one
 * player a group `Who plays`. For a computer a group `Level` with a description of the level. */

import { hasServer } from '../address.js';
import { fill, h } from '../dom.js';
import { phrase, t } from '../i18n/index.js';
import { choice, choices } from '../widgets.js';
import { levelName, USUAL_LEVEL } from './setup.js';

/** @import {GameInfo, NewSeat} from '../wire-types.js' */

/** Against whom one plays.
 * @typedef {'computer' | 'device' | 'invite' | 'other'} Opponent */

let count = 0;

/** The fields for all sides. */
export class SeatFields {
  element = h('div', { class: 'stack' });
  #game;
  /** @type {NewSeat[]} */
  #seats;
  /** @type {Opponent} */
  #opponent;
  /** @type {SeatField[]} */
  #fields = [];
  #below = h('div', { class: 'stack' });

  /** @param {GameInfo} game
   * @param {NewSeat[]} seats as they are chosen at first */
  constructor(game, seats) {
    this.#game = game;
    this.#seats = seats;
    this.#opponent = game.players === 1 ? 'other' : opponentOf(seats);
    if (game.players > 1) {
      /** @type {Opponent[]} */
      const kinds = ['computer', 'device', ...(hasServer ? /** @type {const} */ (['invite']) : []), 'other'];
      const name = `opponent-${++count}`;
      const items = kinds.map((kind) =>
        choice(name, kind, t(`opponent.${kind}`), kind === this.#opponent, () => this.#choose(kind)),
      );
      this.element.append(choices(t('opponent'), items));
    }
    this.element.append(this.#below);
    this.#show();
  }

  /** @returns {NewSeat[]} */
  get value() {
    return this.#opponent === 'other' ? this.#fields.map((field) => field.value) : this.#seats;
  }

  /** @param {Opponent} opponent */
  #choose(opponent) {
    this.#seats = this.value;
    const level = this.#seats.find((seat) => seat.type === 'computer')?.level ?? USUAL_LEVEL;
    this.#opponent = opponent;
    if (opponent === 'computer') {
      this.#seats = [{ type: 'me' }, { type: 'computer', level }];
    } else if (opponent !== 'other') {
      this.#seats = [{ type: 'me' }, { type: opponent === 'device' ? 'me' : 'invite' }];
    }
    this.#show();
  }

  #show() {
    const computer = this.#seats.find((seat) => seat.type === 'computer');
    if (this.#opponent === 'other') {
      this.#fields = this.#seats.map((seat, index) => new SeatField(this.#game, index + 1, seat));
      fill(this.#below, ...this.#fields.map((field) => field.element));
    } else if (computer) {
      const level = new LevelField(this.#game, computer.level, (chosen) => (computer.level = chosen));
      fill(this.#below, level.element, this.#beginning());
    } else {
      fill(this.#below, this.#opponent === 'invite' ? this.#beginning() : null);
    }
  }

  #beginning() {
    const name = `begins-${++count}`;
    const items = /** @type {const} */ (['me', 'them']).map((who) => {
      const checked = (this.#seats[0]?.type === 'me') === (who === 'me');
      return choice(name, who, t(`begins.${who}`), checked, () => this.#begin(who));
    });
    return choices(t('begins'), items);
  }

  /** @param {'me' | 'them'} who */
  #begin(who) {
    if ((this.#seats[0]?.type === 'me') !== (who === 'me')) {
      this.#seats.reverse();
    }
  }
}

/** Returns against whom one plays in some seats.
 * @param {NewSeat[]} seats
 * @returns {Opponent} */
function opponentOf(seats) {
  const others = seats.filter(({ type }) => type !== 'me');
  const [other] = others;
  if (!other) {
    return 'device';
  }
  return others.length > 1 || other.type === 'me' ? 'other' : other.type;
}

/** The fields for one side. */
class SeatField {
  /** @type {NewSeat['type']} */
  #type;
  #level;

  /** @param {GameInfo} game
   * @param {number} player
   * @param {NewSeat} seat */
  constructor(game, player, seat) {
    this.#type = seat.type;
    this.#level = seat.type === 'computer' ? seat.level : USUAL_LEVEL;
    const level = new LevelField(game, this.#level, (chosen) => (this.#level = chosen)).element;
    level.hidden = this.#type !== 'computer';
    const name = `seat-${++count}`;
    /** @type {NewSeat['type'][]} */
    const kinds = game.players > 1 && hasServer ? ['me', 'invite', 'computer'] : ['me', 'computer'];
    const items = kinds.map((kind) =>
      choice(name, kind, t(`new.${kind}`), kind === this.#type, () => {
        this.#type = kind;
        level.hidden = kind !== 'computer';
      }),
    );
    const legend = game.players > 1 ? t('side.player', { player }) : t('new.who');
    this.element = h('div', { class: 'seat-field' }, choices(legend, items), level);
  }

  /** @returns {NewSeat} */
  get value() {
    return this.#type === 'computer' ? { type: 'computer', level: this.#level } : { type: this.#type };
  }
}

/** The field for the level of a computer. */
class LevelField {
  /** @param {GameInfo} game
   * @param {number} before
   * @param {(level: number) => void} onChange */
  constructor(game, before, onChange) {
    const description = h('p', { class: 'small soft level__words' });
    const describe = (/** @type {number} */ chosen) => {
      description.textContent = phrase(game.levels.find(({ level }) => level === chosen)?.name ?? '');
    };
    const name = `level-${++count}`;
    const items = game.levels.map(({ level }) =>
      choice(name, String(level), levelName(game, level), level === before, () => {
        describe(level);
        onChange(level);
      }),
    );
    describe(before);
    this.element = h(
      'div',
      { class: 'level' },
      choices(t('new.level'), items, { hidden: true }),
      description,
    );
  }
}
