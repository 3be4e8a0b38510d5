/** What a player does at a table: each deed is a command to the server, and a failure is said in words. */

import { confirmed } from '../dialogs/dialog.js';
import { explain } from '../explain.js';
import { t } from '../i18n/index.js';
import { removeSeat, freshSecret, saveSeat, seatSecret } from '../storage.js';
import { Refused } from '../net/http.js';
import { openPuzzle } from '../new-game/create.js';
import { toast } from '../announce.js';

/** @import {Command} from '../wire-types.js' */
/** @import {Connection} from '../net/connection.js' */
/** @import {TableModel} from './model.js' */

/** What a player does at a table. */
export class TableActions {
  #connection;
  #model;
  #failed;
  #present;
  /** @type {number | null} the position from which a step is on its way: another would be meant for the one after it */
  #steppingFrom = null;

  /** @param {Connection} connection
   * @param {TableModel} model
   * @param {object} board
   * @param {(wrong: boolean) => void} board.failed is called after a deed that came to nothing, so that the board shows what
   * is; whether it was a move that does not solve the puzzle
   * @param {() => void} board.present is called before moves are taken back or played again, so that the board shows it
   */
  constructor(connection, model, { failed, present }) {
    this.#connection = connection;
    this.#model = model;
    this.#failed = failed;
    this.#present = present;
  }

  /** Carries out a command.
   * @param {Command} command
   * @returns {Promise<boolean>} whether it was done */
  async do(command) {
    try {
      await this.#connection.command(this.#model.table, command);
      return true;
    } catch (error) {
      toast(explain(error));
      this.#failed(error instanceof Refused && error.code === 'wrong');
      return false;
    }
  }

  /** Plays an action in the position that is known here.
   * @param {number} action */
  play(action) {
    this.do({ type: 'play', at: this.#model.situation.position, action });
  }

  /** Plays an action as people type it.
   * @param {string} text
   * @returns {Promise<boolean>} whether it was possible */
  typed(text) {
    return this.do({ type: 'play', at: this.#model.situation.position, text });
  }

  /** Takes back, or offers to. */
  undo() {
    const { undo, ply, position } = this.#model.situation;
    if (!this.#model.spectating && undo !== 'never' && ply > 0) {
      this.#step(undo === 'offer' ? { type: 'offer', kind: 'undo' } : { type: 'undo', at: position });
    }
  }

  /** Plays again what was taken back. */
  redo() {
    const { plies, ply, position, undo } = this.#model.situation;
    if (!this.#model.spectating && undo !== 'never' && plies > ply) {
      this.#step({ type: 'redo', at: position });
    }
  }

  /** Takes a step back or forward, unless one from the same position is on its way.
   * @param {Command} command */
  async #step(command) {
    const { position } = this.#model.situation;
    if (this.#steppingFrom !== position) {
      this.#steppingFrom = position;
      this.#present();
      await this.do(command);
      if (this.#steppingFrom === position) {
        this.#steppingFrom = null;
      }
    }
  }

  /** Gives up, when that is meant. */
  async resign() {
    if (await confirmed(t('resign.question'), t('controls.resign'))) {
      this.do({ type: 'resign' });
    }
  }

  /** Goes to another puzzle of the same kind. */
  nextPuzzle() {
    const { game, options, situation } = this.#model;
    if (situation.puzzle) {
      openPuzzle(game.id, { options, wins_in: situation.puzzle.wins_in }).catch((error) => toast(explain(error)));
    }
  }

  /** Has the solution of the puzzle played. */
  reveal() {
    this.do({ type: 'reveal' });
  }

  /** Takes the seat of an invitation, by a secret that is kept first: if the answer is lost, the seat is not, and asking
   * again with the same secret does no harm.
   * @param {string} invitation
   * @returns {Promise<boolean>} whether it was free */
  async claim(invitation) {
    const token = seatSecret(this.#model.table) ?? freshSecret();
    saveSeat(this.#model.table, token);
    const taken = await this.do({ type: 'claim', invitation, token });
    if (!taken) {
      removeSeat(this.#model.table);
    }
    return taken;
  }
}
