/** Dialog `Settings`: groups `Theme`, `Colours`, `Animation`, `Motion`, `Language`, and the switch `Sound`. */

import { h } from '../dom.js';
import { LANGUAGES, t } from '../i18n/index.js';
import { choice } from '../new-game/seat-fields.js';
import { change, CHOICES, settings } from '../settings.js';
import { openDialog } from './dialog.js';

/** @import {Key} from '../i18n/index.js' */

/** Opens the dialog; every change is shown at once. */
export function settingsDialog() {
  const now = settings();
  const groups = /** @type {const} */ (['theme', 'palette', 'speed', 'motion', 'language']).map((name) => {
    const choices = CHOICES[name].map((value) => {
      const label = name === 'language' && value in LANGUAGES ? LANGUAGES[/** @type {keyof typeof LANGUAGES} */ (value)] : t(/** @type {Key} */ (`settings.${name}.${value}`));
      return choice(`setting-${name}`, value, label, now[name] === value, () => change(name, value));
    });
    return h('fieldset', { class: 'choice' }, h('legend', {}, t(`settings.${name}`)), choices);
  });
  const sound = h('input', {
    type: 'checkbox',
    role: 'switch',
    checked: now.sound,
    onchange: (/** @type {Event} */ event) => change('sound', /** @type {HTMLInputElement} */ (event.currentTarget).checked),
  });
  const dialog = openDialog(t('settings'), [h('div', { class: 'stack' }, groups, h('label', { class: 'switch' }, sound, h('span', {}, t('settings.sound'))))]);
  // In another language the dialog is another.
  const again = () => {
    dialog.close();
    const input = settingsDialog().element.querySelector('input[name="setting-language"]:checked');
    if (input instanceof HTMLElement) {
      input.focus();
    }
  };
  addEventListener('quincunx:language', again, { once: true });
  dialog.closed.then(() => removeEventListener('quincunx:language', again));
  return dialog;
}
