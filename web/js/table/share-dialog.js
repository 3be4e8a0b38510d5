/** Dialog `Share and save`: the link to watch, the link that holds the whole game, the record to download or copy.
 */

import { openDialog } from '../dialogs/dialog.js';
import { h, icon } from '../dom.js';
import { explain } from '../explain.js';
import { t } from '../i18n/index.js';
import { record, recordAddress } from '../net/http.js';
import { pack } from '../record-link.js';
import { copyLine, copyOrShow } from '../share.js';
import { toast } from '../announce.js';

/** @import {TableModel} from './model.js' */

/** Letters above which a link is too long for many programs that links are sent with. */
const LONG = 8_000;

/** Opens the dialog.
 * @param {TableModel} model */
export async function shareDialog(model) {
  const whole = h('div', { class: 'stack' }, h('p', { class: 'soft', role: 'status' }, t('share.packing')));
  openDialog(t('share.title'), [
    copyLine(t('share.watch'), `${location.origin}/t/${model.table}`),
    h('p', { class: 'small soft' }, t('share.watchHelp')),
    whole,
  ]);
  try {
    const text = await record(model.table);
    const link = `${location.origin}/r#${await pack(text)}`;
    const save = h('a', { class: 'button', download: `${model.game.id}-${model.table}.txt`, href: recordAddress(model.table) }, icon('download'), t('share.download'));
    const copyText = h('button', { class: 'button', type: 'button', onclick: () => copyOrShow(t('share.copyRecord'), text) }, icon('copy'), t('share.copyRecord'));
    whole.replaceChildren(
      copyLine(t('share.whole'), link),
      h('p', { class: 'small soft' }, t(link.length > LONG ? 'share.wholeLong' : 'share.wholeHelp')),
      h('div', { class: 'button-row share-record' }, save, copyText),
    );
  } catch (error) {
    toast(explain(error));
    whole.replaceChildren();
  }
}
