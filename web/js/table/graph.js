/** A graph of how a game stood after each move, as an image with a name; a click goes to the move. */

import { svg } from '../dom.js';
import { t } from '../i18n/index.js';

/** @import {ReportLine} from '../wire-types.js' */

const WIDTH = 400;
const HEIGHT = 120;

/** Draws the graph: of two players how good the position is for the first, from −1 to 1; in a game for one what each move
 * gave away.
 * @param {ReportLine[]} lines
 * @param {boolean} solo
 * @param {(ply: number) => void} onGo is told which ply was pressed */
export function graph(lines, solo, onGo) {
  const least = solo ? 0 : -1;
  const values = lines.map((line) => (solo ? Math.max(0, line.before - line.after) : clamp(line.after)));
  const most = solo ? Math.max(1, ...values) : 1;
  const [first, last] = [lines[0]?.ply ?? 0, lines.at(-1)?.ply ?? 0];
  const x = (/** @type {ReportLine} */ line) => (last === first ? WIDTH / 2 : ((line.ply - first) / (last - first)) * WIDTH);
  const y = (/** @type {number} */ value) => HEIGHT - 6 - ((value - least) / (most - least)) * (HEIGHT - 12);
  const points = lines.map((line, index) => `${x(line).toFixed(1)},${y(values[index] ?? 0).toFixed(1)}`);
  const zero = y(0);
  const element = svg(
    'svg',
    { class: 'graph', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': describe(lines, solo) },
    svg('polygon', { class: 'graph__area', points: `0,${zero} ${points.join(' ')} ${WIDTH},${zero}` }),
    svg('line', { class: 'graph__zero', x1: 0, x2: WIDTH, y1: zero, y2: zero }),
    svg('polyline', { class: 'graph__line', points: points.join(' ') }),
  );
  element.addEventListener('click', (event) => {
    const box = element.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * WIDTH;
    const nearest = lines.reduce((best, line) => (Math.abs(x(line) - at) < Math.abs(x(best) - at) ? line : best));
    onGo(nearest.ply);
  });
  return element;
}

/** Says what the graph shows.
 * @param {ReportLine[]} lines
 * @param {boolean} solo */
function describe(lines, solo) {
  const last = lines.at(-1);
  if (!last) {
    return t('graph.empty');
  }
  const lost = (/** @type {ReportLine} */ line) => (line.player === 2 ? line.after - line.before : line.before - line.after);
  const worst = lines.reduce((most, line) => (lost(line) > lost(most) ? line : most), last);
  return t(solo ? 'graph.solo' : 'graph.two', { n: lines.length, ply: worst.ply, move: worst.text });
}

/** @param {number} value */
function clamp(value) {
  return Math.max(-1, Math.min(1, value));
}
