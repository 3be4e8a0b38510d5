/** The puzzles of the lobby: a row a game that has some, with a button for each number of moves in which they are won.
 *
 * Region `Puzzles`: buttons `TITLE: win in N`. */

import { h } from '../dom.js';
import { explain } from '../explain.js';
import { phrase, t } from '../i18n/index.js';
import { openPuzzle } from '../new-game/create.js';
import { toast } from '../announce.js';

/** @import {GameInfo} from '../wire-types.js' */

/** To win in one move is no puzzle to somebody who looks for one. */
const LEAST = 2;

/** Makes the part of the lobby in which puzzles begin; nothing where no game has any.
 * @param {GameInfo[]} games
 * @returns {HTMLElement | null} */
export function puzzles(games) {
  const rows = games.map(row).filter((row) => row !== null);
  return rows.length === 0
    ? null
    : h(
        'section',
        { class: 'lobby__part', 'aria-labelledby': 'puzzles-heading' },
        h('h2', { id: 'puzzles-heading' }, t('puzzles.title')),
        h('p', { class: 'small soft' }, t('puzzles.text')),
        h('ul', { class: 'rows' }, rows),
      );
}

/** @param {GameInfo} game */
function row({ id, title, puzzles }) {
  if (!puzzles) {
    return null;
  }
  const least = Math.min(Math.max(LEAST, puzzles.least), puzzles.most);
  const buttons = Array.from({ length: puzzles.most - least + 1 }, (_, index) => {
    const n = least + index;
    const begin = () => openPuzzle(id, { wins_in: n }).catch((error) => toast(explain(error)));
    return h('button', { class: 'button', type: 'button', 'aria-label': t('puzzles.begin', { game: phrase(title), n }), onclick: begin }, String(n));
  });
  return h(
    'li',
    { class: 'puzzles-row' },
    h('p', {}, h('span', { class: 'strong' }, phrase(title)), ' ', h('span', { class: 'small soft' }, t('puzzles.winIn'))),
    h('div', { class: 'button-row' }, buttons),
  );
}
