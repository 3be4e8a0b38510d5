/** The parts of a table's page: makes them, ties them to each other and puts them in their places. */

import { h } from '../dom.js';
import { longDate, phrase, t } from '../i18n/index.js';
import { go } from '../router.js';
import { announce } from '../announce.js';
import { copyOrShow } from '../share.js';
import { Analysis } from './analysis.js';
import { Controls } from './controls.js';
import { Counters } from './counters.js';
import { resultText } from './daily-result.js';
import { TableActions } from './actions.js';
import { Fairness } from './fairness.js';
import { forkDialog } from './fork.js';
import { Moves } from './moves.js';
import { Notices } from './notices.js';
import { Report } from './report.js';
import { Seats } from './seats.js';
import { shareDialog } from './share-dialog.js';
import { Stage } from './table-board.js';
import { TypedMove } from './typed-move.js';
import { rulesText } from './texts.js';

/** @import {Connection} from '../net/connection.js' */
/** @import {TableModel} from './model.js' */

/** @typedef {ReturnType<typeof makeParts>} Parts */

/** Makes the parts of a table's page.
 * @param {TableModel} model
 * @param {Connection} connection
 * @param {object} page what the page itself does
 * @param {() => void} page.shown another ply is on the board
 * @param {() => void} page.hint
 * @param {() => void} page.analysis
 * @param {() => void} page.claim */
export function makeParts(model, connection, page) {
  const failed = (/** @type {boolean} */ wrong) => {
    stage.refresh();
    if (wrong) {
      stage.wrong();
    }
  };
  const actions = new TableActions(connection, model, { failed, present: () => stage.return() });
  const stage = new Stage(model, connection, {
    onAction: (action) => actions.play(action),
    onRefused: announce,
    onShown: page.shown,
  });
  const typed = new TypedMove((text) => actions.typed(text));
  const playNow = (/** @type {number} */ action) => {
    if (stage.present && model.yourTurn) {
      actions.play(action);
    }
  };
  const report = new Report(connection, model, (ply) => stage.go(ply));
  return {
    actions,
    stage,
    typed,
    report,
    seats: new Seats(),
    counters: new Counters(),
    moves: new Moves((ply) => stage.go(ply), typed.element),
    analysis: new Analysis(connection, model.table, (worths) => stage.judge(worths), playNow),
    controls: new Controls({
      undo: () => actions.undo(),
      redo: () => actions.redo(),
      hint: page.hint,
      analysis: page.analysis,
      share: () => shareDialog(model),
      newGame: () => go(`/new/${model.game.id}`),
      fork: () => forkDialog(model, stage.ply),
      draw: () => actions.do({ type: 'offer', kind: 'draw' }),
      resign: () => actions.resign(),
    }),
    notices: new Notices({
      answer: (accept) => actions.do({ type: 'answer', accept }),
      rematch: () => actions.do({ type: 'offer', kind: 'rematch' }),
      reveal: () => actions.reveal(),
      nextPuzzle: () => actions.nextPuzzle(),
      report: () => report.open(),
      claim: page.claim,
      copyResult: () => copyOrShow(t('result.copy'), resultText(model)),
      leave: () => stage.board.focus(),
    }),
    fairness: new Fairness(),
    status: h('p', { class: 'status' }),
    spectators: h('span', { class: 'chip', hidden: true }),
    back: h('button', { class: 'button button--small', type: 'button', hidden: true, onclick: () => stage.return() }, t('table.back')),
  };
}

/** Puts the parts in their places.
 * @param {TableModel} model
 * @param {Parts} parts */
export function arrange(model, parts) {
  const rules = h('p', { class: 'small soft' }, rulesText(model), origin(model));
  return [
    h(
      'div',
      { class: 'table-page__head' },
      h('div', { class: 'table-page__title' }, h('h1', {}, phrase(model.game.title)), rules),
      parts.counters.element,
      parts.seats.element,
    ),
    h(
      'div',
      { class: 'table-page__board' },
      h('div', { class: 'status-line cluster cluster--apart' }, parts.status, parts.spectators, parts.back),
      parts.stage.element,
      parts.controls.element,
    ),
    h(
      'div',
      { class: 'table-page__side' },
      [parts.notices, parts.analysis, parts.moves, parts.report, parts.fairness].map(({ element }) => element),
    ),
  ];
}

/** Says where a game comes from, if not from its beginning.
 * @param {TableModel} model */
function origin({ daily, forkedFrom, situation: { puzzle } }) {
  if (daily) {
    return ` · ${t(puzzle ? 'table.dailyPuzzle' : 'table.daily', { date: longDate(daily) })}`;
  }
  return forkedFrom && h('a', { href: `/t/${forkedFrom.table}` }, t('table.forked', { ply: forkedFrom.ply }));
}
