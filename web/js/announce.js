/** The two ways in which the page speaks up by itself: the one polite live region, which tells of the game, and toasts,
 * which tell of the page. A toast is a `role=status` of its own, so nothing is said twice. */

import { h, icon } from './dom.js';
import { t } from './i18n/index.js';

/** Milliseconds for which a toast is shown; longer texts stay longer. */
const SHOWN = 4_000;
const PER_LETTER = 45;

/** Milliseconds of quiet after which what has gathered is said. */
const GATHERED = 60;

/** What is to be said next; the texts of a topic replace each other.
 * @type {{text: string, topic: string | null}[]} */
let gathered = [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let pending;

/** Has the live region say something. Texts in quick succession are said together, but of those on one topic the last alone.
 * @param {string} text nothing is said if it is empty
 * @param {string | null} [topic] */
export function announce(text, topic = null) {
  if (text.trim() === '') {
    return;
  }
  gathered = [...gathered.filter((other) => topic === null || other.topic !== topic), { text, topic }];
  clearTimeout(pending);
  pending = setTimeout(() => {
    const region = document.getElementById('announcements');
    const said = gathered.map((one) => one.text).reduce((before, next) => `${before}${/[.!?…]$/.test(before) ? '' : '.'} ${next}`);
    gathered = [];
    if (region) {
      // The same text twice is no change to a screen reader; a blank makes it one.
      region.textContent = region.textContent === said ? `${said} ` : said;
    }
  }, GATHERED);
}

/** Shows a short message at the foot of the page for some seconds.
 * @param {string} text
 * @param {{action?: {label: string, run: () => void}}} [more] something to do about it */
export function toast(text, { action } = {}) {
  const box = document.getElementById('toasts');
  const gone = () => element.remove();
  const close = h('button', { class: 'button button--icon button--quiet', type: 'button', 'aria-label': t('close'), onclick: gone }, icon('close'));
  const act =
    action &&
    h('button', { class: 'button button--quiet', type: 'button', onclick: () => (gone(), action.run()) }, action.label);
  const element = h('div', { class: 'toast' }, h('p', {}, text), act, close);
  box?.append(element);
  while (box && box.children.length > 3) {
    box.firstElementChild?.remove();
  }
  setTimeout(gone, (action ? 2 : 1) * (SHOWN + PER_LETTER * text.length));
}
