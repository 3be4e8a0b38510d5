/** Makes the controls that pages and dialogs have in common. */

import { addressOf } from './address.js';
import { h, icon, svg } from './dom.js';
import { t } from './i18n/index.js';

/** @import {Child} from './dom.js' */

/** Makes a button.
 * @param {string} look any of `primary`, `quiet`, `small` and `icon`, separated by blanks
 * @param {Child | Child[]} contents
 * @param {((event: Event) => void) | null} onclick null for the button that submits its form
 * @param {Record<string, unknown>} [more] other attributes */
export function button(look, contents, onclick, more = {}) {
  const looks = look
    .split(' ')
    .filter(Boolean)
    .map((one) => ` button--${one}`);
  return h(
    'button',
    { class: `button${looks.join('')}`, type: onclick ? 'button' : 'submit', onclick, ...more },
    contents,
  );
}

/** Makes a button that shows nothing but a symbol.
 * @param {string} look as for {@link button}
 * @param {string} symbol
 * @param {string} label
 * @param {(event: Event) => void} onclick */
export function iconButton(look, symbol, label, onclick) {
  return button(`icon ${look}`, icon(symbol), onclick, { 'aria-label': label, title: label });
}

/** Makes an icon from a path in a square of 24 × 24.
 * @param {string} path */
export function pathIcon(path) {
  return svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: path }));
}

/** Reports the button of a list that the pointer or the focus comes to, and null when it leaves.
 * @param {HTMLElement} list
 * @param {(button: HTMLButtonElement | null) => void} onPointed */
export function watchPointed(list, onPointed) {
  for (const type of ['pointerover', 'focusin']) {
    list.addEventListener(type, ({ target }) =>
      onPointed(target instanceof Element ? target.closest('button') : null),
    );
  }
  for (const type of ['pointerleave', 'focusout']) {
    list.addEventListener(type, () => onPointed(null));
  }
}

/** Makes one of several radio buttons that look like buttons.
 * @param {string} name of the group
 * @param {string} value
 * @param {string} label
 * @param {boolean} checked
 * @param {() => void} onchange
 * @param {string} [spoken] a fuller name for screen readers */
export function choice(name, value, label, checked, onchange, spoken) {
  const input = h('input', { type: 'radio', name, value, checked, 'aria-label': spoken, onchange });
  return h('label', { class: 'choice__item' }, input, h('span', {}, label));
}

/** Makes a group of choices.
 * @param {string} legend
 * @param {Child | Child[]} choices
 * @param {{hidden?: boolean}} [how] whether only screen readers read the legend */
export function choices(legend, choices, { hidden = false } = {}) {
  return h(
    'fieldset',
    { class: 'choice' },
    h('legend', { class: hidden ? 'visually-hidden' : undefined }, legend),
    choices,
  );
}

/** Makes a control with its label above it and its help below it.
 * @param {string} label
 * @param {Child | Child[]} control
 * @param {string} [help] */
export function field(label, control, help) {
  const below = help && h('span', { class: 'field__help' }, help);
  return h('label', { class: 'field' }, h('span', { class: 'field__label' }, label), control, below);
}

/** Makes an invisible control that asks for a file when it is clicked.
 * @param {string} accept
 * @param {(file: File) => void} onFile */
export function fileInput(accept, onFile) {
  const look = { class: 'visually-hidden', tabindex: '-1', 'aria-hidden': 'true' };
  const input = h('input', { type: 'file', accept, ...look });
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file) {
      onFile(file);
    }
    // Choosing the same file again is a change too.
    input.value = '';
  });
  return input;
}

/** Makes a section that its heading names.
 * @param {string} name of the heading's id
 * @param {string} title
 * @param {(Child | Child[])[]} contents
 * @param {string} [look] the class */
export function section(name, title, contents, look = 'lobby__part') {
  const id = `${name}-heading`;
  return h('section', { class: look, 'aria-labelledby': id }, h('h2', { id }, title), ...contents);
}

/** Makes a panel that its heading names. Scripts can give the heading the focus.
 * @param {string} name of the heading's id
 * @param {string} title
 * @param {Child | Child[]} body
 * @param {{look?: string, bodyLook?: string, head?: (Child | Child[])[]}} [more] classes, and what stands
 *   beside the heading */
export function panel(name, title, body, { look = '', bodyLook = '', head = [] } = {}) {
  const id = `${name}-heading`;
  return h(
    'section',
    { class: `panel ${look}`, 'aria-labelledby': id },
    h('div', { class: 'panel__head' }, h('h2', { id, tabindex: '-1' }, title), ...head),
    h('div', { class: `panel__body stack ${bodyLook}` }, body),
  );
}

/** Makes the head of a page.
 * @param {string} title
 * @param {string} text */
export function pageHead(title, text) {
  return h('header', { class: 'lobby__head' }, h('h1', {}, title), h('p', { class: 'subtitle' }, text));
}

/** Makes the texts of something in a list.
 * @param {string} title
 * @param {string} text
 * @param {Record<string, string>} [how] attributes of the title */
export function titled(title, text, how) {
  return [h('span', { class: 'strong', ...how }, title), ' ', h('span', { class: 'small soft' }, text)];
}

/** Makes a button that fills a row of a list.
 * @param {Child | Child[]} contents
 * @param {() => void} onclick */
export function rowButton(contents, onclick) {
  const link = h('span', { class: 'row__link' }, contents);
  return h('button', { class: 'row row--button', type: 'button', onclick }, link, icon('forward'));
}

/** Makes a button with a symbol and a name, which is not shown where there is no room.
 * @param {string} symbol
 * @param {string} name
 * @param {Record<string, unknown>} how its listener and other attributes */
export function toolButton(symbol, name, how) {
  const label = h('span', { class: 'tool__label' }, name);
  return h('button', { class: 'button tool', type: 'button', ...how }, icon(symbol), label);
}

/** Makes a short text in small and soft letters.
 * @param {...(Child | Child[])} contents */
export function note(...contents) {
  return h('p', { class: 'small soft' }, ...contents);
}

/** Makes a row of buttons.
 * @param {...(Child | Child[])} buttons */
export function buttonRow(...buttons) {
  return h('div', { class: 'button-row' }, ...buttons);
}

/** Makes a button that repeats what failed.
 * @param {() => void} retry */
export function retryButton(retry) {
  return button('', t('lobby.again'), retry);
}

/** Makes the item of a list that could not be loaded.
 * @param {string} why
 * @param {() => void} retry */
export function failedItem(why, retry) {
  return h('li', { class: 'empty stack' }, h('p', {}, why), h('p', {}, retryButton(retry)));
}

/** Makes a link to the lobby. */
export function lobbyLink() {
  return h('p', {}, h('a', { class: 'button button--primary', href: addressOf('/') }, t('nowhere.back')));
}
