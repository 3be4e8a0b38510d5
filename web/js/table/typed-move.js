/** A move typed in the game's notation: a text box `Type a move` with a button `Play`.
 *
 * While no move can be made the box can only be read. It is never disabled: that would take the focus away from whoever
 * types there, and the letters of the next move would be commands of the page. */

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

  /** Whether a move is on its way. */
  #sending = false;

  /** @param {(text: string) => Promise<boolean>} play plays it and tells whether it was legal */
  constructor(play) {
    this.element = h('form', { class: 'typed', novalidate: true }, this.#input, this.#button);
    this.element.addEventListener('submit', async (event) => {
      event.preventDefault();
      const text = this.#input.value.trim();
      if (this.#input.readOnly || this.#sending) {
        return;
      }
      this.#sending = true;
      const played = text !== '' && (await play(text));
      this.#sending = false;
      if (played) {
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

  /** Lets moves be typed or not, with an example of one.
   * @param {boolean} on
   * @param {string | undefined} example */
  show(on, example) {
    this.#input.readOnly = !on;
    this.#button.setAttribute('aria-disabled', String(!on));
    this.#input.placeholder = example ? t('typed.example', { example }) : t('typed');
  }
}
