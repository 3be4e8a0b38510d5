/** The pages `/r#…` and `/l#…`: unpack the game or level in the address, make a table of it and go there. */

import { h } from './dom.js';
import { explain } from './explain.js';
import { t } from './i18n/index.js';
import { openLevel } from './levels/play-level.js';
import { unpackOr } from './packed-text.js';
import { openRecord } from './records.js';
import { go } from './router.js';
import { lobbyLink } from './widgets.js';

/** The kinds of texts, each with its texts on the page and what makes a table of it. */
const KINDS = /** @type {const} */ ({
  record: { title: 'record.title', opening: 'record.opening', damaged: 'record.damaged', open: openRecord },
  level: { title: 'levels.shared', opening: 'record.opening', damaged: 'levels.damaged', open: openLevel },
});

/** The page of a game or level whose text is in the address. */
export class PackedPage {
  #destroyed = false;
  #text;

  /** @param {keyof typeof KINDS} kind
   * @param {string} packed */
  constructor(kind, packed) {
    this.title = t(KINDS[kind].title);
    this.#text = h('p', { role: 'status' }, t(KINDS[kind].opening));
    this.element = h('section', { class: 'notice' }, h('h1', {}, this.title), this.#text);
    this.#open(KINDS[kind], packed);
  }

  destroy() {
    this.#destroyed = true;
  }

  /** @param {KINDS[keyof typeof KINDS]} kind
   * @param {string} packed */
  async #open({ open, damaged }, packed) {
    try {
      const address = await open(await unpackOr(packed, t(damaged)));
      if (!this.#destroyed) {
        go(address, { replace: true });
      }
    } catch (error) {
      this.#text.textContent = explain(error);
      this.element.append(lobbyLink());
    }
  }
}
