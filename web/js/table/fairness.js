/** The proof that chance was not changed during the game: the table published the SHA-256 of a secret key
 * before the first move, and the key itself after the end. The page computes the hash and compares. A
 * `<details>` named `Provably fair`. */

import { h } from '../dom.js';
import { t } from '../i18n/index.js';
import { toHex } from '../storage.js';

/** @import {TableModel} from './model.js' */

/** The commitment, the key and whether they match. */
export class Fairness {
  #commitment = h('code', { class: 'fairness__hash' });
  #key = h('code', { class: 'fairness__hash' });
  #verdict = h('p', { class: 'fairness__verdict' });
  #checked = '';

  constructor() {
    const commitment = [h('dt', {}, t('fairness.commitment')), h('dd', {}, this.#commitment)];
    const key = [h('dt', {}, t('fairness.key')), h('dd', {}, this.#key)];
    const body = [
      h('p', { class: 'soft' }, t('fairness.text')),
      h('dl', { class: 'fairness' }, commitment, key),
    ];
    this.element = h(
      'details',
      { class: 'panel disclosure' },
      h('summary', {}, t('fairness')),
      h('div', { class: 'panel__body stack small' }, body, this.#verdict),
    );
  }

  /** Shows what is known, and checks the key once it is published.
   * @param {TableModel} model */
  async show({ commitment, game, situation: { key } }) {
    this.element.hidden = !game.has_luck;
    this.#commitment.textContent = commitment;
    this.#key.textContent = key ?? t('fairness.later');
    if (!key || this.#checked === key) {
      return;
    }
    this.#checked = key;
    const matches = await isCommitted(key, commitment);
    this.#verdict.textContent = t(
      matches === null ? 'fairness.cannot' : matches ? 'fairness.fits' : 'fairness.not',
    );
    this.#verdict.classList.toggle('bad', matches === false);
  }
}

/** Returns whether a key has a hash, both in hexadecimal digits; null when the browser computes no hash, as
 * on unencrypted pages from other computers.
 * @param {string} key
 * @param {string} commitment */
async function isCommitted(key, commitment) {
  if (!globalThis.crypto?.subtle || !/^([0-9a-f]{2})+$/.test(key)) {
    return null;
  }
  const bytes = Uint8Array.from(key.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))) === commitment;
}
