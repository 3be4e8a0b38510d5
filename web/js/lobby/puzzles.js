/** The region `Puzzles` of the lobby: a row for each game that has puzzles, with a button `TITLE: win in N`
 * for each number of moves. */

import { h } from '../dom.js';
import { toastError } from '../explain.js';
import { phrase, t } from '../i18n/index.js';
import { openPuzzle } from '../new-game/create.js';
import { puzzleText } from '../scores.js';
import { button, buttonRow, note, section, titled } from '../widgets.js';

/** @import {GameInfo} from '../wire-types.js' */

/** The fewest moves that are offered: to win in one is no puzzle. */
const MIN_MOVES = 2;

/** Makes the region; null where no game has puzzles.
 * @param {GameInfo[]} games */
export function puzzleSection(games) {
  const rows = games.map(row).filter((row) => row !== null);
  const text = note(t('puzzles.text'));
  return rows.length === 0
    ? null
    : section('puzzles', t('puzzles.title'), [text, h('ul', { class: 'rows' }, rows)]);
}

/** @param {GameInfo} game */
function row({ id, title, puzzles }) {
  if (!puzzles) {
    return null;
  }
  const least = Math.min(Math.max(MIN_MOVES, puzzles.least), puzzles.most);
  const buttons = Array.from({ length: puzzles.most - least + 1 }, (_, index) => {
    const n = least + index;
    const open = () => void openPuzzle(id, { wins_in: n }).catch(toastError);
    return button('', String(n), open, { 'aria-label': t('puzzles.begin', { game: phrase(title), n }) });
  });
  const text = h('p', {}, titled(phrase(title), t('puzzles.winIn')));
  const reached = puzzleText(id);
  return h('li', { class: 'puzzles-row' }, text, buttonRow(buttons), reached && note(reached));
}
