/** The stage: the fields of a board and the tokens that stand on them. Tokens are elements that stay when they move; a
 * move changes their transform alone. */

import { h, svg } from '../dom.js';
import { drawPlain, token as makeToken } from './pieces.js';

/** @import {BoardView, FaceView, Faces, Place} from '../wire-types.js' */
/** @import {Skin} from './skins.js' */

/** Above this many fields tokens are drawn as plainly as can be. */
const FINE = 600;

/** How much of the neighbours beyond the rim of a torus is shown, in fields. */
const RIM = 0.5;

/** What a field without a face looks like; it is never seen but between two messages.
 * @type {FaceView} */
const UNKNOWN = { label: '?', name: '?', tint: 0, shape: 'disc', large: true, solid: true };

/** The fields and the tokens on them. */
export class Stage {
  /** Clips what is on it to the board. */
  element = h('div', { class: 'fields' });

  /** Where tokens stand. */
  tokens = h('div', { class: 'fields__tokens' });

  columns = 0;
  rows = 0;
  torus = false;

  /** By how much the board is rolled to the right and down.
   * @type {Place} */
  roll = [0, 0];

  /** The tokens on each field, the one that came last at the end.
   * @type {HTMLElement[][]} */
  #stacks = [];

  /** Tokens that are leaving.
   * @type {Set<HTMLElement>} */
  #leaving = new Set();

  #emphasised = false;

  /** The numbers of the cells that are no fields.
   * @type {Set<number>} */
  #gaps = new Set();

  /** What tokens look like.
   * @type {Faces} */
  faces = {};

  /** @type {Map<string, HTMLElement>} */
  #patterns = new Map();

  #field = svg('svg', { class: 'fields__field', 'aria-hidden': 'true', focusable: 'false' });
  #plate = svg('svg', { class: 'fields__plate', 'aria-hidden': 'true', focusable: 'false' });
  #ghosts = h('div', { class: 'fields__ghosts' });

  /** @type {Map<string, HTMLElement>} */
  #ghostly = new Map();

  /** @type {Skin} */
  #skin;

