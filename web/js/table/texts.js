/** Describes games in words: who acts, what a move did, how the game ended and by which line. */

import { number, piece, sentence, t } from '../i18n/index.js';
import { moveWords } from './move-label.js';

/** @import {View, Change, MoveInfo, Cell, Effect} from '../wire-types.js' */
/** @import {TableModel} from './model.js' */

/** Options that `rulesText` shows as the size of the board. */
const SIZES = ['columns', 'rows', 'width', 'height'];

/** Names a side: `You`, `Computer`, `Player 2`.
 * @param {TableModel} model
 * @param {number} player */
export function sideName(model, player) {
  const { seats } = model.situation;
  if (seats[player - 1]?.type === 'computer') {
    return computersOf(model) > 1 ? t('side.computerN', { player }) : t('side.computer');
  }
  return isYou(model, player) ? t('side.you') : t('side.player', { player });
}

/** Returns how many sides computers play.
 * @param {TableModel} model */
function computersOf({ situation: { seats } }) {
  return seats.filter(({ type }) => type === 'computer').length;
}

/** Returns whether this page plays a side and no other.
 * @param {TableModel} model
 * @param {number} player */
function isYou({ you }, player) {
  return you.length === 1 && you.includes(player);
}

/** Describes who acts or how the game ended, in one short line.
 * @param {TableModel} model */
export function statusText(model) {
  const { turn, seats, board, legal, puzzle, ply } = model.situation;
  if (turn.type === 'over') {
    return endingText(model);
  }
  if (seats.some((seat) => seat.type === 'invited') && !model.yourTurn) {
    return t(model.spectating ? 'status.free' : 'status.invited');
  }
  if (puzzle) {
    return puzzle.revealed ? t('puzzle.showing') : t('status.puzzle', { n: puzzle.left });
  }
  if (seats[turn.player - 1]?.type === 'computer') {
    return t('status.thinking');
  }
  const first = legal[0] && model.actions[legal[0][0]]?.gesture.type;
  if (seats.length === 1 && model.yourTurn) {
    return ply === 0 ? firstMoveText(model) : '';
  }
  const todo = board.tray ? (first === 'take' ? 'Give' : 'Place') : '';
  if (model.yourTurn && !model.alone) {
    return t(`status.yours${todo}`);
  }
  if (seats.length === 1) {
    return t('status.playing');
  }
  return t(`status.theirs${todo}`, { player: turn.player });
}

/** Describes what can be done at first in a single-player game.
 * @param {TableModel} model */
function firstMoveText({ situation: { legal }, actions }) {
  const numbers = legal.flatMap(([first, last]) => [first, last]);
  const [kind, ...others] = new Set(numbers.map((action) => actions[action]?.gesture.type));
  const isOnly = others.length === 0;
  return isOnly && (kind === 'push' || kind === 'swap' || kind === 'rotate' || kind === 'shift')
    ? t(`status.solo.${kind}`)
    : t('status.yours');
}

/** Describes how a game ended: `You win: a row of 4`, `A draw by agreement`.
 * @param {TableModel} model */
export function endingText(model) {
  const { turn, puzzle } = model.situation;
  if (turn.type !== 'over') {
    return '';
  }
  if (puzzle) {
    return withLines(t(puzzle.revealed ? 'puzzle.shown' : 'puzzle.solved'), model);
  }
  if (turn.points !== null && turn.points !== undefined) {
    const key =
      turn.reached === true ? 'ending.reached' : turn.reached === false ? 'ending.missed' : 'ending.points';
    return t(key, { n: turn.points });
  }
  if (turn.winner === null) {
    return turn.ending === 'agreement' ? t('ending.agreed') : t('ending.draw');
  }
  const who = winnerText(model, turn.winner);
  switch (turn.ending) {
    case 'resignation':
      return t('ending.byResignation', { who });
    case 'time':
      return t('ending.byTime', { who });
    default:
      return withLines(who, model);
  }
}

/** @param {TableModel} model
 * @param {number} winner */
function winnerText(model, winner) {
  if (model.you.length === 1) {
    return t(isYou(model, winner) ? 'ending.youWin' : 'ending.youLose');
  }
  const { seats } = model.situation;
  if (seats[winner - 1]?.type === 'computer' && seats.length !== computersOf(model)) {
    return t('ending.computerWins');
  }
  return t('ending.playerWins', { player: winner });
}

