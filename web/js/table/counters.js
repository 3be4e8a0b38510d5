/** The counters of a game, such as points and moves, as a description list. A number that grows counts up to
 * its new value. */

import { animationSpeed } from '../board/animation.js';
import { fill, h, setText } from '../dom.js';
import { number, phrase } from '../i18n/index.js';

/** @import {Counter} from '../wire-types.js' */

/** Milliseconds in which a number counts up. */
const COUNTING = 450;

/** The counters of a game. */
export class Counters {
  element = h('dl', { class: 'counters' });
  /** @type {Map<string, Count>} */
  #counts = new Map();

  /** @param {Counter[]} counters */
  show(counters) {
    if (counters.some(({ name }) => !this.#counts.has(name)) || counters.length !== this.#counts.size) {
      this.#counts = new Map(counters.map(({ name, value }) => [name, new Count(value)]));
      const items = [...this.#counts].map(([name, { element }]) =>
        h('div', { class: 'counters__item' }, h('dt', {}, phrase(name)), element),
      );
      fill(this.element, ...items);
    }
    for (const { name, value } of counters) {
      this.#counts.get(name)?.show(value);
    }
    this.element.hidden = counters.length === 0;
  }
}

/** A number that counts up. */
class Count {
  element = h('dd', {});
  #value;
  /** The number that is written there. */
  #written;
  /** The request for the next number. */
  #frame = 0;

  /** @param {number} value */
  constructor(value) {
    this.#value = value;
    this.#written = value;
    this.#write(value);
  }

  /** @param {number} value */
  show(value) {
    if (value === this.#value) {
      return;
    }
    this.#value = value;
    cancelAnimationFrame(this.#frame);
    const from = this.#written;
    const length = COUNTING * animationSpeed();
    if (value < from || length === 0) {
      this.#write(value);
      return;
    }
    const start = performance.now();
    const step = () => {
      const share = Math.min(1, (performance.now() - start) / length);
      this.#write(Math.round(from + (value - from) * share));
      if (share < 1) {
        this.#frame = requestAnimationFrame(step);
      }
    };
    step();
  }

  /** @param {number} value */
  #write(value) {
    this.#written = value;
    setText(this.element, number(value));
  }
}
