/** A small board on which a game plays itself, for eyes alone. It rests while it is off the screen, while the page is in
 * the background and where things should not move. */

import { pace } from '../board/animation.js';
import { Board } from '../board/board.js';
import { h } from '../dom.js';
import { showcase } from '../net/http.js';

/** @import {GameInfo, Showcase} from '../wire-types.js' */

/** Milliseconds between moves, and before the game begins anew. */
const PACE = 1_500;
const REST = 4_000;

/** A small board on which a game plays itself. */
export class DemoBoard {
  element = h('div', { class: 'living', 'aria-hidden': 'true' });
  /** @type {Board | null} */
  #board = null;
  /** @type {Showcase | null} */
  #show = null;
  #scene = 0;
  #seen = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #gone = false;
  #delay;
  #observer = new IntersectionObserver((entries) => {
    this.#seen = entries.some((entry) => entry.isIntersecting);
    this.#go(this.#delay);
  });

  /** @param {GameInfo} game
   * @param {number} index its place among its like, so that they do not all move at once */
  constructor(game, index) {
    this.#delay = 400 + index * 310;
    this.#load(game);
  }

  /** Takes it down. */
  destroy() {
    this.#gone = true;
    clearTimeout(this.#timer);
    this.#observer.disconnect();
    document.removeEventListener('visibilitychange', this.#wake);
    this.#board?.destroy();
  }

  #wake = () => this.#go(PACE);

  /** @param {GameInfo} game */
  async #load(game) {
    try {
      this.#show = await showcase(game.id);
    } catch {
      return;
    }
    const middle = this.#show.scenes[Math.min(this.#show.scenes.length - 1, pace() === 0 ? 12 : 4)];
    if (this.#gone || !middle) {
      return;
    }
    this.#scene = this.#show.scenes.indexOf(middle);
    this.#board = new Board({ game: game.id, label: game.title, small: true, onAction: () => {} });
    this.#board.show({ board: middle.board, faces: this.#show.faces, last: null, legal: [], interactive: false });
    this.element.append(this.#board.element);
    this.#observer.observe(this.element);
    document.addEventListener('visibilitychange', this.#wake);
  }

  /** @param {number} wait */
  #go(wait) {
    clearTimeout(this.#timer);
    if (this.#seen && pace() > 0) {
      this.#timer = setTimeout(() => this.#step(), wait);
    }
  }

  #step() {
    const show = this.#show;
    if (!show || !this.#board) {
      return;
    }
    this.#scene = (this.#scene + 1) % show.scenes.length;
    const scene = show.scenes[this.#scene];
    if (!scene) {
      return;
    }
    const drawn = { board: scene.board, faces: show.faces, last: null, legal: [], interactive: false };
    if (this.#scene === 0) {
      this.#board.show(drawn);
    } else {
      this.#board.play({ waves: scene.waves, ...drawn });
    }
    this.#go(this.#scene === show.scenes.length - 1 ? REST : PACE);
  }
}
