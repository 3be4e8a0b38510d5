/** Writes onto the board what its actions are worth: under columns, at the edges for pushes, on fields, on the tray's
 * tokens, around the fields of the best swaps. The sign is always text; colour only repeats it. */

import { h, svg } from '../dom.js';
import { STEPS } from './action-map.js';

/** @import {Direction, Gesture, Place, Worth} from '../wire-types.js' */
/** @import {Marks} from './marks.js' */
/** @import {Stage} from './token-layer.js' */
/** @import {ActionMap} from './action-map.js' */
/** @import {Tray} from './tray.js' */

/** Of how many moves of several fields the worth is shown. */
const FRAMES = 3;

/** How directions are written.
 * @type {Record<Direction, string>} */
const POINTERS = { up: '↑', down: '↓', left: '←', right: '→' };

/** @typedef {'good' | 'even' | 'bad'} Sense */

/** The overlay of judgements. */
export class EvaluationOverlay {
  /** Under the columns: their numbers, or what they are worth. */
  columns = h('div', { class: 'board__columns', 'aria-hidden': 'true' });

  /** At the four edges.
   * @type {Record<Direction, HTMLElement>} */
  edges = { up: edge('up'), down: edge('down'), left: edge('left'), right: edge('right') };

  /** What single fields are worth, in words.
   * @type {[cell: Place, words: string][]} */
  words = [];

  #stage;
  #marks;
  #tray;
  #inWords;

  /** @param {Stage} stage
   * @param {Marks} marks
   * @param {Tray} tray
   * @param {(worth: Worth) => string} inWords */
  constructor(stage, marks, tray, inWords) {
    this.#stage = stage;
    this.#marks = marks;
    this.#tray = tray;
    this.#inWords = inWords;
  }

  /** Makes the places under the columns.
   * @param {number} columns
   * @param {number} first the number of the first column */
  layOut(columns, first) {
    const numbers = columns <= 20 ? Array.from({ length: columns }, (_, index) => String(first + index)) : [];
    this.columns.replaceChildren(...numbers.map((number) => h('span', { class: 'board__column', 'data-number': number }, number)));
  }

