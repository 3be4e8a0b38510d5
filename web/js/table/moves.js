/** The moves of the game and the controls to step through them.
 *
 * Region `Moves`: buttons `To the start`, `One move back`, `Replay the moves`/`Stop`, `One move forward`, `To
 * the end`, a slider `Move`, and the list of moves, in which the shown one has `aria-current`. */

import { clamp } from '../board/geometry.js';
import { fill, h, icon } from '../dom.js';
import { t } from '../i18n/index.js';
import { button, panel, watchPointed } from '../widgets.js';
import { enable, unlessDisabled } from './controls.js';
import { gradeMark, MISTAKES } from './grades.js';
import { moveLabel, moveWords } from './move-label.js';

/** @import {Grade, MoveInfo} from '../wire-types.js' */
/** @import {TableModel} from './model.js' */

/** Milliseconds between moves in playback; long animations take the time they need. */
const PLAYBACK = 900;
/** How many moves are listed, the last ones. */
const MAX_LISTED = 500;

/** The list of moves with its controls. */
export class Moves {
  #list = h('ol', { class: 'moves', tabindex: '0', 'aria-label': t('moves.list') });
  #slider = h('input', { class: 'slider', type: 'range', min: '0', 'aria-label': t('moves.slider') });
  #buttons = {
    first: this.#button('first', 'skip-back', () => this.#step(0)),
    back: this.#button('back', 'back', () => this.#step(this.#ply - 1)),
    play: this.#button('play', 'play', () => this.toggle()),
    forward: this.#button('forward', 'forward', () => this.#step(this.#ply + 1)),
    last: this.#button('last', 'skip-forward', () => this.#step(this.#last)),
  };
  #ply = 0;
  #last = 0;
  /** Ends the playback.
   * @type {AbortController | null} */
  #playing = null;
  /** @type {Map<number, {move: MoveInfo, item: HTMLElement, button: HTMLElement}>} */
  #entries = new Map();
  /** The grades of the moves by their plies, once they are known.
   * @type {Map<number, Grade>} */
  #grades = new Map();
  #none = h('p', { class: 'soft' }, t('moves.none'));
  #onGo;
  #typed;

  /** @param {(ply: number) => Promise<boolean>} onGo shows a ply, and returns whether it was shown to its end
   * @param {(action: number | null) => void} onPointed is called with the action of the move that the pointer
   *   or the focus is on
   * @param {HTMLElement} typed the box for moves */
  constructor(onGo, onPointed, typed) {
    this.#typed = typed;
    this.#onGo = (/** @type {number} */ ply) => onGo(clamp(ply, 0, this.#last));
    this.#slider.addEventListener('input', () => this.#onGo(Number(this.#slider.value)));
    this.#list.addEventListener('click', (event) => {
      const entry = event.target instanceof Element ? event.target.closest('button') : null;
      if (entry) {
        this.#onGo(Number(entry.value));
      }
    });
    watchPointed(this.#list, (entry) =>
      onPointed(this.#entries.get(Number(entry?.value))?.move.action ?? null),
    );
    const { first, back, play, forward, last } = this.#buttons;
    const scrubber = h('div', { class: 'scrubber' }, first, back, play, this.#slider, forward, last);
    const body = [this.#none, this.#list, scrubber, typed];
    this.element = panel('moves', t('moves'), body, { bodyLook: 'moves-body' });
  }

  /** Shows the moves, and which of them is on the board.
   * @param {TableModel} model
   * @param {number} ply */
  show(model, ply) {
    this.#ply = ply;
    this.#last = model.situation.plies;
    this.element.hidden = model.moves.length === 0 && this.#typed.hidden;
    this.#list.classList.toggle('moves--pairs', model.situation.seats.length > 1);
    this.#update(model, model.moves.slice(-MAX_LISTED));
    for (const [at, { button: entry }] of this.#entries) {
      entry.classList.toggle('move--undone', at > model.situation.ply);
      entry.ariaCurrent = at === ply ? 'true' : null;
      if (at === ply) {
        this.#reveal(entry);
      }
    }
    this.#slider.max = String(this.#last);
    this.#slider.value = String(ply);
    this.#slider.setAttribute('aria-valuetext', t('moves.of', { ply, last: this.#last }));
    const { first, back, play, forward, last } = this.#buttons;
    const atEnd = ply === this.#last;
    enable(first, ply > 0);
    enable(back, ply > 0);
    enable(forward, !atEnd);
    enable(last, !atEnd);
    enable(play, this.#last > 0);
    if (atEnd) {
      this.stop();
    }
  }

  /** Marks the mistakes among the moves.
   * @param {Map<number, Grade>} grades by the plies of the moves */
  showGrades(grades) {
    if (this.#grades.size > 0 || grades.size > 0) {
      this.#grades = grades;
      for (const [ply, { button: entry }] of this.#entries) {
        this.#mark(ply, entry);
      }
    }
  }

  /** Begins the playback at the shown move, or stops it. */
  toggle() {
    if (this.#playing) {
      this.stop();
    } else if (this.#last > 0) {
      this.#playing = new AbortController();
      this.#showPlaying();
      this.#run(this.#playing.signal);
    }
  }

  /** Stops the playback. */
  stop() {
    this.#playing?.abort();
    this.#playing = null;
    this.#showPlaying();
  }

  /** @param {number} ply */
  #step(ply) {
    this.stop();
    this.#onGo(ply);
  }

  /** @param {AbortSignal} signal */
  async #run(signal) {
    let next = this.#ply === this.#last ? 0 : this.#ply + 1;
    while (!signal.aborted) {
      const pause = new Promise((resolve) => setTimeout(resolve, PLAYBACK));
      if (!(await this.#onGo(next)) && !signal.aborted) {
        this.stop();
      }
      await pause;
      next = this.#ply + 1;
    }
  }

  #showPlaying() {
    const { play } = this.#buttons;
    play.setAttribute('aria-label', t(this.#playing ? 'moves.stop' : 'moves.play'));
    fill(play, icon(this.#playing ? 'pause' : 'play'));
  }

  /** Updates the list. Entries of known moves stay.
   * @param {TableModel} model
   * @param {MoveInfo[]} moves */
  #update(model, moves) {
    const wanted = new Map(moves.map((move) => [move.ply, move]));
    for (const [ply, entry] of this.#entries) {
      if (wanted.get(ply) !== entry.move) {
        entry.item.remove();
        this.#entries.delete(ply);
      }
    }
    for (const move of moves) {
      if (!this.#entries.has(move.ply)) {
        const entry = makeEntry(model, move);
        this.#entries.set(move.ply, entry);
        this.#list.append(entry.item);
        this.#mark(move.ply, entry.button);
      }
    }
    this.#none.hidden = moves.length > 0;
  }

  /** Marks a move if it was a mistake.
   * @param {number} ply
   * @param {HTMLElement} entry */
  #mark(ply, entry) {
    const grade = this.#grades.get(ply);
    entry.querySelector('.grade')?.remove();
    if (grade && MISTAKES.includes(grade)) {
      entry.append(gradeMark(grade));
    }
  }

  /** Scrolls the list, but not the page, to an entry.
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
    return button('icon quiet', icon(symbol), unlessDisabled(act), { 'aria-label': t(`moves.${name}`) });
  }
}

/** @param {TableModel} model
 * @param {MoveInfo} move */
function makeEntry(model, move) {
  const words = t('moves.one', { ply: move.ply, move: moveWords(model, move.action) });
  const how = { type: 'button', value: String(move.ply), tabindex: '-1' };
  const button = h('button', how, moveLabel(model, move.action, words));
  return { move, item: h('li', {}, button), button };
}
