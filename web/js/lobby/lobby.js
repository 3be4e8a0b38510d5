/** The lobby: a card a game with a board that plays itself, the games of the day, the games of late, and a place to open
 * records.
 *
 * Heading 1 `Five games, one board` in the words of the language. Region `Games`: a link `Play TITLE` a game. Region `Games
 * of the day`: a button `Play TITLE of DATE`, or `Puzzle of DATE: TITLE, win in N`. Region `Puzzles` (puzzles.js). Region `Your games`: links `TITLE, …` and buttons `Remove …`. Region `Open a
 * record`: a button `Choose a file` and a button `Paste`. Region `Make a level`: a link `Open the editor`. */

import { newGameDialog } from '../new-game/new-game.js';
import { openDaily } from '../new-game/create.js';
import { fill, h, icon } from '../dom.js';
import { explain } from '../explain.js';
import { ago, longDate, number, phrase, t } from '../i18n/index.js';
import { removeRecent, recentGames } from '../storage.js';
import { catalogue, daily } from '../net/http.js';
import { go } from '../router.js';
import { toast } from '../announce.js';
import { DemoBoard } from './demo-board.js';
import { puzzles } from './puzzles.js';
import { RecordDrop } from './record-drop.js';

/** @import {OpenDialog} from '../dialogs/dialog.js' */
/** @import {GameInfo} from '../wire-types.js' */
/** @import {Recent} from '../storage.js' */

/** Games of late that are shown at first. */
const RECENT = 6;

/** The lobby. */
export class LobbyPage {
  title = '';
  #games = h('ul', { class: 'games' }, h('li', { class: 'empty', role: 'status' }, t('lobby.loading')));
  #daily = h('section', { class: 'lobby__part', 'aria-labelledby': 'daily-heading', hidden: true });
  #puzzles = h('div', { hidden: true });
  #recent = h('section', { class: 'lobby__part', 'aria-labelledby': 'recent-heading', hidden: true });
  #drop = new RecordDrop();
  /** @type {DemoBoard[]} */
  #boards = [];
  /** @type {GameInfo[]} */
  #catalogue = [];
  /** @type {OpenDialog | null} */
  #dialog = null;
  #gone = false;
  /** Whether the lobby without a dialog is the page before this one. */
  #openedHere = false;

