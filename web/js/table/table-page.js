/** The page of a table: the board, who plays, what has happened and what can be done.
 *
 * Heading 1 is the game's title. `Players` is the list of seats, `Game` the group of buttons under the board (see
 * controls.js), then the text box `Type a move`, regions `Invitation`, `Offer`, `Result` (notices.js), `Analysis`
 * (analysis.js), `Moves` (moves.js), `Report` (report.js) and the disclosure `Fair luck` (fairness.js). The line that
 * says whose turn it is has the class `status`; what has just happened is said in `#announcements`, the live region. While a
 * ply of the past is on the board, a button `Back to the game` stands in the status line. */

import { fill, h, setText } from '../dom.js';
import { explain } from '../explain.js';
import { phrase, t } from '../i18n/index.js';
import { removeInvitations, saveSeat, addRecent, seatSecret } from '../storage.js';
import { catalogue, Refused } from '../net/http.js';
import { dropFragment, go } from '../router.js';
import { announce, toast } from '../announce.js';
import { forkDialog } from './fork.js';
import { TableModel } from './model.js';
import { arrange, makeParts } from './parts.js';
import { otherTabs } from './tabs.js';
import { status, told, evaluationText } from './texts.js';

/** @import {GameInfo, Presence, Snapshot, Update} from '../wire-types.js' */
/** @import {Connection} from '../net/connection.js' */
/** @import {Parts} from './parts.js' */

/** The page of a table. */
export class TablePage {
  title = '';
  element = h('div', { class: 'table-page' }, h('p', { class: 'empty', role: 'status' }, t('table.loading')));
  /** @type {TableModel | null} */
  #model = null;
  /** @type {Parts | null} */
  #parts = null;
  #connection;
  #table;
  /** @type {string | null} */
  #invitation;
  /** Whether the seat of the invitation has been asked for, and nobody has answered yet. */
  #claiming = false;
  #gone = false;
  #noted = false;
  /** @type {GameInfo[]} */
  #games = [];
  /** @type {(() => void) | null} */
  #leaveTabs = null;

  /** @param {Connection} connection
   * @param {string} table
   * @param {string | null} invitation the secret of an invitation in the address */
  constructor(connection, table, invitation) {
    this.#connection = connection;
    this.#table = table;
    this.#invitation = invitation;
    this.#begin();
    addEventListener('pagehide', this.#leaving);
  }

  /** Leaves the table. */
  destroy() {
    this.#gone = true;
    this.#note();
    removeEventListener('pagehide', this.#leaving);
    this.#connection.leave(this.#table);
    this.#leaveTabs?.();
    const parts = this.#parts;
    if (parts) {
      parts.moves.stop();
      parts.analysis.destroy();
      parts.seats.destroy();
      parts.controls.destroy();
      parts.stage.destroy();
    }
  }

  /** Lets moves be made or not as the connection comes and goes.
   * @param {boolean} connected */
  onConnection(connected) {
    this.#parts?.stage.connected(connected);
  }

  /** Gives the board a key.
   * @param {KeyboardEvent} event
   * @returns {boolean} whether it took it */
  onBoardKey(event) {
    return this.#parts?.stage.board.handleKey(event) ?? false;
  }

  /** Carries out what a key means.
   * @param {string} command */
  onCommand(command) {
    const parts = this.#parts;
    const model = this.#model;
    if (!parts || !model) {
      return false;
    }
    const step = (/** @type {number} */ ply) => {
      parts.moves.stop();
      parts.stage.go(Math.max(0, Math.min(model.situation.plies, ply)));
    };
    switch (command) {
      case 'undo':
        parts.actions.undo();
        return true;
      case 'redo':
        parts.actions.redo();
        return true;
      case 'hint':
        this.#hint();
        return true;
      case 'analysis':
        this.#toggleAnalysis();
        return true;
      case 'new':
        if (model.situation.puzzle) {
          parts.actions.nextPuzzle();
        } else {
          go(`/new/${model.game.id}`);
        }
        return true;
      case 'first':
        step(0);
        return true;
      case 'last':
        step(model.situation.plies);
        return true;
      case 'back':
        step(parts.stage.ply - 1);
        return true;
      case 'forward':
        step(parts.stage.ply + 1);
        return true;
      case 'play':
        parts.moves.toggle();
        return true;
      case 'fork':
        forkDialog(model, parts.stage.ply);
        return true;
      case 'type':
        parts.typed.focus();
        return true;
      default:
        return false;
    }
  }

  #leaving = () => this.#note();

  /** Asks for the games first: what comes of a table can then be shown as it comes. */
  async #begin() {
    try {
      this.#games = (await catalogue()).games;
    } catch (error) {
      const again = h('button', { class: 'button', type: 'button', onclick: () => this.#begin() }, t('lobby.again'));
      fill(this.element, h('div', { class: 'notice' }, h('p', {}, explain(error)), again));
      return;
    }
    if (!this.#gone) {
      this.#watch();
    }
  }

  #watch() {
    this.#connection.watch(this.#table, seatSecret(this.#table), {
      snapshot: (snapshot) => this.#arrived(snapshot),
      update: (update) => this.#updated(update),
      presence: (presence) => this.#presence(presence),
      refused: (refusal) => this.#refused(refusal),
    });
  }

