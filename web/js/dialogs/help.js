/** The dialog `Keyboard shortcuts`: what each key does. */

import { h } from '../dom.js';
import { t } from '../i18n/index.js';
import { note } from '../widgets.js';
import { openDialog } from './dialog.js';

/** @import {Key} from '../i18n/index.js' */

/** Groups of keys, each line with the keys and what they do.
 * @type {[title: Key, lines: [keys: string, action: Key][]][]} */
const GROUPS = [
  [
    'keys.board',
    [
      ['← ↑ ↓ →', 'keys.steer'],
      ['W A S D', 'keys.same'],
      ['H J K L', 'keys.same'],
      ['Enter Space', 'keys.act'],
      ['1 … 9', 'keys.digits'],
      ['Shift ← →', 'keys.shift'],
      ['r', 'keys.turn'],
      ['Esc', 'keys.cancel'],
    ],
  ],
  [
    'keys.game',
    [
      ['u', 'keys.undo'],
      ['U', 'keys.redo'],
      ['h', 'keys.hint'],
      ['a', 'keys.analysis'],
      [':', 'keys.type'],
      ['n', 'keys.new'],
    ],
  ],
  [
    'keys.record',
    [
      ['[ ]', 'keys.step'],
      [', .', 'keys.same'],
      ['Home End', 'keys.ends'],
      ['p', 'keys.play'],
      ['f', 'keys.fork'],
      ['?', 'keys.help'],
    ],
  ],
];

/** Opens the dialog. */
export function helpDialog() {
  const groups = GROUPS.map(([title, lines]) => {
    const items = lines.map(([keys, action]) => {
      const caps = keys.split(' ').map((key) => h('kbd', {}, key));
      return h('div', {}, h('dt', {}, caps), h('dd', {}, t(action)));
    });
    return h('section', { class: 'keys__group' }, h('h3', {}, t(title)), h('dl', { class: 'keys' }, items));
  });
  openDialog(t('help.title'), [...groups, note(t('keys.doubt'))], { wide: true });
}
