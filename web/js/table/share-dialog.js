/** The dialog `Share and save`: the link to watch, the link with the whole game, the record to download or
 * copy. */

import { hasServer, linkTo } from '../address.js';
import { openDialog } from '../dialogs/dialog.js';
import { fill, h, icon } from '../dom.js';
import { toastError } from '../explain.js';
import { phrase, t } from '../i18n/index.js';
import { record } from '../net/requests.js';
import { pack } from '../packed-text.js';
import { copyLine, copyOrShow, download } from '../share.js';
import { button, note } from '../widgets.js';

/** @import {TableModel} from './model.js' */

/** Above this many letters a link is too long for many programs. */
const LONG = 8_000;

/** Opens the dialog.
 * @param {TableModel} model */
export async function shareDialog({ table, game, situation }) {
  const whole = h('div', { class: 'stack' }, h('p', { class: 'soft', role: 'status' }, t('share.packing')));
  const watch = [copyLine(t('share.watch'), linkTo(`/t/${table}`)), note(t('share.watchHelp'))];
  openDialog(t('share.title'), [...(hasServer ? watch : []), whole]);
  if (!situation.analysis) {
    const reason = note(t('share.closed'));
    reason.id = 'share-closed';
    const closed = {
      class: 'button',
      type: 'button',
      'aria-disabled': 'true',
      'aria-describedby': reason.id,
    };
    const look = (/** @type {string} */ symbol, /** @type {'share.download' | 'share.copyRecord'} */ key) =>
      h('button', closed, icon(symbol), t(key));
    const row = { class: 'button-row share-record' };
    fill(whole, h('div', row, look('download', 'share.download'), look('copy', 'share.copyRecord')), reason);
    return;
  }
  try {
    const text = await record(table);
    const link = linkTo(`/r#${await pack(text)}`);
    const saveIt = () => download(`${game.id}-${table}.txt`, text);
    const save = button('', [icon('download'), t('share.download')], saveIt);
    const title = t('share.copyRecord');
    const copy = button('', [icon('copy'), title], () => void copyOrShow(title, text));
    const help = note(t(link.length > LONG ? 'share.wholeLong' : 'share.wholeHelp'));
    const send = button('primary', [icon('share'), t('share.send')], () => {
      // Nobody needs to know that the visitor changed their mind.
      navigator.share({ title: phrase(game.title), url: link }).catch(() => {});
    });
    fill(
      whole,
      copyLine(t('share.whole'), link),
      help,
      h('div', { class: 'button-row share-record' }, 'share' in navigator && send, save, copy),
    );
  } catch (error) {
    toastError(error);
    fill(whole);
  }
}