  /** @param {Snapshot} snapshot */
  #arrived(snapshot) {
    if (this.#model && this.#parts) {
      this.#model.replace(snapshot);
      this.#parts.stage.refresh();
      this.#show();
      return;
    }
    const game = this.#games.find(({ id }) => id === snapshot.game);
    if (!game) {
      return;
    }
    this.#model = new TableModel(snapshot, game);
    this.#parts = makeParts(this.#model, this.#connection, {
      shown: () => this.#shown(),
      hint: () => this.#hint(),
      analysis: () => this.#toggleAnalysis(),
      claim: () => this.#claim(),
    });
    fill(this.element, ...arrange(this.#model, this.#parts));
    this.#leaveTabs = otherTabs(this.#table, () => toast(t('table.otherTab')));
    this.#show();
    announce(`${phrase(game.title)}. ${status(this.#model)}`);
  }

  /** @param {Update} update */
  #updated(update) {
    const model = this.#model;
    const parts = this.#parts;
    if (!model || !parts) {
      return;
    }
    const { change } = update;
    model.apply(update);
    if (['played', 'undone', 'redone'].includes(change.type)) {
      parts.stage.board.setMark(null);
      parts.stage.happened(change);
    } else {
      parts.stage.adjust();
    }
    this.#show();
    announce(told(model, change));
    if (change.type === 'rematched' && model.situation.rematch) {
      toast(t('table.rematch'));
      go(`/t/${model.situation.rematch}`);
    }
  }

  /** @param {Presence} presence */
  #presence({ present, spectators }) {
    const model = this.#model;
    const parts = this.#parts;
    if (model && parts) {
      model.spectators = spectators;
      model.situation.seats.forEach((seat, index) => {
        if (seat.type === 'person') {
          seat.present = present[index] ?? false;
        }
      });
      parts.seats.show(model);
      parts.spectators.hidden = spectators === 0;
      setText(parts.spectators, t('table.spectators', { n: spectators }));
    }
  }

  /** @param {Refused} refusal */
  #refused(refusal) {
    if (this.#model) {
      toast(explain(refusal));
      return;
    }
    this.element.className = 'notice';
    fill(this.element, h('h1', {}, t('table.unknown')), h('p', {}, explain(refusal)), h('p', {}, h('a', { class: 'button button--primary', href: '/' }, t('nowhere.back'))));
  }

  /** Shows everything but the board. */
  #show() {
    const model = this.#model;
    const parts = this.#parts;
    if (!model || !parts) {
      return;
    }
    const taken = !model.situation.seats.some((seat) => seat.type === 'invited');
    if (taken) {
      removeInvitations(this.#table);
    }
    // Everybody is told that a seat is taken before its taker has the answer.
    if (this.#invitation && !this.#claiming && (taken || !model.spectating)) {
      this.#useUpInvitation();
      if (model.spectating) {
        toast(t('invited.late'));
      }
    }
    this.#keepRematchSeat(model);
    this.#retitle(model);
    parts.seats.show(model);
    parts.notices.show(model, { invited: this.#invitation !== null });
    parts.fairness.show(model);
    parts.report.show();
    if (parts.analysis.on) {
      if (!model.situation.analysis) {
        parts.analysis.toggle(false, '', 0, model.actions);
      }
    }
    this.#shown();
    if (model.over || !this.#noted) {
      this.#noted = true;
      this.#note();
    }
  }

  /** Keeps the seat of the rematch, where the same secret holds; also when the rematch began while nobody was here.
   * @param {TableModel} model */
  #keepRematchSeat({ situation: { rematch } }) {
    const token = seatSecret(this.#table);
    if (rematch && token && !seatSecret(rematch)) {
      saveSeat(rematch, token);
    }
  }

  /** Says in the window's title whose turn it is, for those who look elsewhere meanwhile.
   * @param {TableModel} model */
  #retitle(model) {
    const game = phrase(model.game.title);
    this.title = model.yourTurn && !model.alone ? `${t('status.yours')} · ${game}` : game;
    dispatchEvent(new Event('quincunx:title'));
  }

  /** Shows what depends on the ply that is on the board. */
  #shown() {
    const model = this.#model;
    const parts = this.#parts;
    if (!model || !parts) {
      return;
    }
    const { stage } = parts;
    const looked = model.position(stage.ply);
    parts.counters.show((looked ?? model.present).board.counters);
    parts.moves.show(model, stage.ply);
    parts.controls.show(model, { analysing: parts.analysis.on, ply: stage.ply });
    const mine = model.yourTurn && stage.present;
    const example = model.situation.legal[0] && model.actions[model.situation.legal[0][0]]?.text;
    parts.typed.show(mine, example);
    parts.typed.element.hidden = model.spectating || model.over;
    parts.back.hidden = stage.present;
    setText(parts.status, stage.present ? status(model) : t('table.looking', { ply: stage.ply, last: model.situation.plies }));
    this.element.classList.toggle('table-page--yours', mine);
    if (parts.analysis.on) {
      parts.analysis.follow(this.#position(), stage.ply, model.actions);
    }
  }

  /** Remembers the game among those of late: when it is opened, when it is over and when it is left. */
  #note() {
    const model = this.#model;
    if (!model) {
      return;
    }
    const { turn, ply, puzzle } = model.situation;
    const won = turn.type === 'over' && turn.winner !== null && model.you.length === 1 ? model.you.includes(turn.winner) : null;
    addRecent({
      table: model.table,
      game: model.game.id,
      at: Date.now(),
      ply,
      over: turn.type === 'over',
      yours: !model.spectating,
      daily: model.daily,
      points: turn.type === 'over' ? turn.points : null,
      won: won && !puzzle?.revealed,
      puzzle: puzzle?.wins_in,
    });
  }

  async #hint() {
    const model = /** @type {TableModel} */ (this.#model);
    const parts = this.#parts;
    if (!parts || !model.yourTurn || !model.situation.analysis) {
      return;
    }
    const { position, ply } = model.situation;
    try {
      const best = await parts.analysis.best(ply);
      if (model.situation.position !== position) {
        return;
      }
      if (best) {
        parts.stage.board.setMark(best.action);
        const text = t('hint', { move: model.actions[best.action]?.text ?? '', worth: evaluationText(best) });
        toast(text);
      } else {
        toast(t('hint.none'));
      }
    } catch (error) {
      toast(explain(error));
    }
  }

  #toggleAnalysis() {
    const model = /** @type {TableModel} */ (this.#model);
    const parts = this.#parts;
    if (parts && (model.situation.analysis || parts.analysis.on)) {
      parts.analysis.toggle(!parts.analysis.on, this.#position(), parts.stage.ply, model.actions);
      this.#shown();
    }
  }

  /** Names the position on the board: the same ply may be another position after moves were taken back. */
  #position() {
    const { stage } = /** @type {Parts} */ (this.#parts);
    return stage.present ? `now ${this.#model?.situation.position}` : `ply ${stage.ply}`;
  }

  /** Takes the seat of the invitation in the address. */
  async #claim() {
    const invitation = this.#invitation;
    if (!invitation || !this.#parts || this.#claiming) {
      return;
    }
    this.#claiming = true;
    const done = await this.#parts.actions.claim(invitation);
    this.#claiming = false;
    if (this.#gone) {
      return;
    }
    if (done) {
      this.#useUpInvitation();
      this.#watch();
    } else {
      this.#show();
    }
  }

  /** Forgets the invitation, and takes it out of the address. */
  #useUpInvitation() {
    this.#invitation = null;
    dropFragment();
  }
}
