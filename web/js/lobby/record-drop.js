/** Opening records: by file, by paste, by dropping a file or text anywhere on the page. */

import { openDialog } from '../dialogs/dialog.js';
import { h, icon } from '../dom.js';
import { explain } from '../explain.js';
import { t } from '../i18n/index.js';
import { unpack } from '../record-link.js';
import { looksLikeRecord, openRecord, readRecord } from '../records.js';
import { go } from '../router.js';
import { toast } from '../announce.js';

/** The part of the lobby in which records are opened. */
export class RecordDrop {
  #file = h('input', { type: 'file', accept: '.txt,.record,text/plain', class: 'visually-hidden', tabindex: '-1', 'aria-hidden': 'true' });

  constructor() {
    const choose = h('button', { class: 'button', type: 'button', onclick: () => this.#file.click() }, icon('open'), t('record.choose'));
    const paste = h('button', { class: 'button', type: 'button', onclick: () => this.#pasteDialog() }, icon('paste'), t('record.paste'));
    this.element = h(
      'section',
      { class: 'lobby__part drop', 'aria-labelledby': 'record-heading' },
      h('h2', { id: 'record-heading' }, t('record.open')),
      h('p', { class: 'small soft' }, t('record.text')),
      h('div', { class: 'button-row' }, choose, paste),
      this.#file,
    );
    this.#file.addEventListener('change', () => {
      this.#take(this.#file.files?.[0]);
      this.#file.value = '';
    });
    document.addEventListener('dragover', this.#over);
    document.addEventListener('dragleave', this.#leave);
    document.addEventListener('drop', this.#dropped);
    document.addEventListener('paste', this.#pasted);
  }

  /** Stops listening. */
  destroy() {
    document.removeEventListener('dragover', this.#over);
    document.removeEventListener('dragleave', this.#leave);
    document.removeEventListener('drop', this.#dropped);
    document.removeEventListener('paste', this.#pasted);
  }

  #over = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    this.element.classList.add('drop--over');
  };

  #leave = () => this.element.classList.remove('drop--over');

  #dropped = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    this.#leave();
    const file = event.dataTransfer?.files[0];
    if (file) {
      this.#take(file);
    } else {
      this.#open(event.dataTransfer?.getData('text') ?? '');
    }
  };

  #pasted = (/** @type {ClipboardEvent} */ event) => {
    if (event.target instanceof HTMLElement && event.target.matches('input, textarea')) {
      return;
    }
    const file = event.clipboardData?.files[0];
    const text = event.clipboardData?.getData('text') ?? '';
    if (file) {
      this.#take(file);
    } else if (text.trim()) {
      this.#open(text);
    }
  };

  #pasteDialog() {
    const area = h('textarea', { class: 'textarea', rows: '8', autofocus: true, spellcheck: 'false', placeholder: 'quincunx-record 1' });
    const submit = h('button', { class: 'button button--primary', type: 'submit' }, t('record.openIt'));
    const label = h('label', { class: 'field' }, h('span', { class: 'field__label' }, t('record.pasteHere')), area);
    const form = h('form', { class: 'stack' }, label, h('div', { class: 'dialog__foot' }, submit));
    const dialog = openDialog(t('record.open'), [form]);
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (await this.#open(area.value)) {
        dialog.close();
      }
    });
  }

  /** @param {File | undefined} file */
  async #take(file) {
    if (!file) {
      return;
    }
    try {
      await this.#open(await readRecord(file));
    } catch {
      toast(t('record.tooLarge'));
    }
  }

  /** Opens a record, or a link that holds one.
   * @param {string} text
   * @returns {Promise<boolean>} whether it was one */
  async #open(text) {
    try {
      const link = /\/r#([\w-]+)\s*$/.exec(text);
      const record = link?.[1] ? await unpack(link[1]) : text;
      if (!looksLikeRecord(record)) {
        toast(t('record.foreign'));
        return false;
      }
      go(await openRecord(record));
      return true;
    } catch (error) {
      toast(explain(error));
      return false;
    }
  }
}
