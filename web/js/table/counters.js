/** The named figures of a game: points, moves. A description list. */

import { fill, h } from '../dom.js';
import { number, phrase } from '../i18n/index.js';

/** @import {CounterView} from '../wire-types.js' */

/** The named figures of a game. */
export class Counters {
  element = h('dl', { class: 'counters' });
  /** @type {Map<string, HTMLElement>} */
  #values = new Map();

  /** Shows the figures.
   * @param {CounterView[]} counters */
  show(counters) {
    const names = counters.map(({ name }) => name);
    if (names.join() !== [...this.#values.keys()].join()) {
      this.#values = new Map(names.map((name) => [name, h('dd', {})]));
      const items = [...this.#values].map(([name, value]) => h('div', { class: 'counters__item' }, h('dt', {}, phrase(name)), value));
      fill(this.element, ...items);
    }
    for (const { name, value } of counters) {
      const element = this.#values.get(name);
      if (element) {
        element.textContent = number(value);
      }
    }
    this.element.hidden = counters.length === 0;
  }
}
