/** The dialog `Statistics`: what was reached on this device, a table for each game, and a button `Save as a
 * file`. */

import { h, icon } from '../dom.js';
import { toastError } from '../explain.js';
import { number, phrase, sentence, t } from '../i18n/index.js';
import { levelRules, levelTitle } from '../levels/play-level.js';
import { catalogue } from '../net/requests.js';
import { levelName } from '../new-game/setup.js';
import { puzzleScoresOf, puzzleText, scoresOf } from '../scores.js';
import { download } from '../share.js';
import { button, buttonRow, note } from '../widgets.js';
import { openDialog } from './dialog.js';

/** @import {Scores} from '../scores.js' */
/** @import {GameInfo} from '../wire-types.js' */

/** Opens the dialog. */
export async function statisticsDialog() {
  const played = await gamesPlayed().catch(toastError);
  if (!played) {
    return;
  }
  const all = played.map(({ game, scores }) => [
    game.id,
    { ...withoutTables(scores), puzzles: withoutTables(puzzleScoresOf(game.id)) },
  ]);
  const save = () => download('quincunx.json', JSON.stringify(Object.fromEntries(all), null, 2));
  const tables = played.map(({ game, scores, nameOf }) =>
    h(
      'section',
      {},
      h('h3', {}, phrase(game.title)),
      h('table', { class: 'data' }, h('tbody', {}, rows(game, scores, nameOf))),
    ),
  );
  const body =
    played.length === 0
      ? [note(t('statistics.none'))]
      : [...tables, buttonRow(button('', [icon('download'), t('statistics.save')], save))];
  openDialog(t('statistics'), body, { wide: true });
}

/** @param {Scores} scores */
function withoutTables({ tables: _, ...scores }) {
  return scores;
}

/** Returns the games of which there are results. */
async function gamesPlayed() {
  const { games, levels } = await catalogue();
  const all = games.map((game) => {
    const { id } = game;
    const nameOf = (/** @type {string} */ rules) => {
      const level =
        id === levels.game && levels.shipped.find((one) => levelRules(levels, game, one) === rules);
      return level ? levelTitle(level) : rulesText(rules);
    };
    return { game, scores: scoresOf(id), nameOf };
  });
  return all.filter(({ game, scores }) => scores.games > 0 || puzzleText(game.id));
}

/** @param {GameInfo} game
 * @param {Scores} scores
 * @param {(rules: string) => string} nameOf names rules, empty for the usual ones */
function rows(game, { games, wins, streak, longest, levels, best }, nameOf) {
  const puzzles = puzzleText(game.id);
  const isWon = wins > 0 || Object.keys(levels).length > 0;
  const facts = [
    ...(games > 0 ? [[t('statistics.games'), number(games)]] : []),
    ...(isWon ? [[t('statistics.wins'), number(wins)]] : []),
    ...(isWon ? [[t('statistics.streak'), t('statistics.streakNow', { n: longest, now: streak })]] : []),
    ...Object.entries(levels).map(([level, result]) => [
      t('setup.against', { level: levelName(game, Number(level)) }),
      t('score.wins', { n: result.wins, games: result.games }),
    ]),
    ...Object.entries(best).map(([key, { points }]) => {
      const rules = nameOf(key);
      const name = rules ? t('statistics.bestWith', { rules }) : t('statistics.best');
      return [name, t('worth.points', { n: points })];
    }),
    ...(puzzles ? [[t('puzzles.title'), puzzles]] : []),
  ];
  return facts.map(([name, value]) => h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, value)));
}

/** Describes rules by their options that are not usual.
 * @param {string} rules such as `width=5 height=5` */
function rulesText(rules) {
  if (rules === '') {
    return '';
  }
  const parts = rules.split(' ').map((part) => part.split('='));
  return parts.map(([name = '', value = '']) => `${sentence(name)}: ${sentence(value)}`).join(', ');
}
