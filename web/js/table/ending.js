/** The end of a game as a moment: the result over the board, and a quiet celebration where there is cause. */

import { piece } from '../board/pieces.js';
import { skinOf } from '../board/skins.js';
import { h } from '../dom.js';
import { t } from '../i18n/index.js';
import { iconButton } from '../widgets.js';
import { celebrate } from './celebration.js';
import { isGoodEnd } from './result.js';

/** @import {TableModel} from './model.js' */
/** @import {TableBoard} from './table-board.js' */

/** How many different pieces a celebration has. */
const MAX_PIECES = 6;

/** Shows the result of a game over its board, until it is closed or one of its buttons is pressed. Returns
 * what puts it back beside the board.
 * @param {TableModel} model
 * @param {TableBoard} table
 * @param {HTMLElement} home where the result stands otherwise
 * @param {HTMLElement} result */
export function showEnding(model, { element, board }, home, result) {
  if (result.contains(document.activeElement)) {
    return () => {};
  }
  const overlay = h('div', { class: `ending ending--${freeHalf(model)}` }, result);
  const putBack = () => {
    const isFocused = overlay.contains(document.activeElement);
    x.remove();
    // Another result may have replaced this one.
    if (overlay.contains(result)) {
      home.append(result);
    }
    overlay.remove();
    if (isFocused) {
      board.focus();
    }
  };
  const x = iconButton('quiet', 'close', t('ending.close'), putBack);
  result.firstElementChild?.append(x);
  overlay.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      putBack();
    }
  });
  overlay.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('button, a')) {
      putBack();
    }
  });
  element.append(overlay);
  overlay.scrollIntoView({ block: 'nearest' });
  if (isGoodEnd(model)) {
    celebrate(element, drawings(model));
  }
  return putBack;
}

/** Returns the half of the board that shows less of the winning lines.
 * @param {TableModel} model */
function freeHalf({ situation: { board } }) {
  const rows = board.lines.flat().map(([, row]) => row + 0.5);
  const middle = rows.reduce((sum, row) => sum + row, 0) / (rows.length || 1);
  return middle > board.rows / 2 ? 'top' : 'bottom';
}

/** Draws the winner's token, or some of those on the board.
 * @param {TableModel} model */
function drawings({ situation: { turn, board }, ownTokens, faces, game }) {
  const winners = turn.type === 'over' && turn.winner !== null ? ownTokens[turn.winner - 1] : undefined;
  const lines = board.lines.flat().map(([column, row]) => board.cells[row * board.columns + column]);
  const tokens = winners !== undefined ? [winners] : lines.length > 0 ? lines : board.cells;
  const shown = [...new Set(tokens.filter((token) => token !== null))].slice(0, MAX_PIECES);
  return shown.flatMap((token) => {
    const face = faces[token];
    return face ? [piece(face, skinOf(game.id).piece)] : [];
  });
}
