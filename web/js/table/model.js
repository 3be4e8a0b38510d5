/** A table as this page knows it: a snapshot, brought up to date by every update. No elements live here. */

/** @import {ActionInfo, BoardView, Faces, GameInfo, MoveInfo, Situation, Snapshot, Step, Update} from '../wire-types.js' */

/** A position that can be shown.
 * @typedef {object} Shown
 * @property {number} ply
 * @property {BoardView} board
 * @property {MoveInfo | null} last
 * @property {Step[][]} waves what the ply did */

/** Plies whose positions are kept, so that looking back is at once. */
const KEPT = 400;

/** A table as this page knows it. */
export class TableModel {
  /** @type {Map<number, Shown>} */
  #positions = new Map();

  /** @param {Snapshot} snapshot
   * @param {GameInfo} game */
  constructor(snapshot, game) {
    this.game = game;
    this.table = snapshot.table;
    this.options = snapshot.options;
    this.daily = snapshot.daily;
    this.forkedFrom = snapshot.forked_from;
    this.commitment = snapshot.commitment;
    /** @type {ActionInfo[]} */
    this.actions = snapshot.actions;
    /** @type {Faces} */
    this.faces = {};
    /** @type {number[]} */
    this.you = [];
    /** @type {MoveInfo[]} */
    this.moves = [];
    this.spectators = 0;
    /** @type {Situation} */
    this.situation = snapshot.situation;
    /** When the situation was received, in the page's own time. */
    this.receivedAt = 0;
    this.replace(snapshot);
  }

  /** Takes a snapshot in the place of all that was known.
   * @param {Snapshot} snapshot */
  replace(snapshot) {
    this.you = snapshot.you;
    this.moves = snapshot.moves;
    this.#positions.clear();
    this.#learn(snapshot.faces, snapshot.situation);
    this.#remember([]);
  }

  /** Brings the table up to date.
   * @param {Update} update */
  apply({ change, faces, situation }) {
    const moved = change.type === 'played' || change.type === 'redone';
    this.#learn(faces, situation);
    if (change.type === 'played' && situation.last) {
      const { last } = situation;
      this.moves = [...this.moves.filter((move) => move.ply < last.ply), last];
      for (const ply of this.#positions.keys()) {
        if (ply >= last.ply) {
          this.#positions.delete(ply);
        }
      }
    }
    if (moved) {
      this.#remember(change.waves);
    }
  }

  /** Returns the position after a ply if it is known.
   * @param {number} ply
   * @returns {Shown | undefined} */
  position(ply) {
    return this.#positions.get(ply);
  }

  /** Keeps a position that was asked for.
   * @param {Shown} shown
   * @param {Faces} faces */
  keep(shown, faces) {
    Object.assign(this.faces, faces);
    this.#positions.set(shown.ply, shown);
    if (this.#positions.size > KEPT) {
      const [first] = this.#positions.keys();
      this.#positions.delete(/** @type {number} */ (first));
    }
  }

  /** The position that is on now. */
  get present() {
    const { ply, board, last } = this.situation;
    return this.#positions.get(ply) ?? { ply, board, last, waves: [] };
  }

  /** The side that acts; null when the game is over. */
  get actor() {
    return this.situation.turn.type === 'player' ? this.situation.turn.player : null;
  }

  /** Whether the game has ended. */
  get over() {
    return this.situation.turn.type === 'over';
  }

  /** Whether it is this page that acts. */
  get yourTurn() {
    return this.actor !== null && this.you.includes(this.actor);
  }

  /** Whether this page plays all sides, or the only one. */
  get alone() {
    return this.situation.seats.length === this.you.length;
  }

  /** Whether this page watches without a seat. */
  get spectating() {
    return this.you.length === 0;
  }

  /** Whether another person has a seat, or is to have one. */
  get opponentIsPerson() {
    return this.situation.seats.some((seat, index) => seat.type !== 'computer' && !this.you.includes(index + 1));
  }

  /** @param {Faces} faces
   * @param {Situation} situation */
  #learn(faces, situation) {
    Object.assign(this.faces, faces);
    this.situation = situation;
    this.receivedAt = performance.now();
  }

  /** @param {Step[][]} waves */
  #remember(waves) {
    const { ply, board, last } = this.situation;
    this.keep({ ply, board, last, waves }, {});
  }
}
