/** The proof that luck was not made up along the way: before the first move the table told the SHA-256 of a secret key,
 * after the end the key itself. The page computes the hash and says whether they fit.
 *
 * A `<details>` named `Fair luck`. */

import { h } from '../dom.js';
import { t } from '../i18n/index.js';

/** @import {TableModel} from './model.js' */

/** The commitment, the key and whether they fit. */
export class Fairness {
  #commitment = h('code', { class: 'fairness__hash' });
  #key = h('code', { class: 'fairness__hash' });
  #verdict = h('p', { class: 'fairness__verdict' });
  #checked = '';

  constructor() {
    this.element = h(
      'details',
      { class: 'panel disclosure' },
      h('summary', {}, t('fairness')),
      h(
        'div',
        { class: 'panel__body stack small' },
        h('p', { class: 'soft' }, t('fairness.text')),
        h('dl', { class: 'fairness' }, h('dt', {}, t('fairness.commitment')), h('dd', {}, this.#commitment), h('dt', {}, t('fairness.key')), h('dd', {}, this.#key)),
        this.#verdict,
      ),
    );
  }

  /** Shows what is known, and checks it when there is something to check.
   * @param {TableModel} model */
  async show({ commitment, situation: { key } }) {
    this.#commitment.textContent = commitment;
    this.#key.textContent = key ?? t('fairness.later');
    if (!key || this.#checked === key) {
      return;
    }
    this.#checked = key;
    const fits = await isCommitted(key, commitment);
    this.#verdict.textContent = t(fits === null ? 'fairness.cannot' : fits ? 'fairness.fits' : 'fairness.not');
    this.#verdict.className = fits === false ? 'fairness__verdict bad' : 'fairness__verdict';
  }
}

/** Tells whether a key has this hash; null when the browser computes none, as on pages without encryption elsewhere than
 * on this computer.
 * @param {string} key hexadecimal digits
 * @param {string} commitment hexadecimal digits
 * @returns {Promise<boolean | null>} */
async function isCommitted(key, commitment) {
  if (!globalThis.crypto?.subtle || !/^([0-9a-f]{2})+$/.test(key)) {
    return null;
  }
  const bytes = Uint8Array.from(key.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('') === commitment;
}
