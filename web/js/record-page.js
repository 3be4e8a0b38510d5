/** The page `/r#…`: unpacks the game in the address, makes a table of it and goes there. */

import { h } from './dom.js';
import { explain } from './explain.js';
import { t } from './i18n/index.js';
import { unpack } from './record-link.js';
import { openRecord } from './records.js';
import { go } from './router.js';

/** The page of a game that is whole in its address. */
export class RecordPage {
  #gone = false;

  /** @param {string} packed */
  constructor(packed) {
    this.title = t('record.title');
    this.text = h('p', { role: 'status' }, t('record.opening'));
    this.element = h('section', { class: 'notice' }, h('h1', {}, t('record.title')), this.text);
    this.#open(packed);
  }

  /** @param {string} packed */
  async #open(packed) {
    try {
      const text = await unpack(packed).catch(() => {
        throw new Error(t('record.damaged'));
      });
      const address = await openRecord(text);
      if (!this.#gone) {
        go(address, { replace: true });
      }
    } catch (error) {
      this.text.textContent = explain(error);
      this.element.append(h('p', {}, h('a', { class: 'button button--primary', href: '/' }, t('nowhere.back'))));
    }
  }

  /** Forgets about it if it is still being opened. */
  destroy() {
    this.#gone = true;
  }
}
