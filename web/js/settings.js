/** The settings of this browser. They are stored, and written to attributes of `<html>` for style sheets and
 * board. */

import { loadValue, storeValue } from './storage.js';

/** The values of each setting that is a choice, in the order of menus. */
export const CHOICES = /** @type {const} */ ({
  theme: ['system', 'light', 'dark'],
  palette: ['default', 'okabe-ito', 'contrast'],
  speed: ['normal', 'fast', 'off'],
  motion: ['system', 'reduce', 'full'],
  language: ['system', 'en', 'de', 'es'],
});

/** @typedef {{[Name in keyof typeof CHOICES]: typeof CHOICES[Name][number]} & {sound: boolean}} Settings */

/** @type {Settings} */
const DEFAULTS = {
  theme: 'system',
  palette: 'default',
  speed: 'normal',
  motion: 'system',
  sound: false,
  language: 'system',
};

/** @type {Set<(settings: Settings) => void>} */
const listeners = new Set();

/** Returns the settings.
 * @returns {Settings} */
export function settings() {
  return { ...DEFAULTS, ...loadValue('settings', {}) };
}

/** Changes a setting, stores it and applies it.
 * @template {keyof Settings} Name
 * @param {Name} name
 * @param {Settings[Name]} value */
export function changeSetting(name, value) {
  storeValue('settings', { ...settings(), [name]: value });
  applySettings();
}

/** Calls a listener now and after every change, until the signal aborts.
 * @param {(settings: Settings) => void} listener
 * @param {{signal?: AbortSignal}} [options] */
export function onSettingsChange(listener, { signal } = {}) {
  listeners.add(listener);
  signal?.addEventListener('abort', () => listeners.delete(listener));
  listener(settings());
}

/** Writes the settings to the attributes of `<html>` and calls the listeners. */
export function applySettings() {
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

/** Gives the browser's own frame the colour of the page, where it accepts one. */
function tintBrowser() {
  const [body, root] = [document.body, document.documentElement].map(
    (one) => getComputedStyle(one).backgroundColor,
  );
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.setAttribute('content', body === 'rgba(0, 0, 0, 0)' ? root : body);
  }
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', tintBrowser);

// Another tab may change the settings.
addEventListener('storage', (event) => {
  if (event.key === 'quincunx.settings') {
    applySettings();
  }
});
