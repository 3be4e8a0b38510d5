/** Draws the board of a level in small: its fields, those to clear, and its holes. */

import { svg } from '../dom.js';

/** The side of a field, and the gap between two. */
const [SIDE, GAP] = [8, 1];

/** Draws a board.
 * @param {string[]} rows as `ShippedLevel` has them: `.` a field, `*` one to clear, `#` none */
export function levelPicture(rows) {
  const squares = (/** @type {string} */ kind) =>
    rows
      .flatMap((row, y) =>
        [...row].map((cell, x) =>
          cell === kind ? `M${x * (SIDE + GAP)} ${y * (SIDE + GAP)}h${SIDE}v${SIDE}h-${SIDE}z` : '',
        ),
      )
      .join('');
  const [width, height] = [rows[0]?.length ?? 0, rows.length].map((count) => count * (SIDE + GAP) - GAP);
  return svg(
    'svg',
    { class: 'level-picture', viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' },
    svg('path', { d: squares('.') }),
    svg('path', { class: 'level-picture__marked', d: squares('*') }),
  );
}
