/** A graph of the game after each move, as an image with a name. A click goes to the move. */

import { clamp } from '../board/geometry.js';
import { svg } from '../dom.js';
import { t } from '../i18n/index.js';
import { moveWords } from './move-label.js';

/** @import {ReportLine} from '../wire-types.js' */
/** @import {TableModel} from './model.js' */

const [WIDTH, HEIGHT, MARGIN] = [400, 120, 6];

/** Draws the graph. In a game for two it shows how good the position is for the first player, from −1 to 1;
 * in a single-player game what each move lost.
 * @param {TableModel} model
 * @param {ReportLine[]} lines
 * @param {(ply: number) => void} onGo */
export function graph(model, lines, onGo) {
  const solo = model.game.players === 1;
  const least = solo ? 0 : -1;
  const values = lines.map(({ before, after }) => (solo ? Math.max(0, before - after) : clamp(after, -1, 1)));
  const most = solo ? Math.max(1, ...values) : 1;
  const [first, last] = [lines[0]?.ply ?? 0, lines.at(-1)?.ply ?? 0];
  const x = (/** @type {ReportLine} */ { ply }) =>
    last === first ? WIDTH / 2 : ((ply - first) / (last - first)) * WIDTH;
  const y = (/** @type {number} */ value) =>
    HEIGHT - MARGIN - ((value - least) / (most - least)) * (HEIGHT - 2 * MARGIN);
  const points = lines
    .map((line, index) => `${x(line).toFixed(1)},${y(values[index] ?? 0).toFixed(1)}`)
    .join(' ');
  const zero = y(0);
  const look = { class: 'graph', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none' };
  const element = svg(
    'svg',
    { ...look, role: 'img', 'aria-label': describe(model, lines, solo) },
    svg('polygon', { class: 'graph__area', points: `0,${zero} ${points} ${WIDTH},${zero}` }),
    svg('line', { class: 'graph__zero', x1: 0, x2: WIDTH, y1: zero, y2: zero }),
    svg('polyline', { class: 'graph__line', points }),
  );
  element.addEventListener('click', ({ clientX }) => {
    const { left, width } = element.getBoundingClientRect();
    const at = ((clientX - left) / width) * WIDTH;
    const distance = (/** @type {ReportLine} */ line) => Math.abs(x(line) - at);
    onGo(lines.reduce((best, line) => (distance(line) < distance(best) ? line : best)).ply);
  });
  return element;
}

/** Describes the graph.
 * @param {TableModel} model
 * @param {ReportLine[]} lines
 * @param {boolean} solo */
function describe(model, lines, solo) {
  const last = lines.at(-1);
  if (!last) {
    return t('graph.empty');
  }
  const loss = (/** @type {ReportLine} */ { player, before, after }) =>
    player === 2 ? after - before : before - after;
  const worst = lines.reduce((most, line) => (loss(line) > loss(most) ? line : most), last);
  const move = moveWords(model, model.actionOf(worst.text));
  return t(solo ? 'graph.solo' : 'graph.two', { n: lines.length, ply: worst.ply, move });
}
