/** The kinds of move to choose from where a tap or drag on a field could mean several. */

import { h, svg } from '../dom.js';
import { STEPS } from './action-map.js';

/** @import {Direction} from '../wire-types.js' */
/** @import {GestureKind} from './action-map.js' */
/** @import {Say} from './board.js' */

/** @typedef {'swap' | 'clockwise' | 'counter' | 'shift'} Tool */

/** What each is for, and its picture.
 * @type {[tool: Tool, way: GestureKind, picture: string][]} */
const TOOLS = [
  ['swap', 'swap', 'M5 9h13M14 5l4 4-4 4M19 16H6M10 12l-4 4 4 4'],
  ['clockwise', 'rotate', 'M19 12a7 7 0 1 1-2.5-5.4M17 2.500v4.500h-4.500'],
  ['counter', 'rotate', 'M5 12a7 7 0 1 0 2.500-5.400M7 2.500v4.500h4.500'],
  ['shift', 'shift', 'M3 12h17M16 8l4 4-4 4M3 8v8M8 8v8'],
];

/** The ways to roll a torus, and their pictures.
 * @type {[direction: Direction, picture: string][]} */
const ROLLS = [
  ['left', 'M19 12H5M11 6l-6 6 6 6'],
  ['up', 'M12 19V5M6 11l6-6 6 6'],
  ['down', 'M12 5v14M6 13l6 6 6-6'],
  ['right', 'M5 12h14M13 6l6 6-6 6'],
];

/** Makes the buttons that roll a torus by one field.
 * @param {Say} say
 * @param {(columns: number, rows: number) => void} onRoll */
export function rollButtons(say, onRoll) {
  const buttons = ROLLS.map(([direction, picture]) =>
    h(
      'button',
      { type: 'button', class: 'button button--quiet button--icon', 'aria-label': say(`board.roll.${direction}`), onclick: () => onRoll(...STEPS[direction]) },
      svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: picture })),
    ),
  );
  return h('div', { class: 'rolls', role: 'group', 'aria-label': say('board.roll') }, h('span', { class: 'rolls__title', 'aria-hidden': 'true' }, say('board.roll')), buttons);
}

/** A row of choices under the board; empty where there is nothing to choose. */
export class Tools {
  element = h('div', { class: 'tools', role: 'radiogroup' });

  /** What is chosen.
   * @type {Tool} */
  chosen = 'swap';

  /** @type {Map<Tool, HTMLButtonElement>} */
  #buttons = new Map();

  #say;
  #onChoice;

  /** @param {Say} say
   * @param {() => void} onChoice */
  constructor(say, onChoice) {
    this.#say = say;
    this.#onChoice = onChoice;
    this.element.setAttribute('aria-label', say('board.tools'));
    this.element.addEventListener('keydown', (event) => this.#key(event));
  }

  /** Offers what a game knows.
   * @param {Set<GestureKind>} ways */
  layOut(ways) {
    const offered = TOOLS.filter(([, way]) => ways.has(way));
    this.element.hidden = offered.length < 2;
    this.#buttons.clear();
    for (const [tool, , picture] of offered) {
      const button = h(
        'button',
        { type: 'button', class: 'tools__tool', role: 'radio', onclick: () => this.choose(tool) },
        svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: picture })),
        h('span', {}, this.#say(`board.tool.${tool}`)),
      );
      this.#buttons.set(tool, button);
    }
    this.element.replaceChildren(...this.#buttons.values());
    this.choose(offered[0]?.[0] ?? 'swap');
  }

  /** @param {Tool} tool */
  choose(tool) {
    this.chosen = tool;
    for (const [other, button] of this.#buttons) {
      button.setAttribute('aria-checked', String(other === tool));
      button.tabIndex = other === tool ? 0 : -1;
    }
    this.#onChoice();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by === undefined) {
      return;
    }
    const tools = [...this.#buttons.keys()];
    const next = tools[(tools.indexOf(this.chosen) + by + tools.length) % tools.length];
    this.choose(next);
    this.#buttons.get(next)?.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}
