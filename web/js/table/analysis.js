/** The analysis of the position on the board, for as long as it is switched on.
 *
 * Region `Analysis`: the depth, the best actions with their evaluations, and the expected line. */

import { beside, isSinglePlayer, senseOf, strength } from '../board/evaluation.js';
import { clamp } from '../board/geometry.js';
import { fill, h, setText } from '../dom.js';
import { explain } from '../explain.js';
import { number, t } from '../i18n/index.js';
import { note, panel, watchPointed } from '../widgets.js';
import { moveLabel } from './move-label.js';

/** @import {Judgement, Worth} from '../wire-types.js' */
/** @import {Connection} from '../net/connection.js' */
/** @import {TableModel} from './model.js' */

/** @typedef {object} AnalysisHandlers
 * @property {(worths: Worth[] | null) => void} onEvaluations is called with what the board should show
 * @property {(action: number) => void} onPlay is called when an action of the list is chosen
 * @property {(action: number | null) => void} onPointed is called with the action of the list that the
 *   pointer or the focus is on */

/** How many actions are listed. */
const MAX_LISTED = 7;
/** How many moves of the expected line are shown. */
const LINE = 12;
/** Milliseconds of analysis for a hint. A busy server may take three times as long for its first result. */
const HINT = 1_200;

/** An action in the list.
 * @typedef {{item: HTMLElement, bar: HTMLElement, value: HTMLElement}} Row */

/** Requests analysis and shows it. */
export class Analysis {
  #depth = h('p', { class: 'small soft number' });
  #list = h('ol', { class: 'worths' });
  #line = note();
  /** The rows of the list by their actions, in order.
   * @type {Map<number, Row>} */
  #rows = new Map();
  /** @type {(() => void) | null} */
  #stop = null;
  /** The position that is analysed, or nothing. */
  #key = '';
  /** @type {Judgement | null} */
  #latest = null;
  #on = false;
  /** Waits for the next result.
   * @type {((judgement: Judgement) => void) | null} */
  #onResult = null;
  #connection;
  #model;
  #onEvaluations;

