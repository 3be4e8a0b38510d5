/** The board for those who do not see it, and the cursor for those without a pointer: `role=grid` with labelled cells, one
 * of which can have the focus. */

import { h } from '../dom.js';

/** @import {BoardView, Place} from '../wire-types.js' */
/** @import {Stage} from './token-layer.js' */
/** @import {Say} from './board.js' */

/** The fields as cells of a grid. Cells stand where fields are seen, so they follow when the board is rolled. */
export class Grid {
  element = h('div', { role: 'grid', class: 'fields__grid' });

  /** The place of the picture where the cursor is.
   * @type {Place} */
  cursor = [0, 0];

  /** @type {HTMLElement[]} */
  #cells = [];

  /** What each cell says, to see whether that has changed.
   * @type {string[]} */
  #said = [];

  #stage;
  #say;
  #named;

  /** @param {Stage} stage
   * @param {Say} say
   * @param {(name: string) => string} named says the name of a token in the reader's language */
  constructor(stage, say, named) {
    this.#stage = stage;
    this.#say = say;
    this.#named = named;
  }

  /** Makes the cells of a board of another size.
   * @param {string} label of the whole */
  layOut(label) {
    const { columns, rows } = this.#stage;
    this.element.setAttribute('aria-label', this.#say('board.grid', { label, columns, rows }));
    this.element.setAttribute('aria-colcount', String(columns));
    this.element.setAttribute('aria-rowcount', String(rows));
    this.#cells = [];
    this.#said = [];
    const lines = Array.from({ length: rows }, () => {
      const cells = Array.from({ length: columns }, () => h('div', { role: 'gridcell', class: 'fields__cell', tabindex: '-1' }));
      this.#cells.push(...cells);
      return h('div', { role: 'row', class: 'fields__row' }, cells);
    });
    this.element.replaceChildren(...lines);
    this.#point([Math.floor((columns - 1) / 2), Math.floor((rows - 1) / 2)]);
  }

  /** Labels the cells whose words have changed.
   * @param {BoardView} board
   * @param {Map<number, string[]>} remarks what is to be said of fields beside what stands there, by their numbers
   */
  show(board, remarks) {
    const { columns, rows } = board;
    for (let y = 0; y < rows; y += 1) {
      for (let x = 0; x < columns; x += 1) {
        const cell = this.#stage.unplace([x, y]);
        const field = this.#stage.index(cell);
        const token = board.cells[field];
        const remark = remarks.get(field);
        const said = `${field} ${token} ${remark}`;
        const index = y * columns + x;
        if (this.#said[index] !== said) {
          this.#said[index] = said;
          const content = token === null ? this.#say('board.empty') : this.#named(this.#stage.faces[token]?.name ?? token);
          const words = {
            column: board.first + cell[0],
            row: board.first + (board.bottom_up ? rows - 1 - cell[1] : cell[1]),
            content: [content, ...(remark ?? [])].join(', '),
          };
          this.#cells[index].setAttribute('aria-label', this.#say('board.cell', words));
        }
      }
    }
  }

  /** The field under the cursor.
   * @returns {Place} */
  get cell() {
    return this.#stage.unplace(this.cursor);
  }

  /** Whether the focus is on a cell. */
  get hasFocus() {
    return this.element.contains(document.activeElement);
  }

  /** Moves the cursor by some fields; on a torus around the edge.
   * @param {number} dx
   * @param {number} dy */
  step(dx, dy) {
    const { columns, rows, torus } = this.#stage;
    const [x, y] = [this.cursor[0] + dx, this.cursor[1] + dy];
    const within = (/** @type {number} */ value, /** @type {number} */ size) =>
      torus ? (value + size) % size : Math.min(Math.max(value, 0), size - 1);
    this.moveTo([within(x, columns), within(y, rows)]);
  }

  /** Moves the cursor, and the focus with it.
   * @param {Place} place of the picture */
  moveTo(place) {
    this.#point(place);
    this.focus();
    this.#at(place)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** Gives the focus to the cell under the cursor. */
  focus() {
    this.#at(this.cursor)?.focus({ preventScroll: true });
  }

  /** Puts the cursor somewhere without moving the focus.
   * @param {Place} place */
  #point(place) {
    this.#at(this.cursor)?.setAttribute('tabindex', '-1');
    this.cursor = place;
    this.#at(place)?.setAttribute('tabindex', '0');
  }

  /** @param {Place} place */
  #at([x, y]) {
    return this.#cells[y * this.#stage.columns + x];
  }

  /** Tells the grid that a cell was focused by other means, as by a screen reader.
   * @param {EventTarget | null} target
   * @returns {boolean} whether it is a cell */
  follow(target) {
    const index = this.#cells.indexOf(/** @type {HTMLElement} */ (target));
    if (index >= 0) {
      this.#point([index % this.#stage.columns, Math.floor(index / this.#stage.columns)]);
    }
    return index >= 0;
  }
}
