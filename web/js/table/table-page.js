/** The page of a table: the board, who plays, what has happened and what can be done.
 *
 * Heading 1 is the game's title. `Players` is the list of seats, `Game` the group of buttons under the board
 * (controls.js), then the text box `Type a move`, regions `Invitation`, `Offer`, `Puzzle`, `Result`
 * (notices.js), `Analysis` (analysis.js), `Moves` (moves.js), `Report` (report.js) and the disclosure
 * `Provably fair` (fairness.js). The line with whose turn it is has the class `status`. Events are announced
 * in `#announcements`, the live region. While an earlier ply is on the board, a button `Back to the game`
 * stands in the status line. */

import { announce, toast } from '../announce.js';
import { describe } from '../board/evaluation.js';
import { clamp } from '../board/geometry.js';
import { fill, h } from '../dom.js';
import { explain } from '../explain.js';
import { capital, t } from '../i18n/index.js';
import { catalogue } from '../net/requests.js';
import { dropFragment, go } from '../router.js';
import { bestPoints, countPuzzle, countResult, rulesKey } from '../scores.js';
import { addRecent, removeInvitations, saveSeat, seatSecret } from '../storage.js';
import { lobbyLink, retryButton } from '../widgets.js';
import { showEnding } from './ending.js';
import { forkDialog } from './fork.js';
import { TableModel } from './model.js';
import { moveWords } from './move-label.js';
import { arrange, makeParts } from './parts.js';
import { watchOtherTabs } from './tabs.js';
import { resultOf } from './result.js';
import { changeText, statusText } from './texts.js';

/** @import {Connection} from '../net/connection.js' */
/** @import {Refused} from '../net/backend.js' */
/** @import {Catalogue, Situation, Snapshot, Update} from '../wire-types.js' */
/** @import {Position} from './model.js' */
/** @import {Parts} from './parts.js' */

/** A table and the parts of its page.
 * @typedef {{model: TableModel, parts: Parts}} Open */

/** Milliseconds for which the board alone shows what decided the game. */
const BOARD_ALONE = 900;

/** Beside more counters there is no room for the best result. */
const MAX_COUNTERS = 2;

