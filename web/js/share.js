/** Copies texts that users pass on. */

import { toast } from './announce.js';
import { openDialog } from './dialogs/dialog.js';
import { h, icon } from './dom.js';
import { t } from './i18n/index.js';
import { button } from './widgets.js';

/** Copies a text and confirms it.
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

/** Copies a text; where the browser forbids that, shows it in a dialog instead.
 * @param {string} title
 * @param {string} text */
export async function copyOrShow(title, text) {
  if (await copy(text)) {
    return;
  }
  const look = { class: 'textarea', rows: '10', readonly: true, autofocus: true, 'aria-label': title };
  const area = h('textarea', look, text);
  openDialog(title, [h('div', { class: 'stack' }, h('p', { class: 'soft' }, t('copy.byHand')), area)]);
  area.select();
}

/** Has the browser save a text as a file.
 * @param {string} name of the file
 * @param {string} text */
export function download(name, text) {
  const href = URL.createObjectURL(new Blob([text]));
  h('a', { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 0);
}

/** Makes a line with a text and a button that copies it.
 * @param {string} label
 * @param {string} text */
export function copyLine(label, text) {
  const input = h('input', {
    class: 'input',
    type: 'text',
    readonly: true,
    value: text,
    'aria-label': label,
  });
  const press = async () => {
    input.select();
    if (!(await copy(text))) {
      toast(t('copy.byHand'));
    }
  };
  const name = { 'aria-label': t('copy.what', { what: label }) };
  const line = h('div', { class: 'copy' }, input, button('', [icon('copy'), t('copy')], press, name));
  return h('div', { class: 'field' }, h('span', { class: 'field__label' }, label), line);
}
