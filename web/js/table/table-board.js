/** The board of a table and which ply stands on it: the present one, which moves can be made in, or one of the past.
 */

import { shake } from '../board/animation.js';
import { Board } from '../board/board.js';
import { h } from '../dom.js';
import { explain } from '../explain.js';
import { sound } from '../sound-settings.js';
import { phrase, piece, sayBoard, t } from '../i18n/index.js';
import { announce, toast } from '../announce.js';
import { evaluationText } from './texts.js';

/** @import {Connection} from '../net/connection.js' */
/** @import {Change, Step, Worth} from '../wire-types.js' */
/** @import {Shown, TableModel} from './model.js' */

/** The board and the way through the plies of its game. */
export class Stage {
  element = h('div', { class: 'stage' });
  /** The ply that is looked at; null for the present one, whatever it becomes. */
  #looking = /** @type {number | null} */ (null);
  /** The ply that is on the board, or on its way there. */
  #shown = 0;
  /** The ply that was drawn last: only what sets out from there can be played. */
  #drawn = 0;
  #asked = 0;
  #model;
  #connection;
  #onShown;
  #connected = true;
  /** Whether moves could be made on the board when it was last shown. */
  #interactive = false;

  /** @param {TableModel} model
   * @param {Connection} connection
   * @param {object} listeners
   * @param {(action: number) => void} listeners.onAction a legal move was made on the board
   * @param {(text: string) => void} listeners.onRefused a gesture that means no legal move
   * @param {() => void} listeners.onShown another ply is on the board */
  constructor(model, connection, { onAction, onRefused, onShown }) {
    this.#model = model;
    this.#connection = connection;
    this.#onShown = onShown;
    const onWave = (/** @type {Step[]} */ wave, /** @type {number} */ index) => sound.wave(wave, index);
    const label = t('board.label', { game: phrase(model.game.title) });
    this.board = new Board({ game: model.game.id, label, say: sayBoard, named: piece, inWords: evaluationText, onAction, onRefused, onWave });
    this.board.setActions(model.actions);
    this.element.append(this.board.element);
    this.#shown = model.situation.ply;
    this.#show(model.present);
  }

  /** The ply that is on the board. */
  get ply() {
    return this.#shown;
  }

  /** Whether the present position is on the board. */
  get present() {
    return this.#looking === null;
  }

  /** Shows the present position, if another is on the board. */
  return() {
    if (!this.present) {
      this.go(this.#model.situation.ply);
    }
  }

  /** Shows anew what may be done, when something changed that is no move; a move on its way is not disturbed. */
  adjust() {
    if (this.present && this.#interactive !== this.#mayAct) {
      this.#show(this.#model.present);
    }
    this.#onShown();
  }

  /** Shows anew how things stand, at once. */
  refresh() {
    const { ply, plies } = this.#model.situation;
    if (this.#looking !== null && (this.#looking > plies || this.#looking === ply)) {
      this.#looking = null;
    }
    if (this.present) {
      this.#shown = this.#model.situation.ply;
      this.#show(this.#model.present);
    }
    this.#onShown();
  }

  /** Shows that a move was possible and yet not right: everything comes back to where it was. */
  wrong() {
    shake(this.board.element, 1, 0);
  }

  /** Shows what has just happened at the table. Whoever looks at the past goes on looking at it, unless it was taken away.
   * @param {Change} change */
  happened(change) {
    const { situation } = this.#model;
    // What is looked at may have been played otherwise.
    const past = this.#looking !== null && this.#looking <= situation.plies && this.#looking !== situation.ply;
    const kept = past && !(change.type === 'played' && this.#shown >= situation.ply);
    if (kept) {
      this.#onShown();
      return;
    }
    this.#looking = null;
    this.#shown = situation.ply;
    // What is still on its way belongs to the past.
    this.#asked += 1;
    if ((change.type === 'played' || change.type === 'redone') && this.#drawn === situation.ply - 1) {
      this.#play(this.#model.present);
    } else {
      this.#show(this.#model.present);
    }
    this.#onShown();
  }

  /** Shows a ply; a step forward is played, everything else is there at once.
   * @param {number} ply
   * @returns {Promise<boolean>} whether it was shown to its end, and neither failed nor was overtaken */
  async go(ply) {
    const asked = ++this.#asked;
    this.#turnTo(ply);
    try {
      const position = this.#model.position(ply) ?? (await this.#look(ply));
      if (asked === this.#asked) {
        this.#tell(position);
        if (ply === this.#drawn + 1 && position.waves.length > 0) {
          await this.#play(position);
        } else {
          this.#show(position);
        }
      }
      return asked === this.#asked;
    } catch (error) {
      if (asked === this.#asked) {
        toast(explain(error));
        this.#turnTo(Math.min(this.#drawn, this.#model.situation.plies));
      }
      return false;
    }
  }

  /** Shows what actions are worth, if that is of the position on the board.
   * @param {Worth[] | null} worths */
  judge(worths) {
    this.board.setJudgement(worths);
  }

  /** Lets moves be made or not as the connection comes and goes.
   * @param {boolean} connected */
  connected(connected) {
    this.#connected = connected;
    this.adjust();
  }

  /** Takes the board down. */
  destroy() {
    this.board.destroy();
  }

  /** Whether moves can be made on the board. */
  get #mayAct() {
    return this.present && this.#model.yourTurn && this.#connected;
  }

  /** Has it that a ply is the one to look at.
   * @param {number} ply */
  #turnTo(ply) {
    this.#looking = ply === this.#model.situation.ply ? null : ply;
    this.#shown = ply;
    this.#onShown();
  }

  /** @param {number} ply
   * @returns {Promise<Shown>} */
  async #look(ply) {
    const looked = await this.#connection.look(this.#model.table, ply);
    const shown = { ply, board: looked.board, last: looked.last, waves: looked.waves };
    this.#model.keep(shown, looked.faces);
    return shown;
  }

  /** Says which position is looked at.
   * @param {Shown} shown */
  #tell({ ply, last }) {
    const place = t('table.looking', { ply, last: this.#model.situation.plies });
    announce(last && ply > 0 ? `${place}: ${last.text}.` : `${place}.`, 'looking');
  }

  /** @param {Shown} shown */
  #show(shown) {
    this.board.show(this.#dressed(shown));
  }

  /** @param {Shown} shown */
  #play(shown) {
    return this.board.play({ waves: shown.waves, ...this.#dressed(shown) });
  }

  /** @param {Shown} shown */
  #dressed({ ply, board, last }) {
    const { faces, situation } = this.#model;
    this.#drawn = ply;
    this.#interactive = this.#mayAct;
    return { board, faces, last, legal: this.present ? situation.legal : [], interactive: this.#interactive };
  }
}