  /** @param {string | null} game the game whose dialog is to be opened */
  constructor(game) {
    this.element = h(
      'div',
      { class: 'lobby' },
      h('header', { class: 'lobby__head' }, h('h1', {}, t('lobby.title')), h('p', { class: 'subtitle' }, t('lobby.text'))),
      h('section', { class: 'lobby__part', 'aria-label': t('lobby.games') }, this.#games),
      h('div', { class: 'lobby__more' }, this.#daily, this.#puzzles, this.#recent, this.#drop.element, editorPart()),
    );
    this.#load(game);
  }

  /** Takes the lobby down. */
  destroy() {
    this.#gone = true;
    this.#drop.destroy();
    for (const board of this.#boards) {
      board.destroy();
    }
  }

  /** Opens the dialog of a game, or closes it.
   * @param {string | null} id */
  offer(id) {
    this.#openedHere = this.#catalogue.length > 0 && id !== null && !this.#dialog;
    this.#dialog?.close();
    const game = this.#catalogue.find((one) => one.id === id);
    if (!game) {
      if (id !== null && this.#catalogue.length > 0) {
        toast(t('lobby.unknown', { game: id }));
        go('/', { replace: true });
      }
      return;
    }
    const dialog = newGameDialog(game);
    this.#dialog = dialog;
    dialog.closed.then(() => {
      if (this.#dialog === dialog) {
        this.#dialog = null;
        this.#leaveDialog();
      }
    });
  }

  /** Carries out what a key means.
   * @param {string} command */
  onCommand(command) {
    const [first] = this.#catalogue;
    if (command === 'new' && first) {
      go(`/new/${recentGames()[0]?.game ?? first.id}`);
      return true;
    }
    return false;
  }

  /** Goes from the address of the dialog to that of the lobby. */
  #leaveDialog() {
    if (this.#gone || !location.pathname.startsWith('/new/')) {
      return;
    }
    if (this.#openedHere) {
      history.back();
    } else {
      go('/', { replace: true });
    }
  }

  /** @param {string | null} offered */
  async #load(offered) {
    try {
      this.#catalogue = (await catalogue()).games;
    } catch (error) {
      const again = h('button', { class: 'button', type: 'button', onclick: () => this.#load(offered) }, t('lobby.again'));
      fill(this.#games, h('li', { class: 'empty stack' }, h('p', {}, explain(error)), h('p', {}, again)));
      return;
    }
    if (this.#gone) {
      return;
    }
    this.#boards = this.#catalogue.map((game, index) => new DemoBoard(game, index));
    fill(this.#games, ...this.#catalogue.map((game, index) => gameCard(game, this.#boards[index])));
    this.#showPuzzles();
    this.#showRecent();
    this.offer(offered);
    this.#openedHere = false;
    await this.#showDaily();
  }

  async #showDaily() {
    const today = await daily().catch(() => null);
    if (!today || this.#gone) {
      return;
    }
    const played = recentGames().filter((game) => game.daily === today.date);
    const attempt = (/** @type {GameInfo} */ { id }) => played.find((one) => one.game === id);
    const games = this.#catalogue.filter(({ id }) => today.games.includes(id)).map((game) => dailyGame(game, today.date, attempt(game)));
    const puzzles = this.#catalogue.flatMap((game) => {
      const puzzle = today.puzzles.find((one) => one.game === game.id);
      return puzzle ? [dailyPuzzle(game, today.date, puzzle.wins_in, attempt(game))] : [];
    });
    const rows = [...puzzles, ...games].map((row) => h('li', {}, row));
    this.#daily.hidden = rows.length === 0;
    fill(
      this.#daily,
      h('h2', { id: 'daily-heading' }, t('daily.title')),
      h('p', { class: 'small soft' }, t('daily.text', { date: longDate(today.date) })),
      h('ul', { class: 'rows' }, rows),
    );
  }

  #showPuzzles() {
    const part = puzzles(this.#catalogue);
    this.#puzzles.hidden = part === null;
    fill(this.#puzzles, part);
  }

  #showRecent() {
    const games = recentGames();
    this.#recent.hidden = games.length === 0;
    const rows = games.slice(0, RECENT).map((recent) => this.#recentRow(recent));
    fill(this.#recent, h('h2', { id: 'recent-heading' }, t('recent.title')), h('ul', { class: 'rows' }, rows));
  }

  /** @param {Recent} recent */
  #recentRow(recent) {
    const title = phrase(this.#catalogue.find(({ id }) => id === recent.game)?.title ?? recent.game);
    const forget = () => {
      removeRecent(recent.table);
      this.#showRecent();
    };
    return h(
      'li',
      { class: 'row' },
      h('a', { class: 'row__link', href: `/t/${recent.table}` }, h('span', { class: 'strong' }, title), ' ', h('span', { class: 'small soft' }, recentNote(recent))),
      h('button', { class: 'button button--icon button--quiet button--small', type: 'button', 'aria-label': t('recent.forget', { game: title }), onclick: forget }, icon('close')),
    );
  }
}

/** Makes the part that leads to the level editor. */
function editorPart() {
  return h(
    'section',
    { class: 'lobby__part', 'aria-labelledby': 'editor-heading' },
    h('h2', { id: 'editor-heading' }, t('editor.title')),
    h('p', { class: 'small soft' }, t('editor.text')),
    h('div', { class: 'button-row' }, h('a', { class: 'button', href: '/editor' }, t('editor.open'))),
  );
}

/** @param {GameInfo} game
 * @param {DemoBoard | undefined} board */
function gameCard(game, board) {
  const players = t('lobby.players', { n: game.players });
  return h(
    'li',
    { class: 'card game-card' },
    h('div', { class: 'card__board' }, board?.element),
    h(
      'div',
      { class: 'card__body' },
      h('h2', { class: 'card__title' }, h('a', { class: 'card__link', href: `/new/${game.id}`, 'aria-label': t('lobby.play', { game: phrase(game.title) }) }, phrase(game.title))),
      h('p', { class: 'card__text' }, phrase(game.summary)),
      h('p', { class: 'small faint game-card__players' }, players),
    ),
  );
}

/** @param {GameInfo} game
 * @param {string} date
 * @param {Recent | undefined} attempt */
function dailyGame(game, date, attempt) {
  const state = !attempt ? t('daily.fresh') : attempt.over ? t('daily.done', { n: attempt.points ?? 0 }) : t('daily.begun', { n: attempt.ply });
  return dailyRow(game, t('daily.play', { game: phrase(game.title), date: longDate(date) }), state);
}

/** @param {GameInfo} game
 * @param {string} date
 * @param {number} n the moves in which it is won
 * @param {Recent | undefined} attempt */
function dailyPuzzle(game, date, n, attempt) {
  const state = attempt?.over ? t(attempt.won ? 'puzzle.wasSolved' : 'puzzle.wasShown') : t('daily.puzzle', { n });
  return dailyRow(game, t('daily.playPuzzle', { game: phrase(game.title), date: longDate(date), n }), state);
}

/** @param {GameInfo} game
 * @param {string} label what the button does, in full
 * @param {string} state */
function dailyRow(game, label, state) {
  const begin = async () => {
    try {
      await openDaily(game.id);
    } catch (error) {
      toast(explain(error));
    }
  };
  return h(
    'button',
    { class: 'row row--button', type: 'button', onclick: begin },
    h(
      'span',
      { class: 'row__link' },
      h('span', { class: 'visually-hidden' }, label),
      h('span', { class: 'strong', 'aria-hidden': 'true' }, phrase(game.title)),
      ' ',
      h('span', { class: 'small soft' }, state),
    ),
    icon('forward'),
  );
}

/** @param {Recent} recent */
function recentNote(recent) {
  const state = recent.puzzle
    ? t(!recent.over ? 'puzzle.isOpen' : recent.won ? 'puzzle.wasSolved' : 'puzzle.wasShown')
    : !recent.over
    ? t('recent.running', { n: recent.ply })
    : recent.points !== null && recent.points !== undefined
      ? t('recent.points', { n: recent.points })
      : recent.won === true
        ? t('recent.won')
        : recent.won === false
          ? t('recent.lost')
          : t('recent.over', { moves: number(recent.ply) });
  const day = recent.daily && t(recent.puzzle ? 'recent.dailyPuzzle' : 'recent.daily');
  return [state, recent.puzzle && t('puzzle.goal', { n: recent.puzzle }), day, ago(recent.at)].filter(Boolean).join(' · ');
}
