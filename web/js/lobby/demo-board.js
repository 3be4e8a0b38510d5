/** A small board on which a game plays itself, as decoration. It rests while it is off the screen, while the
 * page is in the background and where animation is off. */

import { animationSpeed } from '../board/animation.js';
import { Board } from '../board/board.js';
import { h } from '../dom.js';
import { showcases } from '../net/requests.js';

/** @import {GameInfo, Showcase} from '../wire-types.js' */

/** Milliseconds between moves, and before the game begins again. */
const BETWEEN_MOVES = 1_500;
const BETWEEN_GAMES = 4_000;

/** A small board on which a game plays itself. */
export class DemoBoard {
  element = h('div', { class: 'living', 'aria-hidden': 'true' });
  /** @type {Board | null} */
  #board = null;
  /** @type {Showcase} */
  #show = { game: '', faces: {}, scenes: [] };
  #scene = 0;
  #visible = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #listening = new AbortController();
  #observer;

  /** @param {GameInfo} game
   * @param {number} index among the boards of the lobby, which move one after the other */
  constructor(game, index) {
    this.#observer = new IntersectionObserver((entries) => {
      this.#visible = entries.some((entry) => entry.isIntersecting);
      this.#schedule(400 + index * 310);
    });
    this.#load(game);
  }

  destroy() {
    this.#listening.abort();
    clearTimeout(this.#timer);
    this.#observer.disconnect();
    this.#board?.destroy();
  }

  /** @param {GameInfo} game */
  async #load(game) {
    const shows = await showcases().catch(() => []);
    const show = shows.find((one) => one.game === game.id);
    const { signal } = this.#listening;
    if (!show || show.scenes.length === 0 || signal.aborted) {
      return;
    }
    this.#show = show;
    this.#scene = Math.min(show.scenes.length - 1, animationSpeed() === 0 ? 12 : 4);
    this.#board = new Board({ game: game.id, label: game.title, small: true });
    this.#board.show({ board: show.scenes[this.#scene].board, faces: show.faces });
    this.element.append(this.#board.element);
    this.#observer.observe(this.element);
    document.addEventListener('visibilitychange', () => this.#schedule(BETWEEN_MOVES), { signal });
  }

  /** @param {number} milliseconds until the next move */
  #schedule(milliseconds) {
    clearTimeout(this.#timer);
    if (this.#visible && animationSpeed() > 0) {
      this.#timer = setTimeout(() => this.#step(), milliseconds);
    }
  }

  #step() {
    const { scenes, faces } = this.#show;
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
