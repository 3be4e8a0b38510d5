/** The board of a table and which ply it shows: the present one, in which moves can be made, or an earlier
 * one. */

import { announce } from '../announce.js';
import { shake } from '../board/animation.js';
import { Board } from '../board/board.js';
import { piece } from '../board/pieces.js';
import { skinOf } from '../board/skins.js';
import { h } from '../dom.js';
import { toastError } from '../explain.js';
import { phrase, t } from '../i18n/index.js';
import { sound } from '../sound.js';
import { celebrate } from './celebration.js';
import { moveWords } from './move-label.js';

/** @import {Connection} from '../net/connection.js' */
/** @import {Change, Opening, View} from '../wire-types.js' */
/** @import {Position, TableModel} from './model.js' */

/** @typedef {object} TableBoardHandlers
 * @property {(action: number) => void} onAction is called with a legal action
 * @property {(text: string) => void} onRefused is called with the reason why a gesture is not legal
 * @property {() => void} onShown is called when another ply is on the board
 * @property {(text: string) => void} onMilestone is called when a token worth a celebration has appeared */

/** How long the board that a game began with is shown. */
const OPENING_MILLISECONDS = 700;

/** The board of a table. */
export class TableBoard {
  element = h('div', { class: 'stage' });
  /** The ply that is looked at; null for the present one, whatever it becomes.
   * @type {number | null} */
  #looking = null;
  /** The ply that is on the board, or on its way there. */
  #shown = 0;
  /** The ply that was drawn last. Only a move from there can be animated. */
  #drawn = 0;
  /** Whether nothing has happened yet to the board that the game began with. */
  #opening = false;
  /** The number of the last request for a ply. */
  #request = 0;
  #connected = true;
  /** Whether moves could be made when the board was last shown. */
  #interactive = false;
  #model;
  #connection;
  #onShown;
  #onMilestone;
  /** The tint of the greatest token on the board that is worth a celebration, 0 without one. */
  #greatest = 0;

  /** @param {TableModel} model
   * @param {Connection} connection
   * @param {TableBoardHandlers} handlers */
  constructor(model, connection, { onAction, onRefused, onShown, onMilestone }) {
    this.#model = model;
    this.#connection = connection;
    this.#onShown = onShown;
    this.#onMilestone = onMilestone;
    const label = t('board.label', { game: phrase(model.game.title) });
    this.board = new Board({
      game: model.game.id,
      label,
      onAction,
      onRefused,
      onStep: (effects, index) => sound.playStep(effects, index),
    });
    this.board.setActions(model.actions);
    this.element.append(this.board.element);
    this.#shown = model.situation.ply;
    if (model.opening) {
      this.#open(model.opening);
    } else {
      this.#show(model.present);
    }
  }

  /** The ply that is on the board. */
  get ply() {
    return this.#shown;
  }

  /** Whether the present position is on the board. */
  get isPresent() {
    return this.#looking === null;
  }

