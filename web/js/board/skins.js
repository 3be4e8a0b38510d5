/** The looks of single games, in the only file of the page that names games. A game without a skin is drawn
 * from its faces. */

import { svg } from '../dom.js';
import { circle, cornersOf, hollow, label, outline } from './pieces.js';

/** @import {Face} from '../wire-types.js' */
/** @import {Point} from './pieces.js' */

/** @typedef {object} Skin
 * @property {(face: Face) => SVGElement[] | null} [piece] draws a token; null: as without a skin
 * @property {'behind'} [plate] whether tokens fall behind a plate with holes
 * @property {(face: Face) => ('row' | 'column')[]} [beams] along which lines a token that goes takes effect
 * @property {number} [milestone] the least tint of a token that is celebrated when it is a game's first
 * @property {boolean} [bounces] whether a token that falls in comes to rest with a bounce */

/** @type {Record<string, Skin>} */
const SKINS = {
  2048: { milestone: 11 },
  'connect-four': { piece: stone, plate: 'behind', bounces: true },
  shariki: { piece: gem, beams },
  levels: { piece: gem, beams },
  'match-three': { piece: lettered },
  quartet: { piece: block },
};

/** Returns the skin of a game, empty where it has none.
 * @param {string} game
 * @returns {Skin} */
export function skinOf(game) {
  return Object.hasOwn(SKINS, game) ? SKINS[game] : {};
}

/** Draws a stone that fills a hole of the plate; the sides differ by a groove and a hole.
 * @param {Face} face */
function stone({ shape }) {
  const ring = shape === 'ring';
  const body = circle(43) + (ring ? circle(15) : '');
  return [
    svg('path', { class: 'piece__face', d: body, 'fill-rule': 'evenodd', transform: 'translate(50 50)' }),
    svg('circle', {
      class: 'piece__groove',
      cx: 50,
      cy: 50,
      r: ring ? 29 : 27,
      'stroke-width': ring ? 3 : 4,
    }),
    ...(ring ? [svg('circle', { class: 'piece__groove', cx: 50, cy: 50, r: 16, 'stroke-width': 4 })] : []),
  ];
}

/** Draws a cut gem with the mark of what it does.
 * @param {Face} face */
function gem(face) {
  return [...cutGem(face), ...special(face.label)];
}

/** Draws a cut gem without a mark: a table in the middle and facets around it, lit from the upper left.
 * @param {Face} face */
function cutGem(face) {
  const corners = cornersOf(face.shape);
  const path = outline(face);
  const cut = 0.6;
  /** @type {string[][]} */
  const shades = [[], [], [], []];
  corners.forEach((corner, index) => {
    const next = corners[(index + 1) % corners.length];
    const light =
      ((corner[0] + next[0]) * -0.5 + (corner[1] + next[1]) * -0.85) /
      Math.hypot(corner[0] + next[0], corner[1] + next[1]);
    const shade = Math.min(3, Math.max(0, Math.floor((light + 1) * 2)));
    shades[shade].push(quad(corner, next, cut));
  });
  return [
    svg('path', { class: 'piece__lip', d: path, transform: 'translate(50 52)' }),
    svg('path', { class: 'piece__edge', d: path, transform: 'translate(50 48)' }),
    svg('path', { class: 'piece__face', d: path, transform: 'translate(50 48)' }),
    ...shades.flatMap((quads, shade) =>
      quads.length
        ? [svg('path', { class: `piece__facet-${shade}`, d: quads.join(''), transform: 'translate(50 48)' })]
        : [],
    ),
  ];
}

/** @param {Point} a
 * @param {Point} b
 * @param {number} cut */
function quad([ax, ay], [bx, by], cut) {
  const points = [
    [ax, ay],
    [bx, by],
    [bx * cut, by * cut],
    [ax * cut, ay * cut],
  ];
  return `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}z`;
}

/** The marks of specials, which show what they do.
 * @type {Record<string, string>} */
const SPECIALS = {
  V: 'M0 -15V15M-7 -8L0 -15L7 -8M-7 8L0 15L7 8',
  H: 'M-15 0H15M-8 -7L-15 0L-8 7M8 -7L15 0L8 7',
  W: 'M-11 -11H11V11H-11zM-3 -3H3V3H-3z',
  B: 'M0 -15V15M-15 0H15M-10.6 -10.6L10.6 10.6M-10.6 10.6L10.6 -10.6',
};

/** @param {Face} face
 * @returns {('row' | 'column')[]} */
function beams({ label }) {
  return label === 'H' ? ['row'] : label === 'V' ? ['column'] : [];
}

/** @param {string} letter */
function special(letter) {
  const mark = SPECIALS[letter];
  if (!mark) {
    return label(letter, 50, 49, 24);
  }
  return [
    svg('circle', { class: 'piece__badge', cx: 50, cy: 49, r: 22 }),
    svg('path', { class: 'piece__sign', d: mark, transform: 'translate(50 49)' }),
  ];
}

/** The tokens that differ by their shapes alone. */
const USUAL_TOKENS = 'ABCDEF';

/** Draws a cut gem, with its letter where others may have its shape.
 * @param {Face} face */
function lettered(face) {
  if (USUAL_TOKENS.includes(face.label)) {
    return cutGem(face);
  }
  return [...cutGem(face), ...label(face.label, 50, face.shape === 'triangle' ? 57 : 49, 24, hollow(face))];
}

/** Draws a standing piece, seen a little from the front, so that a large one is taller too. A hollow one
 * shows its inner wall.
 * @param {Face} face */
function block(face) {
  const height = face.large ? 13 : 8;
  const path = outline(face);
  const layer = (/** @type {string} */ kind, /** @type {number} */ y) =>
    svg('path', {
      class: `piece__${kind}`,
      d: path,
      'fill-rule': 'evenodd',
      transform: `translate(50 ${50 - height / 2 + y})`,
    });
  const wall = [1, 0.75, 0.5, 0.25].map((share) => layer('wall', height * share));
  return [layer('lip', height), layer('lip', height / 2), layer('lip', 0), ...wall, layer('face', 0)];
}
