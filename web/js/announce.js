/** Messages that the page shows by itself. The live region reports the game, toasts report the page; a toast
 * is a `role=status` of its own, so that nothing is read twice. */

import { h } from './dom.js';
import { t } from './i18n/index.js';
import { iconButton } from './widgets.js';

/** Milliseconds for which a toast is shown; longer texts stay longer. */
const SHOWN = 4_000;
const PER_LETTER = 45;
/** How many toasts are shown at once. */
const MAX_TOASTS = 3;
/** Milliseconds of quiet after which the collected texts are announced. */
const QUIET = 60;

/** The texts to announce next.
 * @type {{text: string, topic: string | null}[]} */
let queue = [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Announces a text in the live region. Texts in quick succession are joined; of those on one topic only the
 * last stays.
 * @param {string} text an empty one changes nothing
 * @param {string | null} [topic] */
export function announce(text, topic = null) {
  if (text.trim() === '') {
    return;
  }
  queue = [...queue.filter((other) => topic === null || other.topic !== topic), { text, topic }];
  clearTimeout(timer);
  timer = setTimeout(() => {
    const region = document.getElementById('announcements');
    const joined = queue
      .map((one) => one.text)
      .reduce((all, next) => `${all}${/[.!?…]$/.test(all) ? '' : '.'} ${next}`);
    queue = [];
    if (region) {
      // The same text twice is no change to a screen reader; a blank makes it one.
      region.textContent = region.textContent === joined ? `${joined} ` : joined;
    }
  }, QUIET);
}

/** Moves the toasts into an element: beside an open dialog nothing can be read or pressed.
 * @param {Element} place */
export function showToastsIn(place) {
  const box = document.getElementById('toasts');
  if (box) {
    place.append(box);
  }
}

/** Shows a short message at the foot of the page for some seconds.
 * @param {string} text
 * @returns {() => void} removes it sooner */
export function toast(text) {
  const box = document.getElementById('toasts');
  const remove = () => element.remove();
  const element = h(
    'div',
    { class: 'toast' },
    h('p', {}, text),
    iconButton('quiet', 'close', t('close'), remove),
  );
  box?.append(element);
  while (box && box.children.length > MAX_TOASTS) {
    box.firstElementChild?.remove();
  }
  setTimeout(remove, SHOWN + PER_LETTER * text.length);
  return remove;
}
