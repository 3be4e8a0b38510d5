/** The page `/r#…`: unpacks the game in the address, makes a table of it and goes there. */

import { h } from './dom.js';
import { explain } from './explain.js';
import { t } from './i18n/index.js';
import { unpack } from './record-link.js';
import { openRecord } from './records.js';
import { go } from './router.js';
import { lobbyLink } from './widgets.js';

/** The page of a game whose record is in the address. */
export class RecordPage {
  #destroyed = false;
  #text = h('p', { role: 'status' }, t('record.opening'));

  /** @param {string} packed */
  constructor(packed) {
    this.title = t('record.title');
    this.element = h('section', { class: 'notice' }, h('h1', {}, this.title), this.#text);
    this.#open(packed);
  }

  destroy() {
    this.#destroyed = true;
  }

  /** @param {string} packed */
  async #open(packed) {
    try {
      const text = await unpack(packed).catch(() => {
        throw new Error(t('record.damaged'));
      });
      const address = await openRecord(text);
      if (!this.#destroyed) {
        go(address, { replace: true });
      }
    } catch (error) {
      this.#text.textContent = explain(error);
      this.element.append(lobbyLink());
    }
  }
}
