/** The tokens beside the board: those to choose from, and the one that was chosen. */

import { h } from '../dom.js';
import { modulo } from './token-layer.js';

/** @import {TrayView} from '../wire-types.js' */
/** @import {Stage} from './token-layer.js' */
/** @import {Say} from './board.js' */

/** The tray. A token keeps its place when others are gone, so that the eye finds it again. */
export class Tray {
  element = h('div', { class: 'tray', role: 'group' });

  /** @type {Map<string, HTMLButtonElement>} */
  #buttons = new Map();

  /** What taking each token is worth, in words.
   * @type {Map<string, string>} */
  #worths = new Map();

  #cursor = 0;
  #stage;
  #say;
  #named;

  /** @param {Stage} stage
   * @param {Say} say
   * @param {(name: string) => string} named says the name of a token in the reader's language
   * @param {(token: string) => void} onTake */
  constructor(stage, say, named, onTake) {
    this.#stage = stage;
    this.#say = say;
    this.#named = named;
    this.element.setAttribute('aria-label', say('board.tray'));
    this.element.addEventListener('click', (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      if (button?.dataset.token) {
        onTake(button.dataset.token);
      }
    });
    this.element.addEventListener('focusin', (event) => {
      const at = this.#list().indexOf(/** @type {HTMLButtonElement} */ (event.target));
      if (at >= 0) {
        this.#point(at);
      }
    });
  }

  /** Forgets all tokens. */
  clear() {
    this.#buttons.clear();
    this.element.replaceChildren();
  }

  /** Shows a tray.
   * @param {TrayView} tray
   * @param {boolean} open whether a token can be taken now */
  show({ tokens, selected }, open) {
    const present = new Set(tokens);
    const wanted = selected === null ? tokens : [...tokens, selected];
    for (const token of wanted.toSorted((a, b) => Number(a) - Number(b))) {
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
    // The one that Tab leads to may be gone.
    this.#point(this.#cursor);
  }

  /** Writes on the tokens what taking them is worth, or nothing.
   * @param {Map<string, {text: string, words: string, kind: string}>} worths */
  judge(worths) {
    this.#worths = new Map([...worths].map(([token, { words }]) => [token, words]));
    for (const [token, button] of this.#buttons) {
      const worth = worths.get(token);
      button.querySelector('.worth-tag')?.remove();
      if (worth) {
        button.append(h('span', { class: `worth-tag ${worth.kind}`, 'aria-hidden': 'true', 'data-worth': worth.text }));
      }
      this.#label(token, button);
    }
  }

  /** @param {string} token
   * @param {HTMLElement} button */
  #label(token, button) {
    const name = this.#named(this.#stage.faces[token]?.name ?? token);
    const worth = this.#worths.get(token);
    const said = worth === undefined ? name : this.#say('board.tray.worth', { token: name, worth });
    button.setAttribute('aria-label', button.hasAttribute('data-chosen') ? `${this.#say('board.tray.chosen')}: ${said}` : said);
  }

  /** Moves the cursor to the next token in a direction, and the focus with it.
   * @param {number} dx
   * @param {number} dy */
  step(dx, dy) {
    const list = this.#list();
    if (list.length === 0) {
      return;
    }
    if (dx !== 0) {
      this.#point(modulo(this.#cursor + dx, list.length));
    } else {
      this.#point(this.#vertical(list, dy));
    }
    this.focus();
  }

  /** Moves the cursor to the token with a label, and the focus with it.
   * @param {string} label
   * @returns {boolean} whether there is one */
  seek(label) {
    const at = this.#list().findIndex((button) => this.#stage.faces[button.dataset.token ?? '']?.label === label);
    if (at >= 0) {
      this.#point(at);
      this.focus();
    }
    return at >= 0;
  }

  /** The token under the cursor. */
  get token() {
    return this.#list()[this.#cursor]?.dataset.token;
  }

  /** Whether the focus is on a token. */
  get hasFocus() {
    return this.element.contains(document.activeElement);
  }

  /** Gives the focus to the token under the cursor. */
  focus() {
    this.#list()[this.#cursor]?.focus({ preventScroll: true });
  }

  /** Returns the element of a token.
   * @param {string} token */
  of(token) {
    return this.#buttons.get(token);
  }

  /** The tokens that are still there, in order.
   * @returns {HTMLButtonElement[]} */
  #list() {
    return [...this.#buttons.values()].filter((button) => !button.disabled);
  }

  /** @param {string} token */
  #add(token) {
    const button = h('button', { type: 'button', class: 'tray__token', tabindex: '-1', 'data-token': token });
    button.append(...this.#stage.make(token).childNodes);
    const after = [...this.#buttons].find(([other]) => Number(other) > Number(token));
    this.element.insertBefore(button, after?.[1] ?? null);
    this.#buttons.set(token, button);
    this.#buttons = new Map([...this.#buttons].toSorted(([a], [b]) => Number(a) - Number(b)));
  }

  /** @param {number} to */
  #point(to) {
    const list = this.#list();
    for (const button of this.#buttons.values()) {
      button.tabIndex = -1;
    }
    this.#cursor = Math.min(Math.max(to, 0), Math.max(list.length - 1, 0));
    if (list[this.#cursor]) {
      list[this.#cursor].tabIndex = 0;
    }
  }

  /** @param {HTMLElement[]} list
   * @param {number} dy
   * @returns {number} the token that is nearest in the line above or below */
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
