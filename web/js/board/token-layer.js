/** The cells of a board and the tokens on them. A token keeps its element when it moves; only its transform
 * changes. */

import { h, svg } from '../dom.js';
import { modulo, translateTo } from './geometry.js';
import { drawPlain, token as makeToken } from './pieces.js';

/** @import {Cell, Face, View} from '../wire-types.js' */
/** @import {Skin} from './skins.js' */

/** Above this many cells tokens are drawn as simply as possible. */
const MAX_DETAILED = 600;

/** How much of the neighbours beyond the rim of a torus is shown, in cells. */
const RIM = 0.5;

/** The face of a token that the server has not described.
 * @type {Face} */
const UNKNOWN = { label: '?', name: '?', tint: 0, shape: 'disc', large: true, solid: true };

/** The cells and the tokens on them. */
export class TokenLayer {
  /** Clips its contents to the board. */
  element = h('div', { class: 'fields' });
  tokens = h('div', { class: 'fields__tokens' });
  columns = 0;
  rows = 0;
  torus = false;
  /** By how much the board is rolled to the right and down.
   * @type {Cell} */
  roll = [0, 0];
  /** @type {Record<string, Face>} */
  faces = {};
  /** The tokens on each cell, the last arrived at the end.
   * @type {HTMLElement[][]} */
  #stacks = [];
  /** Tokens that leave the board but are still visible.
   * @type {Set<HTMLElement>} */
  #leaving = new Set();
  #emphasised = false;
  /** The numbers of the cells that are holes.
   * @type {Set<number>} */
  #holes = new Set();
  /** A copy of each token, to be cloned.
   * @type {Map<string, HTMLElement>} */
  #patterns = new Map();
  #field = svg('svg', { class: 'fields__field', 'aria-hidden': 'true', focusable: 'false' });
  #plate = svg('svg', { class: 'fields__plate', 'aria-hidden': 'true', focusable: 'false' });
  /** The tokens that are seen once more beyond the rim of a torus. */
  #beyond = h('div', { class: 'fields__ghosts' });
  /** The same by their places.
   * @type {Map<string, HTMLElement>} */
  #beyondAt = new Map();
  #skin;

