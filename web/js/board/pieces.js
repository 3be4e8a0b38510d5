/** Draws tokens from their faces. No difference is in colour alone: outline, size and filling have their own
 * shapes. A piece is a square SVG of 100 × 100; colours come from the style sheet. */

import { h, svg, svgText } from '../dom.js';

/** @import {Face, Shape} from '../wire-types.js' */
/** @typedef {[x: number, y: number]} Point */

/** The height of the lower edge, which makes a piece look solid. */
const LIP = 5;

/** The steps of the ramp of tiles; later ones look like the last. */
const RAMP = 18;

/** The corners of outlines around (0, 0), at the size of a large piece.
 * @type {Partial<Record<Shape, Point[]>>} */
const CORNERS = {
  square: regular(4, 46, 45),
  diamond: regular(4, 41, 0),
  triangle: regular(3, 43, -90).map(([x, y]) => [x, y + 7]),
  hexagon: regular(6, 40, 0),
  star: regular(10, 43, -90).map(([x, y], index) => (index % 2 ? [x * 0.5, y * 0.5 + 2] : [x, y + 2])),
};

/** The radius of a large disc. */
const DISC = 38;

/** Makes the element of a token, which the board moves.
 * @param {Face} face
 * @param {(face: Face) => SVGElement[] | null} [skin] draws it in the game's own way */
export function token(face, skin) {
  return h('div', { class: 'token' }, piece(face, skin));
}

/** Draws a token by itself, for legends and players' names.
 * @param {Face} face
 * @param {(face: Face) => SVGElement[] | null} [skin] draws it in the game's own way */
export function piece(face, skin) {
  const tile = face.shape === 'tile';
  const tint = face.tint % 8;
  const drawing = svg('svg', {
    class: `piece ${tile ? 'piece--tile' : `tint-${tint}`}`,
    viewBox: '0 0 100 100',
    'aria-hidden': 'true',
    focusable: 'false',
  });
  if (tile) {
    const step = Math.min(Math.max(face.tint, 1), RAMP);
    drawing.style.setProperty('--tint', `var(--ramp-${step})`);
    drawing.style.setProperty('--tint-ink', `var(--ramp-ink-${step}, var(--ramp-ink))`);
  } else {
    drawing.style.setProperty('--tint', `var(--tint-${tint})`);
  }
  drawing.append(...(skin?.(face) ?? (tile ? drawTile(face) : drawToken(face))));
  return drawing;
}

/** Draws a token with its lip, and its label where it has one.
 * @param {Face} face */
export function drawToken(face) {
  const path = outline(face);
  const size = face.large ? 26 : 18;
  return [
    svg('path', {
      class: 'piece__lip',
      d: path,
      'fill-rule': 'evenodd',
      transform: `translate(50 ${48 + LIP})`,
    }),
    svg('path', { class: 'piece__edge', d: path, 'fill-rule': 'evenodd', transform: 'translate(50 48)' }),
    svg('path', { class: 'piece__face', d: path, 'fill-rule': 'evenodd', transform: 'translate(50 48)' }),
    ...label(face.label, 50, 50 + labelDrop(face.shape), size, hollow(face)),
  ];
}

/** Draws a tile, which is read by its label.
 * @param {Face} face */
export function drawTile(face) {
  return [
    svg('rect', { class: 'piece__lip', x: 4, y: 6, width: 92, height: 90, rx: 11 }),
    svg('rect', { class: 'piece__face', x: 4, y: 4, width: 92, height: 87, rx: 11 }),
    ...label(face.label, 50, 48.5, tileText(face.label)),
  ];
}

/** Draws a token or tile with as few elements as possible, for boards of thousands of cells.
 * @param {Face} face */
export function drawPlain(face) {
  const tile = face.shape === 'tile';
  const body = tile
    ? svg('rect', { class: 'piece__plain', x: 5, y: 5, width: 90, height: 90, rx: 11 })
    : svg('path', {
        class: 'piece__plain',
        d: outline(face),
        'fill-rule': 'evenodd',
        transform: 'translate(50 50)',
      });
  const size = tile ? tileText(face.label) : 36;
  return [body, ...label(face.label, 50, 50 + labelDrop(face.shape), size, hollow(face))];
}

/** Returns the outline of a face around (0, 0) as a path, with its hole where it has one.
 * @param {Face} face */
export function outline({ shape, large, solid }) {
  const scale = large ? 1 : 0.64;
  const corners = CORNERS[shape];
  const whole = corners ? polygon(corners, scale) : circle(DISC * scale);
  if (shape === 'ring') {
    return whole + circle(DISC * scale * 0.42);
  }
  if (solid) {
    return whole;
  }
  const hole = scale * (large ? 0.55 : 0.7);
  return whole + (corners ? polygon(corners, hole) : circle(DISC * hole));
}

/** Returns the corners of an outline, or of a polygon similar to it.
 * @param {Shape} shape
 * @returns {Point[]} */
export function cornersOf(shape) {
  return CORNERS[shape] ?? regular(12, DISC, 15);
}

/** Draws the label of a piece.
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {boolean} [overHole] */
export function label(text, x, y, size, overHole = false) {
  const kind = overHole ? 'piece__label piece__label--hole' : 'piece__label';
  return text === '' ? [] : [svgText(text, { class: kind, x, y, 'font-size': size })];
}

/** Returns whether a face has a hole in the middle.
 * @param {Face} face */
export function hollow({ shape, solid }) {
  return shape === 'ring' || !solid;
}

/** Formats a circle around (0, 0) as a path.
 * @param {number} radius */
export function circle(radius) {
  const r = round(radius);
  return `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/** Formats a polygon as a path.
 * @param {Point[]} corners
 * @param {number} [scale] */
export function polygon(corners, scale = 1) {
  return `M${corners.map(([x, y]) => `${round(x * scale)} ${round(y * scale)}`).join('L')}z`;
}

/** @param {number} count
 * @param {number} radius
 * @param {number} start in degrees
 * @returns {Point[]} */
function regular(count, radius, start) {
  return Array.from({ length: count }, (_, index) => {
    const angle = ((start + (360 * index) / count) * Math.PI) / 180;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

/** Returns the size of a tile's text.
 * @param {string} text */
function tileText(text) {
  return [0, 46, 44, 37, 29, 23.5, 20][Math.min(text.length, 6)] ?? 20;
}

/** @param {Shape} shape */
function labelDrop(shape) {
  return shape === 'triangle' ? 6 : -1;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}
