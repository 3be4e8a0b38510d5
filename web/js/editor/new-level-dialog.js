/** The dialog that begins another level: from a file, from one that comes with the program, or from an empty
 * board. */

import { toast } from '../announce.js';
import { openDialog } from '../dialogs/dialog.js';
import { h, icon } from '../dom.js';
import { te } from '../i18n/editor-texts.js';
import { phrase } from '../i18n/index.js';
import { levelTitle } from '../levels/play-level.js';
import { button, buttonRow, fileInput, note, rowButton, titled } from '../widgets.js';

/** @import {EditorConfig, LevelSet, LevelSource} from '../wire-types.js' */

/** The most bytes of a file that servers accept. */
const MAX_BYTES = 1 << 16;

/** Opens the dialog.
 * @param {EditorConfig} editorConfig
 * @param {LevelSet} levels
 * @param {(source: LevelSource) => void} onChoice */
export function newLevelDialog(editorConfig, levels, onChoice) {
  const choose = (/** @type {LevelSource} */ source) => {
    dialog.close();
    onChoice(source);
  };
  const file = fileInput('.toml,.txt,text/plain,application/toml', async (chosen) => {
    if (chosen.size > MAX_BYTES) {
      toast(te('open.tooLarge'));
    } else {
      choose({ type: 'text', text: await chosen.text() });
    }
  });
  const open = button('', [icon('open'), te('open.file')], () => file.click(), { autofocus: true });
  const row = (/** @type {string} */ title, /** @type {string} */ about, /** @type {LevelSource} */ source) =>
    h(
      'li',
      {},
      rowButton(titled(title, about), () => choose(source)),
    );
  const blank = row(te('open.blank'), te('open.blankAbout'), { type: 'draft', draft: editorConfig.blank });
  const shipped = levels.shipped.map((level) =>
    row(levelTitle(level), phrase(level.about), { type: 'shipped', name: level.name }),
  );
  const rows = h('ul', { class: 'rows' }, blank, ...shipped);
  const dialog = openDialog(te('open'), [buttonRow(open, file), note(te('open.help')), rows]);
}
