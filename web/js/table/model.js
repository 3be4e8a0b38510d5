/** A table as this page knows it: a snapshot with all later updates. It has no elements. */

import { phrase } from '../i18n/index.js';
import { levelOf, levelTitle } from '../levels/play-level.js';

/** @import {Effect, Face, GameInfo, LevelSet, MoveInfo, Situation} from '../wire-types.js' */
/** @import {Snapshot, Update, View} from '../wire-types.js' */

/** A position that can be shown.
 * @typedef {object} Position
 * @property {number} ply
 * @property {View} board
 * @property {MoveInfo | null} last
 * @property {Effect[][]} steps the effects of the last move */

/** How many positions are kept, so that the page shows earlier plies at once. */
const MAX_POSITIONS = 400;

/** A table as this page knows it. */
export class TableModel {
  /** @type {Map<number, Position>} */
  #positions = new Map();
  /** The actions by their notation.
   * @type {Map<string, number> | null} */
  #byText = null;

  /** @param {Snapshot} snapshot
   * @param {GameInfo} game
   * @param {LevelSet} levels */
  constructor(snapshot, game, levels) {
    this.game = game;
    this.levels = levels;
    this.table = snapshot.table;
    this.options = snapshot.options;
    this.daily = snapshot.daily;
    this.forkedFrom = snapshot.forked_from;
    this.fromRecord = snapshot.from_record;
    this.commitment = snapshot.commitment;
    this.opening = snapshot.opening;
    this.actions = snapshot.actions;
    this.ownTokens = snapshot.own_tokens;
    this.you = snapshot.you;
    this.moves = snapshot.moves;
    this.situation = snapshot.situation;
    /** @type {Record<string, Face>} */
    this.faces = {};
    this.spectators = 0;
    /** When the situation was received, as `performance.now()` gives it. */
    this.receivedAt = 0;
    this.replace(snapshot);
  }

  /** Replaces everything by a snapshot.
   * @param {Snapshot} snapshot */
  replace(snapshot) {
    this.you = snapshot.you;
    this.moves = snapshot.moves;
    this.#positions.clear();
    this.#update(snapshot.faces, snapshot.situation);
    this.#keepPresent([]);
  }

  /** Applies an update.
   * @param {Update} update */
  apply({ change, faces, situation }) {
    this.#update(faces, situation);
    const { last } = situation;
    if (change.type === 'played' && last) {
      this.moves = [...this.moves.filter((move) => move.ply < last.ply), last];
      for (const ply of this.#positions.keys()) {
        if (ply >= last.ply) {
          this.#positions.delete(ply);
        }
      }
    }
    if (change.type === 'played' || change.type === 'redone') {
      this.#keepPresent(change.steps);
    }
  }

  /** Returns the position after a ply if it is known.
   * @param {number} ply */
  position(ply) {
    return this.#positions.get(ply);
  }

  /** Keeps a position.
   * @param {Position} position
   * @param {Record<string, Face>} faces */
  keep(position, faces) {
    Object.assign(this.faces, faces);
    this.#positions.set(position.ply, position);
    if (this.#positions.size > MAX_POSITIONS) {
      const [first] = this.#positions.keys();
      this.#positions.delete(/** @type {number} */ (first));
    }
  }

  /** The present position.
   * @returns {Position} */
  get present() {
    const { ply, board, last } = this.situation;
    return this.#positions.get(ply) ?? { ply, board, last, steps: [] };
  }

  /** What is played: the game, or one of its levels. */
  get title() {
    const level = levelOf(this.levels, this.game.id, this.options);
    return level ? levelTitle(level) : phrase(this.game.title);
  }

  /** Whether the game has ended. */
  get over() {
    return this.situation.turn.type === 'over';
  }

  /** Whether a side of this page acts. */
  get yourTurn() {
    const { turn } = this.situation;
    return turn.type === 'player' && this.you.includes(turn.player);
  }

  /** Whether a move is taken back in a game of its own: this one is over and its luck is known. */
  get undoesInFork() {
    const { ply, puzzle, undo } = this.situation;
    return ply > 0 && this.over && undo === 'never' && this.alone && this.daily === null && puzzle === null;
  }

  /** Whether this page plays all sides. */
  get alone() {
    return this.situation.seats.length === this.you.length;
  }

  /** Whether this page has no seat. */
  get spectating() {
    return this.you.length === 0;
  }

  /** Whether another person has a seat, or is invited. */
  get opponentIsPerson() {
    return this.situation.seats.some(
      (seat, index) => seat.type !== 'computer' && !this.you.includes(index + 1),
    );
  }

  /** Returns the action that a text in the game's notation names, −1 where none is.
   * @param {string} text */
  actionOf(text) {
    this.#byText ??= new Map(this.actions.map((action, number) => [action.text, number]));
    return this.#byText.get(text) ?? -1;
  }

  /** @param {Record<string, Face>} faces
   * @param {Situation} situation */
  #update(faces, situation) {
    Object.assign(this.faces, faces);
    this.situation = situation;
    this.receivedAt = performance.now();
  }

  /** @param {Effect[][]} steps */
  #keepPresent(steps) {
    const { ply, board, last } = this.situation;
    this.keep({ ply, board, last, steps }, {});
  }
}
