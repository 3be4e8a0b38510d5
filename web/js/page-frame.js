/** What stands around every page: the head, the foot, and the banner that tells of a lost connection. */

import { fill, h, icon } from './dom.js';
import { t } from './i18n/index.js';

/** @import {ConnectionState} from './net/connection.js' */

/** Fills the head and foot of the page, in the language that is spoken.
 * @param {{onHelp: () => void, onSettingsChange: () => void}} actions */
export function renderFrame({ onHelp, onSettingsChange }) {
  fill(at('skip'), t('skip'));
  fill(
    at('tools'),
    h('button', { class: 'button button--icon button--quiet', type: 'button', 'aria-label': t('help.open'), title: t('help.open'), onclick: onHelp }, icon('help')),
    h('button', { class: 'button button--icon button--quiet', type: 'button', 'aria-label': t('settings.open'), title: t('settings.open'), onclick: onSettingsChange }, icon('settings')),
  );
  at('toasts').setAttribute('aria-label', t('toasts'));
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let late;

/** Tells of a connection that is lost, or of a page that is too old. A short break is not worth a word.
 * @param {ConnectionState} state */
export function showConnection(state) {
  const banner = at('connection');
  document.documentElement.dataset['connection'] = state;
  clearTimeout(late);
  if (state === 'open' || state === 'connecting') {
    banner.hidden = true;
    return;
  }
  const tell = () => {
    const reload = h('button', { class: 'button button--small', type: 'button', onclick: () => location.reload() }, t('connection.reload'));
    fill(banner, h('p', {}, t(state === 'away' ? 'connection.away' : 'connection.outdated')), state === 'outdated' && reload);
    banner.hidden = false;
  };
  late = setTimeout(tell, state === 'away' ? 400 : 0);
}

/** @param {string} id */
function at(id) {
  const element = document.getElementById(id);
  if (!element) {
    throw new Error(`the page has no #${id}`);
  }
  return element;
}
