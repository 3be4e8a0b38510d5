/** Shows the stars of a level. */

import { h } from '../dom.js';
import { t } from '../i18n/index.js';
import { MAX_STARS } from './play-level.js';

/** Makes a row of stars, of which some are won.
 * @param {number} won */
export function stars(won) {
  const row = Array.from({ length: MAX_STARS }, (_, index) =>
    h('span', { class: index < won && 'stars__won' }, '★'),
  );
  return h(
    'span',
    { class: 'stars', role: 'img', 'aria-label': t('levels.stars', { n: won, most: MAX_STARS }) },
    row,
  );
}
