/** The kinds of move to choose from where a tap or drag on a cell could be several, and the buttons that roll
 * a torus. */

import { h } from '../dom.js';
import { t } from '../i18n/index.js';
import { button, pathIcon } from '../widgets.js';
import { ARROW_KEYS, modulo, STEPS } from './geometry.js';

/** @import {Direction} from '../wire-types.js' */
/** @import {GestureKind} from './action-map.js' */

/** @typedef {'swap' | 'clockwise' | 'counter' | 'shift'} Tool */

/** The tools with their gestures and pictures.
 * @type {[tool: Tool, kind: GestureKind, picture: string][]} */
const TOOLS = [
  ['swap', 'swap', 'M5 9h13M14 5l4 4-4 4M19 16H6M10 12l-4 4 4 4'],
  ['clockwise', 'rotate', 'M19 12a7 7 0 1 1-2.5-5.4M17 2.500v4.500h-4.500'],
  ['counter', 'rotate', 'M5 12a7 7 0 1 0 2.500-5.400M7 2.500v4.500h4.500'],
  ['shift', 'shift', 'M3 12h17M16 8l4 4-4 4M3 8v8M8 8v8'],
];

/** The directions in which a torus is rolled, with their pictures.
 * @type {[direction: Direction, picture: string][]} */
const ROLLS = [
  ['left', 'M19 12H5M11 6l-6 6 6 6'],
  ['up', 'M12 19V5M6 11l6-6 6 6'],
  ['down', 'M12 5v14M6 13l6 6 6-6'],
  ['right', 'M5 12h14M13 6l6 6-6 6'],
];

/** Makes the buttons that roll a torus by one cell.
 * @param {(columns: number, rows: number) => void} onRoll */
export function rollButtons(onRoll) {
  const buttons = ROLLS.map(([direction, picture]) => {
    const roll = () => onRoll(...STEPS[direction]);
    return button('quiet icon', pathIcon(picture), roll, { 'aria-label': t(`board.roll.${direction}`) });
  });
  const title = h('span', { class: 'rolls__title', 'aria-hidden': 'true' }, t('board.roll'));
  return h('div', { class: 'rolls', role: 'group', 'aria-label': t('board.roll') }, title, buttons);
}

/** A row of choices under the board; hidden where there is only one. */
export class Tools {
  element = h('div', { class: 'tools', role: 'radiogroup', 'aria-label': t('board.tools') });
  /** @type {Tool} */
  chosen = 'swap';
  /** @type {Map<Tool, HTMLButtonElement>} */
  #buttons = new Map();
  #onChoice;

  /** @param {() => void} onChoice */
  constructor(onChoice) {
    this.#onChoice = onChoice;
    this.element.addEventListener('keydown', (event) => this.#key(event));
  }

  /** Offers the tools of a game.
   * @param {Set<GestureKind>} kinds */
  layOut(kinds) {
    const offered = TOOLS.filter(([, kind]) => kinds.has(kind));
    this.element.hidden = offered.length < 2;
    this.#buttons.clear();
    for (const [tool, , picture] of offered) {
      const label = h('span', {}, t(`board.tool.${tool}`));
      const how = { type: 'button', class: 'tools__tool', role: 'radio', onclick: () => this.choose(tool) };
      this.#buttons.set(tool, h('button', how, pathIcon(picture), label));
    }
    this.element.replaceChildren(...this.#buttons.values());
    this.choose(offered[0]?.[0] ?? 'swap');
  }

  /** Hides the tools without a legal move, and chooses another where the chosen one is hidden.
   * @param {Set<GestureKind>} useful */
  offer(useful) {
    const offered = TOOLS.filter(([, kind]) => useful.has(kind)).map(([tool]) => tool);
    for (const [tool, button] of this.#buttons) {
      button.hidden = !offered.includes(tool);
    }
    this.element.hidden = offered.length < 2;
    const [first] = offered;
    if (first && !offered.includes(this.chosen)) {
      this.choose(first);
    }
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
    const direction = ARROW_KEYS[event.key];
    if (!direction) {
      return;
    }
    const [dx, dy] = STEPS[direction];
    const tools = [...this.#buttons].flatMap(([tool, button]) => (button.hidden ? [] : [tool]));
    const next = tools[modulo(tools.indexOf(this.chosen) + dx + dy, tools.length)];
    this.choose(next);
    this.#buttons.get(next)?.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}
