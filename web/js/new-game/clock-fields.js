/** The clocks of a game: group `Clock` with `None`, `For the game`, `For each move`, and their minutes and seconds. */

import { fill, h } from '../dom.js';
import { t } from '../i18n/index.js';
import { choice } from './seat-fields.js';

/** @import {Key} from '../i18n/index.js' */
/** @import {ClockSetup} from '../wire-types.js' */

let count = 0;

/** The fields in which the clocks are chosen. */
export class ClockFields {
  /** @type {'none' | 'total' | 'move'} */
  #type;
  #minutes = 5;
  #increment = 3;
  #seconds = 30;
  #more = h('div', { class: 'clock-fields' });

  /** @param {ClockSetup | null} before */
  constructor(before) {
    this.#type = before?.type ?? 'none';
    if (before?.type === 'total') {
      this.#minutes = before.total / 60_000;
      this.#increment = before.increment / 1_000;
    } else if (before?.type === 'move') {
      this.#seconds = before.each / 1_000;
    }
    const name = `clock-${++count}`;
    const choices = /** @type {const} */ (['none', 'total', 'move']).map((type) =>
      choice(name, type, t(`clock.${type}`), type === this.#type, () => {
        this.#type = type;
        this.#show();
      }),
    );
    this.element = h('div', { class: 'stack' }, h('fieldset', { class: 'choice' }, h('legend', { class: 'visually-hidden' }, t('clock')), choices), this.#more);
    this.#show();
  }

  /** @returns {ClockSetup | null} */
  get value() {
    switch (this.#type) {
      case 'total':
        return { type: 'total', total: Math.round(this.#minutes * 60_000), increment: Math.round(this.#increment * 1_000) };
      case 'move':
        return { type: 'move', each: Math.round(this.#seconds * 1_000) };
      default:
        return null;
    }
  }

  #show() {
    const fields = {
      none: () => [],
      total: () => [
        field('clock.minutes', 0.25, 1440, 0.25, this.#minutes, (value) => (this.#minutes = value)),
        field('clock.increment', 0, 3600, 1, this.#increment, (value) => (this.#increment = value)),
      ],
      move: () => [field('clock.seconds', 1, 86_400, 1, this.#seconds, (value) => (this.#seconds = value))],
    };
    this.#more.hidden = this.#type === 'none';
    fill(this.#more, ...fields[this.#type]());
  }
}

/** @param {Key} key
 * @param {number} min
 * @param {number} max
 * @param {number} step
 * @param {number} value
 * @param {(value: number) => void} set */
function field(key, min, max, step, value, set) {
  const oninput = (/** @type {Event} */ event) => {
    const typed = /** @type {HTMLInputElement} */ (event.currentTarget).valueAsNumber;
    if (Number.isFinite(typed)) {
      set(typed);
    }
  };
  const input = h('input', { class: 'input', type: 'number', inputmode: 'decimal', min, max, step, value, required: true, oninput });
  return h('label', { class: 'field' }, h('span', { class: 'field__label' }, t(key)), input);
}
