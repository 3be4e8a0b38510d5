/** What a player does at a table: each action is a command to the server. */

import { confirmed } from '../dialogs/dialog.js';
import { explain, toastError } from '../explain.js';
import { t } from '../i18n/index.js';
import { Refused } from '../net/backend.js';
import { openPuzzle } from '../new-game/create.js';
import { freshSecret, removeSeat, saveSeat, seatSecret } from '../storage.js';
import { fork } from './fork.js';
import { moveWords } from './move-label.js';

/** @import {Command, OfferKind} from '../wire-types.js' */
/** @import {Connection} from '../net/connection.js' */
/** @import {TableModel} from './model.js' */

/** What actions need of the board.
 * @typedef {object} BoardHandlers
 * @property {(wrong: boolean) => void} onFailed is called after an action that failed; whether by a wrong
 *   move of a puzzle
 * @property {(reason: string) => void} onRefused is called with the reason of a failure
 * @property {() => () => void} onSlow is called when an answer takes long; returns what is called with it
 * @property {() => void} showPresent is called before moves are taken back or played again */

/** Milliseconds after which the visitor is informed that there is no answer yet. */
const PATIENCE = 2_500;

/** What a player does at a table. */
export class TableActions {
  #connection;
  #model;
  #board;
  /** The position in which a step back or forward has no answer yet; a second one would be meant for the next
   * position.
   * @type {number | null} */
  #steppingFrom = null;

  /** @param {Connection} connection
   * @param {TableModel} model
   * @param {BoardHandlers} board */
  constructor(connection, model, board) {
    this.#connection = connection;
    this.#model = model;
    this.#board = board;
  }

  /** Sends a command; returns whether it was carried out.
   * @param {Command} command */
  async do(command) {
    let onAnswer = () => {};
    const slow = setTimeout(() => (onAnswer = this.#board.onSlow()), PATIENCE);
    try {
      await this.#connection.command(this.#model.table, command);
      return true;
    } catch (error) {
      this.#board.onRefused(explain(error));
      this.#board.onFailed(error instanceof Refused && error.code === 'wrong');
      return false;
    } finally {
      clearTimeout(slow);
      onAnswer();
    }
  }

  /** Plays an action in the present position.
   * @param {number} action */
  play(action) {
    this.do({ type: 'play', at: this.#model.situation.position, action });
  }

  /** Plays a move by its name on the board or in the game's notation; returns whether it was legal.
   * @param {string} text */
  playText(text) {
    const { actions, situation } = this.#model;
    const name = text.toLowerCase();
    const isNamed = (/** @type {number} */ action) => moveWords(this.#model, action).toLowerCase() === name;
    const action = [...actions.keys()].find(isNamed);
    const move = action === undefined ? { text } : { action };
    return this.do({ type: 'play', at: situation.position, ...move });
  }

  /** Takes a move back, or offers to. */
  undo() {
    const { undo, ply, position } = this.#model.situation;
    if (this.#model.undoesInFork) {
      this.#once(() => fork(this.#model, ply - 1, [{ type: 'me' }]));
    } else if (!this.#model.spectating && undo !== 'never' && ply > 0) {
      this.#step(undo === 'offer' ? { type: 'offer', kind: 'undo' } : { type: 'undo', at: position });
    }
  }

  /** Plays a move again that was taken back. */
  redo() {
    const { plies, ply, position, undo } = this.#model.situation;
    if (!this.#model.spectating && undo !== 'never' && plies > ply) {
      this.#step({ type: 'redo', at: position });
    }
  }

  /** @param {Command} command */
  #step(command) {
    this.#once(() => {
      this.#board.showPresent();
      return this.do(command);
    });
  }

  /** Takes one step from the present position.
   * @param {() => Promise<unknown>} step */
  async #once(step) {
    const { position } = this.#model.situation;
    if (this.#steppingFrom !== position) {
      this.#steppingFrom = position;
      await step();
      if (this.#steppingFrom === position) {
        this.#steppingFrom = null;
      }
    }
  }

  /** @param {OfferKind} kind */
  offer(kind) {
    this.do({ type: 'offer', kind });
  }

  /** Resigns after a confirmation. */
  async resign() {
    if (await confirmed(t('resign.question'), t('controls.resign'))) {
      this.do({ type: 'resign' });
    }
  }

  /** Opens another puzzle of the same kind. */
  nextPuzzle() {
    const { game, options, situation } = this.#model;
    if (situation.puzzle) {
      openPuzzle(game.id, { options, wins_in: situation.puzzle.wins_in }).catch(toastError);
    }
  }

  /** Takes the seat of an invitation; returns whether it was free. The secret is saved before the request:
   * should the answer be lost, the seat is not, and the same request can be repeated.
   * @param {string} invitation */
  async claim(invitation) {
    const token = seatSecret(this.#model.table) ?? freshSecret();
    saveSeat(this.#model.table, token);
    const claimed = await this.do({ type: 'claim', invitation, token });
    if (!claimed) {
      removeSeat(this.#model.table);
    }
    return claimed;
  }
}
