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

/** Makes the panel that requests analysis and shows it.
 * @param {Connection} connection
 * @param {TableModel} model
 * @param {AnalysisHandlers} handlers */
export function makeAnalysis(connection, model, { onEvaluations, onPlay, onPointed }) {
  const depthNote = h('p', { class: 'small soft number' });
  const list = h('ol', { class: 'worths' });
  const lineNote = note();
  /** The rows of the list by their actions, in order.
   * @type {Map<number, Row>} */
  let shownRows = new Map();
  /** @type {(() => void) | null} */
  let end = null;
  /** The position that is analysed, or nothing. */
  let followed = '';
  /** @type {Judgement | null} */
  let latest = null;
  let isOn = false;
  /** Waits for the next result.
   * @type {((judgement: Judgement) => void) | null} */
  let onNext = null;

  list.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (button) {
      onPlay(Number(button.value));
    }
  });
  watchPointed(list, (button) => onPointed(button && Number(button.value)));
  const body = [list, lineNote];
  const element = panel('analysis', t('analysis'), body, { look: 'analysis', head: [depthNote] });
  element.hidden = true;

  /** Switches it on or off.
   * @param {boolean} on
   * @param {string} key identifies the position to analyse
   * @param {number} ply */
  function toggle(on, key, ply) {
    isOn = on;
    element.hidden = !on;
    if (on) {
      follow(key, ply);
    } else {
      halt();
      onEvaluations(null);
    }
  }

  /** Analyses another position if it is switched on.
   * @param {string} key identifies the position
   * @param {number} ply */
  function follow(key, ply) {
    if (!isOn || key === followed) {
      return;
    }
    halt();
    followed = key;
    onEvaluations(null);
    setText(depthNote, t('analysis.thinking'));
    end = connection.analyse(
      model.table,
      ply,
      (judgement) => {
        latest = judgement;
        onNext?.(judgement);
        onEvaluations(judgement.actions);
        showJudgement(judgement);
      },
      (reason) => {
        clear();
        setText(depthNote, explain(reason));
      },
    );
  }

  /** Returns the best action of a position after a short analysis.
   * @param {number} ply
   * @returns {Promise<Worth | null>} */
  function best(ply) {
    if (isOn) {
      return bestOfPanel(ply);
    }
    return new Promise((resolve, reject) => {
      /** @type {Worth | null} */
      let best = null;
      let late = false;
      const finish = () => {
        clearTimeout(timer);
        stop();
        // If it was switched on meanwhile, the panel has taken over.
        resolve(best ?? (isOn ? bestOfPanel(ply) : null));
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
      const stop = connection.analyse(model.table, ply, onResult, (reason) => {
        clearTimeout(timer);
        reject(reason);
      });
    });
  }

  /** Returns the best action of the running analysis.
   * @param {number} ply
   * @returns {Promise<Worth | null>} */
  function bestOfPanel(ply) {
    return new Promise((resolve) => {
      const answer = (/** @type {Judgement | null} */ judgement) => {
        if (judgement?.ply === ply && judgement.actions[0]) {
          onNext = null;
          resolve(judgement.actions[0]);
        }
      };
      onNext = answer;
      answer(latest);
      setTimeout(() => resolve(null), 3 * HINT);
    });
  }

  /** Stops the analysis. */
  function destroy() {
    halt();
  }

  function halt() {
    end?.();
    end = null;
    followed = '';
    latest = null;
    clear();
  }

  function clear() {
    if (list.contains(document.activeElement)) {
      element.querySelector('h2')?.focus({ preventScroll: true });
    }
    shownRows.clear();
    fill(list);
    fill(lineNote);
  }

  /** Chooses the actions to list, the best first. While the list has the focus or the mouse is over it,
   * listed actions stay in their places, so that nobody plays another action than the one they press.
   * @param {Worth[]} worths */
  function choose(worths) {
    const hovered = matchMedia('(hover: hover)').matches && list.matches(':hover');
    if (!hovered && !list.matches(':focus-within, :active')) {
      const [best, ...others] = worths;
      const sorted = others.toSorted((a, b) => strength(b) - strength(a));
      return best ? [best, ...sorted].slice(0, MAX_LISTED) : [];
    }
    const kept = [...shownRows.keys()].flatMap(
      (action) => worths.find((worth) => worth.action === action) ?? [],
    );
    return [...kept, ...worths.filter((worth) => !kept.includes(worth))].slice(0, MAX_LISTED);
  }

  /** @param {Judgement} judgement */
  function showJudgement({ actions: worths, line, depth, nodes, done }) {
    const facts = [
      depth > 0 && t('analysis.depth', { depth }),
      nodes > 0 && t('analysis.nodes', { nodes: short(nodes) }),
      done && t('analysis.done'),
    ];
    setText(depthNote, facts.filter(Boolean).join(' · '));
    const listed = choose(worths);
    for (const [action, { item }] of shownRows) {
      if (!listed.some((worth) => worth.action === action)) {
        item.remove();
      }
    }
    const rows = new Map();
    for (const [rank, worth] of listed.entries()) {
      const { action } = worth;
      const row = shownRows.get(action) ?? makeRow(model, action);
      row.bar.style.setProperty('--amount', String(share(worth, worths)));
      row.item.className = `worth-${senseOf(worth)}${worth === worths[0] ? ' worth-best' : ''}`;
      setText(row.value, beside(worth, worths[0]));
      if (list.children[rank] !== row.item) {
        list.insertBefore(row.item, list.children[rank] ?? null);
      }
      rows.set(action, row);
    }
    shownRows = rows;
    showLine(line.slice(0, LINE));
  }

  /** Shows the expected moves.
   * @param {string[]} line in the game's notation */
  function showLine(line) {
    const labels = line.flatMap((text) => [' ', moveLabel(model, model.actionOf(text))]);
    // A line of one move is the best one of the list.
    fill(lineNote, ...(line.length > 1 ? [t('analysis.line'), ...labels] : []));
  }

  return {
    element,
    get on() {
      return isOn;
    },
    toggle,
    follow,
    best,
    destroy,
  };
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
