/** The text box `Type a move` with its button `Play`, for moves by their names on the
 * board, such as `D3` or `left`, or in the game's notation.
 *
 * While no move can be made the box is read-only. It is never disabled, which would take the focus away, and
 * the next letters would be commands of the page. */

import { h } from '../dom.js';
import { t } from '../i18n/index.js';
import { button } from '../widgets.js';

/** The attributes of a box for notation. */
const NOTATION = {
  type: 'text',
  autocomplete: 'off',
  autocapitalize: 'off',
  spellcheck: 'false',
  maxlength: '80',
};

/** The text box for moves. */
export class TypedMove {
  #input = h('input', { class: 'input', ...NOTATION, enterkeyhint: 'go', 'aria-label': t('typed') });
  #button = button('', t('typed.play'), null);
  /** Whether a move has no answer yet. */
  #sending = false;

  /** @param {(text: string) => Promise<boolean>} play plays a move, and returns whether it was legal */
  constructor(play) {
    this.element = h('form', { class: 'typed', novalidate: true, hidden: true }, this.#input, this.#button);
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

  /** Gives the focus to the box. */
  focus() {
    this.#input.focus();
  }

  /** Allows moves or not, and shows an example of one.
   * @param {boolean} on
   * @param {string | undefined} example */
  show(on, example) {
    this.#input.readOnly = !on;
    this.#button.setAttribute('aria-disabled', String(!on));
    this.#input.placeholder = example ? t('typed.example', { example }) : t('typed');
  }
}
