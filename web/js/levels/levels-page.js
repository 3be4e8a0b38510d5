/** The page `/levels`: the levels that come with the program as a journey, each with what was reached there.
 *
 * A list of buttons `Play level NUMBER: TITLE`, and a link to the level editor. */

import { addressOf } from '../address.js';
import { fill, h, icon, svg } from '../dom.js';
import { explain, toastError } from '../explain.js';
import { phrase, t } from '../i18n/index.js';
import { catalogue } from '../net/requests.js';
import { bestText } from '../scores.js';
import { failedItem, pageHead } from '../widgets.js';
import { levelRules, levelTitle, playLevel, stars, starsWon } from './play-level.js';

/** @import {Catalogue} from '../wire-types.js' */

/** The side of a field in the picture of a level, and the gap between two. */
const [SIDE, GAP] = [8, 1];

/** The page of the levels. */
export class LevelsPage {
  title = t('levels.title');
  #list = h('ol', { class: 'journey' }, h('li', { class: 'empty', role: 'status' }, t('lobby.loading')));

  constructor() {
    const editor = h('a', { class: 'button', href: addressOf('/editor') }, icon('edit'), t('level.title'));
    const head = pageHead(this.title, t('levels.text'));
    const foot = h('p', { class: 'journey__foot' }, editor);
    this.element = h('div', { class: 'lobby' }, head, this.#list, foot);
    this.#load();
  }

  destroy() {}

  async #load() {
    try {
      const { levels, games } = await catalogue();
      this.#show(levels, games);
    } catch (error) {
      fill(
        this.#list,
        failedItem(explain(error), () => this.#load()),
      );
    }
  }

  /** @param {Catalogue['levels']} levels
   * @param {Catalogue['games']} games */
  #show(levels, games) {
    const game = games.find(({ id }) => id === levels.game);
    const won = starsWon(levels, game);
    const next = won.indexOf(0);
    const steps = levels.shipped.map((level, index) => {
      const title = levelTitle(level);
      const play = {
        class: 'card__link',
        type: 'button',
        'aria-label': t('levels.play', { n: index + 1, title }),
        onclick: () => void playLevel(levels, level).catch(toastError),
      };
      const facts = [
        t('levels.limit', { n: level.limit }),
        bestText(levels.game, levelRules(levels, game, level)),
      ];
      const look = won[index] ? ' journey__step--done' : index === next ? ' journey__step--next' : '';
      return h(
        'li',
        { class: `card journey__step${look}` },
        h('span', { class: 'journey__number', 'aria-hidden': 'true' }, String(index + 1)),
        levelPicture(level.picture),
        h(
          'div',
          { class: 'journey__text' },
          h('h2', { class: 'card__title' }, h('button', play, title)),
          h('p', { class: 'card__text' }, phrase(level.about)),
          h(
            'p',
            { class: 'small faint cluster cluster--apart' },
            h('span', {}, facts.filter(Boolean).join(' · ')),
            stars(won[index] ?? 0),
          ),
        ),
      );
    });
    fill(this.#list, ...steps);
  }
}

/** Draws the board of a level in small: its fields, those to clear, and its holes.
 * @param {string[]} rows as `ShippedLevel` has them: `.` a field, `*` one to clear, `#` none */
function levelPicture(rows) {
  const squares = (/** @type {string} */ kind) =>
    rows
      .flatMap((row, y) =>
        [...row].map((cell, x) =>
          cell === kind ? `M${x * (SIDE + GAP)} ${y * (SIDE + GAP)}h${SIDE}v${SIDE}h-${SIDE}z` : '',
        ),
      )
      .join('');
  const [width, height] = [rows[0]?.length ?? 0, rows.length].map((count) => count * (SIDE + GAP) - GAP);
  return svg(
    'svg',
    { class: 'level-picture', viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' },
    svg('path', { d: squares('.') }),
    svg('path', { class: 'level-picture__marked', d: squares('*') }),
  );
}
