/** What is said of a game in words: who acts, what a move did, how it ended and by which line. */

import { estimate, hundredths, number, phrase, t } from '../i18n/index.js';

/** @import {BoardView, Change, MoveInfo, Place, Step, Worth} from '../wire-types.js' */
/** @import {TableModel} from './model.js' */

/** Names a side: `You`, `Computer`, `Player 2`.
 * @param {TableModel} model
 * @param {number} player */
export function side(model, player) {
  const seat = model.situation.seats[player - 1];
  if (seat?.type === 'computer') {
    const computers = model.situation.seats.filter((other) => other.type === 'computer').length;
    return computers > 1 ? t('side.computerN', { player }) : t('side.computer');
  }
  if (model.you.length === 1 && model.you.includes(player)) {
    return t('side.you');
  }
  return t('side.player', { player });
}

/** Says who acts or how the game ended, in one short line.
 * @param {TableModel} model */
export function status(model) {
  const { turn, seats, board, legal, puzzle } = model.situation;
  if (turn.type === 'over') {
    return ending(model);
  }
  if (seats.some((seat) => seat.type === 'invited') && !model.yourTurn) {
    return t(model.spectating ? 'status.free' : 'status.invited');
  }
  if (puzzle) {
    return puzzle.revealed ? t('puzzle.showing') : t('status.puzzle', { n: puzzle.left });
  }
  const seat = seats[turn.player - 1];
  if (seat?.type === 'computer') {
    return t('status.thinking');
  }
  const first = legal[0] && model.actions[legal[0][0]]?.gesture.type;
  const todo = board.tray ? (first === 'take' ? 'Give' : 'Place') : '';
  if (model.yourTurn && !model.alone) {
    return t(todo === 'Give' ? 'status.yoursGive' : todo === 'Place' ? 'status.yoursPlace' : 'status.yours');
  }
  if (seats.length === 1) {
    return t(model.yourTurn ? 'status.yours' : 'status.playing');
  }
  const player = turn.player;
  return t(todo === 'Give' ? 'status.theirsGive' : todo === 'Place' ? 'status.theirsPlace' : 'status.theirs', { player });
}

/** Says how a game ended: `You win with a row of 4`, `A draw by agreement`.
 * @param {TableModel} model */
export function ending(model) {
  const { turn, board, puzzle } = model.situation;
  if (turn.type !== 'over') {
    return '';
  }
  if (puzzle) {
    const by = lines(board);
    const who = t(puzzle.revealed ? 'puzzle.shown' : 'puzzle.solved');
    return by ? t('ending.by', { who, by }) : who;
  }
  if (turn.points !== null && turn.points !== undefined) {
    const key = turn.reached === true ? 'ending.reached' : turn.reached === false ? 'ending.missed' : 'ending.points';
    return t(key, { n: turn.points });
  }
  if (turn.winner === null) {
    return turn.ending === 'agreement' ? t('ending.agreed') : t('ending.draw');
  }
  const you = model.you.length === 1 && model.you.includes(turn.winner);
  const lost = model.you.length === 1 && !you;
  const who = you ? t('ending.youWin') : lost ? t('ending.youLose') : t('ending.wins', { side: side(model, turn.winner) });
  if (turn.ending === 'resignation') {
    return t('ending.byResignation', { who });
  }
  if (turn.ending === 'time') {
    return t('ending.byTime', { who });
  }
  const by = lines(board);
  return by ? t('ending.by', { who, by }) : who;
}

/** Says what has just happened: the move, its points, and how the game stands then.
 * @param {TableModel} model
 * @param {MoveInfo | null} last
 * @param {Step[][]} waves */
function happened(model, last, waves) {
  if (!last) {
    return '';
  }
  const points = waves.flat().reduce((sum, step) => sum + (step.type === 'points' ? step.points : 0), 0);
  const solo = model.situation.seats.length === 1;
  const parts = [solo ? `${last.text}.` : t('happened.plays', { side: side(model, last.player), move: last.text })];
  if (points > 0) {
    parts.push(t('happened.points', { n: points }));
  }
  return parts.join(' ');
}

