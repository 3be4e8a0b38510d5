/** The line above the board: whose turn it is, or for a while a remark.
 *
 * The text has the class `status`. A remark, which screen readers read, stands in its place: why a move was
 * refused for some seconds, a hint as long as its position is shown. */

import { h, setText } from '../dom.js';
import { t } from '../i18n/index.js';
import { button } from '../widgets.js';

/** Milliseconds for which a refusal is shown; longer texts stay longer. */
const SHOWN = 2_500;
const PER_LETTER = 45;

/** The class of a remark that says why something was refused. */
const REFUSAL = 'remark--refusal';

/** The line above the board. */
export class StatusLine {
  #status = h('p', { class: 'status' });
  #remark = h('p', { class: 'remark', role: 'status' });
  #spectators = h('span', { class: 'chip', hidden: true });
  #back;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {() => void} onBack shows the present position again */
  constructor(onBack) {
    this.#back = button('small', t('table.back'), onBack, { hidden: true });
    this.element = h(
      'div',
      { class: 'status-line cluster cluster--apart' },
      this.#status,
      this.#remark,
      this.#spectators,
      this.#back,
    );
  }

  /** Shows how things stand.
   * @param {string} text
   * @param {boolean} isPresent whether the present position is on the board */
  show(text, isPresent) {
    setText(this.#status, text);
    this.#back.hidden = isPresent;
    if (!isPresent && !this.#remark.classList.contains(REFUSAL)) {
      // A hint is of the present position.
      this.onEvent();
    }
  }

  /** @param {number} count */
  showSpectators(count) {
    this.#spectators.hidden = count === 0;
    setText(this.#spectators, t('table.spectators', { n: count }));
  }

  /** Shows for some seconds why something was refused.
   * @param {string} text */
  refuse(text) {
    this.#show(text, `remark ${REFUSAL}`);
    this.#timer = setTimeout(() => this.#clear(), SHOWN + PER_LETTER * text.length);
  }

  /** Shows a text until something happens at the table.
   * @param {string} text
   * @returns {() => void} removes it sooner */
  remark(text) {
    this.#show(text, 'remark');
    return () => {
      if (this.#remark.textContent === text) {
        this.#clear();
      }
    };
  }

  /** Removes the remark, which was of the situation before. */
  onEvent() {
    clearTimeout(this.#timer);
    this.#clear();
  }

  /** Ends what is to happen later. */
  destroy() {
    clearTimeout(this.#timer);
  }

  /** @param {string} text
   * @param {string} look */
  #show(text, look) {
    clearTimeout(this.#timer);
    this.#remark.className = look;
    setText(this.#remark, text);
    this.#status.hidden = text !== '';
  }

  #clear() {
    this.#show('', 'remark');
  }
}
