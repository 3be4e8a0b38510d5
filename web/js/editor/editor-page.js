/** The page `/editor`: loads the level editor and its styles. */

import { fill, h } from '../dom.js';
import { explain } from '../explain.js';
import { te } from '../i18n/editor-texts.js';
import { catalogue, editorConfig } from '../net/requests.js';
import { retryButton } from '../widgets.js';
import { levelEditor } from './level-editor.js';

/** The page of the level editor. */
export class EditorPage {
  title = te('title');
  #loading = h('p', { class: 'empty', role: 'status' }, te('loading'));
  #destroyed = false;
  /** @type {ReturnType<typeof levelEditor> | null} */
  #editor = null;

  constructor() {
    this.element = h('div', { class: 'editor-page' }, this.#loading);
    this.#load();
  }

  destroy() {
    this.#destroyed = true;
    this.#editor?.destroy();
  }

  /** Chooses brushes by digits.
   * @param {KeyboardEvent} event */
  onBoardKey(event) {
    const place = event.key === '0' ? 10 : Number(event.key);
    return (this.#editor && place >= 1 && this.#editor.chooseBrush(place)) ?? false;
  }

  /** Runs the command of a key; returns whether the editor has it.
   * @param {string} command */
  onCommand(command) {
    return this.#editor?.onCommand(command) ?? false;
  }

  async #load() {
    try {
      const [tools, { levels }] = await Promise.all([editorConfig(), catalogue(), loadStyles()]);
      if (!this.#destroyed) {
        this.#editor = levelEditor(tools, levels);
        fill(this.element, this.#editor.element);
      }
    } catch (error) {
      fill(
        this.#loading,
        explain(error),
        ' ',
        retryButton(() => this.#load()),
      );
    }
  }
}

/** Loads the style sheet of the editor once. */
async function loadStyles() {
  const { href } = new URL('../../css/pages/editor.css', import.meta.url);
  if (document.querySelector(`link[href="${href}"]`)) {
    return;
  }
  const link = h('link', { rel: 'stylesheet', href });
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', reject);
    document.head.append(link);
  });
}
