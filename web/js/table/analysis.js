/** What the computer thinks of the position on the board, deeper and deeper, for as long as it is switched on.
 *
 * Region `Analysis`: the depth, the best actions with their worth in words, and the expected course. */

import { isSinglePlayer } from '../board/evaluations.js';
import { fill, h, setText } from '../dom.js';
import { explain } from '../explain.js';
import { number, t } from '../i18n/index.js';
import { evaluationText } from './texts.js';

/** @import {ActionInfo, Judgement, Worth} from '../wire-types.js' */
/** @import {Connection} from '../net/connection.js' */

/** Actions that are listed. */
const LISTED = 7;
/** Milliseconds that are thought about a hint; on a busy server it takes up to three times as long until there is one. */
const HINT = 1_200;

/** An action in the list.
 * @typedef {{item: HTMLElement, bar: HTMLElement, value: HTMLElement}} Row */

/** Asks for analysis and shows it. */
export class Analysis {
  #depth = h('p', { class: 'small soft number' });
  #heading = h('h2', { id: 'analysis-heading', tabindex: '-1' }, t('analysis'));
  #list = h('ol', { class: 'worths' });
  /** The rows of the list by their actions, in order.
   * @type {Map<number, Row>} */
  #rows = new Map();
  #line = h('p', { class: 'small soft' });
  /** @type {(() => void) | null} */
  #stop = null;
  /** What is thought about; null when nothing is. */
  #key = '';
  /** @type {Judgement | null} */
  #latest = null;
  #on = false;
  /** Waits for what is known next.
   * @type {((judgement: Judgement) => void) | null} */
  #heard = null;
  #connection;
  #table;
  #tell;
  /** @param {Connection} connection
   * @param {string} table
   * @param {(worths: Worth[] | null) => void} tell is told what to show on the board
   * @param {(action: number) => void} onPlay is told when an action of the list is pressed */
  constructor(connection, table, tell, onPlay) {
    this.#connection = connection;
    this.#table = table;
    this.#tell = tell;
    this.#list.addEventListener('click', (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      if (button) {
        onPlay(Number(button.value));
      }
    });
    this.element = h(
      'section',
      { class: 'panel analysis', 'aria-labelledby': 'analysis-heading', hidden: true },
      h('div', { class: 'panel__head' }, this.#heading, this.#depth),
      h('div', { class: 'panel__body stack' }, this.#list, this.#line),
    );
  }

  /** Whether it is switched on. */
  get on() {
    return this.#on;
  }

  /** Switches it on or off.
   * @param {boolean} on
   * @param {string} key names the position to think about
   * @param {number} ply its ply
   * @param {ActionInfo[]} actions */
  toggle(on, key, ply, actions) {
    this.#on = on;
    this.element.hidden = !on;
    if (on) {
      this.follow(key, ply, actions);
    } else {
      this.#halt();
      this.#tell(null);
    }
  }

  /** Thinks about another position if it is switched on.
   * @param {string} key names the position
   * @param {number} ply its ply
   * @param {ActionInfo[]} actions */
  follow(key, ply, actions) {
    if (!this.#on || key === this.#key) {
      return;
    }
    this.#halt();
    this.#key = key;
    this.#tell(null);
    setText(this.#depth, t('analysis.thinking'));
    this.#stop = this.#connection.analyse(
      this.#table,
      ply,
      (judgement) => {
        this.#latest = judgement;
        this.#heard?.(judgement);
        this.#tell(judgement.actions);
        this.#show(judgement, actions);
      },
      (reason) => {
        this.#clear();
        setText(this.#depth, explain(reason));
      },
    );
  }

  /** Returns the best action of a position, after a moment's thought.
   * @param {number} ply */
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
        // Switched on meanwhile, the panel has taken the thinking over.
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
      const stop = this.#connection.analyse(
        this.#table,
        ply,
        (judgement) => {
          best = judgement.actions[0] ?? best;
          if (judgement.done || (late && best)) {
            finish();
          }
        },
        (reason) => {
          clearTimeout(timer);
          reject(reason);
        },
      );
    });
  }

  /** Returns the best action of what is thought about anyway.
   * @param {number} ply */
  #bestOfPanel(ply) {
    return new Promise((resolve) => {
      const answer = (/** @type {Judgement | null} */ judgement) => {
        if (judgement?.ply === ply && judgement.actions[0]) {
          this.#heard = null;
          resolve(judgement.actions[0]);
        }
      };
      this.#heard = answer;
      answer(this.#latest);
      setTimeout(() => resolve(null), 3 * HINT);
    });
  }

  /** Stops thinking. */
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
      this.#heading.focus({ preventScroll: true });
    }
    this.#rows.clear();
    fill(this.#list);
    setText(this.#line, '');
  }

  /** Chooses what is listed: the best first. While the list has the focus or a mouse is over it what is listed stays where
   * it is, so that nobody presses one action and plays another.
   * @param {Worth[]} worths
   * @returns {Worth[]} */
  #choose(worths) {
    const held = this.#list.matches(':focus-within, :active') || (matchMedia('(hover: hover)').matches && this.#list.matches(':hover'));
    if (!held) {
      return worths.slice(0, LISTED);
    }
    const kept = [...this.#rows.keys()].flatMap((action) => worths.find((worth) => worth.action === action) ?? []);
    return [...kept, ...worths.filter((worth) => !kept.includes(worth))].slice(0, LISTED);
  }

  /** @param {Judgement} judgement
   * @param {ActionInfo[]} actions */
  #show({ actions: worths, line, depth, nodes, done }, actions) {
    const facts = [
      depth > 0 && t('analysis.depth', { depth }),
      nodes > 0 && t('analysis.nodes', { nodes: short(nodes) }),
      done && t('analysis.done'),
    ];
    setText(this.#depth, facts.filter(Boolean).join(' · '));
    const gains = worths.filter(isSinglePlayer).map((worth) => worth.amount);
    const [least, most] = [Math.min(...gains), Math.max(...gains)];
    const listed = this.#choose(worths);
    const shown = new Set(listed.map(({ action }) => action));
    for (const [action, { item }] of this.#rows) {
      if (!shown.has(action)) {
        item.remove();
        this.#rows.delete(action);
      }
    }
    const rows = new Map();
    for (const [rank, worth] of listed.entries()) {
      const row = this.#rows.get(worth.action) ?? makeRow(worth.action, actions[worth.action]?.text ?? '');
      row.bar.style.setProperty('--amount', String(share(worth, least, most)));
      setText(row.value, evaluationText(worth));
      if (this.#list.children[rank] !== row.item) {
        this.#list.insertBefore(row.item, this.#list.children[rank] ?? null);
      }
      rows.set(worth.action, row);
    }
    this.#rows = rows;
    setText(this.#line, line.length > 0 ? t('analysis.line', { line: line.slice(0, 12).join(' ') }) : '');
  }
}

/** Makes a row of the list.
 * @param {number} action
 * @param {string} text
 * @returns {Row} */
function makeRow(action, text) {
  const bar = h('span', { class: 'worth__bar', 'aria-hidden': 'true' });
  const value = h('span', { class: 'worth__value' });
  const button = h('button', { class: 'worth', type: 'button', value: action }, h('span', { class: 'worth__move' }, text), bar, value);
  return { item: h('li', {}, button), bar, value };
}

/** Returns how much of a bar a worth fills, from 0 to 1.
 * @param {Worth} worth
 * @param {number} least the least that any action gains in a game for one
 * @param {number} most the most */
function share(worth, least, most) {
  switch (worth.kind) {
    case 'win':
      return 1;
    case 'loss':
      return 0;
    case 'draw':
      return 0.5;
    case 'points':
    case 'goals':
    case 'order':
      return most > least ? 0.1 + (0.9 * (worth.amount - least)) / (most - least) : 1;
    default:
      return (Math.max(-1, Math.min(1, worth.amount)) + 1) / 2;
  }
}

/** @param {number} count */
function short(count) {
  return count < 10_000 ? number(count) : count < 10_000_000 ? `${number(Math.round(count / 1000))} k` : `${number(Math.round(count / 1e6))} M`;
}
