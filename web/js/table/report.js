/** The report after a game: every move graded, a graph, and a way to play each mistake again.
 *
 * Region `Report`: a progress bar while it is made, an image named by what it shows, a table of grades for
 * each side, and the list of mistakes, with buttons `Try again: move N`. */

import { describe } from '../board/evaluation.js';
import { fill, h, setText } from '../dom.js';
import { explain } from '../explain.js';
import { t } from '../i18n/index.js';
import { button, note, panel } from '../widgets.js';
import { fork } from './fork.js';
import { gradeMark, GRADES, MISTAKES } from './grades.js';
import { graph } from './graph.js';
import { moveWords } from './move-label.js';
import { sideName } from './texts.js';

/** @import {Grade, NewSeat, ReportLine} from '../wire-types.js' */
/** @import {Connection} from '../net/connection.js' */
/** @import {TableModel} from './model.js' */

/** How many mistakes are listed at first, the worst ones. */
const MAX_LISTED = 8;
/** The lines of complete reports by their tables and positions, for whoever comes back.
 * @type {Map<string, ReportLine[]>} */
const complete = new Map();
/** The level of the computer in a retry, where no computer has played. */
const SPARRING = 4;

/** Makes the report after a game.
 * @param {Connection} connection
 * @param {TableModel} model
 * @param {(ply: number) => void} onGo shows a ply
 * @param {(grades: Map<number, Grade>) => void} onGraded is called with the grades of the moves by their
 *   plies when they are known, and with none when they are no longer those of the game */
export function makeReport(connection, model, onGo, onGraded) {
  const progress = h('progress', { 'aria-label': t('report.progress') });
  const state = h('p', { class: 'small soft', role: 'status' });
  /** @type {ReportLine[]} */
  let all = [];
  let requested = false;

  const element = panel('report', t('report'), [], { look: 'report' });
  element.hidden = true;

  function body() {
    return /** @type {Element} */ (element.lastElementChild);
  }

  /** Hides the report when the game continues, and shows one that was made before. */
  function show() {
    const before = complete.get(gameKey());
    if (!model.over) {
      element.hidden = true;
      requested = false;
      onGraded(new Map());
    } else if (before && !requested) {
      requested = true;
      all = before;
      element.hidden = false;
      showComplete();
    }
  }

  /** Identifies the game that is reported on. */
  function gameKey() {
    return `${model.table} ${model.situation.position}`;
  }

  /** Requests the report and shows it as it grows. */
  async function open() {
    element.hidden = false;
    element.querySelector('h2')?.focus({ preventScroll: true });
    element.scrollIntoView({ block: 'nearest' });
    if (requested) {
      return;
    }
    requested = true;
    const key = gameKey();
    all = [];
    setText(state, t('report.making'));
    fill(body(), progress, state);
    try {
      await connection.report(model.table, (line, of) => key === gameKey() && add(line, of));
      if (key === gameKey()) {
        complete.set(key, all);
        showComplete();
      }
    } catch (error) {
      if (key === gameKey()) {
        requested = false;
        fill(body(), h('p', {}, explain(error)));
      }
    }
  }

  /** @param {ReportLine} line
   * @param {number} of the number of all moves */
  function add(line, of) {
    all = [...all.filter((other) => other.ply !== line.ply), line].sort((a, b) => a.ply - b.ply);
    const done = all.length;
    progress.max = of;
    progress.value = done;
    setText(state, t('report.made', { done, of }));
  }

  function showComplete() {
    onGraded(new Map(all.map(({ ply, grade }) => [ply, grade])));
    const { spectating, you } = model;
    const mistakes = all.filter(
      ({ grade, player }) => MISTAKES.includes(grade) && (spectating || you.includes(player)),
    );
    const loss = (/** @type {ReportLine} */ line) => Math.abs(line.before - line.after);
    const worst = new Set([...mistakes].sort((a, b) => loss(b) - loss(a)).slice(0, MAX_LISTED));
    const items = (/** @type {ReportLine[]} */ lines) => lines.map((line) => mistakeItem(line));
    const list = h('ol', { class: 'report__list' }, items(mistakes.filter((line) => worst.has(line))));
    const showAll = () => {
      fill(list, ...items(mistakes));
      more.remove();
      list.querySelector('button')?.focus();
    };
    const more = button('small', t('report.all', { n: mistakes.length }), showAll);
    fill(
      body(),
      model.game.players > 1 && note(t('graph.up', { side: sideName(model, 1) })),
      graph(model, all, onGo),
      model.game.players > 1 && note(t('graph.down', { side: sideName(model, 2) })),
      summary(),
      h('h3', {}, t('report.better')),
      mistakes.length === 0 ? h('p', { class: 'soft' }, t('report.none')) : list,
      mistakes.length > MAX_LISTED && more,
    );
  }

  /** Makes the table of grades. */
  function summary() {
    const players = model.situation.seats.map((_, index) => index + 1);
    const count = (/** @type {number} */ player, /** @type {Grade} */ grade) =>
      String(all.filter((line) => line.player === player && line.grade === grade).length);
    const sides = players.map((player) => h('th', { scope: 'col' }, sideName(model, player)));
    const rows = GRADES.map((grade) => {
      const counts = players.map((player) => h('td', {}, count(player, grade)));
      return h('tr', {}, h('th', { scope: 'row' }, gradeMark(grade, true)), counts);
    });
    const caption = h('caption', { class: 'visually-hidden' }, t('report.summary'));
    const head = h('thead', {}, h('tr', {}, h('td', {}), sides));
    return h('table', { class: 'data' }, caption, head, h('tbody', {}, rows));
  }

  /** Makes the item of a mistake.
   * @param {ReportLine} line */
  function mistakeItem({ ply, player, text, grade, best, best_value, value }) {
    const words = (/** @type {string} */ move) => moveWords(model, model.actionOf(move));
    const retry = () => fork(model, ply - 1, seats(player));
    const move = button('quiet small', `${ply}. ${words(text)}`, () => onGo(ply));
    return h(
      'li',
      { class: 'report__line' },
      h('span', {}, move, gradeMark(grade)),
      h(
        'span',
        { class: 'small soft' },
        t('report.instead', { best: words(best), bestWords: describe(best_value), words: describe(value) }),
      ),
      button('small', t('report.retry'), retry, { 'aria-label': t('report.retryName', { ply }) }),
    );
  }

  /** Returns the seats of a retry: a person on the side that erred, computers on the others.
   * @param {number} player
   * @returns {NewSeat[]} */
  function seats(player) {
    return model.situation.seats.map((seat, index) => {
      const level = seat.type === 'computer' ? seat.level : SPARRING;
      return index + 1 === player ? { type: 'me' } : { type: 'computer', level };
    });
  }

  return { element, show, open };
}
