/** The end of a game as a moment: the result over the board, and a quiet celebration where there is cause. */

import { piece } from '../board/pieces.js';
import { skinOf } from '../board/skins.js';
import { h } from '../dom.js';
import { t } from '../i18n/index.js';
import { isNewBest, rulesKey } from '../scores.js';
import { iconButton } from '../widgets.js';
import { celebrate } from './celebration.js';

/** @import {TableModel} from './model.js' */

/** Milliseconds for which the board alone shows what decided the game. */
const BOARD_ALONE = 900;

/** How many different pieces a celebration has. */
const MOST_PIECES = 6;

/** Shows the result of a game over the board until it is closed. Then it stands where it stood.
 * @param {TableModel} model
 * @param {HTMLElement} board
 * @param {HTMLElement} result */
export async function showEnding(model, board, result) {
  await new Promise((resolve) => setTimeout(resolve, BOARD_ALONE));
  const home = result.parentElement;
  if (!home || !model.over || result.contains(document.activeElement)) {
    return;
  }
  const overlay = h('div', { class: `ending ending--${freeHalf(model)}` }, result);
  const close = iconButton('quiet', 'close', t('ending.close'), () => {
    close.remove();
    home.append(result);
    overlay.remove();
  });
  result.firstElementChild?.append(close);
  board.append(overlay);
  if (isGood(model)) {
    celebrate(board, drawings(model));
  }
}

/** Returns the half of the board that shows less of the winning lines.
 * @param {TableModel} model */
function freeHalf({ situation: { board } }) {
  const rows = board.lines.flat().map(([, row]) => row + 0.5);
  const middle = rows.reduce((sum, row) => sum + row, 0) / (rows.length || 1);
  return middle > board.rows / 2 ? 'top' : 'bottom';
}

/** Returns whether the end is good for whoever plays here.
 * @param {TableModel} model */
function isGood(model) {
  const { turn, puzzle } = model.situation;
  if (turn.type !== 'over' || puzzle?.revealed) {
    return false;
  }
  const won = turn.winner !== null && model.you.includes(turn.winner);
  return (
    won || turn.reached === true || isNewBest(model.game.id, rulesKey(model.game, model.options), model.table)
  );
}

/** Draws the winner's token, or some of those on the board.
 * @param {TableModel} model */
function drawings({ situation: { turn, board }, ownTokens, faces, game }) {
  const winners = turn.type === 'over' && turn.winner !== null ? ownTokens[turn.winner - 1] : undefined;
  const lines = board.lines.flat().map(([column, row]) => board.cells[row * board.columns + column]);
  const tokens = winners !== undefined ? [winners] : lines.length > 0 ? lines : board.cells;
  const shown = [...new Set(tokens.filter((token) => token !== null))].slice(0, MOST_PIECES);
  return shown.flatMap((token) => {
    const face = faces[token];
    return face ? [piece(face, skinOf(game.id).piece)] : [];
  });
}