/** The page of a table. */
export class TablePage {
  title = '';
  element = h('div', { class: 'table-page' }, h('p', { class: 'empty', role: 'status' }, t('table.loading')));
  /** The table and the parts of the page, once the first snapshot has arrived.
   * @type {Open | null} */
  #open = null;
  /** Takes the result from the board. */
  #closeEnding = () => {};
  #connection;
  #table;
  /** The secret of the invitation in the address.
   * @type {string | null} */
  #invitation;
  /** Whether the seat of the invitation has been requested without an answer yet. */
  #claiming = false;
  #destroyed = false;
  /** The position for which a hint is being worked out.
   * @type {number | null} */
  #hintedAt = null;
  /** Whether the game is among the recent ones. */
  #saved = false;
  /** @type {Catalogue | null} */
  #catalogue = null;
  /** @type {(() => void) | null} */
  #stopTabs = null;
  /** The commands of keys.
   * @type {Record<string, (open: Open) => void>} */
  #commands = {
    undo: ({ parts }) => parts.actions.undo(),
    redo: ({ parts }) => parts.actions.redo(),
    hint: (open) => this.#hint(open),
    analysis: (open) => this.#toggleAnalysis(open),
    new: ({ model, parts }) =>
      model.situation.puzzle ? parts.actions.nextPuzzle() : go(`/new/${model.game.id}`),
    first: (open) => this.#step(open, 0),
    last: (open) => this.#step(open, open.model.situation.plies),
    back: (open) => this.#step(open, open.parts.board.ply - 1),
    forward: (open) => this.#step(open, open.parts.board.ply + 1),
    play: ({ parts }) => parts.moves.toggle(),
    fork: (open) => this.#fork(open),
    type: (open) => this.#typeMove(open),
  };

  /** @param {Connection} connection
   * @param {string} table
   * @param {string | null} invitation */
  constructor(connection, table, invitation) {
    this.#connection = connection;
    this.#table = table;
    this.#invitation = invitation;
    this.#begin();
    addEventListener('pagehide', this.#save);
  }

  /** Leaves the table. */
  destroy() {
    this.#destroyed = true;
    this.#save();
    removeEventListener('pagehide', this.#save);
    this.#connection.leave(this.#table);
    this.#stopTabs?.();
    if (this.#open) {
      const { moves, analysis, seats, controls, board, status } = this.#open.parts;
      moves.stop();
      for (const part of [analysis, seats, controls, board, status]) {
        part.destroy();
      }
    }
  }

  /** Allows moves or not as the connection comes and goes.
   * @param {boolean} connected */
  onConnection(connected) {
    this.#open?.parts.board.onConnection(connected);
  }

  /** Gives the board a key; returns whether it took it.
   * @param {KeyboardEvent} event */
  onBoardKey(event) {
    return this.#open?.parts.board.board.handleKey(event) ?? false;
  }

  /** Runs the command of a key; returns whether this page has it.
   * @param {string} command */
  onCommand(command) {
    const run = this.#commands[command];
    if (!run || !this.#open) {
      return false;
    }
    run(this.#open);
    return true;
  }

  /** @param {Open} open
   * @param {number} ply */
  #step({ model, parts }, ply) {
    parts.moves.stop();
    parts.board.go(clamp(ply, 0, model.situation.plies));
  }

  /** Loads the games before the table, which can be shown then as soon as it arrives. */
  async #begin() {
    try {
      this.#catalogue = await catalogue();
    } catch (error) {
      const again = retryButton(() => this.#begin());
      fill(this.element, h('div', { class: 'notice' }, h('p', {}, explain(error)), again));
      return;
    }
    if (!this.#destroyed) {
      this.#watch();
    }
  }

  #watch() {
    this.#connection.watch(this.#table, seatSecret(this.#table), {
      snapshot: (snapshot) => this.#onSnapshot(snapshot),
      update: (update) => this.#onUpdate(update),
      presence: (presence) => this.#onPresence(presence),
      refused: (refusal) => this.#onRefused(refusal),
    });
  }

  /** @param {Snapshot} snapshot */
  #onSnapshot(snapshot) {
    if (this.#open) {
      const { model, parts } = this.#open;
      const { situation: before } = model;
      model.replace(snapshot);
      parts.status.onEvent();
      parts.board.refresh();
      this.#onHappened(this.#open, before);
      announce(statusText(model));
      return;
    }
    const { games, levels } = this.#catalogue ?? {};
    const game = games?.find(({ id }) => id === snapshot.game);
    if (!game || !levels) {
      return;
    }
    const model = new TableModel(snapshot, game, levels);
    const parts = makeParts(model, this.#connection, {
      onShown: () => this.#showPly(open),
      hint: () => this.#hint(open),
      analysis: () => this.#toggleAnalysis(open),
      claim: () => this.#claim(open),
      typeMove: () => this.#typeMove(open),
    });
    const open = { model, parts };
    this.#open = open;
    fill(this.element, ...arrange(model, parts));
    this.#stopTabs = watchOtherTabs(this.#table, () => toast(t('table.otherTab')));
    this.#show(open);
    announce(`${model.title}. ${statusText(model)}`);
  }

  /** @param {Update} update */
  #onUpdate(update) {
    if (!this.#open) {
      return;
    }
    const { model, parts } = this.#open;
    const { change } = update;
    const { situation: before } = model;
    model.apply(update);
    parts.status.onEvent();
    /** @type {Promise<void> | undefined} */
    let shown;
    if (['played', 'undone', 'redone'].includes(change.type)) {
      parts.board.board.setHint(null);
      shown = parts.board.onChange(change);
    } else {
      parts.board.adjust();
    }
    this.#onHappened(this.#open, before, shown);
    announce(changeText(model, change));
  }

  /** Shows what has happened beside the board: also the end, and a rematch, to which it leads.
   * @param {Open} open
   * @param {Situation} before
   * @param {Promise<void>} [shown] resolves when the last move is */
  #onHappened(open, before, shown) {
    const { model } = open;
    this.#closeEnding();
    this.#show(open);
    if (model.over && before.turn.type !== 'over') {
      void this.#showEnding(open, shown);
    }
    const next = model.situation.rematch;
    if (next && next !== before.rematch) {
      toast(t('table.rematch'));
      go(`/t/${next}`);
    }
  }

  /** Shows the result of a game that has just ended over the board, once its last move is shown.
   * @param {Open} open
   * @param {Promise<void> | undefined} shown resolves when the last move is */
  async #showEnding({ model, parts }, shown) {
    await shown;
    await new Promise((resolve) => setTimeout(resolve, BOARD_ALONE));
    const { result } = parts.notices;
    if (result && model.over && parts.board.isPresent && !this.#destroyed) {
      this.#closeEnding = showEnding(model, parts.board, parts.notices.element, result);
    }
  }

  /** @param {import('../net/connection.js').Presence} presence */
  #onPresence({ present, spectators }) {
    if (this.#open) {
      const { model, parts } = this.#open;
      model.spectators = spectators;
      model.situation.seats.forEach((seat, index) => {
        if (seat.type === 'person') {
          seat.present = present[index] ?? false;
        }
      });
      parts.seats.show(model);
      parts.status.showSpectators(spectators);
    }
  }

  /** @param {Refused} refusal */
  #onRefused(refusal) {
    if (this.#open) {
      this.#open.parts.status.refuse(explain(refusal));
      return;
    }
    this.element.className = 'notice';
    fill(this.element, h('h1', {}, t('table.unknown')), h('p', {}, explain(refusal)), lobbyLink());
  }

  /** Shows everything but the board.
   * @param {Open} open */
  #show({ model, parts }) {
    const taken = !model.situation.seats.some((seat) => seat.type === 'invited');
    if (taken) {
      removeInvitations(this.#table);
    }
    // This update arrives before the answer to one's own request for the seat.
    if (this.#invitation && !this.#claiming && (taken || !model.spectating)) {
      this.#dropInvitation();
      if (model.spectating) {
        toast(t('invited.late'));
      }
    }
    this.#saveRematchSeat(model);
    this.#updateTitle(model);
    if (model.over || model.situation.puzzle?.revealed || !this.#saved) {
      this.#saved = true;
      this.#save();
    }
    parts.seats.show(model);
    parts.notices.show(model, { invited: this.#invitation !== null });
    parts.fairness.show(model);
    parts.report.show();
    if (parts.analysis.on && !model.situation.analysis) {
      parts.analysis.toggle(false, '', 0);
    }
    this.#showPly({ model, parts });
  }

  /** Saves the seat of a rematch, which has the same secret. The rematch may have begun while nobody was
   * here.
   * @param {TableModel} model */
  #saveRematchSeat({ situation: { rematch } }) {
    const secret = seatSecret(this.#table);
    if (rematch && secret && !seatSecret(rematch)) {
      saveSeat(rematch, secret);
    }
  }

  /** Writes into the window's title when it is the visitor's turn.
   * @param {TableModel} model */
  #updateTitle(model) {
    const game = model.title;
    this.title = model.yourTurn && !model.alone ? `${t('status.yours')} · ${game}` : game;
    dispatchEvent(new Event('quincunx:title'));
  }

  /** Shows what depends on the ply that is on the board.
   * @param {Open} open */
  #showPly({ model, parts }) {
    const { board, analysis } = parts;
    const { legal, plies } = model.situation;
    const mine = model.yourTurn && board.isPresent;
    if (!board.isPresent) {
      this.#closeEnding();
    }
    const status = board.isPresent ? statusText(model) : t('table.looking', { ply: board.ply, last: plies });
    parts.counters.show(countersOf(model, model.position(board.ply) ?? model.present));
    parts.moves.show(model, board.ply);
    parts.controls.show(model, analysis.on);
    parts.typed.show(mine, typedExample(model, legal[0]?.[0]));
    if (model.spectating || model.over) {
      parts.typed.element.hidden = true;
    }
    parts.status.show(status, board.isPresent);
    this.element.classList.toggle('table-page--yours', mine);
    if (analysis.on) {
      analysis.follow(positionKey(model, board), board.ply);
    }
  }

  /** Saves the game among the recent ones: when it is opened, over and left. */
  #save = () => {
    if (!this.#open) {
      return;
    }
    const { model } = this.#open;
    const { turn, ply, puzzle } = model.situation;
    const over = turn.type === 'over';
    const result = resultOf(model);
    if (puzzle && (over || puzzle.revealed) && !model.spectating) {
      countPuzzle(model.game.id, model.table, !puzzle.revealed);
    } else if (over && model.you.length === 1 && !model.fromRecord) {
      // What was played on from another game may have been known, or played by others.
      countResult(model.game.id, result);
    }
    addRecent({
      table: model.table,
      game: model.game.id,
      at: Date.now(),
      ply,
      over,
      yours: !model.spectating,
      daily: model.daily,
      points: over ? turn.points : null,
      won: result.won && !puzzle?.revealed,
      puzzle: puzzle?.wins_in,
    });
  };

  /** Asks who plays on from the ply on the board.
   * @param {Open} open */
  #fork({ model, parts }) {
    if (model.situation.analysis) {
      forkDialog(model, parts.board.ply);
    } else {
      parts.status.refuse(t('refused.analysis-closed'));
    }
  }

  /** Shows the best move of the present position.
   * @param {Open} open */
  async #hint({ model, parts }) {
    const { position, ply, analysis } = model.situation;
    if (!model.yourTurn || !analysis) {
      return;
    }
    parts.board.showPresent();
    if (this.#hintedAt === position) {
      return;
    }
    this.#hintedAt = position;
    try {
      const best = await parts.analysis.best(ply);
      if (model.situation.position !== position || !parts.board.isPresent) {
        return;
      }
      if (best) {
        parts.board.board.setHint(best.action);
        const move = capital(moveWords(model, best.action));
        parts.status.remark(t('hint', { move, worth: describe(best) }));
      } else {
        parts.status.refuse(t('hint.none'));
      }
    } catch (error) {
      parts.status.refuse(explain(error));
    } finally {
      if (this.#hintedAt === position) {
        this.#hintedAt = null;
      }
    }
  }

  /** Opens the box for typed moves.
   * @param {Open} open */
  #typeMove({ model, parts }) {
    if (!model.spectating && !model.over) {
      parts.typed.element.hidden = false;
      parts.moves.show(model, parts.board.ply);
      parts.typed.focus();
    }
  }

  /** @param {Open} open */
  #toggleAnalysis({ model, parts }) {
    if (model.situation.analysis || parts.analysis.on) {
      parts.analysis.toggle(!parts.analysis.on, positionKey(model, parts.board), parts.board.ply);
      this.#showPly({ model, parts });
    }
  }

  /** Takes the seat of the invitation in the address.
   * @param {Open} open */
  async #claim(open) {
    if (!this.#invitation || this.#claiming) {
      return;
    }
    this.#claiming = true;
    const claimed = await open.parts.actions.claim(this.#invitation);
    this.#claiming = false;
    if (this.#destroyed) {
      return;
    }
    if (claimed) {
      this.#dropInvitation();
      this.#watch();
    } else {
      this.#show(open);
    }
  }

  /** Drops the invitation and removes it from the address. */
  #dropInvitation() {
    this.#invitation = null;
    dropFragment();
  }
}

/** Identifies the position on the board: after moves were taken back, a ply may be another position.
 * @param {TableModel} model
 * @param {Parts['board']} board */
function positionKey({ situation }, board) {
  return board.isPresent ? `now ${situation.position}` : `ply ${board.ply}`;
}

/** Returns how a move may be typed: a field by its name, all else in the game's notation.
 * @param {TableModel} model
 * @param {number | undefined} action */
function typedExample(model, action = -1) {
  const info = model.actions[action];
  return info?.gesture.type === 'point' ? moveWords(model, action) : info?.text;
}

/** Returns the counters of a position, and the best result of earlier games where there is room for it.
 * @param {TableModel} model
 * @param {Position} position */
function countersOf({ game, options, alone }, { board: { counters } }) {
  if (!alone || counters.length > MAX_COUNTERS) {
    return counters;
  }
  const best = bestPoints(game.id, rulesKey(game, options));
  return best === undefined ? counters : [...counters, { name: t('statistics.best'), value: best }];
}
