/** The result of a game or puzzle of the day as a text to share, without spoilers. */

import { linkTo } from '../address.js';
import { number, phrase, t } from '../i18n/index.js';

/** @import {TableModel} from './model.js' */

/** The squares of a full line. */
const SQUARES = 10;

/** Formats the result.
 * @param {TableModel} model */
export function resultText(model) {
  const { turn, ply, board, puzzle } = model.situation;
  const head = t('result.daily', { game: phrase(model.game.title), date: model.daily ?? '' });
  if (puzzle) {
    const square = puzzle.revealed ? '⬜' : '🟩';
    const state = t(puzzle.revealed ? 'puzzle.wasShown' : 'puzzle.wasSolved');
    const goal = `${t('puzzle.goal', { n: puzzle.wins_in })}: ${state}`;
    return [head, goal, square.repeat(puzzle.wins_in), linkTo('/')].join('\n');
  }
  const final = turn.type === 'over' ? turn.points : null;
  const points = final ?? board.counters[0]?.value ?? 0;
  // A square for each doubling of the points: enough to compare results.
  const filled = Math.max(0, Math.min(SQUARES, Math.round(Math.log2(Math.max(1, points)) - 3)));
  return [
    head,
    t('result.dailyPoints', { points: number(points), moves: number(ply) }),
    '🟩'.repeat(filled) + '⬜'.repeat(SQUARES - filled),
    linkTo('/'),
  ].join('\n');
}
