/** The board for screen readers, and the cursor of keys: `role=grid` with labelled cells, one of which can
 * have the focus. Cells stand where they are seen, so they follow when a board is rolled. */

import { h } from '../dom.js';
import { t } from '../i18n/index.js';
import { cellName, clamp, modulo } from './geometry.js';

/** @import {View, Cell} from '../wire-types.js' */
/** @import {TokenLayer} from './token-layer.js' */

/** The cells of a board as a grid. */
export class Grid {
  element = h('div', { role: 'grid', class: 'fields__grid' });
  /** The place of the cursor on the screen.
   * @type {Cell} */
  cursor = [0, 0];
  /** @type {HTMLElement[]} */
  #cells = [];
  /** What the label of each cell was made of.
   * @type {string[]} */
  #labelled = [];
  #layer;
  #contentOf;

  /** @param {TokenLayer} layer
   * @param {(token: string | null) => string} contentOf names a token, or an empty cell */
  constructor(layer, contentOf) {
    this.#layer = layer;
    this.#contentOf = contentOf;
  }

  /** Makes the cells of a board of another size.
   * @param {string} label of the grid */
  layOut(label) {
    const { columns, rows } = this.#layer;
    this.element.setAttribute('aria-label', t('board.grid', { label, columns, rows }));
    this.element.setAttribute('aria-colcount', String(columns));
    this.element.setAttribute('aria-rowcount', String(rows));
    const look = { role: 'gridcell', class: 'fields__cell', tabindex: '-1' };
    this.#cells = Array.from({ length: columns * rows }, () => h('div', look));
    this.#labelled = [];
    const lines = Array.from({ length: rows }, (_, row) =>
      h('div', { role: 'row', class: 'fields__row' }, this.#cells.slice(row * columns, (row + 1) * columns)),
    );
    this.element.replaceChildren(...lines);
    this.#point([Math.floor((columns - 1) / 2), Math.floor((rows - 1) / 2)]);
  }

  /** Labels the cells that have changed.
   * @param {View} board
   * @param {Map<number, string[]>} remarks more to read at cells, by their numbers
   * @param {boolean} [byName] whether moves name cells, as `D3` */
  show(board, remarks, byName = false) {
    const { columns } = board;
    this.#cells.forEach((element, place) => {
      const [column, row] = this.#layer.toCell([place % columns, Math.floor(place / columns)]);
      const cell = this.#layer.index([column, row]);
      const token = board.cells[cell];
      const remark = remarks.get(cell) ?? [];
      const label = `${byName} ${cell} ${token} ${remark}`;
      if (this.#labelled[place] !== label) {
        this.#labelled[place] = label;
        const content = [this.#contentOf(token), ...remark].join(', ');
        const name = byName ? cellName([column, row]) : placeText(board, column, row);
        element.setAttribute('aria-label', `${name}: ${content}`);
      }
    });
  }

  /** The cell under the cursor. */
  get cell() {
    return this.#layer.toCell(this.cursor);
  }

  /** Whether the focus is on a cell. */
  get hasFocus() {
    return this.element.contains(document.activeElement);
  }

  /** Moves the cursor by some cells; on a torus around the edge.
   * @param {number} dx
   * @param {number} dy */
  step(dx, dy) {
    const { columns, rows, torus } = this.#layer;
    const [x, y] = [this.cursor[0] + dx, this.cursor[1] + dy];
    const within = (/** @type {number} */ value, /** @type {number} */ size) =>
      torus ? modulo(value, size) : clamp(value, 0, size - 1);
    this.moveTo([within(x, columns), within(y, rows)]);
  }

  /** Moves the cursor and the focus.
   * @param {Cell} place on the screen */
  moveTo(place) {
    this.#point(place);
    this.focus();
    this.reveal(place);
  }

  /** Scrolls a cell into view.
   * @param {Cell} place on the screen */
  reveal(place) {
    this.#at(place)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** Gives the focus to the cell under the cursor. */
  focus() {
    this.#at(this.cursor)?.focus({ preventScroll: true });
  }

  /** Moves the cursor to an element that has got the focus by other means; returns whether it is a cell.
   * @param {EventTarget | null} target */
  follow(target) {
    const index = this.#cells.indexOf(/** @type {HTMLElement} */ (target));
    if (index >= 0) {
      this.#point([index % this.#layer.columns, Math.floor(index / this.#layer.columns)]);
    }
    return index >= 0;
  }

  /** Moves the cursor but not the focus.
   * @param {Cell} place */
  #point(place) {
    this.#at(this.cursor)?.setAttribute('tabindex', '-1');
    this.cursor = place;
    this.#at(place)?.setAttribute('tabindex', '0');
  }

  /** @param {Cell} place */
  #at([x, y]) {
    return this.#cells.at(y * this.#layer.columns + x);
  }
}

/** Describes a cell by its column and row as the game counts them.
 * @param {View} board
 * @param {number} column
 * @param {number} row */
function placeText({ rows, numbering: { first, bottom_up: bottomUp } }, column, row) {
  const values = { column: first + column, row: first + (bottomUp ? rows - 1 - row : row) };
  return t('board.cell', values);
}
