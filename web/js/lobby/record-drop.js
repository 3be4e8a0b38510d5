/** The region `Open a saved game` of the lobby: by file, by paste, or by dropping a file or text anywhere on
 * the page. */

import { toast } from '../announce.js';
import { openDialog } from '../dialogs/dialog.js';
import { h, icon } from '../dom.js';
import { toastError } from '../explain.js';
import { t } from '../i18n/index.js';
import { unpackOr } from '../packed-text.js';
import { looksLikeRecord, openRecord, readRecord } from '../records.js';
import { go } from '../router.js';
import { button, buttonRow, field, fileInput, note, section } from '../widgets.js';

/** The region in which records are opened. */
export class RecordDrop {
  #listening = new AbortController();

  constructor() {
    const file = fileInput('.txt,.record,text/plain', openFile);
    const choose = button('', [icon('open'), t('record.choose')], () => file.click());
    const paste = button('', [icon('paste'), t('record.paste')], pasteDialog);
    const contents = [note(t('record.text')), buttonRow(choose, paste), file];
    this.element = section('record', t('record.open'), contents, 'lobby__part drop');
    const mark = (/** @type {boolean} */ on) => this.element.classList.toggle('drop--over', on);
    const { signal } = this.#listening;
    document.addEventListener(
      'dragover',
      (event) => {
        event.preventDefault();
        mark(true);
      },
      { signal },
    );
    document.addEventListener('dragleave', () => mark(false), { signal });
    document.addEventListener(
      'drop',
      (event) => {
        event.preventDefault();
        mark(false);
        take(event.dataTransfer);
      },
      { signal },
    );
    document.addEventListener(
      'paste',
      ({ target, clipboardData }) => {
        const typing = target instanceof HTMLElement && target.matches('input, textarea');
        if (!typing && (clipboardData?.files[0] || clipboardData?.getData('text').trim())) {
          take(clipboardData);
        }
      },
      { signal },
    );
  }

  /** Stops listening. */
  destroy() {
    this.#listening.abort();
  }
}

/** Opens what was dropped or pasted.
 * @param {DataTransfer | null} data */
function take(data) {
  const file = data?.files[0];
  if (file) {
    openFile(file);
  } else {
    openText(data?.getData('text') ?? '');
  }
}

/** @param {File} file */
async function openFile(file) {
  try {
    await openText(await readRecord(file));
  } catch (error) {
    toast(t(error instanceof RangeError ? 'record.tooLarge' : 'record.unreadable'));
  }
}

/** Whether a record is being opened. */
let busy = false;

/** Opens a record or a link that holds one; returns whether that was possible. Does nothing while another is
 * being opened: a second click asks for the same.
 * @param {string} text */
async function openText(text) {
  if (busy) {
    return false;
  }
  busy = true;
  try {
    const link = /\/r#([\w-]+)\s*$/.exec(text);
    const record = link?.[1] ? await unpackOr(link[1], t('record.damaged')) : text;
    if (!looksLikeRecord(record)) {
      toast(t('record.foreign'));
      return false;
    }
    go(await openRecord(record));
    return true;
  } catch (error) {
    toastError(error);
    return false;
  } finally {
    busy = false;
  }
}

/** Opens the dialog in which a record is pasted. */
function pasteDialog() {
  const look = { class: 'textarea', rows: '8', autofocus: true, spellcheck: 'false' };
  const area = h('textarea', { ...look, placeholder: 'quincunx-record 1' });
  const foot = h('div', { class: 'dialog__foot' }, button('primary', t('record.openIt'), null));
  const form = h('form', { class: 'stack' }, field(t('record.pasteHere'), area), foot);
  const dialog = openDialog(t('record.open'), [form]);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (await openText(area.value)) {
      dialog.close();
    }
  });
}
