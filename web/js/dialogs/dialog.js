/** A modal dialog: `<dialog>`, named by its heading, closed by Escape, its button or a click beside it. */

import { h, icon } from '../dom.js';
import { t } from '../i18n/index.js';

/** @import {Child} from '../dom.js' */

/** @typedef {object} OpenDialog
 * @property {HTMLDialogElement} element
 * @property {HTMLElement} body where the contents are
 * @property {() => void} close
 * @property {Promise<void>} closed */

let count = 0;

/** How to close the dialogs that are open, the last opened last.
 * @type {Set<() => void>} */
const open = new Set();

/** Opens a dialog. Focus goes to what has `autofocus` in it, else to its first control, and back when it is closed.
 * @param {string} title
 * @param {Child[]} contents
 * @param {{wide?: boolean}} [how] */
export function openDialog(title, contents, { wide = false } = {}) {
  const id = `dialog-${++count}`;
  const before = document.activeElement;
  const body = h('div', { class: 'dialog__body' }, contents);
  const button = h('button', { class: 'button button--icon button--quiet', type: 'button', 'aria-label': t('close') }, icon('close'));
  const head = h('header', { class: 'dialog__head' }, h('h2', { id }, title), button);
  const element = h('dialog', { class: wide ? 'dialog dialog--wide' : 'dialog', 'aria-labelledby': id }, head, body);
  document.body.append(element);
  const { promise: closed, resolve } = whenCalled();
  const close = () => {
    if (!open.delete(close)) {
      return;
    }
    element.close();
    element.remove();
    if (before instanceof HTMLElement && before.isConnected) {
      before.focus();
    }
    resolve();
  };
  open.add(close);
  element.addEventListener('close', close);
  button.addEventListener('click', close);
  element.addEventListener('mousedown', (event) => {
    if (event.target === element) {
      close();
    }
  });
  element.showModal();
  return { element, body, close, closed };
}

/** Closes all dialogs: what they were opened for goes away. */
export function closeDialogs() {
  for (const close of [...open].reverse()) {
    close();
  }
}

/** Makes a promise that is kept by a call. */
function whenCalled() {
  /** @type {() => void} */
  let resolve = () => {};
  const promise = new Promise((/** @type {(value: void) => void} */ keep) => {
    resolve = keep;
  });
  return { promise, resolve };
}

/** Asks a question with two answers; resolves with whether it was affirmed.
 * @param {string} question
 * @param {string} yes what the affirming button says */
export async function confirmed(question, yes) {
  let answer = false;
  const affirm = h('button', { class: 'button button--primary', type: 'button' }, yes);
  const refuse = h('button', { class: 'button', type: 'button', autofocus: true }, t('cancel'));
  const dialog = openDialog(question, [h('div', { class: 'dialog__foot button-row' }, refuse, affirm)]);
  affirm.addEventListener('click', () => {
    answer = true;
    dialog.close();
  });
  refuse.addEventListener('click', dialog.close);
  await dialog.closed;
  return answer;
}