  /** @param {Connection} connection
   * @param {TableModel} model
   * @param {AnalysisHandlers} handlers */
  constructor(connection, model, { onEvaluations, onPlay, onPointed }) {
    this.#connection = connection;
    this.#model = model;
    this.#onEvaluations = onEvaluations;
    this.#list.addEventListener('click', (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      if (button) {
        onPlay(Number(button.value));
      }
    });
    watchPointed(this.#list, (button) => onPointed(button && Number(button.value)));
    const body = [this.#list, this.#line];
    this.element = panel('analysis', t('analysis'), body, { look: 'analysis', head: [this.#depth] });
    this.element.hidden = true;
  }

  /** Whether it is switched on. */
  get on() {
    return this.#on;
  }

  /** Switches it on or off.
   * @param {boolean} on
   * @param {string} key identifies the position to analyse
   * @param {number} ply */
  toggle(on, key, ply) {
    this.#on = on;
    this.element.hidden = !on;
    if (on) {
      this.follow(key, ply);
    } else {
      this.#halt();
      this.#onEvaluations(null);
    }
  }

  /** Analyses another position if it is switched on.
   * @param {string} key identifies the position
   * @param {number} ply */
  follow(key, ply) {
    if (!this.#on || key === this.#key) {
      return;
    }
    this.#halt();
    this.#key = key;
    this.#onEvaluations(null);
    setText(this.#depth, t('analysis.thinking'));
    this.#stop = this.#connection.analyse(
      this.#model.table,
      ply,
      (judgement) => {
        this.#latest = judgement;
        this.#onResult?.(judgement);
        this.#onEvaluations(judgement.actions);
        this.#show(judgement);
      },
      (reason) => {
        this.#clear();
        setText(this.#depth, explain(reason));
      },
    );
  }

  /** Returns the best action of a position after a short analysis.
   * @param {number} ply
   * @returns {Promise<Worth | null>} */
  best(ply) {
    if (this.#on) {
      return this.#bestOfPanel(ply);
    }
    return new Promise((resolve, reject) => {
      /** @type {Worth | null} */
      let best = null;
      let late = false;
      const finish = () => {
        clearTimeout(timer);
        stop();
        // If it was switched on meanwhile, the panel has taken over.
        resolve(best ?? (this.#on ? this.#bestOfPanel(ply) : null));
      };
      const timeUp = () => {
        if (best || late) {
          finish();
        } else {
          late = true;
          timer = setTimeout(timeUp, 2 * HINT);
        }
      };
      let timer = setTimeout(timeUp, HINT);
      const onResult = (/** @type {Judgement} */ judgement) => {
        best = judgement.actions[0] ?? best;
        if (judgement.done || (late && best)) {
          finish();
        }
      };
      const stop = this.#connection.analyse(this.#model.table, ply, onResult, (reason) => {
        clearTimeout(timer);
        reject(reason);
      });
    });
  }

  /** Returns the best action of the running analysis.
   * @param {number} ply
   * @returns {Promise<Worth | null>} */
  #bestOfPanel(ply) {
    return new Promise((resolve) => {
      const answer = (/** @type {Judgement | null} */ judgement) => {
        if (judgement?.ply === ply && judgement.actions[0]) {
          this.#onResult = null;
          resolve(judgement.actions[0]);
        }
      };
      this.#onResult = answer;
      answer(this.#latest);
      setTimeout(() => resolve(null), 3 * HINT);
    });
  }

  /** Stops the analysis. */
  destroy() {
    this.#halt();
  }

  #halt() {
    this.#stop?.();
    this.#stop = null;
    this.#key = '';
    this.#latest = null;
    this.#clear();
  }

  #clear() {
    if (this.#list.contains(document.activeElement)) {
      this.element.querySelector('h2')?.focus({ preventScroll: true });
    }
    this.#rows.clear();
    fill(this.#list);
    fill(this.#line);
  }

  /** Chooses the actions to list, the best first. While the list has the focus or the mouse is over it,
   * listed actions stay in their places, so that nobody plays another action than the one they press.
   * @param {Worth[]} worths */
  #choose(worths) {
    const hovered = matchMedia('(hover: hover)').matches && this.#list.matches(':hover');
    if (!hovered && !this.#list.matches(':focus-within, :active')) {
      const [best, ...others] = worths;
      const sorted = others.toSorted((a, b) => strength(b) - strength(a));
      return best ? [best, ...sorted].slice(0, MAX_LISTED) : [];
    }
    const kept = [...this.#rows.keys()].flatMap(
      (action) => worths.find((worth) => worth.action === action) ?? [],
    );
    return [...kept, ...worths.filter((worth) => !kept.includes(worth))].slice(0, MAX_LISTED);
  }

  /** @param {Judgement} judgement */
  #show({ actions: worths, line, depth, nodes, done }) {
    const facts = [
      depth > 0 && t('analysis.depth', { depth }),
      nodes > 0 && t('analysis.nodes', { nodes: short(nodes) }),
      done && t('analysis.done'),
    ];
    setText(this.#depth, facts.filter(Boolean).join(' · '));
    const listed = this.#choose(worths);
    for (const [action, { item }] of this.#rows) {
      if (!listed.some((worth) => worth.action === action)) {
        item.remove();
      }
    }
    const rows = new Map();
    for (const [rank, worth] of listed.entries()) {
      const { action } = worth;
      const row = this.#rows.get(action) ?? makeRow(this.#model, action);
      row.bar.style.setProperty('--amount', String(share(worth, worths)));
      row.item.className = `worth-${senseOf(worth)}${worth === worths[0] ? ' worth-best' : ''}`;
      setText(row.value, beside(worth, worths[0]));
      if (this.#list.children[rank] !== row.item) {
        this.#list.insertBefore(row.item, this.#list.children[rank] ?? null);
      }
      rows.set(action, row);
    }
    this.#rows = rows;
    this.#showLine(line.slice(0, LINE));
  }

  /** Shows the expected moves.
   * @param {string[]} line in the game's notation */
  #showLine(line) {
    const labels = line.flatMap((text) => [' ', moveLabel(this.#model, this.#model.actionOf(text))]);
    // A line of one move is the best one of the list.
    fill(this.#line, ...(line.length > 1 ? [t('analysis.line'), ...labels] : []));
  }
}

/** Makes a row of the list.
 * @param {TableModel} model
 * @param {number} action
 * @returns {Row} */
function makeRow(model, action) {
  const bar = h('span', { class: 'worth__bar', 'aria-hidden': 'true' });
  const value = h('span', { class: 'worth__value' });
  const move = h('span', { class: 'worth__move' }, moveLabel(model, action));
  const button = h('button', { class: 'worth', type: 'button', value: action }, move, bar, value);
  return { item: h('li', {}, button), bar, value };
}

/** How much of a bar a win, a draw and a loss fill at least and at most: the sooner a win and the later a
 * loss, the more. */
const FILLED = { win: [0.75, 1], draw: [0.5, 0.5], loss: [0.02, 0.15] };

/** Returns how much of its bar an evaluation fills, from 0 to 1.
 * @param {Worth} worth
 * @param {Worth[]} worths of all actions */
function share(worth, worths) {
  const { kind, amount } = worth;
  if (kind === 'estimate') {
    return (clamp(amount, -1, 1) + 1) / 2;
  }
  const amounts = worths.filter((other) => other.kind === kind).map((other) => other.amount);
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
  const place = most > least ? (amount - least) / (most - least) : 1;
  if (isSinglePlayer(worth)) {
    return 0.1 + 0.9 * place;
  }
  const [from = 0, to = 1] = FILLED[/** @type {keyof typeof FILLED} */ (kind)];
  return from + (to - from) * (kind === 'win' && most > least ? 1 - place : place);
}

/** @param {number} count */
function short(count) {
  if (count < 10_000) {
    return number(count);
  }
  return count < 10_000_000 ? `${number(Math.round(count / 1e3))} k` : `${number(Math.round(count / 1e6))} M`;
}
