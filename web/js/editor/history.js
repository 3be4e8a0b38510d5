/** A history of states for undo and redo. */

/** How many steps can be undone. */
const MAX_STATES = 200;

/** A present state with those before and after it.
 * @template T */
export class History {
  /** @type {T[]} */
  #past = [];
  /** @type {T[]} */
  #future = [];
  /** What the last change was about.
   * @type {string | null} */
  #about = null;

  /** @param {T} present */
  constructor(present) {
    this.present = present;
  }

  /** Whether there is a step to undo. */
  get canUndo() {
    return this.#past.length > 0;
  }

  /** Whether there is a step to redo. */
  get canRedo() {
    return this.#future.length > 0;
  }

  /** Makes another state the present one.
   * @param {T} next
   * @param {string | null} [about] changes in a row about the same thing are one step
   */
  push(next, about = null) {
    if (about === null || about !== this.#about) {
      this.#past.push(this.present);
      this.#past.splice(0, this.#past.length - MAX_STATES);
    }
    this.#about = about;
    this.#future = [];
    this.present = next;
  }

  /** Goes back a step; returns whether there was one. */
  undo() {
    return this.#go(this.#past, this.#future);
  }

  /** Goes forward a step; returns whether there was one. */
  redo() {
    return this.#go(this.#future, this.#past);
  }

  /** @param {T[]} from
   * @param {T[]} to */
  #go(from, to) {
    const next = from.pop();
    if (next !== undefined) {
      to.push(this.present);
      this.present = next;
      this.#about = null;
    }
    return next !== undefined;
  }
}
