/** Makes the parts of a table's page, connects them and puts them in their places. */

import { addressOf } from '../address.js';
import { howToPlayDialog } from '../dialogs/how-to-play.js';
import { h } from '../dom.js';
import { longDate, phrase, t } from '../i18n/index.js';
import { editLevel } from '../levels/play-level.js';
import { go } from '../router.js';
import { countPuzzle } from '../scores.js';
import { copyOrShow } from '../share.js';
import { button, iconButton } from '../widgets.js';
import { tableActions } from './actions.js';
import { makeAnalysis } from './analysis.js';
import { makeControls } from './controls.js';
import { Counters } from './counters.js';
import { resultText } from './daily-result.js';
import { Fairness } from './fairness.js';
import { forkDialog } from './fork.js';
import { Moves } from './moves.js';
import { Notices } from './notices.js';
import { makeReport } from './report.js';
import { Seats } from './seats.js';
import { shareDialog } from './share-dialog.js';
import { StatusLine } from './status-line.js';
import { TableBoard } from './table-board.js';
import { rulesText } from './texts.js';
import { TypedMove } from './typed-move.js';

/** @import {Connection} from '../net/connection.js' */
/** @import {TableModel} from './model.js' */

/** What the page itself does.
 * @typedef {object} PageHandlers
 * @property {() => void} onShown is called when another ply is on the board
 * @property {() => void} hint
 * @property {() => void} analysis
 * @property {() => void} claim
 * @property {() => void} typeMove opens the box for typed moves */

/** @typedef {ReturnType<typeof makeParts>} Parts */

/** Makes the parts of a table's page.
 * @param {TableModel} model
 * @param {Connection} connection
 * @param {PageHandlers} page */
export function makeParts(model, connection, { onShown, hint, analysis, claim, typeMove }) {
  const actions = tableActions(connection, model, {
    onFailed: (wrong) => {
      board.onFailed(wrong);
      if (wrong) {
        countPuzzle(model.game.id, model.table, false);
      }
    },
    onRefused: (reason) => status.refuse(reason),
    onSlow: () => status.remark(t('connection.slow')),
    showPresent: () => board.showPresent(),
  });
  const onAction = (/** @type {number} */ action) => actions.play(action);
  const board = new TableBoard(model, connection, {
    onAction,
    onRefused: (reason) => status.refuse(reason),
    onShown,
    onMilestone: (text) => status.remark(text),
  });
  const status = new StatusLine(() => board.showPresent());
  const typed = new TypedMove((text) => actions.playText(text));
  const playNow = (/** @type {number} */ action) => {
    if (board.isPresent && model.yourTurn) {
      actions.play(action);
    }
  };
  const onPointed = (/** @type {number | null} */ action) => board.board.pointOut(action);
  const moves = new Moves((ply) => board.go(ply), onPointed, typed.element);
  const report = makeReport(
    connection,
    model,
    (ply) => board.go(ply),
    (grades) => moves.showGrades(grades),
  );
  return {
    actions,
    board,
    typed,
    report,
    seats: new Seats(),
    counters: new Counters(),
    moves,
    analysis: makeAnalysis(connection, model, {
      onEvaluations: (worths) => board.board.setEvaluations(worths),
      onPlay: playNow,
      onPointed,
    }),
    controls: makeControls({
      undo: () => actions.undo(),
      redo: () => actions.redo(),
      hint,
      analysis,
      share: () => shareDialog(model),
      newGame: () => go(`/new/${model.game.id}`),
      typeMove,
      fork: () => forkDialog(model, board.ply),
      draw: () => actions.offer('draw'),
      resign: () => actions.resign(),
    }),
    notices: new Notices({
      answer: (kind, accept) => actions.send({ type: 'answer', kind, accept }),
      rematch: () => actions.offer('rematch'),
      reveal: () => actions.send({ type: 'reveal' }),
      nextPuzzle: () => actions.nextPuzzle(),
      report: () => report.open(),
      claim,
      share: () => shareDialog(model),
      copyResult: () => copyOrShow(t('result.copy'), resultText(model)),
      focusBoard: () => board.board.focus(),
    }),
    fairness: new Fairness(),
    status,
  };
}

/** Puts the parts in their places.
 * @param {TableModel} model
 * @param {Parts} parts */
export function arrange(model, parts) {
  const rules = h('p', { class: 'small soft' }, rulesText(model), origin(model));
  const explain = iconButton(
    'quiet',
    'question',
    t('howTo.title', { game: phrase(model.game.title) }),
    () => void howToPlayDialog(model.game),
  );
  const title = h('div', { class: 'table-page__title' }, h('h1', {}, model.title), explain, rules);
  const { status, counters, seats, board, controls, notices, analysis, moves, report, fairness } = parts;
  const side = [notices, analysis, moves, report, fairness].map(({ element }) => element);
  return [
    h('div', { class: 'table-page__head' }, title, counters.element, seats.element),
    h('div', { class: 'table-page__board' }, status.element, board.element, controls.element),
    h('div', { class: 'table-page__side' }, side),
  ];
}

/** Describes where a game comes from, unless from its beginning.
 * @param {TableModel} model */
function origin({ daily, forkedFrom, game, options, levels, situation: { puzzle } }) {
  if (daily) {
    return ` · ${t(puzzle ? 'table.dailyPuzzle' : 'table.daily', { date: longDate(daily) })}`;
  }
  const text = game.id === levels.game && options[levels.file_option];
  return [
    forkedFrom &&
      h('a', { href: addressOf(`/t/${forkedFrom.table}`) }, t('table.forked', { ply: forkedFrom.ply })),
    game.id === levels.game && !text && h('a', { href: addressOf('/levels') }, t('levels.all')),
    text && button('quiet small', t('levels.edit'), () => void editLevel(text)),
  ];
}
