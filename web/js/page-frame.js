/** Shows what stands around every page: the head, and the banner about a lost connection. */

import { addressOf } from './address.js';
import { fill, h, icon } from './dom.js';
import { t } from './i18n/index.js';
import { changeSetting, onSettingsChange, settings } from './settings.js';
import { button, iconButton } from './widgets.js';

/** @import {ConnectionState} from './net/connection.js' */

/** Milliseconds for which a lost connection is not reported: most come back at once. */
const GRACE = 400;

/** Fills the head of the page in the current language.
 * @param {{onHelp: () => void, onSettings: () => void, onStatistics: () => void}} handlers */
export function renderFrame({ onHelp, onSettings, onStatistics }) {
  fill(byId('skip'), t('skip'));
  const open = iconButton('quiet', 'settings', t('settings'), onSettings);
  const statistics = iconButton('quiet', 'trophy', t('statistics'), onStatistics);
  const help = iconButton('quiet', 'help', t('help.title'), onHelp);
  const sound = iconButton('quiet', 'mute', t('settings.sound'), () =>
    changeSetting('sound', !settings().sound),
  );
  showSound = (on) => {
    sound.setAttribute('aria-pressed', String(on));
    fill(sound, icon(on ? 'sound' : 'mute'));
  };
  showSound(settings().sound);
  const link = (/** @type {string} */ path, /** @type {string} */ text) =>
    h('a', { class: 'topbar__link', href: addressOf(path) }, text);
  fill(
    byId('tools'),
    link('/levels', t('levels.title')),
    link('/editor', t('level.title')),
    statistics,
    sound,
    help,
    open,
  );
  byId('toasts').setAttribute('aria-label', t('toasts'));
}

/** Shows whether there is sound, on the button of the present head.
 * @type {(on: boolean) => void} */
let showSound = () => {};
onSettingsChange(({ sound }) => showSound(sound));

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** What loads a new version, once there is one.
 * @type {(() => void) | null} */
let renew = null;

/** Shows a banner while the connection is lost or the page is too old.
 * @param {ConnectionState} state */
export function showConnection(state) {
  const banner = byId('connection');
  document.documentElement.dataset['connection'] = state;
  clearTimeout(timer);
  if (renew) {
    showOutdated(renew);
    return;
  }
  if (state === 'open' || state === 'connecting') {
    banner.hidden = true;
    return;
  }
  if (state === 'outdated') {
    showOutdated(() => location.reload());
    return;
  }
  timer = setTimeout(() => {
    fill(banner, h('p', {}, t('connection.away')));
    banner.hidden = false;
  }, GRACE);
}

/** Shows that there is a new version, and a button that loads it.
 * @param {() => void} reload */
export function showOutdated(reload) {
  renew = reload;
  const banner = byId('connection');
  fill(banner, h('p', {}, t('connection.outdated')), button('small', t('connection.reload'), reload));
  banner.hidden = false;
}

/** @param {string} id */
function byId(id) {
  const element = document.getElementById(id);
  if (!element) {
    throw new Error(`the page has no #${id}`);
  }
  return element;
}
