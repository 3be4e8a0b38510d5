/** The lobby: a card for each game, the games of the day, the recent games, and ways to open records and the
 * editor.
 *
 * Region `Games`: for each game the buttons `Play TITLE` and `How to play TITLE`, and a link `Set up TITLE`.
 * Region `Games of the day`: a button `Play TITLE of DATE`, or `Puzzle of DATE: TITLE, win in N`. Region
 * `Puzzles` (puzzles.js). Region `Your games`: links `TITLE, …` and buttons `Remove …`. Region `Open a saved
 * game` (record-drop.js). Region `Make a level`: a link `Open the editor`. */

import { addressOf, pathOf } from '../address.js';
import { toast } from '../announce.js';
import { animationSpeed } from '../board/animation.js';
import { fill, h, icon } from '../dom.js';
import { explain, toastError } from '../explain.js';
import { ago, longDate, phrase, t } from '../i18n/index.js';
import { starsWon } from '../levels/play-level.js';
import { catalogue, daily, showcases } from '../net/requests.js';
import { openDaily } from '../new-game/create.js';
import { newGameDialog } from '../new-game/new-game.js';
import { lastSetup, playAgain, whoPlays } from '../new-game/setup.js';
import { go } from '../router.js';
import { scoreText } from '../scores.js';
import { recentGames, removeRecent } from '../storage.js';
import { buttonRow, failedItem, iconButton, note, pageHead, rowButton, section, titled } from '../widgets.js';
import { DemoBoard } from './demo-board.js';
import { puzzleSection } from './puzzles.js';
import { RecordDrop } from './record-drop.js';

/** @import {OpenDialog} from '../dialogs/dialog.js' */
/** @import {Recent} from '../storage.js' */
/** @import {Day, GameInfo, LevelSet} from '../wire-types.js' */

/** How many recent games are shown. */
const MAX_RECENT = 6;

/** The scene of a showcase that is shown at first, and where nothing moves. */
const [FIRST_SCENE, STILL_SCENE] = [4, 12];

/** The lobby. */
export class LobbyPage {
  title = '';
  #games = h('ul', { class: 'games' }, h('li', { class: 'empty', role: 'status' }, t('lobby.loading')));
  /** The game that goes on, with its title once that is known. */
  #continue = h('div', { class: 'lobby__continue', hidden: true });
  #daily = h('div', { hidden: true });
  #puzzles = h('div', { hidden: true });
  #recent = h('div', { hidden: true });
  #drop = new RecordDrop();
  /** What is below the games. It is shown when they are, so that nothing moves. */
  #more = h('div', { class: 'lobby__more', hidden: true });
  /** @type {DemoBoard[]} */
  #boards = [];
  /** @type {GameInfo[]} */
  #catalogue = [];
  /** @type {OpenDialog | null} */
  #dialog = null;
  #destroyed = false;
  /** Whether closing the dialog leads to the previous page in the history. */
  #openedHere = false;
  #cameHere;

