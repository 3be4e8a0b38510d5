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

/** Makes what a player does at a table.
 * @param {Connection} connection
 * @param {TableModel} model
 * @param {BoardHandlers} board */
export function tableActions(connection, model, board) {
  /** The position in which a step back or forward has no answer yet; a second one would be meant for the next
   * position.
   * @type {number | null} */
  let steppingFrom = null;

  /** Sends a command; returns whether it was carried out.
   * @param {Command} command */
  async function send(command) {
    let onAnswer = () => {};
    const slow = setTimeout(() => (onAnswer = board.onSlow()), PATIENCE);
    try {
      await connection.command(model.table, command);
      return true;
    } catch (error) {
      board.onRefused(explain(error));
      board.onFailed(error instanceof Refused && error.code === 'wrong');
      return false;
    } finally {
      clearTimeout(slow);
      onAnswer();
    }
  }

  /** Plays an action in the present position.
   * @param {number} action */
  function play(action) {
    send({ type: 'play', at: model.situation.position, action });
  }

  /** Plays a move by its name on the board or in the game's notation; returns whether it was legal.
   * @param {string} text */
  function playText(text) {
    const { actions, situation } = model;
    const name = text.toLowerCase();
    const isNamed = (/** @type {number} */ action) => moveWords(model, action).toLowerCase() === name;
    const action = [...actions.keys()].find(isNamed);
    const move = action === undefined ? { text } : { action };
    return send({ type: 'play', at: situation.position, ...move });
  }

  /** Takes a move back, or offers to. */
  function undo() {
    const { undo, ply, position } = model.situation;
    if (model.undoesInFork) {
      once(() => fork(model, ply - 1, [{ type: 'me' }]));
    } else if (!model.spectating && undo !== 'never' && ply > 0) {
      stepOnce(undo === 'offer' ? { type: 'offer', kind: 'undo' } : { type: 'undo', at: position });
    }
  }

  /** Plays a move again that was taken back. */
  function redo() {
    const { plies, ply, position, undo } = model.situation;
    if (!model.spectating && undo !== 'never' && plies > ply) {
      stepOnce({ type: 'redo', at: position });
    }
  }

  /** @param {Command} command */
  function stepOnce(command) {
    once(() => {
      board.showPresent();
      return send(command);
    });
  }

  /** Takes one step from the present position.
   * @param {() => Promise<unknown>} step */
  async function once(step) {
    const { position } = model.situation;
    if (steppingFrom !== position) {
      steppingFrom = position;
      await step();
      if (steppingFrom === position) {
        steppingFrom = null;
      }
    }
  }

  /** @param {OfferKind} kind */
  function offer(kind) {
    send({ type: 'offer', kind });
  }

  /** Resigns after a confirmation. */
  async function resign() {
    if (await confirmed(t('resign.question'), t('controls.resign'))) {
      send({ type: 'resign' });
    }
  }

  /** Opens another puzzle of the same kind. */
  function nextPuzzle() {
    const { game, options, situation } = model;
    if (situation.puzzle) {
      openPuzzle(game.id, { options, wins_in: situation.puzzle.wins_in }).catch(toastError);
    }
  }

  /** Takes the seat of an invitation; returns whether it was free. The secret is saved before the request:
   * should the answer be lost, the seat is not, and the same request can be repeated.
   * @param {string} invitation */
  async function claim(invitation) {
    const token = seatSecret(model.table) ?? freshSecret();
    saveSeat(model.table, token);
    const claimed = await send({ type: 'claim', invitation, token });
    if (!claimed) {
      removeSeat(model.table);
    }
    return claimed;
  }

  return { send, play, playText, undo, redo, offer, resign, nextPuzzle, claim };
}
