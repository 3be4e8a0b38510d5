/** The page of an address that leads nowhere. */

import { h } from './dom.js';
import { t } from './i18n/index.js';
import { lobbyLink } from './widgets.js';

/** The page of an address that leads nowhere. */
export class NotFound {
  constructor() {
    this.title = t('nowhere.title');
    const text = h('p', {}, t('nowhere.text'));
    this.element = h('section', { class: 'notice' }, h('h1', {}, this.title), text, lobbyLink());
  }

  destroy() {}
}