  /** @param {string | null} game whose dialog to open
   * @param {boolean} isFirst whether it is the first page of this visit */
  constructor(game, isFirst) {
    this.#cameHere = !isFirst;
    const editor = section('editor', t('editor.title'), [
      note(t('editor.text')),
      buttonRow(h('a', { class: 'button', href: addressOf('/editor') }, t('editor.open'))),
    ]);
    this.element = h(
      'div',
      { class: 'lobby' },
      pageHead(t('lobby.title'), t('lobby.text')),
      this.#continue,
      h('section', { class: 'lobby__part', 'aria-label': t('lobby.games') }, this.#games),
      this.#more,
    );
    this.#showContinue();
    fill(this.#more, this.#daily, this.#puzzles, this.#recent, this.#drop.element, editor);
    this.#load(game);
  }

  destroy() {
    this.#destroyed = true;
    this.#drop.destroy();
    for (const board of this.#boards) {
      board.destroy();
    }
  }

  /** Opens the dialog of a game, or closes it.
   * @param {string | null} id */
  offer(id) {
    const loaded = this.#catalogue.length > 0;
    this.#openedHere = loaded && id !== null && !this.#dialog;
    this.#dialog?.close();
    const game = this.#catalogue.find((one) => one.id === id);
    if (!game) {
      if (id !== null && loaded) {
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

  /** Runs the command of a key; returns whether the lobby has it.
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
    if (this.#destroyed || !pathOf(location).startsWith('/new/')) {
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
    /** @type {LevelSet} */
    let levels;
    try {
      ({ games: this.#catalogue, levels } = await catalogue());
    } catch (error) {
      fill(
        this.#games,
        failedItem(explain(error), () => this.#load(offered)),
      );
      this.#more.hidden = false;
      return;
    }
    if (this.#destroyed) {
      return;
    }
    this.#boards = this.#catalogue.map((game, index) => new DemoBoard(game, index));
    this.#showDemos();
    fill(this.#games, ...this.#catalogue.map((game, index) => gameCard(game, levels, this.#boards[index])));
    place(this.#puzzles, puzzleSection(this.#catalogue));
    this.#showContinue();
    this.#showRecent();
    this.offer(offered);
    // Where the visitor came from is where closing the dialog leads back to.
    this.#openedHere = this.#cameHere;
    this.#more.hidden = false;
    await this.#showDaily();
  }

  /** Lets the games play themselves. */
  async #showDemos() {
    for (const demo of await showcases().catch(() => [])) {
      const index = this.#catalogue.findIndex(({ id }) => id === demo.game);
      this.#boards[index]?.show(demo, animationSpeed() === 0 ? STILL_SCENE : FIRST_SCENE);
    }
  }

  /** Shows the games of the day. Until they are known, rows take their place. */
  async #showDaily() {
    const withPuzzles = this.#catalogue.filter(({ puzzles }) => puzzles);
    const alone = this.#catalogue.filter(({ players }) => players === 1);
    this.#placeDaily('\u00a0', [...withPuzzles, ...alone].map(unknownDaily));
    const none = /** @type {Day} */ ({ date: '', games: [], puzzles: [] });
    const today = await daily().catch(() => none);
    if (this.#destroyed) {
      return;
    }
    const { date } = today;
    const played = recentGames().filter((game) => game.daily === date);
    const attempt = (/** @type {GameInfo} */ { id }) => played.find((one) => one.game === id);
    const games = this.#catalogue.filter(({ id }) => today.games.includes(id));
    const puzzles = this.#catalogue.flatMap((game) => {
      const puzzle = today.puzzles.find((one) => one.game === game.id);
      return puzzle ? [dailyPuzzle(game, date, puzzle.wins_in, attempt(game))] : [];
    });
    const rows = [...puzzles, ...games.map((game) => dailyGame(game, date, attempt(game)))];
    this.#placeDaily(date && t('daily.text', { date: longDate(date) }), rows);
  }

  /** @param {string} text
   * @param {HTMLElement[]} rows */
  #placeDaily(text, rows) {
    const whole = () => section('daily', t('daily.title'), [note(text), list(rows)]);
    place(this.#daily, rows.length === 0 ? null : whole());
  }

  /** Shows the way back to the latest game that is not over. */
  #showContinue() {
    const latest = recentGames().find(({ over, yours }) => yours && !over);
    this.#continue.hidden = !latest;
    if (latest) {
      const link = { class: 'button button--primary', href: addressOf(`/t/${latest.table}`) };
      const note = h('span', { class: 'small soft' }, this.#titleOf(latest), ' · ', recentNote(latest));
      fill(this.#continue, h('a', link, icon('play'), t('lobby.continue')), note);
    }
  }

  #showRecent() {
    const rows = recentGames()
      .slice(0, MAX_RECENT)
      .map((recent) => this.#recentRow(recent));
    place(this.#recent, rows.length === 0 ? null : section('recent', t('recent.title'), [list(rows)]));
  }

  /** @param {Recent} recent */
  #titleOf({ game }) {
    return phrase(this.#catalogue.find(({ id }) => id === game)?.title ?? game);
  }

  /** @param {Recent} recent */
  #recentRow(recent) {
    const title = this.#titleOf(recent);
    const remove = () => {
      removeRecent(recent.table);
      this.#showRecent();
      this.#showContinue();
      // The button that had the focus is gone.
      (this.#recent.querySelector('button') ?? this.#games.querySelector('button'))?.focus();
    };
    const contents = titled(title, recentNote(recent));
    return h(
      'div',
      { class: 'row' },
      h('a', { class: 'row__link', href: addressOf(`/t/${recent.table}`) }, contents),
      iconButton('quiet small', 'close', t('recent.forget', { game: title }), remove),
    );
  }
}

/** Shows a section in its place, or hides the place.
 * @param {HTMLElement} place
 * @param {HTMLElement | null} section */
function place(place, section) {
  place.hidden = section === null;
  fill(place, section);
}

/** @param {HTMLElement[]} rows */
function list(rows) {
  return h(
    'ul',
    { class: 'rows' },
    rows.map((row) => h('li', {}, row)),
  );
}

/** Makes the card of a game: pressing it begins the game as it was set up last, or leads to its levels; its
 * gear sets it up.
 * @param {GameInfo} game
 * @param {LevelSet} levels
 * @param {DemoBoard | undefined} board */
function gameCard(game, levels, board) {
  const title = phrase(game.title);
  const isJourney = game.id === levels.game;
  const play = {
    class: 'card__link',
    type: 'button',
    'aria-label': t('lobby.play', { game: title }),
    onclick: () => (isJourney ? go('/levels') : void playAgain(game).catch(toastError)),
  };
  const reached = isJourney ? starsWon(levels, game).filter(Boolean).length : 0;
  const name = t(isJourney ? 'levels.title' : 'lobby.playNow');
  const facts = isJourney
    ? [t('levels.reached', { n: reached, of: levels.shipped.length })]
    : [whoPlays(game, lastSetup(game).seats), scoreText(game.id)];
  const setUp = {
    class: 'button button--icon button--quiet',
    href: addressOf(`/new/${game.id}`),
    title: t('lobby.setUp', { game: title }),
    'aria-label': t('lobby.setUp', { game: title }),
  };
  const howTo = iconButton(
    'quiet',
    'question',
    t('howTo.title', { game: title }),
    () => void howToPlay(game).catch(toastError),
  );
  return h(
    'li',
    { class: 'card game-card' },
    h('div', { class: 'game-card__board' }, board?.element),
    h(
      'div',
      { class: 'game-card__body' },
      h('h2', { class: 'card__title' }, h('button', play, title)),
      h('p', { class: 'card__text' }, phrase(game.summary)),
      h('p', { class: 'small faint' }, facts.filter(Boolean).join(' · ')),
      h(
        'div',
        { class: 'game-card__tools' },
        h(
          'span',
          { class: 'button button--primary game-card__play', 'aria-hidden': 'true' },
          icon('play'),
          name,
        ),
        howTo,
        h('a', setUp, icon('gear')),
      ),
    ),
  );
}

/** Explains a game. The module is loaded when it is first needed.
 * @param {GameInfo} game */
async function howToPlay(game) {
  const { howToPlayDialog } = await import('../dialogs/how-to-play.js');
  await howToPlayDialog(game);
}

/** @param {GameInfo} game
 * @param {string} date
 * @param {Recent | undefined} attempt */
function dailyGame(game, date, attempt) {
  const done = attempt?.over ? t('daily.done', { n: attempt.points ?? 0 }) : null;
  const state = attempt ? (done ?? t('daily.begun', { n: attempt.ply })) : t('daily.fresh');
  return dailyRow(game, t('daily.play', { game: phrase(game.title), date: longDate(date) }), state);
}

/** @param {GameInfo} game
 * @param {string} date
 * @param {number} n the moves in which it is won
 * @param {Recent | undefined} attempt */
function dailyPuzzle(game, date, n, attempt) {
  const state = attempt?.over ? puzzleState(attempt) : t('daily.puzzle', { n });
  return dailyRow(game, t('daily.playPuzzle', { game: phrase(game.title), date: longDate(date), n }), state);
}

/** @param {GameInfo} game */
function unknownDaily(game) {
  const link = h('span', { class: 'row__link' }, titled(phrase(game.title), '…'));
  return h('div', { class: 'row', 'aria-hidden': 'true' }, link);
}

/** @param {GameInfo} game
 * @param {string} label what the button does
 * @param {string} state */
function dailyRow(game, label, state) {
  const hidden = h('span', { class: 'visually-hidden' }, label);
  const contents = titled(phrase(game.title), state, { 'aria-hidden': 'true' });
  return rowButton([hidden, ...contents], () => void openDaily(game.id).catch(toastError));
}

/** @param {Recent} recent */
function recentNote(recent) {
  const day = recent.daily && t(recent.puzzle ? 'recent.dailyPuzzle' : 'recent.daily');
  const goal = recent.puzzle && t('puzzle.goal', { n: recent.puzzle });
  return [recentState(recent), goal, day, ago(recent.at)].filter(Boolean).join(' · ');
}

/** @param {Recent} recent */
function recentState(recent) {
  const { ply, over, points, won, puzzle } = recent;
  if (puzzle) {
    return over ? puzzleState(recent) : t('puzzle.isOpen');
  }
  if (!over) {
    return t('recent.running', { n: ply });
  }
  if (points !== null && points !== undefined) {
    return t('worth.points', { n: points });
  }
  return typeof won === 'boolean' ? t(won ? 'recent.won' : 'recent.lost') : t('recent.over', { n: ply });
}

/** @param {Recent} recent a puzzle that is over */
function puzzleState({ won }) {
  return t(won ? 'puzzle.wasSolved' : 'puzzle.wasShown');
}
