/** The counters of a game, such as points and moves, as a description list. */

import { fill, h } from '../dom.js';
import { number, phrase } from '../i18n/index.js';

/** @import {Counter} from '../wire-types.js' */

/** The counters of a game. */
export class Counters {
  element = h('dl', { class: 'counters' });

  /** @param {Counter[]} counters */
  show(counters) {
    const items = counters.map(({ name, value }) =>
      h('div', { class: 'counters__item' }, h('dt', {}, phrase(name)), h('dd', {}, number(value))),
    );
    fill(this.element, ...items);
    this.element.hidden = counters.length === 0;
  }
}
