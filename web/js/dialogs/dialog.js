// @ts-check
/** A modal dialog: `<dialog>`, named by its heading, closed by Escape, its button or a click beside it. */

import { fill, h, icon } from '../dom.js';
import { t } from '../i18n/index.js';

/** @import {Child} from '../dom.js' */

/**
 * @typedef {object} OpenDialog
 * @property {HTMLDialogElement} element
 * @property {HTMLElement} body where the contents are
 * @property {() => void} close
 * @property {Promise<void>} closed */

let count = 0;

/**
 * Opens a dialog. Focus goes to what has `autofocus` in it, else to its first control, and back when it is closed.
 *
 * @param {string} title
 * @param {Child[]} contents
 * @param {{wide?: boolean}} [how]
 * @returns {OpenDialog}
 */
export function openDialog(title, contents, { wide = false } = {}) {
  const id = `dialog-${++count}`;
  const before = document.activeElement;
  const body = h('div', { class: 'dialog__body' }, contents);
  const button = h('button', { class: 'button button--icon button--quiet', type: 'button', 'aria-label': t('close') }, icon('close'));
  const head = h('header', { class: 'dialog__head' }, h('h2', { id }, title), button);
  const element = h('dialog', { class: wide ? 'dialog dialog--wide' : 'dialog', 'aria-labelledby': id }, head, body);
  document.body.append(element);
  const close = () => element.close();
  button.addEventListener('click', close);
  element.addEventListener('mousedown', (event) => {
    if (event.target === element) {
      close();
    }
  });
  const closed = new Promise((/** @type {(value: void) => void} */ resolve) => {
    element.addEventListener('close', () => {
      element.remove();
      if (before instanceof HTMLElement && before.isConnected) {
        before.focus();
      }
      resolve();
    });
  });
  element.showModal();
  return { element, body, close, closed };
}

/**
 * Asks a question with two answers; resolves with whether it was affirmed.
 *
 * @param {string} question
 * @param {string} yes what the affirming button says
 * @param {string} [more] a sentence that helps to decide
 * @returns {Promise<boolean>}
 */
export async function confirmed(question, yes, more) {
  let answer = false;
  const affirm = h('button', { class: 'button button--primary', type: 'button' }, yes);
  const refuse = h('button', { class: 'button', type: 'button', autofocus: true }, t('cancel'));
  const dialog = openDialog(question, [more && h('p', {}, more), h('div', { class: 'dialog__foot button-row' }, refuse, affirm)]);
  affirm.addEventListener('click', () => {
    answer = true;
    dialog.close();
  });
  refuse.addEventListener('click', dialog.close);
  await dialog.closed;
  return answer;
}

/**
 * Puts other contents into a dialog that is open.
 *
 * @param {OpenDialog} dialog
 * @param {...Child} contents
 */
export function refill(dialog, ...contents) {
  fill(dialog.body, ...contents);
}