/** Says what an event means to those who do not see it; nothing where there is nothing to say.
 * @param {TableModel} model as it is after the event
 * @param {Change} change */
export function told(model, change) {
  const { situation } = model;
  switch (change.type) {
    case 'played':
    case 'redone':
      return `${happened(model, situation.last, change.waves)} ${status(model)}`;
    case 'undone':
      return t('happened.undone', { n: situation.ply, status: status(model) });
    case 'ended':
      return ending(model);
    case 'offered': {
      const { offer } = situation;
      return offer && !model.you.includes(offer.by) ? t('happened.offered', { kind: t(`offer.${offer.kind}`) }) : '';
    }
    case 'declined':
      return t('happened.declined');
    case 'revealed':
      return t('puzzle.showing');
    default:
      return '';
  }
}

/** Says which lines won: `a row of 4`, `a rising diagonal of 4 across the edge`, `2 lines at once`.
 * @param {BoardView} board */
function lines(board) {
  const [line, ...more] = board.lines;
  if (!line) {
    return '';
  }
  return more.length > 0 ? t('line.several', { n: more.length + 1 }) : lineInWords(line, board);
}

/** @param {Place[]} line
 * @param {BoardView} board */
function lineInWords(line, board) {
  const [first, second] = line;
  const n = line.length;
  if (!first || !second) {
    return t('line.line', { n });
  }
  const columns = (second[0] - first[0] + board.columns) % board.columns;
  const rows = (second[1] - first[1] + board.rows) % board.rows;
  // Rows are counted downwards, so equal steps fall.
  const falling = (columns === 1) === (rows === 1);
  const kind = rows === 0 ? 'line.row' : columns === 0 ? 'line.column' : falling ? 'line.falling' : 'line.rising';
  const across = line.some((place, index) => {
    const next = line[index + 1];
    return next !== undefined && (Math.abs(next[0] - place[0]) > 1 || Math.abs(next[1] - place[1]) > 1);
  });
  return across ? t('line.across', { line: t(kind, { n }) }) : t(kind, { n });
}

/** Says what an action is worth: `wins in 3`, `wins in at most 9`, `+0.25`, `1,204 points`, `exactly 467.63 points`,
 * `34.5 % of the way` (to the goals), `1,204, to compare moves by`.
 * @param {Worth} worth */
export function evaluationText(worth) {
  switch (worth.kind) {
    case 'win':
      return t(worth.bound ? 'worth.win.at_most' : 'worth.win', { n: worth.amount });
    case 'loss':
      return t(worth.bound && worth.bound !== 'exactly' ? `worth.loss.${worth.bound}` : 'worth.loss', { n: worth.amount });
    case 'draw':
      return t('worth.draw');
    case 'estimate':
      return estimate(worth.amount);
    case 'points':
      return worth.bound
        ? t('worth.points.exactly', { n: Math.round(worth.amount * 100) / 100 })
        : t('worth.points', { n: Math.round(worth.amount) });
    case 'goals':
      return t('worth.goals', { share: hundredths(worth.amount) });
    case 'order':
      return t('worth.order', { n: Math.round(worth.amount) });
    default:
      return worth.words;
  }
}

/** Writes the rules of a table in a few words: what differs from the defaults.
 * @param {TableModel} model */
export function rulesText(model) {
  const size = boardSize(model.situation.board);
  const others = model.game.options
    .filter(({ name, default: usual, kind }) => kind.type !== 'file' && (model.options[name] ?? usual) !== usual)
    .filter(({ name }) => !['columns', 'rows', 'width', 'height'].includes(name))
    .map(({ name }) => `${phrase(name)} ${phrase(model.options[name] ?? '')}`);
  return [size, ...others].join(' · ');
}

/** @param {BoardView} board */
function boardSize(board) {
  return `${number(board.columns)} × ${number(board.rows)}`;
}
