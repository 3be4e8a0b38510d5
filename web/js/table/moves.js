/** The moves of the game and the way through them.
 *
 * Region `Moves`: buttons `To the start`, `One move back`, `Play the moves`/`Stop`, `One move forward`, `To the end`, a
 * slider `Move`, and the list of moves, whose one that is shown has `aria-current`. */

import { fill, h, icon } from '../dom.js';
import { t } from '../i18n/index.js';

/** @import {MoveInfo} from '../wire-types.js' */
/** @import {TableModel} from './model.js' */

/** Milliseconds from one move to the next when they play by themselves; a long one takes the time it needs. */
const PACE = 900;
/** Moves in the list, the last ones. */
const LISTED = 500;

/** The list of moves with its controls. */
export class Moves {
  #list = h('ol', { class: 'moves', tabindex: '0', 'aria-label': t('moves.list') });
  #slider = h('input', { class: 'slider', type: 'range', min: '0', max: '0', value: '0', 'aria-label': t('moves.slider') });
  #buttons = {
    first: this.#button('first', 'skip-back', () => this.#onGo(0)),
    back: this.#button('back', 'back', () => this.#onGo(this.#ply - 1)),
    play: this.#button('play', 'play', () => this.toggle()),
    forward: this.#button('forward', 'forward', () => this.#onGo(this.#ply + 1)),
    last: this.#button('last', 'skip-forward', () => this.#onGo(this.#last)),
  };
  #ply = 0;
  #last = 0;
  /** What ends the moves' playing by themselves.
   * @type {AbortController | null} */
  #playing = null;
  /** @type {Map<number, {move: MoveInfo, item: HTMLElement, button: HTMLElement}>} */
  #entries = new Map();
  #none = h('p', { class: 'soft' }, t('moves.none'));
  #onGo;

  /** @param {(ply: number) => Promise<boolean>} onGo is told which ply is to be shown, and tells whether it was shown to its end
   * @param {HTMLElement} typed where moves are typed */
  constructor(onGo, typed) {
    this.#onGo = (/** @type {number} */ ply) => onGo(Math.max(0, Math.min(this.#last, ply)));
    this.#slider.addEventListener('input', () => this.#onGo(Number(this.#slider.value)));
    this.#list.addEventListener('click', (event) => {
      const entry = event.target instanceof Element ? event.target.closest('button') : null;
      if (entry) {
        this.#onGo(Number(entry.value));
      }
    });
    const { first, back, play, forward, last } = this.#buttons;
    this.element = h(
      'section',
      { class: 'panel', 'aria-labelledby': 'moves-heading' },
      h('div', { class: 'panel__head' }, h('h2', { id: 'moves-heading' }, t('moves'))),
      h('div', { class: 'panel__body stack moves-body' }, this.#none, this.#list, h('div', { class: 'scrubber' }, first, back, play, this.#slider, forward, last), typed),
    );
  }

  /** Shows the moves, and which of them is on the board.
   * @param {TableModel} model
   * @param {number} ply */
  show(model, ply) {
    this.#ply = ply;
    this.#last = model.situation.plies;
    this.#list.classList.toggle('moves--pairs', model.situation.seats.length > 1);
    this.#follow(model.moves.slice(-LISTED));
    for (const [at, { button: entry }] of this.#entries) {
      entry.classList.toggle('move--undone', at > model.situation.ply);
      if (at === ply) {
        entry.setAttribute('aria-current', 'true');
        this.#reveal(entry);
      } else {
        entry.removeAttribute('aria-current');
      }
    }
    this.#slider.max = String(this.#last);
    this.#slider.value = String(ply);
    this.#slider.setAttribute('aria-valuetext', t('moves.of', { ply, last: this.#last }));
    const [start, end] = [ply === 0, ply === this.#last];
    for (const [button, off] of /** @type {const} */ ([
      [this.#buttons.first, start],
      [this.#buttons.back, start],
      [this.#buttons.forward, end],
      [this.#buttons.last, end],
      [this.#buttons.play, this.#last === 0],
    ])) {
      button.setAttribute('aria-disabled', String(off));
    }
    if (end) {
      this.stop();
    }
  }

  /** Plays the moves by themselves from the one that is shown, or stops. */
  toggle() {
    if (this.#playing) {
      this.stop();
    } else if (this.#last > 0) {
      this.#playing = new AbortController();
      this.#dressPlay();
      this.#run(this.#playing.signal);
    }
  }

  /** Stops playing by itself. */
  stop() {
    this.#playing?.abort();
    this.#playing = null;
    this.#dressPlay();
  }

  /** @param {AbortSignal} signal */
  async #run(signal) {
    let next = this.#ply === this.#last ? 0 : this.#ply + 1;
    while (!signal.aborted) {
      const pause = new Promise((resolve) => setTimeout(resolve, PACE));
      if (!(await this.#onGo(next)) && !signal.aborted) {
        this.stop();
      }
      await pause;
      next = this.#ply + 1;
    }
  }

  #dressPlay() {
    const on = this.#playing !== null;
    this.#buttons.play.setAttribute('aria-label', t(on ? 'moves.stop' : 'moves.play'));
    fill(this.#buttons.play, icon(on ? 'pause' : 'play'));
  }

  /** Brings the list up to date: what is there already stays.
   * @param {MoveInfo[]} moves */
  #follow(moves) {
    const wanted = new Map(moves.map((move) => [move.ply, move]));
    for (const [ply, entry] of this.#entries) {
      if (wanted.get(ply) !== entry.move) {
        entry.item.remove();
        this.#entries.delete(ply);
      }
    }
    for (const move of moves) {
      if (!this.#entries.has(move.ply)) {
        const entry = { move, ...moveItem(move) };
        this.#entries.set(move.ply, entry);
        this.#list.append(entry.item);
      }
    }
    const longest = Math.max(0, ...moves.map((move) => move.text.length));
    this.#list.style.setProperty('--least', `${longest + 6}ch`);
    this.#none.hidden = moves.length > 0;
  }

  /** Scrolls the list alone, never the page.
   * @param {HTMLElement} entry */
  #reveal(entry) {
    const list = this.#list.getBoundingClientRect();
    const box = entry.getBoundingClientRect();
    if (box.bottom > list.bottom) {
      this.#list.scrollTop += box.bottom - list.bottom;
    } else if (box.top < list.top) {
      this.#list.scrollTop -= list.top - box.top;
    }
  }

  /** @param {'first' | 'back' | 'play' | 'forward' | 'last'} name
   * @param {string} symbol
   * @param {() => void} act */
  #button(name, symbol, act) {
    const onclick = (/** @type {Event} */ event) => {
      const button = /** @type {Element} */ (event.currentTarget);
      if (button.getAttribute('aria-disabled') !== 'true') {
        if (name !== 'play') {
          this.stop();
        }
        act();
      }
    };
    return h('button', { class: 'button button--icon button--quiet', type: 'button', 'aria-label': t(`moves.${name}`), onclick }, icon(symbol));
  }
}

/** @param {MoveInfo} move */
function moveItem(move) {
  const name = t('moves.one', { ply: move.ply, move: move.text });
  const button = h('button', { type: 'button', value: String(move.ply), tabindex: '-1', 'aria-label': name }, move.text);
  return { item: h('li', {}, button), button };
}
