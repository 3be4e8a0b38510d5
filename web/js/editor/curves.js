/** Curves over a common axis, each with its interval around it: a figure with axes, names, and the same as a table for whoever
 * asks for it. Curves are told apart by colour and dashes. */

import { h, svg } from '../dom.js';
import { say } from '../i18n/editor.js';
import { estimate } from './report-format.js';

/** @import {Estimate} from '../wire-types.js' */

/** How a curve goes: its name, and what there is at each place.
 * @typedef {{name: string, spots: {x: number, y: Estimate}[]}} Curve */

/** What is drawn.
 * @typedef {object} Chart
 * @property {string} title
 * @property {string} note what is to be known beside it
 * @property {string} about what is to be seen, for those who do not see it
 * @property {{name: string, from: number, to: number, written: (value: number) => string}} x
 * @property {{most: number, written: (value: number) => string}} y from 0
 * @property {{low: number, high: number} | undefined} [zone] where curves should end
 * @property {Curve[]} curves one at least, all with the same places */

const HEIGHT = 40;

/** Curves that look different; those beyond begin again. */
const STYLES = 7;

/** The most rows of a table. */
const ROWS = 12;

/** The parts of the upright axis between the numbers along it. */
const PARTS = 4;

/** Draws curves.
 * @param {Chart} chart */
export function figure({ title, note, about, x, y, zone, curves }) {
  const across = (/** @type {number} */ value) => ((100 * (value - x.from)) / (x.to - x.from)).toFixed(2);
  const down = (/** @type {number} */ value) => (HEIGHT * (1 - Math.min(1, Math.max(0, value / y.most)))).toFixed(2);
  const path = (/** @type {{x: number, y: number}[]} */ points) => `M${points.map((point) => `${across(point.x)} ${down(point.y)}`).join('L')}`;
  const bands = curves.map(({ spots }, index) => {
    const [low, high] = [spots.map((spot) => ({ x: spot.x, y: spot.y.low })), spots.map((spot) => ({ x: spot.x, y: spot.y.high ?? y.most }))];
    return svg('path', { class: `curve__band ${styleOf(index)}`, d: `${path([...low, ...high.reverse()])}Z` });
  });
  const lines = curves.map(({ spots }, index) => svg('path', { class: `curve ${styleOf(index)}`, d: path(spots.map((spot) => ({ x: spot.x, y: spot.y.value }))) }));
  const steps = Array.from({ length: PARTS + 1 }, (_, part) => (y.most * part) / PARTS);
  const drawing = svg(
    'svg',
    { class: 'graph curves', viewBox: `0 0 100 ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': about },
    zone && svg('rect', { class: 'interval__zone', x: 0, y: down(zone.high), width: 100, height: Number(down(zone.low)) - Number(down(zone.high)) }),
    steps.slice(1, -1).map((step) => svg('path', { class: 'graph__zero', d: `M0 ${down(step)}H100` })),
    bands,
    lines,
  );
  return h(
    'figure',
    { class: 'stack chart' },
    h('figcaption', {}, h('span', { class: 'strong' }, title), ' ', h('span', { class: 'small soft' }, note)),
    h(
      'div',
      { class: 'chart__field small soft' },
      h('div', { class: 'chart__up', 'aria-hidden': 'true' }, steps.reverse().map((step) => h('span', {}, y.written(step)))),
      drawing,
      h('div', { class: 'chart__along', 'aria-hidden': 'true' }, h('span', {}, x.written(x.from)), h('span', {}, x.name), h('span', {}, x.written(x.to))),
    ),
    curves.length > 1 && h('ul', { class: 'legend small', 'aria-hidden': 'true' }, curves.map(({ name }, index) => h('li', {}, swatch(index), name))),
    asTable({ title, x, y, curves }),
  );
}

/** Draws a short piece of a curve, to stand before its name.
 * @param {number} index */
export function swatch(index) {
  return svg('svg', { class: 'swatch', viewBox: '0 0 28 4', 'aria-hidden': 'true' }, svg('path', { class: `curve ${styleOf(index)}`, d: 'M0 2H28' }));
}

/** Makes a table that can be scrolled by keys where it is too wide; of each row the first cell is its head.
 * @param {string} name
 * @param {import('../dom.js').Child[]} heads
 * @param {(import('../dom.js').Child | import('../dom.js').Child[])[][]} rows */
export function table(name, heads, rows) {
  const cells = (/** @type {(import('../dom.js').Child | import('../dom.js').Child[])[]} */ row) =>
    row.map((cell, place) => (place === 0 ? h('th', { scope: 'row' }, cell) : h('td', {}, cell)));
  return h(
    'div',
    { class: 'scrolled', tabindex: '0', role: 'region', 'aria-label': name },
    h('table', { class: 'data' }, h('thead', {}, h('tr', {}, heads.map((head) => h('th', { scope: 'col' }, head)))), h('tbody', {}, rows.map((row) => h('tr', {}, cells(row))))),
  );
}

/** @param {Pick<Chart, 'title' | 'x' | 'y' | 'curves'>} chart */
function asTable({ title, x, y, curves }) {
  const places = curves[0]?.spots.map((spot) => spot.x) ?? [];
  const step = Math.max(1, Math.ceil((places.length - 1) / ROWS));
  const shown = places.flatMap((_, place) => (place % step === 0 || place === places.length - 1 ? [place] : []));
  const rows = shown.map((place) => [x.written(places[place] ?? 0), ...curves.map(({ spots }) => {
    const spot = spots[place];
    return spot ? estimate(spot.y, y.written) : '–';
  })]);
  return h(
    'details',
    { class: 'disclosure chart__table' },
    h('summary', { class: 'small' }, say('report.asTable')),
    table(title, [x.name, ...curves.map(({ name }) => name)], rows),
  );
}

/** @param {number} index */
function styleOf(index) {
  return `curve--${index % STYLES}`;
}
