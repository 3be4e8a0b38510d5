/** A small board on which a game plays itself, as decoration. It rests while it is off the screen, while the
 * page is in the background and where animation is off. */

import { animationSpeed } from '../board/animation.js';
import { Board } from '../board/board.js';
import { h } from '../dom.js';
import { onSettingsChange } from '../settings.js';

/** @import {Face, GameInfo, Scene} from '../wire-types.js' */

/** What a board shows.
 * @typedef {{faces: Record<string, Face>, scenes: Scene[]}} Demo */

/** Milliseconds between moves, and before the game begins again. */
const BETWEEN_MOVES = 1_500;
const BETWEEN_GAMES = 4_000;

/** A small board on which a game plays itself. */
export class DemoBoard {
  element = h('div', { class: 'living', 'aria-hidden': 'true' });
  /** @type {Board | null} */
  #board = null;
  /** @type {Demo} */
  #demo = { faces: {}, scenes: [] };
  #scene = 0;
  #visible = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #listening = new AbortController();
  #observer;
  #game;

  /** @param {GameInfo} game
   * @param {number} index among boards that are seen together, which move one after the other */
  constructor(game, index) {
    this.#game = game;
    this.#observer = new IntersectionObserver((entries) => {
      this.#visible = entries.some((entry) => entry.isIntersecting);
      this.#schedule(400 + index * 310);
    });
  }

  destroy() {
    this.#listening.abort();
    clearTimeout(this.#timer);
    this.#observer.disconnect();
    this.#board?.destroy();
  }

  /** Begins to play.
   * @param {Demo} demo with a scene at least
   * @param {number} first the scene to begin with */
  show(demo, first) {
    const { signal } = this.#listening;
    if (signal.aborted) {
      return;
    }
    this.#demo = demo;
    this.#scene = Math.min(first, demo.scenes.length - 1);
    this.#board = new Board({ game: this.#game.id, label: this.#game.title, small: true });
    this.#board.show({ board: demo.scenes[this.#scene].board, faces: demo.faces });
    this.element.append(this.#board.element);
    this.#observer.observe(this.element);
    const goOn = () => this.#schedule(BETWEEN_MOVES);
    document.addEventListener('visibilitychange', goOn, { signal });
    onSettingsChange(goOn, { signal });
  }

  /** @param {number} milliseconds until the next move */
  #schedule(milliseconds) {
    clearTimeout(this.#timer);
    if (this.#visible && animationSpeed() > 0 && this.#demo.scenes.length > 1) {
      this.#timer = setTimeout(() => this.#step(), milliseconds);
    }
  }

  #step() {
    const { scenes, faces } = this.#demo;
    this.#scene = (this.#scene + 1) % scenes.length;
    const { board, steps } = scenes[this.#scene];
    if (this.#scene === 0) {
      this.#board?.show({ board, faces });
    } else {
      this.#board?.play({ steps, board, faces });
    }
    this.#schedule(this.#scene === scenes.length - 1 ? BETWEEN_GAMES : BETWEEN_MOVES);
  }
}
