/** The dialog `Settings`: groups `Theme`, `Colours`, `Animation`, `Motion`, `Language`, and the switch
 * `Sound`. */

import { h } from '../dom.js';
import { LANGUAGES, t } from '../i18n/index.js';
import { changeSetting, CHOICES, settings } from '../settings.js';
import { choice, choices } from '../widgets.js';
import { openDialog } from './dialog.js';

/** @import {Key} from '../i18n/index.js' */

/** Opens the dialog. Every change is applied at once. */
export function settingsDialog() {
  const now = settings();
  const groups = /** @type {const} */ (['theme', 'palette', 'speed', 'motion', 'language']).map((name) => {
    const items = CHOICES[name].map((value) => {
      const own =
        name === 'language' ? Object.entries(LANGUAGES).find(([language]) => language === value)?.[1] : null;
      const label = own ?? t(/** @type {Key} */ (`settings.${name}.${value}`));
      return choice(`setting-${name}`, value, label, now[name] === value, () => changeSetting(name, value));
    });
    return choices(t(`settings.${name}`), items);
  });
  const onchange = () => changeSetting('sound', sound.checked);
  const sound = h('input', { type: 'checkbox', role: 'switch', checked: now.sound, onchange });
  const soundSwitch = h('label', { class: 'switch' }, sound, h('span', {}, t('settings.sound')));
  const dialog = openDialog(t('settings'), [h('div', { class: 'stack' }, groups, soundSwitch)]);
  // After a change of the language the dialog is opened anew.
  const reopen = () => {
    dialog.close();
    const input = settingsDialog().element.querySelector('input[name="setting-language"]:checked');
    if (input instanceof HTMLElement) {
      input.focus();
    }
  };
  addEventListener('quincunx:language', reopen, { once: true });
  dialog.closed.then(() => removeEventListener('quincunx:language', reopen));
  return dialog;
}
