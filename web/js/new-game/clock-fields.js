/** The fields for the clocks of a game: choices `None`, `Per game`, `Per move`, and their minutes
 * and seconds. */

import { fill, h } from '../dom.js';
import { t } from '../i18n/index.js';
import { choice, choices, field } from '../widgets.js';

/** @import {Key} from '../i18n/index.js' */
/** @import {ClockSetup} from '../wire-types.js' */

/** @typedef {'none' | ClockSetup['type']} ClockKind */

/** A number that is asked for: its key, the least, the most and the step.
 * @typedef {[key: Key, min: number, max: number, step: number]} NumberField */

/** @type {Record<ClockKind, NumberField[]>} */
const FIELDS = {
  none: [],
  total: [
    ['clock.minutes', 0.25, 1440, 0.25],
    ['clock.increment', 0, 3600, 1],
  ],
  move: [['clock.seconds', 1, 86_400, 1]],
};

let count = 0;

/** The fields for the clocks. */
export class ClockFields {
  /** @type {ClockKind} */
  #kind;
  /** @type {Partial<Record<Key, number>>} */
  #values = { 'clock.minutes': 5, 'clock.increment': 3, 'clock.seconds': 30 };
  #more = h('div', { class: 'clock-fields' });

  /** @param {ClockSetup | null} before */
  constructor(before) {
    this.#kind = before?.type ?? 'none';
    if (before?.type === 'total') {
      this.#values['clock.minutes'] = before.total / 60_000;
      this.#values['clock.increment'] = before.increment / 1_000;
    } else if (before?.type === 'move') {
      this.#values['clock.seconds'] = before.each / 1_000;
    }
    const name = `clock-${++count}`;
    const kinds = /** @type {const} */ (['none', 'total', 'move']).map((kind) =>
      choice(name, kind, t(`clock.${kind}`), kind === this.#kind, () => {
        this.#kind = kind;
        this.#show();
      }),
    );
    this.element = h('div', { class: 'stack' }, choices(t('clock'), kinds, { hidden: true }), this.#more);
    this.#show();
  }

  /** @returns {ClockSetup | null} */
  get value() {
    const milliseconds = (/** @type {Key} */ key, unit = 1_000) =>
      Math.round((this.#values[key] ?? 0) * unit);
    switch (this.#kind) {
      case 'total': {
        const total = milliseconds('clock.minutes', 60_000);
        return { type: 'total', total, increment: milliseconds('clock.increment') };
      }
      case 'move':
        return { type: 'move', each: milliseconds('clock.seconds') };
      default:
        return null;
    }
  }

  #show() {
    this.#more.hidden = this.#kind === 'none';
    fill(this.#more, ...FIELDS[this.#kind].map((one) => this.#field(one)));
  }

  /** @param {NumberField} field */
  #field([key, min, max, step]) {
    const limits = { min, max, step, value: this.#values[key], required: true };
    const input = h('input', { class: 'input', type: 'number', inputmode: 'decimal', ...limits });
    input.addEventListener('input', () => {
      if (Number.isFinite(input.valueAsNumber)) {
        this.#values[key] = input.valueAsNumber;
      }
    });
    return field(t(key), input);
  }
}
