/** Shows on the board what actions are worth: under columns, at the edges for pushes, on cells, on the tray's
 * tokens, and around the cells of the best swaps. The sign is always text; colour only repeats it. */

import { h, svg, svgText } from '../dom.js';
import { brief, describe, isSinglePlayer, senseOf, strength } from './evaluation.js';
import { POINTERS, STEPS } from './geometry.js';

/** @import {Direction, Gesture, Cell, Worth} from '../wire-types.js' */
/** @import {ActionMap} from './action-map.js' */
/** @import {Marks} from './marks.js' */
/** @import {TokenLayer} from './token-layer.js' */
/** @import {Tray} from './tray.js' */

/** A gesture that moves several cells.
 * @typedef {Extract<Gesture, {type: 'swap' | 'rotate' | 'shift'}>} FramedGesture */

/** A plate with an evaluation: its text, where it stands and how wide it is, in units of the drawing.
 * @typedef {{text: string, middle: Cell, width: number}} Plate */

/** How high a plate is. */
const PLATE_HEIGHT = 38;

/** How many gestures that move several cells are shown. */
const MAX_FRAMES = 3;

/** Above this many columns they have no numbers. */
const MAX_NUMBERED = 20;

/** The overlay of evaluations. */
export class EvaluationOverlay {
  /** Under the columns: their numbers or evaluations. */
  columns = h('div', { class: 'board__columns', 'aria-hidden': 'true' });
  /** At the four edges.
   * @type {Record<Direction, HTMLElement>} */
  edges = { up: edge('up'), down: edge('down'), left: edge('left'), right: edge('right') };
  /** The evaluations of single cells in words.
   * @type {[cell: Cell, words: string][]} */
  words = [];
  #layer;
  #marks;
  #tray;

  /** @param {TokenLayer} layer
   * @param {Marks} marks
   * @param {Tray} tray */
  constructor(layer, marks, tray) {
    this.#layer = layer;
    this.#marks = marks;
    this.#tray = tray;
  }

  /** Makes the places under the columns.
   * @param {number} columns
   * @param {number} first the number of the first column */
  layOut(columns, first) {
    const length = columns <= MAX_NUMBERED ? columns : 0;
    const numbers = Array.from({ length }, (_, index) => String(first + index));
    const spans = numbers.map((number) =>
      h('span', { class: 'board__column', 'data-number': number }, number),
    );
    this.columns.replaceChildren(...spans);
  }

