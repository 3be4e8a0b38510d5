/** A quiet celebration: pieces of the game fall across the board, unless motion is unwanted. */

import { animationSpeed } from '../board/animation.js';
import { h } from '../dom.js';

/** How many pieces fall. */
const PIECES = 26;
/** Milliseconds for which a piece falls, at least and at most. */
const [SHORTEST, LONGEST] = [1_300, 2_300];

/** Lets pieces fall across a place, and removes them.
 * @param {HTMLElement} place
 * @param {SVGElement[]} drawings */
export function celebrate(place, drawings) {
  const speed = animationSpeed();
  if (speed === 0 || drawings.length === 0) {
    return;
  }
  const layer = h('div', { class: 'celebration', 'aria-hidden': 'true' });
  place.append(layer);
  const falls = Array.from({ length: PIECES }, (_, index) => {
    const piece = h(
      'span',
      { class: 'celebration__piece' },
      drawings[index % drawings.length].cloneNode(true),
    );
    piece.style.insetInlineStart = `${(100 * (index + Math.random())) / PIECES}%`;
    layer.append(piece);
    const turn = (Math.random() - 0.5) * 540;
    const from = { transform: 'translateY(-100%) rotate(0deg)', opacity: 1 };
    const to = { transform: `translateY(${place.clientHeight}px) rotate(${turn}deg)`, opacity: 0.2 };
    const duration = speed * (SHORTEST + Math.random() * (LONGEST - SHORTEST));
    const delay = speed * Math.random() * 500;
    return piece.animate([from, to], { duration, delay, easing: 'ease-in', fill: 'both' }).finished;
  });
  void Promise.allSettled(falls).then(() => layer.remove());
}
