/** Leads from a level that is played to the editor. */

import { confirmed } from '../dialogs/dialog.js';
import { t } from '../i18n/index.js';
import { go } from '../router.js';
import { loadValue, storeValue } from '../storage.js';

/** Opens the editor with a level. What is in the editor is kept if it is that level, and asked about else.
 * @param {string} text of the level's file */
export async function editLevel(text) {
  const isThere = loadValue('editor.played', '') === text;
  const isEmpty = loadValue('editor', null) === null;
  if (isThere || isEmpty || (await confirmed(t('levels.replace'), t('levels.edit')))) {
    if (!isThere) {
      storeValue('editor', { text });
    }
    go('/editor');
  }
}