  /** Shows the evaluations of actions, the best first; none clears the overlay.
   * @param {readonly Worth[]} worths
   * @param {ActionMap} actions */
  show(worths, actions) {
    this.#clear();
    const strengths = worths.map(strength);
    const [least, most] = [Math.min(...strengths), Math.max(...strengths)];
    /** @type {SVGElement[]} */
    const drawn = [];
    /** @type {SVGElement[]} */
    const frames = [];
    /** The plates of the frames.
     * @type {Plate[]} */
    const plates = [];
    /** @type {Map<string, import('./tray.js').TokenEvaluation>} */
    const tokens = new Map();
    for (const [rank, worth] of worths.entries()) {
      const gesture = actions.gestureOf(worth.action);
      if (!gesture) {
        continue;
      }
      const own = strengths[rank];
      const isBest = own === strengths[0] && (most > least || worths.length === 1);
      const look = `worth-${senseOf(worth)}${isBest ? ' worth-best' : ''}`;
      const words = describe(worth);
      switch (gesture.type) {
        case 'swap':
        case 'rotate':
        case 'shift':
          if (plates.length < MAX_FRAMES) {
            const plate = this.#plateOf(gesture, worth);
            if (!plates.some((other) => overlap(plate, other))) {
              const kind = `worth-move worth-move--${plates.length}`;
              plates.push(plate);
              frames.unshift(svg('g', { class: kind }, this.#marks.outline(gesture)));
              drawn.unshift(svg('g', { class: kind }, drawPlate(plate)));
            }
          }
          break;
        case 'point': {
          const rise = most > least ? (own - least) / (most - least) : 1;
          const heat = isSinglePlayer(worth) ? rise : Math.min(1, Math.abs(own));
          drawn.push(...this.#cell(gesture.cell, brief(worth), look, heat));
          this.words.push([gesture.cell, words]);
          break;
        }
        case 'take':
          tokens.set(gesture.token, { brief: brief(worth), words, look });
          break;
        case 'column':
          label(this.columns.children[gesture.column], brief(worth, worths[0]), words, look);
          break;
        case 'push': {
          const text = `${POINTERS[gesture.towards]} ${brief(worth, worths[0])}`;
          label(this.edges[gesture.towards], text, words, look);
        }
      }
    }
    this.#marks.draw('worth', [...frames, ...drawn]);
    this.#tray.evaluate(tokens);
  }

  /** Marks one direction as that of a hint, of a move to be pointed out or of the last move, or none.
   * @param {'hint' | 'last' | 'preview'} why
   * @param {Gesture | undefined} gesture */
  point(why, gesture) {
    for (const [direction, element] of Object.entries(this.edges)) {
      const pointed = gesture?.type === 'push' && gesture.towards === direction;
      element.classList.toggle(`board__edge--${why}`, pointed);
    }
  }

  #clear() {
    this.words = [];
    for (const element of this.columns.querySelectorAll('span')) {
      label(element, element.dataset.number ?? '', '', '');
    }
    for (const element of Object.values(this.edges)) {
      label(element, '', '', '');
    }
  }

  /** @param {Cell} cell
   * @param {string} text
   * @param {string} look
   * @param {number} heat from 0 to 1 */
  #cell(cell, text, look, heat) {
    const [x, y] = this.#layer.toPlace(cell).map((value) => value * 100);
    const square = { x: x + 8, y: y + 8, width: 84, height: 84, rx: 14 };
    const box = svg('rect', { class: `worth-heat ${look}`, ...square });
    box.style.setProperty('--heat', heat.toFixed(2));
    return [box, svgText(text, { class: `worth-text ${look}`, x: x + 50, y: y + 50 })];
  }

  /** @param {FramedGesture} gesture
   * @param {Worth} worth
   * @returns {Plate} */
  #plateOf(gesture, worth) {
    const text = `${arrowOf(gesture)}${brief(worth)}`;
    return { text, middle: this.#middle(gesture), width: 26 + text.length * 15 };
  }

  /** @param {FramedGesture} gesture
   * @returns {Cell} in units of the drawing */
  #middle(gesture) {
    const { columns, rows } = this.#layer;
    const at = (/** @type {Cell} */ cell) => this.#layer.toPlace(cell);
    switch (gesture.type) {
      case 'swap': {
        const [[ax, ay], [bx, by]] = [at(gesture.from), at(gesture.to)];
        return [(ax + bx) * 50 + 50, (ay + by) * 50 + 50];
      }
      case 'rotate': {
        const [x, y] = at(gesture.corner);
        return [x * 100 + 100, y * 100 + 100];
      }
      case 'shift': {
        const [x, y] = at(gesture.cell);
        return STEPS[gesture.towards][0] === 0 ? [x * 100 + 50, rows * 50] : [columns * 50, y * 100 + 50];
      }
    }
  }
}

/** Returns whether two plates cover each other.
 * @param {Plate} one
 * @param {Plate} other */
function overlap({ middle: [x, y], width }, { middle: [otherX, otherY], width: otherWidth }) {
  return Math.abs(x - otherX) <= (width + otherWidth) / 2 && Math.abs(y - otherY) <= PLATE_HEIGHT;
}

/** @param {Plate} plate */
function drawPlate({ text, middle: [x, y], width }) {
  const half = PLATE_HEIGHT / 2;
  const box = { x: x - width / 2, y: y - half, width, height: PLATE_HEIGHT, rx: half };
  return [svg('rect', { class: 'worth-plate', ...box }), svgText(text, { class: 'worth-label', x, y })];
}

/** Returns an arrow for a gesture whose frame does not show its direction.
 * @param {FramedGesture} gesture */
function arrowOf(gesture) {
  switch (gesture.type) {
    case 'swap':
      return '';
    case 'rotate':
      return gesture.clockwise ? '↻ ' : '↺ ';
    case 'shift':
      return `${POINTERS[gesture.towards]} `;
  }
}

/** @param {Element | undefined} element
 * @param {string} text
 * @param {string} words
 * @param {string} look the classes of the evaluation */
function label(element, text, words, look) {
  if (element instanceof HTMLElement) {
    element.textContent = text;
    element.title = words;
    for (const name of ['worth-good', 'worth-even', 'worth-bad', 'worth-best']) {
      element.classList.toggle(name, look.split(' ').includes(name));
    }
  }
}

/** @param {Direction} direction */
function edge(direction) {
  const look = `board__edge board__edge--${direction}`;
  return h('div', { class: look, 'data-pointer': POINTERS[direction], 'aria-hidden': 'true' });
}
