/** Dialog `Keys`: what each key does. */

import { h } from '../dom.js';
import { t } from '../i18n/index.js';
import { openDialog } from './dialog.js';

/** @import {Key} from '../i18n/index.js' */

/** Keys and what they do, in groups.
 * @type {[Key, [string[], Key][]][]} */
const GROUPS = [
  [
    'keys.board',
    [
      [['←', '↑', '↓', '→'], 'keys.steer'],
      [['W', 'A', 'S', 'D'], 'keys.same'],
      [['H', 'J', 'K', 'L'], 'keys.same'],
      [['Enter', 'Space'], 'keys.act'],
      [['1', '…', '9'], 'keys.digits'],
      [['Shift', '←', '→'], 'keys.shift'],
      [['r'], 'keys.turn'],
      [['Esc'], 'keys.cancel'],
    ],
  ],
  [
    'keys.game',
    [
      [['u'], 'keys.undo'],
      [['U'], 'keys.redo'],
      [['h'], 'keys.hint'],
      [['a'], 'keys.analysis'],
      [[':'], 'keys.type'],
      [['n'], 'keys.new'],
    ],
  ],
  [
    'keys.record',
    [
      [['[', ']'], 'keys.step'],
      [[',', '.'], 'keys.same'],
      [['Home', 'End'], 'keys.ends'],
      [['p'], 'keys.play'],
      [['f'], 'keys.fork'],
      [['?'], 'keys.help'],
    ],
  ],
];

/** Opens the dialog. */
export function helpDialog() {
  const groups = GROUPS.map(([title, rows]) =>
    h(
      'section',
      { class: 'keys__group' },
      h('h3', {}, t(title)),
      h('dl', { class: 'keys' }, rows.map(([keys, what]) => h('div', {}, h('dt', {}, keys.map((key) => h('kbd', {}, key))), h('dd', {}, t(what))))),
    ),
  );
  openDialog(t('help.title'), [...groups, h('p', { class: 'small soft' }, t('keys.doubt'))], { wide: true });
}
