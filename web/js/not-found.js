/** The page of an address that leads nowhere. */

import { h } from './dom.js';
import { t } from './i18n/index.js';

/** The page of an address that leads nowhere. */
export class NotFound {
  constructor() {
    this.title = t('nowhere.title');
    this.element = h(
      'section',
      { class: 'notice' },
      h('h1', {}, t('nowhere.title')),
      h('p', {}, t('nowhere.text')),
      h('p', {}, h('a', { class: 'button button--primary', href: '/' }, t('nowhere.back'))),
    );
  }

  /** Nothing is left behind. */
  destroy() {}
}
