/** The result of the game or puzzle of the day as a text to hand on, which tells how it went and nothing of how to play it. */

import { number, phrase, t } from '../i18n/index.js';

/** @import {TableModel} from './model.js' */

/** Squares of the line that shows the length of the game. */
const SQUARES = 10;

/** Writes the result.
 * @param {TableModel} model */
export function resultText(model) {
  const { turn, ply, board, puzzle } = model.situation;
  const head = t('result.daily', { game: phrase(model.game.title), date: model.daily ?? '' });
  if (puzzle) {
    const found = puzzle.revealed ? '⬜' : '🟩';
    const goal = `${t('puzzle.goal', { n: puzzle.wins_in })}: ${t(puzzle.revealed ? 'puzzle.wasShown' : 'puzzle.wasSolved')}`;
    return [head, goal, found.repeat(puzzle.wins_in), location.origin].join('\n');
  }
  const points = turn.type === 'over' && turn.points !== null ? turn.points : (board.counters[0]?.value ?? 0);
  // One square for each doubling of the points: a shape to compare that gives nothing away.
  const filled = Math.max(0, Math.min(SQUARES, Math.round(Math.log2(Math.max(1, points)) - 3)));
  return [
    head,
    t('result.dailyPoints', { points: number(points), moves: number(ply) }),
    '🟩'.repeat(filled) + '⬜'.repeat(SQUARES - filled),
    location.origin,
  ].join('\n');
}
