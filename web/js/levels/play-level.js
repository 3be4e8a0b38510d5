/** Begins levels, shipped ones and those of a text, shows what was reached, and opens their editor. */

import { confirmed } from '../dialogs/dialog.js';
import { h } from '../dom.js';
import { phrase, t } from '../i18n/index.js';
import { catalogue, createTable } from '../net/requests.js';
import { addressOfTable, openTable } from '../new-game/create.js';
import { go } from '../router.js';
import { starsOf } from '../scores.js';
import { loadValue, storeValue } from '../storage.js';

/** @import {GameInfo, LevelSet, ShippedLevel} from '../wire-types.js' */

const ALONE = /** @type {const} */ ([{ type: 'me' }]);

/** The most stars of a level. */
const MAX_STARS = 3;

/** Begins a level that comes with the program.
 * @param {LevelSet} levels
 * @param {ShippedLevel} level */
export function playLevel({ game, name_option: option }, { name }) {
  return openTable({ game, options: { [option]: name }, seats: [...ALONE] });
}

/** Begins a level.
 * @param {string} text of the level's file */
export async function playText(text) {
  return openTable(await tableOf(text));
}

/** Makes a table of a level and returns its address.
 * @param {string} text of the level's file */
export async function openLevel(text) {
  return addressOfTable(await createTable(await tableOf(text)));
}

/** @param {string} text of a level's file */
async function tableOf(text) {
  const { game, file_option: option } = (await catalogue()).levels;
  return { game, options: { [option]: text }, seats: [...ALONE] };
}

/** Returns the level that a table plays; undefined where it is none that comes with the program.
 * @param {LevelSet} levels
 * @param {string} game
 * @param {Record<string, string>} options of the table */
export function levelOf({ game: levelGame, name_option: option, file_option: file, shipped }, game, options) {
  const isShipped = game === levelGame && !options[file];
  return isShipped ? shipped.find(({ name }) => name === options[option]) : undefined;
}

/** Returns the title of a level in the language of the page.
 * @param {ShippedLevel} level */
export function levelTitle({ name, title }) {
  const translated = phrase(name);
  return translated === name ? title : translated;
}

/** Returns the rules under which results of a level are kept; see `rulesKey`.
 * @param {LevelSet} levels
 * @param {GameInfo | undefined} game that plays levels
 * @param {ShippedLevel} level */
export function levelRules({ name_option: option }, game, { name }) {
  const usual = game?.options.find((one) => one.name === option)?.default;
  return name === usual ? '' : `${option}=${name}`;
}

/** Returns the stars that were won at each level, in order.
 * @param {LevelSet} levels
 * @param {GameInfo | undefined} game that plays levels */
export function starsWon(levels, game) {
  return levels.shipped.map((level) => starsOf(levels.game, levelRules(levels, game, level)));
}

/** Returns the stars for a level that was reached in so many moves.
 * @param {ShippedLevel} level
 * @param {number} moves */
export function starsFor({ limit, stars }, moves) {
  return 1 + stars.filter((least) => limit - moves >= least).length;
}

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

/** Opens the editor with a level. What is in the editor is kept if it is that level, and asked about else.
 * @param {string} text of the level's file */
export async function editLevel(text) {
  const isThere = loadValue('editor.played', '') === text;
  const isEmpty = loadValue('editor', null) === null;
  if (isThere || isEmpty || (await confirmed(t('levels.replace'), t('levels.edit')))) {
    if (!isThere) {
      storeValue('editor', { text });
    }
    go('/editor');
  }
}
