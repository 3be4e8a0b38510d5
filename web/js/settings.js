/** How the page looks, moves and sounds: remembered, and written to attributes of `<html>` where the style sheets and the
 * board read them. */

import { loadValue, storeValue } from './storage.js';

/** @typedef {object} Settings
 * @property {'system' | 'light' | 'dark'} theme
 * @property {'default' | 'okabe-ito' | 'contrast'} palette
 * @property {'off' | 'normal' | 'fast'} speed of animation
 * @property {'system' | 'reduce' | 'full'} motion
 * @property {boolean} sound
 * @property {'system' | 'en' | 'de' | 'es'} language */

/** @type {Settings} */
const DEFAULTS = {
  theme: 'system',
  palette: 'default',
  speed: 'normal',
  motion: 'system',
  sound: false,
  language: 'system',
};

/** The values of each setting that is a choice, in the order of menus. */
export const CHOICES = /** @type {const} */ ({
  theme: ['system', 'light', 'dark'],
  palette: ['default', 'okabe-ito', 'contrast'],
  speed: ['normal', 'fast', 'off'],
  motion: ['system', 'reduce', 'full'],
  language: ['system', 'en', 'de', 'es'],
});

/** @type {Set<(settings: Settings) => void>} */
const listeners = new Set();

/** Returns the settings. */
export function settings() {
  return { ...DEFAULTS, ...loadValue('settings', {}) };
}

/** Changes a setting, remembers it and shows it.
 * @template {keyof Settings} Name
 * @param {Name} name
 * @param {Settings[Name]} value */
export function change(name, value) {
  storeValue('settings', { ...settings(), [name]: value });
  apply();
}

/** Calls a listener now and after every change.
 * @param {(settings: Settings) => void} listener */
export function onSettingsChange(listener) {
  listeners.add(listener);
  listener(settings());
}

/** Writes the settings to the attributes of `<html>`; also when another tab changed them. */
export function apply() {
  const now = settings();
  const root = document.documentElement;
  for (const name of /** @type {const} */ (['theme', 'palette', 'speed', 'motion'])) {
    if (now[name] === 'system') {
      root.removeAttribute(`data-${name}`);
    } else {
      root.setAttribute(`data-${name}`, now[name]);
    }
  }
  tintBrowser();
  for (const listener of listeners) {
    listener(now);
  }
}

/** Gives the browser's own frame the colour of the page, where it takes one. */
function tintBrowser() {
  const ground = getComputedStyle(document.body).backgroundColor;
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.setAttribute('content', ground === 'rgba(0, 0, 0, 0)' ? getComputedStyle(document.documentElement).backgroundColor : ground);
  }
}

addEventListener('storage', (event) => {
  if (event.key === 'quincunx.settings') {
    apply();
  }
});
