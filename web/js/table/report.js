/** The report after a game: every move graded, a graph of how the game stood, and a way to play each mistake again.
 *
 * Region `Report`: a progress bar while it is made, an image named by what it shows, a table of figures for each side, and
 * the list of what could have been better, with buttons `Retry move n`. */

import { fill, h, setText } from '../dom.js';
import { explain } from '../explain.js';
import { t } from '../i18n/index.js';
import { fork } from './fork.js';
import { graph } from './graph.js';
import { side } from './texts.js';

/** @import {Grade, NewSeat, ReportLine} from '../wire-types.js' */
/** @import {Connection} from '../net/connection.js' */
/** @import {TableModel} from './model.js' */

/** @type {Grade[]} */
const GRADES = ['best', 'good', 'inaccuracy', 'mistake', 'blunder'];
/** The grades that are worth another try. */
const WORTH_RETRY = ['inaccuracy', 'mistake', 'blunder'];
/** What could have been better that is listed at first: the worst of it. */
const LISTED = 8;
/** The level of the computer against whom a mistake is played again, where no computer has played. */
const SPARRING = 4;
/** The marks of the grades, as annotators write them. */
const SIGNS = { best: '★', good: '✓', inaccuracy: '?!', mistake: '?', blunder: '??' };

/** The report after a game. */
export class Report {
  #progress = h('progress', { 'aria-label': t('report.progress') });
  #state = h('p', { class: 'small soft', role: 'status' });
  #body = h('div', { class: 'panel__body stack' });
  /** @type {ReportLine[]} */
  #lines = [];
  #asked = false;
  #connection;
  #model;
  #onGo;

  /** @param {Connection} connection
   * @param {TableModel} model
   * @param {(ply: number) => void} onGo is told which ply to show */
  constructor(connection, model, onGo) {
    this.#connection = connection;
    this.#model = model;
    this.#onGo = onGo;
    const heading = h('h2', { id: 'report-heading', tabindex: '-1' }, t('report'));
    this.element = h('section', { class: 'panel report', 'aria-labelledby': 'report-heading', hidden: true }, h('div', { class: 'panel__head' }, heading), this.#body);
  }

  /** Takes the report away when the game goes on. */
  show() {
    if (!this.#model.over) {
      this.element.hidden = true;
      this.#asked = false;
    }
  }

  /** Has the report made and shows it as it grows. */
  async open() {
    this.element.hidden = false;
    this.element.querySelector('h2')?.focus({ preventScroll: true });
    this.element.scrollIntoView({ block: 'nearest' });
    if (this.#asked) {
      return;
    }
    this.#asked = true;
    this.#lines = [];
    setText(this.#state, t('report.making'));
    fill(this.#body, this.#progress, this.#state);
    try {
      await this.#connection.report(this.#model.table, (line, of) => {
        this.#lines = [...this.#lines.filter((other) => other.ply !== line.ply), line].sort((a, b) => a.ply - b.ply);
        this.#progress.max = of;
        this.#progress.value = this.#lines.length;
        setText(this.#state, t('report.made', { done: this.#lines.length, of }));
      });
      this.#complete();
    } catch (error) {
      this.#asked = false;
      fill(this.#body, h('p', {}, explain(error)));
    }
  }

  #complete() {
    const retries = this.#lines.filter((line) => WORTH_RETRY.includes(line.grade) && this.#mine(line.player));
    const loss = (/** @type {ReportLine} */ line) => Math.abs(line.before - line.after);
    const worst = new Set([...retries].sort((a, b) => loss(b) - loss(a)).slice(0, LISTED));
    const list = h('ol', { class: 'report__list' }, retries.filter((line) => worst.has(line)).map((line) => this.#line(line)));
    const showAll = () => {
      fill(list, ...retries.map((line) => this.#line(line)));
      more.remove();
      list.querySelector('button')?.focus();
    };
    const more = h('button', { class: 'button button--small', type: 'button', onclick: showAll }, t('report.all', { n: retries.length }));
    fill(
      this.#body,
      graph(this.#lines, this.#model.game.players === 1, this.#onGo),
      this.#summary(),
      h('h3', {}, t('report.better')),
      retries.length === 0 ? h('p', { class: 'soft' }, t('report.none')) : list,
      retries.length > LISTED && more,
    );
  }

  /** @param {number} player */
  #mine(player) {
    return this.#model.spectating || this.#model.you.includes(player);
  }

  #summary() {
    const players = this.#model.situation.seats.map((_, index) => index + 1);
    const count = (/** @type {number} */ player, /** @type {Grade} */ grade) => this.#lines.filter((line) => line.player === player && line.grade === grade).length;
    const head = h('tr', {}, h('td', {}), players.map((player) => h('th', { scope: 'col' }, side(this.#model, player))));
    const rows = GRADES.map((grade) => {
      const name = h('span', { class: `grade grade--${grade}` }, h('span', { class: 'grade__sign', 'aria-hidden': 'true' }, SIGNS[grade]), t(`grade.${grade}`));
      return h('tr', {}, h('th', { scope: 'row' }, name), players.map((player) => h('td', {}, String(count(player, grade)))));
    });
    return h('table', { class: 'data' }, h('caption', { class: 'visually-hidden' }, t('report.summary')), h('thead', {}, head), h('tbody', {}, rows));
  }

  /** @param {ReportLine} line */
  #line(line) {
    const show = () => this.#onGo(line.ply);
    const retry = () => fork(this.#model, line.ply - 1, this.#seats(line.player));
    const move = h('button', { class: 'button button--quiet button--small', type: 'button', onclick: show }, `${line.ply}. ${line.text}`);
    const again = h('button', { class: 'button button--small', type: 'button', 'aria-label': t('report.retryName', { ply: line.ply }), onclick: retry }, t('report.retry'));
    return h(
      'li',
      { class: 'report__line' },
      h('span', { class: `grade grade--${line.grade}` }, move, h('span', { 'aria-hidden': 'true' }, SIGNS[line.grade]), h('span', { class: 'visually-hidden' }, t(`grade.${line.grade}`))),
      h('span', { class: 'small soft' }, t('report.instead', { best: line.best, bestWords: line.best_words, words: line.words })),
      again,
    );
  }

  /** Seats one who tries again: a person on the side that erred, the computer on the other.
   * @param {number} player
   * @returns {NewSeat[]} */
  #seats(player) {
    return this.#model.situation.seats.map((seat, index) => {
      if (index + 1 === player) {
        return { type: 'me' };
      }
      return { type: 'computer', level: seat.type === 'computer' ? seat.level : SPARRING };
    });
  }
}
