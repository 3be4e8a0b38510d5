/** Draws marks over the board: the last move, winning lines, a hint, arrows. */

import { svg } from '../dom.js';
import { STEPS } from './geometry.js';

/** @import {Direction, Gesture, Cell} from '../wire-types.js' */
/** @import {TokenLayer} from './token-layer.js' */

/** The drawing over the board, in layers that change independently. */
export class Marks {
  element = svg('svg', { class: 'fields__marks', 'aria-hidden': 'true', focusable: 'false' });
  #layer;
  /** @type {Map<string, SVGGElement>} */
  #groups = new Map();

  /** @param {TokenLayer} layer */
  constructor(layer) {
    this.#layer = layer;
    for (const name of ['goals', 'worth', 'last', 'lines', 'hint', 'selected', 'preview']) {
      const group = svg('g', { class: `marks marks--${name}` });
      this.#groups.set(name, group);
      this.element.append(group);
    }
  }

  /** Fits the drawing to the board. */
  layOut() {
    this.element.setAttribute('viewBox', this.#layer.viewBox);
  }

  /** Replaces the contents of a layer.
   * @param {string} name
   * @param {SVGElement[]} [drawing] */
  draw(name, drawing = []) {
    this.#groups.get(name)?.replaceChildren(...drawing);
  }

  /** Draws the four corners around a cell.
   * @param {Cell} cell */
  corners(cell) {
    const [a, b, long, r] = [5, 95, 17, 11];
    const d =
      `M${a} ${a + long}V${a + r}a${r} ${r} 0 0 1 ${r} ${-r}H${a + long}` +
      `M${b - long} ${a}H${b - r}a${r} ${r} 0 0 1 ${r} ${r}V${a + long}` +
      `M${b} ${b - long}V${b - r}a${r} ${r} 0 0 1 ${-r} ${r}H${b - long}` +
      `M${a + long} ${b}H${a + r}a${r} ${r} 0 0 1 ${-r} ${-r}V${b - long}`;
    return this.#copies(this.#layer.toPlace(cell)).flatMap(([x, y]) =>
      mark('path', { d, transform: `translate(${x * 100} ${y * 100})` }),
    );
  }

  /** Draws a frame around a rectangle of cells.
   * @param {Cell} cell the upper left one
   * @param {number} [columns]
   * @param {number} [rows] */
  frame(cell, columns = 1, rows = 1) {
    const [x, y] = this.#layer.toPlace(cell);
    const size = { width: columns * 100 - 6, height: rows * 100 - 6, rx: 14 };
    return mark('rect', { x: x * 100 + 3, y: y * 100 + 3, ...size });
  }

  /** Draws where a token dropped into a column would come to rest.
   * @param {number} column
   * @param {number} row
   * @param {SVGElement | null} token */
  drop(column, row, token) {
    const [x, y] = [column * 100, row * 100];
    for (const [name, value] of Object.entries({ x: x + 8, y: y + 8, width: 84, height: 84 })) {
      token?.setAttribute(name, String(value));
    }
    const rest = token ?? svg('circle', { class: 'mark', cx: x + 50, cy: y + 50, r: 30 });
    return [svg('rect', { class: 'mark-column', x, y: 0, width: 100, height: y + 100 }), rest];
  }

