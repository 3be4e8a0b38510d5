/** The dialog in which another level is begun: from a file, one that comes with the program, or an empty board. */

import { openDialog } from '../dialogs/dialog.js';
import { h, icon } from '../dom.js';
import { phrase } from '../i18n/index.js';
import { say } from '../i18n/editor.js';
import { toast } from '../announce.js';

/** @import {LevelSource, Workshop} from '../wire-types.js' */

/** The most bytes of a level's file, as the server takes no more. */
const MOST = 1 << 16;

/** Opens the dialog.
 * @param {Workshop} workshop
 * @param {(source: LevelSource) => void} begin */
export function newLevelDialog(workshop, begin) {
  const choose = (/** @type {LevelSource} */ source) => {
    dialog.close();
    begin(source);
  };
  const file = h('input', { type: 'file', accept: '.toml,.txt,text/plain,application/toml', class: 'visually-hidden', tabindex: '-1', 'aria-hidden': 'true' });
  file.addEventListener('change', async () => {
    const [chosen] = file.files ?? [];
    if (!chosen) {
      return;
    }
    if (chosen.size > MOST) {
      toast(say('open.tooLarge'));
    } else {
      choose({ type: 'text', text: await chosen.text() });
    }
  });
  const row = (/** @type {string} */ title, /** @type {string} */ about, /** @type {LevelSource} */ source) =>
    h('li', {}, h('button', { class: 'row row--button', type: 'button', onclick: () => choose(source) }, h('span', { class: 'row__link' }, h('span', { class: 'strong' }, title), ' ', h('span', { class: 'small soft' }, about)), icon('forward')));
  const shipped = workshop.shipped.map(({ name, title, about }) => {
    const ours = phrase(name);
    return row(ours === name ? title : ours, about, { type: 'shipped', name });
  });
  const dialog = openDialog(say('open'), [
    h('div', { class: 'button-row' }, h('button', { class: 'button', type: 'button', autofocus: true, onclick: () => file.click() }, icon('open'), say('open.file')), file),
    h('p', { class: 'small soft' }, say('open.help')),
    h('ul', { class: 'rows' }, row(say('open.blank'), say('open.blankAbout'), { type: 'draft', draft: workshop.blank }), ...shipped),
  ]);
}
