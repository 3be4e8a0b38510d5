/** What was before, to be returned to: states one after the other, the last of them at most so many. */

/** How many steps can be taken back. */
const MOST = 200;

/** States with the one that is present.
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

  /** Whether there is a state to go back to. */
  get canUndo() {
    return this.#past.length > 0;
  }

  /** Whether there is a state to go forward to. */
  get canRedo() {
    return this.#future.length > 0;
  }

  /** Goes on to another state.
   * @param {T} next
   * @param {string | null} [about] changes in a row about the same thing, as the strokes of one number, are one step
   */
  push(next, about = null) {
    if (about === null || about !== this.#about) {
      this.#past.push(this.present);
      this.#past.splice(0, this.#past.length - MOST);
    }
    this.#about = about;
    this.#future = [];
    this.present = next;
  }

  /** Goes back a step, if there is one. */
  undo() {
    this.#go(this.#past, this.#future);
  }

  /** Goes forward a step, if there is one. */
  redo() {
    this.#go(this.#future, this.#past);
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
  }
}
