/** Modal dialogs: `<dialog>` elements named by their headings, closed by Escape, their button or a click
 * beside them. */

import { showToastsIn } from '../announce.js';
import { h } from '../dom.js';
import { t } from '../i18n/index.js';
import { button, buttonRow, iconButton } from '../widgets.js';

/** @import {Child} from '../dom.js' */

/** @typedef {object} OpenDialog
 * @property {HTMLDialogElement} element
 * @property {() => void} close
 * @property {Promise<void>} closed */

let count = 0;

/** The functions that close the open dialogs, in the order of opening.
 * @type {Set<() => void>} */
const open = new Set();

/** Opens a dialog. The focus goes to what has `autofocus` in it, else to its first control, and returns on
 * closing.
 * @param {string} title
 * @param {Child[]} contents
 * @param {{wide?: boolean}} [how]
 * @returns {OpenDialog} */
export function openDialog(title, contents, { wide = false } = {}) {
  const id = `dialog-${++count}`;
  const before = document.activeElement;
  const close = () => {
    if (!open.delete(close)) {
      return;
    }
    element.close();
    showToastsIn([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body);
    element.remove();
    if (before instanceof HTMLElement && before.isConnected) {
      before.focus();
    }
    resolve();
  };
  const x = iconButton('quiet', 'close', t('close'), close);
  const head = h('header', { class: 'dialog__head' }, h('h2', { id }, title), x);
  const look = wide ? 'dialog dialog--wide' : 'dialog';
  const body = h('div', { class: 'dialog__body' }, contents);
  const element = h('dialog', { class: look, 'aria-labelledby': id }, head, body);
  document.body.append(element);
  /** @type {() => void} */
  let resolve = () => {};
  const closed = new Promise((/** @type {(value: void) => void} */ done) => {
    resolve = done;
  });
  open.add(close);
  element.addEventListener('close', close);
  element.addEventListener('mousedown', (event) => {
    if (event.target === element) {
      close();
    }
  });
  element.showModal();
  showToastsIn(element);
  return { element, close, closed };
}

/** Closes all dialogs, the last opened first. */
export function closeDialogs() {
  for (const close of [...open].reverse()) {
    close();
  }
}

/** Asks for a confirmation; resolves with whether it was given.
 * @param {string} question
 * @param {string} yes the label of the confirming button */
export async function confirmed(question, yes) {
  let answer = false;
  const confirm = () => {
    answer = true;
    dialog.close();
  };
  const refuse = button('', t('cancel'), () => dialog.close(), { autofocus: true });
  const buttons = buttonRow(refuse, button('primary', yes, confirm));
  buttons.classList.add('dialog__foot');
  const dialog = openDialog(question, [buttons]);
  await dialog.closed;
  return answer;
}
