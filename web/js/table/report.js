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

/** The report after a game. */
export class Report {
  #progress = h('progress', { 'aria-label': t('report.progress') });
  #state = h('p', { class: 'small soft', role: 'status' });
  /** @type {ReportLine[]} */
  #lines = [];
  #requested = false;
  #connection;
  #model;
  #onGo;
  #onGraded;

  /** @param {Connection} connection
   * @param {TableModel} model
   * @param {(ply: number) => void} onGo shows a ply
   * @param {(grades: Map<number, Grade>) => void} onGraded is called with the grades of the moves by their
   *   plies when they are known, and with none when they are no longer those of the game */
  constructor(connection, model, onGo, onGraded) {
    this.#onGraded = onGraded;
    this.#connection = connection;
    this.#model = model;
    this.#onGo = onGo;
    this.element = panel('report', t('report'), [], { look: 'report' });
    this.element.hidden = true;
  }

  get #body() {
    return /** @type {Element} */ (this.element.lastElementChild);
  }

  /** Hides the report when the game continues, and shows one that was made before. */
  show() {
    const before = complete.get(this.#key);
    if (!this.#model.over) {
      this.element.hidden = true;
      this.#requested = false;
      this.#onGraded(new Map());
    } else if (before && !this.#requested) {
      this.#requested = true;
      this.#lines = before;
      this.element.hidden = false;
      this.#complete();
    }
  }

  /** Identifies the game that is reported on. */
  get #key() {
    return `${this.#model.table} ${this.#model.situation.position}`;
  }

  /** Requests the report and shows it as it grows. */
  async open() {
    this.element.hidden = false;
    this.element.querySelector('h2')?.focus({ preventScroll: true });
    this.element.scrollIntoView({ block: 'nearest' });
    if (this.#requested) {
      return;
    }
    this.#requested = true;
    const key = this.#key;
    this.#lines = [];
    setText(this.#state, t('report.making'));
    fill(this.#body, this.#progress, this.#state);
    try {
      await this.#connection.report(
        this.#model.table,
        (line, of) => key === this.#key && this.#add(line, of),
      );
      if (key === this.#key) {
        complete.set(key, this.#lines);
        this.#complete();
      }
    } catch (error) {
      if (key === this.#key) {
        this.#requested = false;
        fill(this.#body, h('p', {}, explain(error)));
      }
    }
  }

  /** @param {ReportLine} line
   * @param {number} of the number of all moves */
  #add(line, of) {
    this.#lines = [...this.#lines.filter((other) => other.ply !== line.ply), line].sort(
      (a, b) => a.ply - b.ply,
    );
    const done = this.#lines.length;
    this.#progress.max = of;
    this.#progress.value = done;
    setText(this.#state, t('report.made', { done, of }));
  }

  #complete() {
    this.#onGraded(new Map(this.#lines.map(({ ply, grade }) => [ply, grade])));
    const { spectating, you } = this.#model;
    const mistakes = this.#lines.filter(
      ({ grade, player }) => MISTAKES.includes(grade) && (spectating || you.includes(player)),
    );
    const loss = (/** @type {ReportLine} */ line) => Math.abs(line.before - line.after);
    const worst = new Set([...mistakes].sort((a, b) => loss(b) - loss(a)).slice(0, MAX_LISTED));
    const items = (/** @type {ReportLine[]} */ lines) => lines.map((line) => this.#mistake(line));
    const list = h('ol', { class: 'report__list' }, items(mistakes.filter((line) => worst.has(line))));
    const showAll = () => {
      fill(list, ...items(mistakes));
      more.remove();
      list.querySelector('button')?.focus();
    };
    const more = button('small', t('report.all', { n: mistakes.length }), showAll);
    fill(
      this.#body,
      this.#model.game.players > 1 && note(t('graph.up', { side: sideName(this.#model, 1) })),
      graph(this.#model, this.#lines, this.#onGo),
      this.#model.game.players > 1 && note(t('graph.down', { side: sideName(this.#model, 2) })),
      this.#summary(),
      h('h3', {}, t('report.better')),
      mistakes.length === 0 ? h('p', { class: 'soft' }, t('report.none')) : list,
      mistakes.length > MAX_LISTED && more,
    );
  }

  /** Makes the table of grades. */
  #summary() {
    const players = this.#model.situation.seats.map((_, index) => index + 1);
    const count = (/** @type {number} */ player, /** @type {Grade} */ grade) =>
      String(this.#lines.filter((line) => line.player === player && line.grade === grade).length);
    const sides = players.map((player) => h('th', { scope: 'col' }, sideName(this.#model, player)));
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
  #mistake({ ply, player, text, grade, best, best_value, value }) {
    const words = (/** @type {string} */ move) => moveWords(this.#model, this.#model.actionOf(move));
    const retry = () => fork(this.#model, ply - 1, this.#seats(player));
    const move = button('quiet small', `${ply}. ${words(text)}`, () => this.#onGo(ply));
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
  #seats(player) {
    return this.#model.situation.seats.map((seat, index) => {
      const level = seat.type === 'computer' ? seat.level : SPARRING;
      return index + 1 === player ? { type: 'me' } : { type: 'computer', level };
    });
  }
}
