// @ts-check
/** A move typed in the game's notation: a text box `Type a move` with a button `Play`. */

import { h } from '../dom.js';
import { t } from '../i18n/index.js';

/** The line in which a move is typed. */
export class TypedMove {
  #input = h('input', {
    class: 'input',
    type: 'text',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    maxlength: '80',
    enterkeyhint: 'go',
    'aria-label': t('typed'),
    placeholder: t('typed'),
  });
  #button = h('button', { class: 'button', type: 'submit' }, t('typed.play'));

  /** @param {(text: string) => Promise<boolean>} play plays it and tells whether it was legal */
  constructor(play) {
    this.element = h('form', { class: 'typed', novalidate: true }, this.#input, this.#button);
    this.element.addEventListener('submit', async (event) => {
      event.preventDefault();
      const text = this.#input.value.trim();
      if (text && (await play(text))) {
        this.#input.value = '';
      } else {
        this.#input.select();
      }
    });
  }

  /** Puts the cursor there. */
  focus() {
    this.#input.focus();
  }

  /**
   * Lets moves be typed or not, with an example of one.
   *
   * @param {boolean} on
   * @param {string | undefined} example
   */
  show(on, example) {
    this.#input.disabled = !on;
    this.#button.disabled = !on;
    this.#input.placeholder = example ? t('typed.example', { example }) : t('typed');
  }
}
