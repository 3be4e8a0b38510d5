/** Shows moves as people see them on the board: pieces as pictures, directions as arrows, columns by their
 * numbers, fields by letter and row. The game's notation is for records and typed moves. */

import { piece as drawPiece } from '../board/pieces.js';
import { cellName, columnLetters, POINTERS } from '../board/geometry.js';
import { skinOf } from '../board/skins.js';
import { h } from '../dom.js';
import { piece, t } from '../i18n/index.js';

/** @import {Gesture} from '../wire-types.js' */
/** @import {Child} from '../dom.js' */
/** @import {TableModel} from './model.js' */

/** Describes an action in words: `Column 4`, `D3`, `Left`, `Row 3 to the right`, `large black hollow box`.
 * @param {TableModel} model
 * @param {number} action */
export function moveWords(model, action) {
  const gesture = model.actions[action]?.gesture;
  return gesture ? wordsOf(model, gesture) : '';
}

/** Shows an action in as little space as possible; screen readers read it in words.
 * @param {TableModel} model
 * @param {number} action
 * @param {string} [words] other words than those of the action */
export function moveLabel(model, action, words) {
  const gesture = model.actions[action]?.gesture;
  if (!gesture) {
    return h('span', {});
  }
  return h(
    'span',
    { class: 'move-label' },
    h('span', { 'aria-hidden': 'true' }, drawing(model, gesture)),
    h('span', { class: 'visually-hidden' }, words ?? wordsOf(model, gesture)),
  );
}

/** @param {TableModel} model
 * @param {Gesture} gesture */
function wordsOf(model, gesture) {
  switch (gesture.type) {
    case 'push':
      return t(`move.push.${gesture.towards}`);
    case 'column':
      return t('move.column', { column: columnNumber(model, gesture.column) });
    case 'point':
      return cellName(gesture.cell);
    case 'take':
      return piece(model.faces[gesture.token]?.name ?? '');
    case 'swap':
      return t('move.swap', { from: cellName(gesture.from), to: cellName(gesture.to) });
    case 'rotate':
      return t(gesture.clockwise ? 'move.clockwise' : 'move.counter', { cell: cellName(gesture.corner) });
    case 'shift': {
      const [column, row] = gesture.cell;
      const values = { column: columnLetters(column), row: row + 1 };
      return t(`move.shift.${gesture.towards}`, values);
    }
  }
}

/** @param {TableModel} model
 * @param {Gesture} gesture
 * @returns {Child} */
function drawing(model, gesture) {
  switch (gesture.type) {
    case 'push':
      return `${POINTERS[gesture.towards]} ${wordsOf(model, gesture)}`;
    case 'column':
      return `↓ ${columnNumber(model, gesture.column)}`;
    case 'take': {
      const face = model.faces[gesture.token];
      return face ? drawPiece(face, skinOf(model.game.id).piece) : '';
    }
    case 'swap':
      return `${cellName(gesture.from)} ⇄ ${cellName(gesture.to)}`;
    case 'rotate':
      return `${gesture.clockwise ? '↻' : '↺'} ${cellName(gesture.corner)}`;
    case 'shift': {
      const [column, row] = gesture.cell;
      const isRow = gesture.towards === 'left' || gesture.towards === 'right';
      const line = isRow
        ? t('move.row', { row: row + 1 })
        : t('move.column', { column: columnLetters(column) });
      return `${line} ${POINTERS[gesture.towards]}`;
    }
    default:
      return wordsOf(model, gesture);
  }
}

/** Returns the number of a column as it stands below the board.
 * @param {TableModel} model
 * @param {number} column */
function columnNumber({ situation: { board } }, column) {
  return board.numbering.first + column;
}
