/** Charts of curves with their intervals over a common axis, each with a table of the same numbers. Curves
 * differ in colour and dashes. */

import { clamp } from '../board/geometry.js';
import { h, svg } from '../dom.js';
import { te } from '../i18n/editor-texts.js';
import { titled } from '../widgets.js';
import { estimate } from './report-format.js';

/** @import {Child} from '../dom.js' */
/** @import {Estimate} from '../wire-types.js' */
/** @import {Format} from './report-format.js' */

/** @typedef {{name: string, spots: {x: number, y: Estimate}[]}} Curve */

/** @typedef {object} Chart
 * @property {string} title
 * @property {string} note a remark beside the title
 * @property {string} about a description for screen readers
 * @property {{name: string, from: number, to: number, format: Format}} x
 * @property {{most: number, format: Format}} y the axis from 0
 * @property {{low: number, high: number} | undefined} [zone] where curves should end
 * @property {Curve[]} curves one at least, all with the same places */

/** The height of a drawing that is 100 wide. */
const HEIGHT = 40;

/** How many curves look different. */
const STYLES = 7;

/** The most rows of a table. */
const MAX_ROWS = 12;

/** The parts of the upright axis between its numbers. */
const PARTS = 4;

/** Draws a chart.
 * @param {Chart} chart */
export function figure(chart) {
  const { title, note, about, x, y, zone, curves } = chart;
  const across = (/** @type {number} */ value) => ((100 * (value - x.from)) / (x.to - x.from)).toFixed(2);
  const down = (/** @type {number} */ value) => (HEIGHT * (1 - clamp(value / y.most, 0, 1))).toFixed(2);
  const path = (/** @type {{x: number, y: number}[]} */ points) =>
    `M${points.map((point) => `${across(point.x)} ${down(point.y)}`).join('L')}`;
  const bands = curves.map(({ spots }, index) => {
    const low = spots.map((spot) => ({ x: spot.x, y: spot.y.low ?? 0 }));
    const high = spots.map((spot) => ({ x: spot.x, y: spot.y.high ?? y.most }));
    return svg('path', {
      class: `curve__band ${styleOf(index)}`,
      d: `${path([...low, ...high.reverse()])}Z`,
    });
  });
  const lines = curves.map(({ spots }, index) => {
    const means = spots.map((spot) => ({ x: spot.x, y: spot.y.value }));
    return svg('path', { class: `curve ${styleOf(index)}`, d: path(means) });
  });
  const steps = Array.from({ length: PARTS + 1 }, (_, part) => (y.most * part) / PARTS);
  const look = { class: 'graph curves', viewBox: `0 0 100 ${HEIGHT}`, preserveAspectRatio: 'none' };
  const drawing = svg(
    'svg',
    { ...look, role: 'img', 'aria-label': about },
    zone && zoneBetween(Number(down(zone.high)), Number(down(zone.low))),
    steps.slice(1, -1).map((step) => svg('path', { class: 'graph__zero', d: `M0 ${down(step)}H100` })),
    bands,
    lines,
  );
  const upright = steps.reverse().map((step) => h('span', {}, y.format(step)));
  const along = [x.format(x.from), x.name, x.format(x.to)].map((text) => h('span', {}, text));
  const names = curves.map(({ name }, index) => h('li', {}, swatch(index), name));
  return h(
    'figure',
    { class: 'stack chart' },
    h('figcaption', {}, titled(title, note)),
    h(
      'div',
      { class: 'chart__field small soft' },
      h('div', { class: 'chart__up', 'aria-hidden': 'true' }, upright),
      drawing,
      h('div', { class: 'chart__along', 'aria-hidden': 'true' }, along),
    ),
    curves.length > 1 && h('ul', { class: 'legend small', 'aria-hidden': 'true' }, names),
    asTable(chart),
  );
}

/** @param {number} top
 * @param {number} bottom */
function zoneBetween(top, bottom) {
  return svg('rect', { class: 'interval__zone', x: 0, y: top, width: 100, height: bottom - top });
}

/** Draws a short piece of a curve, to stand before its name.
 * @param {number} index */
export function swatch(index) {
  const line = svg('path', { class: `curve ${styleOf(index)}`, d: 'M0 2H28' });
  return svg('svg', { class: 'swatch', viewBox: '0 0 28 4', 'aria-hidden': 'true' }, line);
}

/** Makes a table that scrolls where it is too wide. The first cell of a row is its head.
 * @param {string} name
 * @param {Child[]} heads
 * @param {(Child | Child[])[][]} rows */
export function table(name, heads, rows) {
  const head = h(
    'tr',
    {},
    heads.map((text) => h('th', { scope: 'col' }, text)),
  );
  const lines = rows.map(([first, ...others]) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, first),
      others.map((cell) => h('td', {}, cell)),
    ),
  );
  const contents = h('table', { class: 'data' }, h('thead', {}, head), h('tbody', {}, lines));
  return h('div', { class: 'scrolled', tabindex: '0', role: 'region', 'aria-label': name }, contents);
}

/** @param {Chart} chart */
function asTable({ title, x, y, curves }) {
  const places = curves[0]?.spots.map((spot) => spot.x) ?? [];
  const last = places.length - 1;
  const step = Math.max(1, Math.ceil(last / MAX_ROWS));
  const shown = places.flatMap((_, place) => (place % step === 0 || place === last ? [place] : []));
  const rows = shown.map((place) => {
    const cells = curves
      .map(({ spots }) => spots[place])
      .map((spot) => (spot ? estimate(spot.y, y.format) : '–'));
    return [x.format(places[place] ?? 0), ...cells];
  });
  const summary = h('summary', { class: 'small' }, te('report.asTable'));
  const contents = table(title, [x.name, ...curves.map(({ name }) => name)], rows);
  return h('details', { class: 'disclosure chart__table' }, summary, contents);
}

/** @param {number} index */
function styleOf(index) {
  return `curve--${index % STYLES}`;
}