  /** Shows what actions are worth, or nothing.
   * @param {readonly Worth[]} worths the best first
   * @param {ActionMap} steering */
  show(worths, steering) {
    this.#clear();
    const strengths = worths.map(strength);
    const [least, most] = [Math.min(...strengths), Math.max(...strengths)];
    /** @type {SVGElement[]} */
    const drawn = [];
    this.words = [];
    const gifts = new Map();
    /** @type {SVGElement[]} */
    const frames = [];
    for (const [rank, worth] of worths.entries()) {
      const gesture = steering.gestureOf(worth.action);
      if (!gesture) {
        continue;
      }
      const best = strength(worth) === strengths[0] && (most > least || worths.length === 1);
      const rise = most > least ? (strength(worth) - least) / (most - least) : 1;
      const heat = isSinglePlayer(worth) ? rise : Math.min(1, Math.abs(strength(worth)));
      const isFramed = gesture.type === 'swap' || gesture.type === 'rotate' || gesture.type === 'shift';
      if (isFramed) {
        if (rank < FRAMES) {
          const kind = `worth-move worth-move--${rank}`;
          frames.unshift(svg('g', { class: kind }, this.#marks.outline(gesture)));
          drawn.unshift(svg('g', { class: kind }, this.#plate(gesture, worth)));
        }
      } else if (gesture.type === 'point') {
        drawn.push(...this.#field(gesture.cell, worth, best, heat));
        this.words.push([gesture.cell, this.#inWords(worth)]);
      } else if (gesture.type === 'take') {
        gifts.set(gesture.token, { text: brief(worth), words: this.#inWords(worth), kind: `worth-${sense(worth)}${best ? ' worth-best' : ''}` });
      } else {
        this.#beside(gesture, worth, best, worths[0]);
      }
    }
    this.#marks.draw('worth', [...frames, ...drawn]);
    this.#tray.judge(gifts);
  }

  /** Marks a direction as that of a hint or of the last move, or none.
   * @param {'hint' | 'last'} why
   * @param {Direction | null} towards */
  point(why, towards) {
    for (const direction of /** @type {Direction[]} */ (Object.keys(this.edges))) {
      this.edges[direction].classList.toggle(`board__edge--${why}`, direction === towards);
    }
  }

  #clear() {
    for (const element of this.columns.querySelectorAll('span')) {
      tell(element, element.dataset.number ?? '', '', null, false);
    }
    for (const element of Object.values(this.edges)) {
      tell(element, '', '', null, false);
    }
  }

  /** @param {Gesture} gesture
   * @param {Worth} worth
   * @param {boolean} best
   * @param {Worth} leader the best of all */
  #beside(gesture, worth, best, leader) {
    const value = brief(worth, leader);
    if (gesture.type === 'column') {
      const element = this.columns.children[gesture.column];
      if (element instanceof HTMLElement) {
        tell(element, value, this.#inWords(worth), sense(worth), best);
      }
    } else if (gesture.type === 'push') {
      tell(this.edges[gesture.towards], `${POINTERS[gesture.towards]} ${value}`, this.#inWords(worth), sense(worth), best);
    }
  }

  /** @param {Place} cell
   * @param {Worth} worth
   * @param {boolean} best
   * @param {number} heat from 0 to 1 */
  #field(cell, worth, best, heat) {
    const [x, y] = this.#stage.place(cell);
    const kind = `worth-${sense(worth)}${best ? ' worth-best' : ''}`;
    const box = svg('rect', { class: `worth-heat ${kind}`, x: x * 100 + 8, y: y * 100 + 8, width: 84, height: 84, rx: 14 });
    box.style.setProperty('--heat', heat.toFixed(2));
    const middle = { 'text-anchor': 'middle', 'dominant-baseline': 'central' };
    return [box, svg('text', { class: `worth-text ${kind}`, x: x * 100 + 50, y: y * 100 + 50, ...middle }, brief(worth))];
  }

  /** @param {Extract<Gesture, {type: 'swap' | 'rotate' | 'shift'}>} gesture
   * @param {Worth} worth */
  #plate(gesture, worth) {
    const [x, y] = this.#middle(gesture);
    const value = `${signOf(gesture)}${brief(worth)}`;
    const width = 26 + value.length * 15;
    return [
      svg('rect', { class: 'worth-plate', x: x - width / 2, y: y - 19, width, height: 38, rx: 19 }),
      svg('text', { class: 'worth-label', x, y, 'text-anchor': 'middle', 'dominant-baseline': 'central' }, value),
    ];
  }

  /** @param {Extract<Gesture, {type: 'swap' | 'rotate' | 'shift'}>} gesture
   * @returns {Place} in units of the drawing */
  #middle(gesture) {
    if (gesture.type === 'swap') {
      const [ax, ay] = this.#stage.place(gesture.from);
      const [bx, by] = this.#stage.place(gesture.to);
      return [(ax + bx) * 50 + 50, (ay + by) * 50 + 50];
    }
    if (gesture.type === 'rotate') {
      const [x, y] = this.#stage.place(gesture.corner);
      return [x * 100 + 100, y * 100 + 100];
    }
    const [x, y] = this.#stage.place(gesture.cell);
    const down = STEPS[gesture.towards][0] === 0;
    return down ? [x * 100 + 50, this.#stage.rows * 50] : [this.#stage.columns * 50, y * 100 + 50];
  }
}

/** Writes how a move of several fields goes, where its outline does not tell.
 * @param {Gesture} gesture */
function signOf(gesture) {
  switch (gesture.type) {
    case 'rotate':
      return gesture.clockwise ? '↻ ' : '↺ ';
    case 'shift':
      return `${POINTERS[gesture.towards]} `;
    default:
      return '';
  }
}

/** Writes what an action is worth in as few characters as there are, sign first. Of many points it is the difference to
 * the best that counts.
 * @param {Worth} worth
 * @param {Worth} [leader] the best of all */
export function brief({ kind, amount, bound, score }, leader) {
  if (score !== null && score !== undefined) {
    // Fewer plies are a higher score of a win and a lower one of a loss.
    const atLeast = (kind === 'win') === (bound === 'at_most');
    return `${bound ? (atLeast ? '≥' : '≤') : ''}${signed(score)}`;
  }
  const limit = bound ? (bound === 'at_most' ? '≤' : '≥') : '';
  switch (kind) {
    case 'win':
      return `+#${limit}${amount}`;
    case 'loss':
      return `−#${limit}${amount}`;
    case 'draw':
      return '=';
    case 'estimate':
      return signed(Math.round(amount * 100) / 100, 2);
    case 'goals':
      return amount > 0 && amount < 0.005 ? '<1 %' : `${Math.round(100 * amount)} %`;
    default: {
      const behind = leader && leader.amount >= 1e4 ? Math.round(leader.amount - amount) : 0;
      return behind > 0 ? `−${points(behind)}` : points(amount);
    }
  }
}

/** @param {number} value
 * @param {number} [digits] */
function signed(value, digits = 0) {
  const text = value === 0 ? '0' : Math.abs(value).toFixed(digits);
  return `${value > 0 ? '+' : value < 0 ? '−' : ''}${text}`;
}

/** @param {number} value */
function points(value) {
  if (value >= 1e6) {
    return `${(value / 1e6).toPrecision(3)}M`;
  }
  if (value >= 1e4) {
    return `${(value / 1e3).toPrecision(3)}k`;
  }
  return value >= 10 || Number.isInteger(value) ? String(Math.round(value)) : value.toFixed(1);
}

/** Returns a number by which worths of one position can be compared.
 * @param {Worth} worth */
export function strength({ kind, amount, score }) {
  if (score !== null && score !== undefined) {
    return score;
  }
  switch (kind) {
    case 'win':
      return 2 + 1 / (1 + amount);
    case 'loss':
      return -2 - 1 / (1 + amount);
    case 'draw':
      return 0;
    default:
      return amount;
  }
}

/** @param {Worth} worth
 * @returns {Sense} */
function sense(worth) {
  if (isSinglePlayer(worth)) {
    return 'even';
  }
  const value = strength(worth);
  return value > 0.02 ? 'good' : value < -0.02 ? 'bad' : 'even';
}

/** Tells whether a worth is one of games for one, whose values mean something beside each other only.
 * @param {Worth} worth */
export function isSinglePlayer({ kind }) {
  return kind === 'points' || kind === 'goals' || kind === 'order';
}

/** @param {HTMLElement} element
 * @param {string} text
 * @param {string} words
 * @param {Sense | null} meaning
 * @param {boolean} best */
function tell(element, text, words, meaning, best) {
  element.textContent = text;
  element.title = words;
  for (const name of ['good', 'even', 'bad']) {
    element.classList.toggle(`worth-${name}`, name === meaning);
  }
  element.classList.toggle('worth-best', best);
}

/** @param {Direction} direction */
function edge(direction) {
  return h('div', { class: `board__edge board__edge--${direction}`, 'data-pointer': POINTERS[direction], 'aria-hidden': 'true' });
}