  /** Shows the present position, if another is on the board. */
  showPresent() {
    if (!this.isPresent) {
      this.go(this.#model.situation.ply);
    }
  }

  /** Updates what can be done after an event that is no move. Does not disturb an animation. */
  adjust() {
    if (this.isPresent && this.#interactive !== this.#mayAct) {
      this.#show(this.#model.present);
    }
    this.#onShown();
  }

  /** Shows the situation again without animation. */
  refresh() {
    const { ply, plies } = this.#model.situation;
    if (this.#looking !== null && (this.#looking > plies || this.#looking === ply)) {
      this.#looking = null;
    }
    if (this.isPresent) {
      this.#shown = ply;
      this.#show(this.#model.present);
    }
    this.#onShown();
  }

  /** Shows the situation again after an action that failed.
   * @param {boolean} wrong whether it was a wrong move of a puzzle */
  onFailed(wrong) {
    this.refresh();
    if (wrong) {
      shake(this.board.element, 1, 0);
    }
  }

  /** Shows what has happened at the table. An earlier ply stays on the board, unless it no longer exists.
   * Resolves when it has been shown.
   * @param {Change} change */
  async onChange(change) {
    const { situation } = this.#model;
    const played = change.type === 'played';
    const earlier =
      this.#looking !== null && this.#looking <= situation.plies && this.#looking !== situation.ply;
    // A new move may have replaced the one that is on the board.
    if (earlier && !(played && this.#shown >= situation.ply)) {
      this.#onShown();
      return;
    }
    this.#looking = null;
    this.#shown = situation.ply;
    // Requests without an answer are for earlier plies.
    this.#request += 1;
    const isNext = (played || change.type === 'redone') && this.#drawn === situation.ply - 1;
    const before = this.#greatest;
    const shown = isNext ? this.#play(this.#model.present) : this.#show(this.#model.present);
    const isMilestone = played && this.#greatest > before;
    this.#onShown();
    await shown;
    if (isMilestone) {
      this.#celebrate();
    }
  }

  /** Shows a ply; one step forward is animated. Returns whether it was shown to its end.
   * @param {number} ply */
  async go(ply) {
    const request = ++this.#request;
    this.#turnTo(ply);
    try {
      const position = this.#model.position(ply) ?? (await this.#look(ply));
      if (request === this.#request) {
        this.#announce(position);
        if (ply === this.#drawn + 1 && position.steps.length > 0) {
          await this.#play(position);
        } else {
          this.#show(position);
        }
      }
      return request === this.#request;
    } catch (error) {
      if (request === this.#request) {
        toastError(error);
        this.#turnTo(Math.min(this.#drawn, this.#model.situation.plies));
      }
      return false;
    }
  }

  /** Allows moves or not as the connection comes and goes.
   * @param {boolean} connected */
  onConnection(connected) {
    this.#connected = connected;
    this.adjust();
  }

  destroy() {
    this.#opening = false;
    this.board.destroy();
  }

  /** Whether moves can be made on the board. */
  get #mayAct() {
    return this.isPresent && !this.#opening && this.#model.yourTurn && this.#connected;
  }

  /** @param {number} ply */
  #turnTo(ply) {
    this.#looking = ply === this.#model.situation.ply ? null : ply;
    this.#shown = ply;
    this.#onShown();
  }

  /** Requests the position after a ply.
   * @param {number} ply */
  async #look(ply) {
    const { board, last, steps, faces } = await this.#connection.look(this.#model.table, ply);
    const position = { ply, board, last, steps };
    this.#model.keep(position, faces);
    return position;
  }

  /** Announces which ply is shown.
   * @param {Position} position */
  #announce({ ply, last }) {
    const place = t('table.looking', { ply, last: this.#model.situation.plies });
    announce(last && ply > 0 ? `${place}: ${moveWords(this.#model, last.action)}.` : `${place}.`, 'looking');
  }

  /** Shows the board that a game began with for a moment, and then what became of it.
   * @param {Opening} opening */
  async #open({ board, steps }) {
    this.#opening = true;
    this.board.show({ board, faces: this.#model.faces });
    await new Promise((resolve) => setTimeout(resolve, OPENING_MILLISECONDS));
    if (this.#opening) {
      await this.#play({ ...this.#model.present, steps });
    }
  }

  /** @param {Position} position */
  #show(position) {
    this.#opening = false;
    this.board.show(this.#prepare(position));
  }

  /** @param {Position} position */
  #play(position) {
    this.#opening = false;
    return this.board.play({ steps: position.steps, ...this.#prepare(position) });
  }

  /** Returns the tint of the greatest token on a board that is worth a celebration, 0 without one.
   * @param {View} board */
  #greatestOn({ cells }) {
    const least = skinOf(this.#model.game.id).milestone;
    const tints = least === undefined ? [] : cells.map((token) => this.#model.faces[token ?? '']?.tint ?? 0);
    return Math.max(0, ...tints.filter((tint) => tint >= (least ?? 0)));
  }

  /** Celebrates the greatest token on the board. */
  #celebrate() {
    const face = Object.values(this.#model.faces).find(({ tint }) => tint === this.#greatest);
    if (face) {
      this.#onMilestone(t('milestone', { piece: face.label }));
      celebrate(this.element, [piece(face)]);
    }
  }

  /** @param {Position} position */
  #prepare({ ply, board, last }) {
    const { faces, situation } = this.#model;
    this.#drawn = ply;
    this.#greatest = this.#greatestOn(board);
    this.#interactive = this.#mayAct;
    const legal = this.isPresent ? situation.legal : [];
    const { turn } = situation;
    const own = turn.type === 'player' ? this.#model.ownTokens[turn.player - 1] : undefined;
    return { board, faces, last, legal, own, interactive: this.#interactive };
  }
}
