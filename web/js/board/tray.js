/** The tokens beside the board: those to choose from, and the chosen one. */

import { h } from '../dom.js';
import { piece, t } from '../i18n/index.js';
import { clamp, modulo } from './geometry.js';

/** @import {Gesture, Tray as TrayView} from '../wire-types.js' */
/** @import {TokenLayer} from './token-layer.js' */

/** The evaluation of a token: in brief, in words, and the classes of its look.
 * @typedef {{brief: string, words: string, look: string}} TokenEvaluation */

/** The tray. A token keeps its place when others are taken. */
export class Tray {
  element = h('div', { class: 'tray', role: 'group', 'aria-label': t('board.tray') });
  /** @type {Map<string, HTMLButtonElement>} */
  #buttons = new Map();
  /** @type {Map<string, TokenEvaluation>} */
  #evaluations = new Map();
  #cursor = 0;
  #layer;

  /** @param {TokenLayer} layer
   * @param {(token: string) => void} onTake */
  constructor(layer, onTake) {
    this.#layer = layer;
    this.element.addEventListener('click', (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      if (button?.dataset.token) {
        onTake(button.dataset.token);
      }
    });
    this.element.addEventListener('focusin', (event) => {
      const index = this.#present.indexOf(/** @type {HTMLButtonElement} */ (event.target));
      if (index >= 0) {
        this.#point(index);
      }
    });
  }

  /** Removes all tokens. */
  clear() {
    this.#buttons.clear();
    this.element.replaceChildren();
  }

  /** Shows a tray.
   * @param {TrayView} tray
   * @param {boolean} open whether a token can be taken now */
  show({ tokens, selected }, open) {
    const present = new Set(tokens);
    for (const token of selected === null ? tokens : [...tokens, selected]) {
      if (!this.#buttons.has(token)) {
        this.#add(token);
      }
    }
    this.element.classList.toggle('tray--open', open);
    for (const [token, button] of this.#buttons) {
      const chosen = token === selected;
      const gone = !chosen && !present.has(token);
      button.classList.toggle('tray__token--chosen', chosen);
      button.classList.toggle('tray__token--gone', gone);
      button.setAttribute('aria-disabled', String(!open || gone));
      button.toggleAttribute('data-chosen', chosen);
      this.#label(token, button);
      button.disabled = gone;
      button.ariaHidden = gone ? 'true' : null;
    }
    // The token that Tab leads to may be gone.
    this.#point(this.#cursor);
  }

  /** Marks the token of a gesture as a hint or to be pointed out, or none.
   * @param {'hint' | 'preview'} why
   * @param {Gesture | undefined} gesture */
  point(why, gesture) {
    for (const [token, button] of this.#buttons) {
      const pointed = gesture?.type === 'take' && gesture.token === token;
      button.classList.toggle(`tray__token--${why}`, pointed);
    }
  }

  /** Shows the evaluations of tokens.
   * @param {Map<string, TokenEvaluation>} evaluations */
  evaluate(evaluations) {
    this.#evaluations = evaluations;
    for (const [token, button] of this.#buttons) {
      const evaluation = evaluations.get(token);
      button.querySelector('.worth-tag')?.remove();
      if (evaluation) {
        const { look, brief } = evaluation;
        button.append(h('span', { class: `worth-tag ${look}`, 'aria-hidden': 'true', 'data-worth': brief }));
      }
      this.#label(token, button);
    }
  }

  /** Moves the cursor and the focus to the next token in a direction.
   * @param {number} dx
   * @param {number} dy */
  step(dx, dy) {
    const list = this.#present;
    if (list.length > 0) {
      this.#point(dx !== 0 ? modulo(this.#cursor + dx, list.length) : this.#vertical(list, dy));
      this.focus();
    }
  }

  /** Moves the cursor and the focus to the token with a label; returns whether there is one.
   * @param {string} label */
  seek(label) {
    const { faces } = this.#layer;
    const index = this.#present.findIndex((button) => faces[button.dataset.token ?? '']?.label === label);
    if (index >= 0) {
      this.#point(index);
      this.focus();
    }
    return index >= 0;
  }

  /** The token under the cursor. */
  get token() {
    return this.#present[this.#cursor]?.dataset.token;
  }

  /** Whether the focus is on a token. */
  get hasFocus() {
    return this.element.contains(document.activeElement);
  }

  /** Gives the focus to the token under the cursor. */
  focus() {
    this.#present[this.#cursor]?.focus({ preventScroll: true });
  }

  /** Returns the element of a token.
   * @param {string} token */
  of(token) {
    return this.#buttons.get(token);
  }

  /** The tokens that are not gone, in order. */
  get #present() {
    return [...this.#buttons.values()].filter((button) => !button.disabled);
  }

  /** @param {string} token
   * @param {HTMLElement} button */
  #label(token, button) {
    const name = piece(this.#layer.faces[token]?.name ?? token);
    const worth = this.#evaluations.get(token)?.words;
    const label = worth === undefined ? name : t('board.tray.worth', { token: name, worth });
    const chosen = button.hasAttribute('data-chosen');
    button.setAttribute('aria-label', chosen ? `${t('board.tray.chosen')}: ${label}` : label);
  }

  /** @param {string} token */
  #add(token) {
    const button = h('button', { type: 'button', class: 'tray__token', tabindex: '-1', 'data-token': token });
    button.append(...this.#layer.make(token).childNodes);
    const after = [...this.#buttons].find(([other]) => Number(other) > Number(token));
    this.element.insertBefore(button, after?.[1] ?? null);
    this.#buttons.set(token, button);
    this.#buttons = new Map([...this.#buttons].toSorted(([a], [b]) => Number(a) - Number(b)));
  }

  /** @param {number} to */
  #point(to) {
    const list = this.#present;
    this.#cursor = clamp(to, 0, Math.max(list.length - 1, 0));
    for (const button of this.#buttons.values()) {
      button.tabIndex = button === list[this.#cursor] ? 0 : -1;
    }
  }

  /** Returns the index of the nearest token in the line above or below.
   * @param {HTMLElement[]} list
   * @param {number} dy */
  #vertical(list, dy) {
    const here = list[this.#cursor].getBoundingClientRect();
    let [best, least] = [this.#cursor, Infinity];
    list.forEach((button, index) => {
      const there = button.getBoundingClientRect();
      const down = (there.top - here.top) * dy;
      const distance = down * 2 + Math.abs(there.left - here.left);
      if (down > here.height / 2 && distance < least) {
        [best, least] = [index, distance];
      }
    });
    return best;
  }
}