  /** @param {Skin} skin */
  constructor(skin) {
    this.#skin = skin;
    this.element.append(this.#field, this.#ghosts, this.tokens);
    if (skin.plate) {
      this.element.append(this.#plate);
    }
  }

  /** How much is shown beyond the edges, in fields. */
  get rim() {
    return this.torus ? RIM : 0;
  }

  /** The part of the picture as an SVG's viewBox, 100 units a field. */
  get viewBox() {
    const rim = this.rim * 100;
    return `${-rim} ${-rim} ${this.columns * 100 + 2 * rim} ${this.rows * 100 + 2 * rim}`;
  }

  /** Lays out fields for a board; tells whether they are others than before.
   * @param {BoardView} board */
  layOut(board) {
    const gaps = board.holes.map(([column, row]) => row * board.columns + column);
    const alike = gaps.length === this.#gaps.size && gaps.every((gap) => this.#gaps.has(gap));
    if (alike && board.columns === this.columns && board.rows === this.rows && board.torus === this.torus) {
      return false;
    }
    Object.assign(this, { columns: board.columns, rows: board.rows, torus: board.torus, roll: [0, 0] });
    this.#gaps = new Set(gaps);
    this.#stacks = Array.from({ length: board.columns * board.rows }, () => []);
    this.#leaving.clear();
    this.#patterns.clear();
    this.#ghostly.clear();
    this.#ghosts.replaceChildren();
    this.tokens.replaceChildren();
    const style = this.element.style;
    style.setProperty('--columns', String(board.columns));
    style.setProperty('--rows', String(board.rows));
    style.setProperty('--rim', String(this.rim));
    for (const drawing of [this.#field, this.#plate]) {
      drawing.setAttribute('viewBox', this.viewBox);
    }
    const beyond = this.torus ? [svg('path', { class: 'fields__cells fields__cells--beyond', d: this.#cells(true) })] : [];
    this.#field.replaceChildren(...beyond, svg('path', { class: 'fields__cells', d: this.#cells(false) }));
    this.#plate.replaceChildren(...this.#holes());
    return true;
  }

  /** Shows a board: what stands where it should stays, the rest is put right.
   * @param {BoardView} board */
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
    this.#haunt(board);
  }

  /** Makes a token that stands nowhere yet.
   * @param {string} name */
  make(name) {
    let pattern = this.#patterns.get(name);
    if (!pattern) {
      const fine = this.columns * this.rows <= FINE;
      pattern = makeToken(this.faces[name] ?? UNKNOWN, fine ? this.#skin.piece : drawPlain);
      pattern.dataset.token = name;
      if (this.faces[name]) {
        this.#patterns.set(name, pattern);
      }
    }
    return /** @type {HTMLElement} */ (pattern.cloneNode(true));
  }

  /** Stands a token on a field.
   * @param {HTMLElement} element
   * @param {number} index */
  put(element, index) {
    this.#stacks[index].push(element);
    const [x, y] = this.place([index % this.columns, Math.floor(index / this.columns)]);
    const transform = at(x, y);
    if (element.style.transform !== transform) {
      element.style.transform = transform;
    }
    if (element.parentNode !== this.tokens) {
      this.tokens.append(element);
    }
  }

  /** Takes the tokens off a field.
   * @param {number} index */
  lift(index) {
    return this.#stacks[index].splice(0);
  }

  /** Returns the token on top of a field.
   * @param {Place} cell */
  on(cell) {
    return this.#stacks[this.index(cell)]?.at(-1);
  }

  /** Lets go of a token, which stays to be seen until `done` is called or the board is shown.
   * @param {HTMLElement} element
   * @returns {() => void} done */
  release(element) {
    this.#leaving.add(element);
    return () => {
      this.#leaving.delete(element);
      element.remove();
    };
  }

  /** Returns the number of a field, row by row.
   * @param {Place} cell */
  index([column, row]) {
    return row * this.columns + column;
  }

  /** Tells whether a field is on the board.
   * @param {Place} cell */
  has([column, row]) {
    return column >= 0 && row >= 0 && column < this.columns && row < this.rows;
  }

  /** Returns where a field is in the picture, which may be rolled.
   * @param {Place} cell
   * @returns {Place} */
  place([column, row]) {
    return [modulo(column + this.roll[0], this.columns), modulo(row + this.roll[1], this.rows)];
  }

  /** Returns the field at a place of the picture, which may be beyond the rim of a torus.
   * @param {Place} place
   * @returns {Place} */
  unplace([x, y]) {
    return [modulo(x - this.roll[0], this.columns), modulo(y - this.roll[1], this.rows)];
  }

  /** Returns the place of the picture under a point of the screen, in fields with fractions; it may be off the board.
   * @param {number} clientX
   * @param {number} clientY
   * @returns {Place} */
  under(clientX, clientY) {
    const box = this.tokens.getBoundingClientRect();
    return [((clientX - box.left) / box.width) * this.columns, ((clientY - box.top) / box.height) * this.rows];
  }

  /** Shows what stands beyond the rim of a torus: the neighbours of the fields at the edges, once more.
   * @param {BoardView} board */
  #haunt(board) {
    if (!this.torus) {
      return;
    }
    const { columns, rows } = this;
    for (let y = -1; y <= rows; y += 1) {
      const inside = y >= 0 && y < rows;
      for (let x = -1; x <= columns; x += inside ? columns + 1 : 1) {
        const wanted = board.cells[this.index(this.unplace([x, y]))] ?? null;
        const key = `${x},${y}`;
        const ghost = this.#ghostly.get(key);
        if ((ghost?.dataset.token ?? null) === wanted) {
          continue;
        }
        ghost?.remove();
        this.#ghostly.delete(key);
        if (wanted !== null) {
          const made = this.make(wanted);
          made.style.transform = at(x, y);
          this.#ghosts.append(made);
          this.#ghostly.set(key, made);
        }
      }
    }
  }

  /** What moves when the board is rolled. */
  get layers() {
    return [this.tokens, this.#ghosts];
  }

  /** Lets some fields stand out from the others, or all be alike again.
   * @param {Place[]} cells */
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

  /** Draws the fields, or those that are seen again beyond the rim, as one path.
   * @param {boolean} beyond */
  #cells(beyond) {
    const round = this.#skin.plate ? 50 : 12;
    const margin = this.#skin.plate ? 7 : this.columns * this.rows > FINE ? 2 : 3.5;
    const rim = beyond ? Math.ceil(this.rim) : 0;
    const path = [];
    for (let row = -rim; row < this.rows + rim; row += 1) {
      for (let column = -rim; column < this.columns + rim; column += 1) {
        const inside = this.has([column, row]);
        if (beyond ? inside : this.#gaps.has(this.index([column, row]))) {
          continue;
        }
        path.push(roundedSquare(column * 100 + margin, row * 100 + margin, 100 - 2 * margin, Math.min(round, 50 - margin)));
      }
    }
    return path.join('');
  }

  /** Draws a plate with a hole on each field. */
  #holes() {
    if (!this.#skin.plate) {
      return [];
    }
    const holes = [];
    for (let row = 0; row < this.rows; row += 1) {
      for (let column = 0; column < this.columns; column += 1) {
        holes.push(roundedSquare(column * 100 + 9, row * 100 + 9, 82, 41));
      }
    }
    const path = `M-60 -60H${this.columns * 100 + 60}V${this.rows * 100 + 60}H-60z${holes.join('')}`;
    const rims = holes.join('');
    return [
      svg('path', { class: 'fields__board', d: path, 'fill-rule': 'evenodd' }),
      svg('path', { class: 'fields__hole-shade', d: rims }),
      svg('path', { class: 'fields__hole', d: rims }),
    ];
  }
}

/** Writes the transform of a token at a place of the picture.
 * @param {number} x
 * @param {number} y */
export function at(x, y) {
  return `translate(${x * 100}%, ${y * 100}%)`;
}

/** @param {number} x
 * @param {number} y
 * @param {number} side
 * @param {number} r */
function roundedSquare(x, y, side, r) {
  const straight = side - 2 * r;
  return `M${x + r} ${y}h${straight}a${r} ${r} 0 0 1 ${r} ${r}v${straight}a${r} ${r} 0 0 1 ${-r} ${r}h${-straight}a${r} ${r} 0 0 1 ${-r} ${-r}v${-straight}a${r} ${r} 0 0 1 ${r} ${-r}z`;
}

/** @param {number} value
 * @param {number} by */
export function modulo(value, by) {
  return ((value % by) + by) % by;
}
