/** Texts that are handed on: copied, or given to the system's own way of sharing. */

import { openDialog } from './dialogs/dialog.js';
import { h, icon } from './dom.js';
import { t } from './i18n/index.js';
import { toast } from './announce.js';

/** Copies a text and tells so.
 * @param {string} text
 * @returns {Promise<boolean>} whether it was copied */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return false;
  }
  toast(t('copied'));
  return true;
}

/** Copies a text and tells so; where the browser does not let the page, shows it, to be copied by hand.
 * @param {string} title
 * @param {string} text */
export async function copyOrShow(title, text) {
  if (await copy(text)) {
    return;
  }
  const area = h('textarea', { class: 'textarea', rows: '10', readonly: true, autofocus: true, 'aria-label': title }, text);
  openDialog(title, [h('div', { class: 'stack' }, h('p', { class: 'soft' }, t('copy.byHand')), area)]);
  area.select();
}

/** Makes a line with a text to copy and the button that does.
 * @param {string} label
 * @param {string} text */
export function copyLine(label, text) {
  const input = h('input', { class: 'input', type: 'text', readonly: true, value: text, 'aria-label': label });
  const press = async () => {
    input.select();
    if (!(await copy(text))) {
      toast(t('copy.byHand'));
    }
  };
  const name = t('copy.what', { what: label });
  const button = h('button', { class: 'button', type: 'button', 'aria-label': name, onclick: press }, icon('copy'), t('copy'));
  return h('div', { class: 'field' }, h('span', { class: 'field__label' }, label), h('div', { class: 'copy' }, input, button));
}