  /** Draws an arrow from cell to cell, or a line with a head at both ends.
   * @param {Cell} from
   * @param {Cell} to
   * @param {boolean} [both] */
  arrow(from, to, both = false) {
    const [ax, ay] = this.#layer.toPlace(from).map((value) => value * 100 + 50);
    const [bx, by] = this.#layer.toPlace(to).map((value) => value * 100 + 50);
    const length = Math.hypot(bx - ax, by - ay) || 1;
    const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
    const head = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ sign) => {
      const [px, py] = [-uy * 13, ux * 13];
      const [hx, hy] = [x - ux * 15 * sign, y - uy * 15 * sign];
      return `M${hx + px} ${hy + py}L${x} ${y}L${hx - px} ${hy - py}`;
    };
    const [start, end] = both ? [6, 6] : [10, -18];
    const [sx, sy, ex, ey] = [ax + ux * start, ay + uy * start, bx - ux * end, by - uy * end];
    return mark('path', { d: `M${sx} ${sy}L${ex} ${ey}${head(ex, ey, 1)}${both ? head(sx, sy, -1) : ''}` });
  }

  /** Draws a turning arrow in the middle of four cells.
   * @param {Cell} corner the upper left one
   * @param {boolean} clockwise */
  turn(corner, clockwise) {
    const [x, y] = this.#layer.toPlace(corner);
    const transform = `translate(${x * 100 + 100} ${y * 100 + 100})${clockwise ? '' : ' scale(-1 1)'}`;
    return mark('path', { d: 'M-39 23A45 45 0 1 1 23 39M38 20L22 40L45 49', transform });
  }

  /** Draws a capsule around a line of cells; on a torus in pieces that run over the edge.
   * @param {Cell[]} cells in order along the line */
  line(cells) {
    const { torus, columns, rows } = this.#layer;
    const places = cells.map((cell) => this.#layer.toPlace(cell));
    /** @type {Cell[][]} */
    const runs = [[]];
    places.forEach((place, index) => {
      const before = places[index - 1];
      const step = before && [place[0] - before[0], place[1] - before[1]];
      if (step && Math.max(Math.abs(step[0]), Math.abs(step[1])) > 1) {
        const near = (/** @type {number} */ d, /** @type {number} */ size) =>
          Math.abs(d) > 1 ? d - Math.sign(d) * size : d;
        const [dx, dy] = torus ? [near(step[0], columns), near(step[1], rows)] : [0, 0];
        runs.at(-1)?.push([before[0] + dx, before[1] + dy]);
        runs.push([[place[0] - dx, place[1] - dy]]);
      }
      runs.at(-1)?.push(place);
    });
    return runs.flatMap((run) => capsule(run[0], run[run.length - 1]));
  }

  /** Draws a frame around the cells that a gesture moves.
   * @param {Extract<Gesture, {type: 'swap' | 'rotate' | 'shift'}>} gesture */
  outline(gesture) {
    const { columns, rows } = this.#layer;
    switch (gesture.type) {
      case 'swap': {
        const { from, to } = gesture;
        const first = /** @type {Cell} */ ([Math.min(from[0], to[0]), Math.min(from[1], to[1])]);
        return from[1] === to[1] ? this.frame(first, 2, 1) : this.frame(first, 1, 2);
      }
      case 'rotate':
        return this.frame(gesture.corner, 2, 2);
      case 'shift': {
        const [column, row] = gesture.cell;
        const down = STEPS[gesture.towards][0] === 0;
        return down ? this.frame([column, 0], 1, rows) : this.frame([0, row], columns, 1);
      }
    }
  }

  /** Draws what a gesture would do, as far as it is about cells.
   * @param {Gesture} gesture */
  gesture(gesture) {
    const { rows } = this.#layer;
    switch (gesture.type) {
      case 'point':
        return this.frame(gesture.cell);
      case 'column':
        return this.frame([gesture.column, 0], 1, rows);
      case 'swap':
        return [...this.outline(gesture), ...this.arrow(gesture.from, gesture.to, true)];
      case 'rotate':
        return [...this.outline(gesture), ...this.turn(gesture.corner, gesture.clockwise)];
      case 'shift':
        return [...this.outline(gesture), ...this.shift(gesture.cell, gesture.towards)];
      default:
        return [];
    }
  }

  /** Draws an arrow at the end of a shifted row or column.
   * @param {Cell} cell
   * @param {Direction} towards */
  shift([column, row], towards) {
    const { columns, rows } = this.#layer;
    const [dx, dy] = STEPS[towards];
    const end = dx === 0 ? [column, dy > 0 ? rows - 1 : 0] : [dx > 0 ? columns - 1 : 0, row];
    const to = /** @type {Cell} */ (end);
    return this.arrow([to[0] - dx, to[1] - dy], to);
  }

  /** Returns a place and, on a torus, where it is seen once more beyond the rim.
   * @param {Cell} place
   * @returns {Cell[]} */
  #copies([x, y]) {
    const { torus, columns, rows } = this.#layer;
    const copies = (/** @type {number} */ value, /** @type {number} */ size) =>
      torus ? [value, ...(value === 0 ? [size] : []), ...(value === size - 1 ? [-1] : [])] : [value];
    return copies(x, columns).flatMap((left) =>
      copies(y, rows).map((top) => /** @type {Cell} */ ([left, top])),
    );
  }
}

/** Draws a shape with a dark line under its light one.
 * @param {'path' | 'rect'} tag
 * @param {Record<string, string | number>} shape
 * @returns {SVGElement[]} */
function mark(tag, shape) {
  return ['mark mark--under', 'mark'].map((name) => svg(tag, { class: name, ...shape }));
}

/** Half the width of a capsule: its line stays within the cells, also at the rim. */
const CAPSULE = 42;

/** @param {Cell} from
 * @param {Cell} to */
function capsule(from, to) {
  const [ax, ay, bx, by] = [...from, ...to].map((value) => value * 100 + 50);
  const angle = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
  const [across, length] = [2 * CAPSULE, Math.hypot(bx - ax, by - ay) + 2 * CAPSULE];
  const size = { width: length, height: across, rx: CAPSULE };
  return mark('rect', {
    x: -CAPSULE,
    y: -CAPSULE,
    ...size,
    transform: `translate(${ax} ${ay}) rotate(${angle})`,
  });
}
