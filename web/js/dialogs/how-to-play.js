/** The dialog `How to play TITLE`: the steps of a game, each a sentence and a small board that shows it. */

import { animationSpeed } from '../board/animation.js';
import { h } from '../dom.js';
import { toastError } from '../explain.js';
import { phrase, t } from '../i18n/index.js';
import { DemoBoard } from '../lobby/demo-board.js';
import { lessons } from '../net/requests.js';
import { openDialog } from './dialog.js';

/** @import {GameInfo} from '../wire-types.js' */

/** Opens the dialog.
 * @param {GameInfo} game */
export async function howToPlayDialog(game) {
  const all = await lessons().catch(toastError);
  const own = all?.find((one) => one.game === game.id);
  if (!own || document.querySelector('dialog[open]')) {
    // It may be asked for again before the lessons are here.
    return;
  }
  /** @type {DemoBoard[]} */
  const boards = [];
  const steps = own.lessons.map(({ text, scenes }, index) => {
    const board = new DemoBoard(game, index);
    boards.push(board);
    board.show({ faces: own.faces, scenes }, animationSpeed() === 0 ? scenes.length - 1 : 0);
    return h('li', { class: 'lesson' }, board.element, h('p', {}, phrase(text)));
  });
  const title = t('howTo.title', { game: phrase(game.title) });
  const dialog = openDialog(title, [h('ol', { class: 'lessons' }, steps)], { wide: true });
  await dialog.closed;
  for (const board of boards) {
    board.destroy();
  }
}