  /** @param {Skin} skin */
  constructor(skin) {
    this.#skin = skin;
    this.element.append(this.#field, this.#beyond, this.tokens);
    if (skin.plate) {
      this.element.append(this.#plate);
    }
  }

  /** How much is shown beyond the edges, in cells. */
  get rim() {
    return this.torus ? RIM : 0;
  }

  /** The visible part as an SVG's viewBox, 100 units a cell. */
  get viewBox() {
    const rim = this.rim * 100;
    return `${-rim} ${-rim} ${this.columns * 100 + 2 * rim} ${this.rows * 100 + 2 * rim}`;
  }

  /** What moves when the board is rolled. */
  get layers() {
    return [this.tokens, this.#beyond];
  }

  /** Makes the cells of a board; returns whether they differ from those that were there.
   * @param {View} board */
  layOut({ columns, rows, topology, holes: list }) {
    const torus = topology === 'torus';
    const holes = new Set(list.map(([column, row]) => row * columns + column));
    const sameHoles = holes.size === this.#holes.size && [...holes].every((hole) => this.#holes.has(hole));
    if (sameHoles && columns === this.columns && rows === this.rows && torus === this.torus) {
      return false;
    }
    Object.assign(this, { columns, rows, torus, roll: [0, 0] });
    this.#holes = holes;
    this.#stacks = Array.from({ length: columns * rows }, () => []);
    this.#leaving.clear();
    this.#patterns.clear();
    this.#beyondAt.clear();
    this.#beyond.replaceChildren();
    this.tokens.replaceChildren();
    setSize(this.element, columns, rows, this.rim);
    for (const drawing of [this.#field, this.#plate]) {
      drawing.setAttribute('viewBox', this.viewBox);
    }
    const around = svg('path', { class: 'fields__cells fields__cells--beyond', d: this.#cells(true) });
    const cells = svg('path', { class: 'fields__cells', d: this.#cells(false) });
    this.#field.replaceChildren(...(torus ? [around] : []), cells);
    this.#plate.replaceChildren(...(this.#skin.plate ? this.#drawPlate() : []));
    return true;
  }

  /** Shows a board. Tokens that are in their places stay.
   * @param {View} board */
  show(board) {
    for (const element of this.#leaving) {
      element.remove();
    }
    this.#leaving.clear();
    board.cells.forEach((wanted, index) => {
      const stack = this.#stacks[index];
      if (stack.length === 0 && wanted === null) {
        return;
      }
      const kept = stack.findLast((element) => element.dataset.token === wanted);
      for (const element of stack) {
        if (element !== kept) {
          element.remove();
        }
      }
      stack.length = 0;
      if (wanted !== null) {
        this.put(kept ?? this.make(wanted), index);
      }
    });
    if (this.torus) {
      this.#showBeyond(board);
    }
  }

  /** Makes a token that is not on the board yet.
   * @param {string} name */
  make(name) {
    let pattern = this.#patterns.get(name);
    if (!pattern) {
      const detailed = this.columns * this.rows <= MAX_DETAILED;
      pattern = makeToken(this.faces[name] ?? UNKNOWN, detailed ? this.#skin.piece : drawPlain);
      pattern.dataset.token = name;
      if (this.faces[name]) {
        this.#patterns.set(name, pattern);
      }
    }
    return /** @type {HTMLElement} */ (pattern.cloneNode(true));
  }

  /** Returns along which lines a token takes effect as it goes.
   * @param {string} token */
  beamsOf(token) {
    const face = this.faces[token];
    return face ? (this.#skin.beams?.(face) ?? []) : [];
  }

  /** Puts a token on a cell.
   * @param {HTMLElement} element
   * @param {number} index */
  put(element, index) {
    this.#stacks[index].push(element);
    const [x, y] = this.toPlace([index % this.columns, Math.floor(index / this.columns)]);
    const transform = translateTo(x, y);
    if (element.style.transform !== transform) {
      element.style.transform = transform;
    }
    if (element.parentNode !== this.tokens) {
      this.tokens.append(element);
    }
  }

  /** Takes the tokens off a cell.
   * @param {number} index */
  lift(index) {
    return this.#stacks[index].splice(0);
  }

  /** Returns the token on top of a cell.
   * @param {Cell} cell */
  on(cell) {
    return this.#stacks[this.index(cell)]?.at(-1);
  }

  /** Lets a token leave. It stays visible until the returned function is called or the board is shown.
   * @param {HTMLElement} element */
  release(element) {
    this.#leaving.add(element);
    return () => {
      this.#leaving.delete(element);
      element.remove();
    };
  }

  /** Returns the number of a cell, row by row.
   * @param {Cell} cell */
  index([column, row]) {
    return row * this.columns + column;
  }

  /** Returns whether a cell is on the board.
   * @param {Cell} cell */
  has([column, row]) {
    return column >= 0 && row >= 0 && column < this.columns && row < this.rows;
  }

  /** Returns where a cell is seen on a rolled board.
   * @param {Cell} cell
   * @returns {Cell} */
  toPlace([column, row]) {
    return [modulo(column + this.roll[0], this.columns), modulo(row + this.roll[1], this.rows)];
  }

  /** Returns the cell that is seen at a place, which may be beyond the rim of a torus.
   * @param {Cell} place
   * @returns {Cell} */
  toCell([x, y]) {
    return [modulo(x - this.roll[0], this.columns), modulo(y - this.roll[1], this.rows)];
  }

  /** Returns the place under a point of the screen, in cells with fractions; it may be off the board.
   * @param {number} clientX
   * @param {number} clientY
   * @returns {Cell} */
  placeAt(clientX, clientY) {
    const { left, top, width, height } = this.tokens.getBoundingClientRect();
    return [((clientX - left) / width) * this.columns, ((clientY - top) / height) * this.rows];
  }

  /** Makes some cells stand out from the others; none makes all equal again.
   * @param {Cell[]} cells */
  emphasise(cells) {
    const chosen = new Set(cells.map((cell) => this.index(cell)));
    if (chosen.size === 0 && !this.#emphasised) {
      return;
    }
    this.#emphasised = chosen.size > 0;
    this.#stacks.forEach((stack, index) => {
      for (const element of stack) {
        element.classList.toggle('token--winning', chosen.has(index));
      }
    });
  }

  /** Shows the neighbours of the cells at the edges of a torus once more beyond the rim.
   * @param {View} board */
  #showBeyond(board) {
    const { columns, rows } = this;
    for (let y = -1; y <= rows; y += 1) {
      const inside = y >= 0 && y < rows;
      for (let x = -1; x <= columns; x += inside ? columns + 1 : 1) {
        const wanted = board.cells[this.index(this.toCell([x, y]))] ?? null;
        const key = `${x},${y}`;
        const present = this.#beyondAt.get(key);
        if ((present?.dataset.token ?? null) === wanted) {
          continue;
        }
        present?.remove();
        this.#beyondAt.delete(key);
        if (wanted !== null) {
          const made = this.make(wanted);
          made.style.transform = translateTo(x, y);
          this.#beyond.append(made);
          this.#beyondAt.set(key, made);
        }
      }
    }
  }

  /** Draws the cells, or those that are seen again beyond the rim, as one path.
   * @param {boolean} beyond */
  #cells(beyond) {
    const radius = this.#skin.plate ? 50 : 12;
    const margin = this.#skin.plate ? 7 : this.columns * this.rows > MAX_DETAILED ? 2 : 3.5;
    const rim = beyond ? Math.ceil(this.rim) : 0;
    const path = [];
    for (let row = -rim; row < this.rows + rim; row += 1) {
      for (let column = -rim; column < this.columns + rim; column += 1) {
        const skipped = beyond ? this.has([column, row]) : this.#holes.has(this.index([column, row]));
        if (!skipped) {
          path.push(roundedSquare([column, row], margin, Math.min(radius, 50 - margin)));
        }
      }
    }
    return path.join('');
  }

  /** Draws a plate with a round opening at each cell. */
  #drawPlate() {
    const { columns, rows } = this;
    const openings = this.#stacks
      .map((_, index) => roundedSquare([index % columns, Math.floor(index / columns)], 9, 41))
      .join('');
    const plate = `M-60 -60H${columns * 100 + 60}V${rows * 100 + 60}H-60z${openings}`;
    return [
      svg('path', { class: 'fields__board', d: plate, 'fill-rule': 'evenodd' }),
      svg('path', { class: 'fields__hole-shade', d: openings }),
      svg('path', { class: 'fields__hole', d: openings }),
    ];
  }
}

/** Writes the size of a board to the custom properties of an element.
 * @param {HTMLElement} element
 * @param {number} columns
 * @param {number} rows
 * @param {number} rim in cells */
export function setSize({ style }, columns, rows, rim) {
  style.setProperty('--columns', String(columns));
  style.setProperty('--rows', String(rows));
  style.setProperty('--rim', String(rim));
}

/** Draws a square with round corners inside a cell.
 * @param {Cell} cell
 * @param {number} margin around it
 * @param {number} r the radius of the corners */
function roundedSquare([column, row], margin, r) {
  const straight = 100 - 2 * margin - 2 * r;
  const corners = [
    `a${r} ${r} 0 0 1 ${r} ${r}v${straight}`,
    `a${r} ${r} 0 0 1 ${-r} ${r}h${-straight}`,
    `a${r} ${r} 0 0 1 ${-r} ${-r}v${-straight}`,
    `a${r} ${r} 0 0 1 ${r} ${-r}z`,
  ];
  return `M${column * 100 + margin + r} ${row * 100 + margin}h${straight}${corners.join('')}`;
}