/** Adds the winning lines to a text, if there are any.
 * @param {string} who
 * @param {TableModel} model */
function withLines(who, model) {
  const by = linesText(model);
  return by ? t('ending.by', { who, by }) : who;
}

/** Describes an event for screen readers; empty where there is nothing to announce.
 * @param {TableModel} model after the event
 * @param {Change} change */
export function changeText(model, change) {
  const { situation } = model;
  const { offer } = situation;
  switch (change.type) {
    case 'played':
    case 'redone':
      return `${moveText(model, situation.last, change.steps)} ${statusText(model)}`;
    case 'undone':
      return t('happened.undone', { n: situation.ply, status: statusText(model) });
    case 'ended':
      return endingText(model);
    case 'offered':
      return offer && !model.you.includes(offer.by)
        ? t('offer.theirs', { side: sideName(model, offer.by), kind: t(`offer.${offer.kind}`) })
        : '';
    case 'declined':
      return t('happened.declined');
    case 'seated':
      return statusText(model);
    case 'revealed':
      return t('puzzle.showing');
    default:
      return '';
  }
}

/** Describes a move and its points.
 * @param {TableModel} model
 * @param {MoveInfo | null} last
 * @param {Effect[][]} steps */
function moveText(model, last, steps) {
  if (!last) {
    return '';
  }
  const text = moveWords(model, last.action);
  const n = steps.flat().reduce((sum, step) => sum + (step.type === 'points' ? step.points : 0), 0);
  const solo = model.situation.seats.length === 1;
  const move = solo ? `${text}.` : t('happened.plays', { side: sideName(model, last.player), move: text });
  return n > 0 ? `${move} ${t('happened.points', { n })}` : move;
}

/** Describes the winning lines: `a row of 4, all black`, `a rising diagonal of 4 across the edge`,
 * `2 lines at once`.
 * @param {TableModel} model */
function linesText(model) {
  const { board } = model.situation;
  const [line, ...more] = board.lines;
  if (!line) {
    return '';
  }
  if (more.length > 0) {
    return t('line.several', { n: more.length + 1 });
  }
  const shared = sharedText(line, model);
  const text = lineText(line, board);
  return shared ? t('line.shared', { line: text, shared }) : text;
}

/** Names what different pieces of a line have in common; empty where all are alike.
 * @param {Cell[]} line
 * @param {TableModel} model */
function sharedText(line, { faces, situation: { board } }) {
  const tokens = line.map(([column, row]) => board.cells[row * board.columns + column]);
  const [first = [], ...others] = tokens.map((token) => (faces[token ?? '']?.name ?? '').split(' '));
  const isAlike = tokens.every((token) => token === tokens[0]);
  const shared = first.filter((word) => others.every((name) => name.includes(word)));
  return isAlike ? '' : shared.map(piece).join(', ');
}

/** @param {Cell[]} line
 * @param {View} board */
function lineText(line, board) {
  const [first, second] = line;
  const n = line.length;
  if (!first || !second) {
    return t('line.line', { n });
  }
  const columns = (second[0] - first[0] + board.columns) % board.columns;
  const rows = (second[1] - first[1] + board.rows) % board.rows;
  // Rows are counted downwards, so equal steps fall.
  const diagonal = (columns === 1) === (rows === 1) ? 'line.falling' : 'line.rising';
  const text = t(rows === 0 ? 'line.row' : columns === 0 ? 'line.column' : diagonal, { n });
  const wraps = line.some((place, index) => {
    const next = line[index + 1];
    return next !== undefined && (Math.abs(next[0] - place[0]) > 1 || Math.abs(next[1] - place[1]) > 1);
  });
  return wraps ? t('line.across', { line: text }) : text;
}

/** Describes the rules of a table: the size of the board and the options that differ from the defaults.
 * @param {TableModel} model */
export function rulesText({ options, game, levels, situation: { board } }) {
  const others = game.options
    .filter(({ name, default: usual, kind }) => kind.type !== 'file' && (options[name] ?? usual) !== usual)
    .filter(({ name }) => !SIZES.includes(name) && !(game.id === levels.game && name === levels.name_option))
    .map(({ name, kind }) => {
      const value = sentence(options[name] ?? '');
      return kind.type === 'choice' ? value : `${sentence(name)}: ${value}`;
    });
  return [`${number(board.columns)} × ${number(board.rows)}`, ...others].join(' · ');
}
