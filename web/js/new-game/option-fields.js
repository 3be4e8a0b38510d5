/** The options of a game's rules as fields, made from the catalogue: numbers, choices, texts and files. */

import { fill, h } from '../dom.js';
import { number, phrase, t } from '../i18n/index.js';
import { choice } from './seat-fields.js';

/** @import {OptionInfo} from '../wire-types.js' */

/** Words of a choice above which it is a list instead of buttons. */
const BUTTONS = 4;

/** Sets that are told apart. */
let count = 0;

/** The fields of all options. */
export class OptionFields {
  element = h('div', { class: 'stack options' });
  /** @type {Map<string, string>} */
  #values = new Map();
  #options;

  /** @param {OptionInfo[]} options
   * @param {Record<string, string>} before values chosen before */
  constructor(options, before) {
    this.#options = options;
    for (const option of options) {
      const { kind } = option;
      const known = before[option.name];
      const allowed = kind.type !== 'file' && known !== undefined && (kind.type !== 'choice' || kind.words.includes(known));
      this.#values.set(option.name, allowed ? known : option.default);
    }
    this.#build();
  }

  /** The values that are not the defaults. */
  get value() {
    const chosen = this.#options.filter((option) => this.#values.get(option.name) !== option.default);
    return Object.fromEntries(chosen.map(({ name }) => [name, this.#values.get(name) ?? '']));
  }

  /** What is worth remembering: not the contents of files. */
  get lasting() {
    const files = this.#options.filter(({ kind }) => kind.type === 'file').map(({ name }) => name);
    return Object.fromEntries(Object.entries(this.value).filter(([name]) => !files.includes(name)));
  }

  /** Whether there is a choice of many: that is not how to play but what, and nobody should have to look for it. */
  get offersMany() {
    return this.#options.some(({ kind }) => kind.type === 'choice' && kind.words.length > BUTTONS);
  }

  #build() {
    const reset = h('button', { class: 'button button--quiet button--small', type: 'button', onclick: () => this.#reset() }, t('new.reset'));
    fill(this.element, ...this.#options.map((option) => this.#field(option)), h('div', { class: 'button-row' }, reset));
  }

  #reset() {
    for (const option of this.#options) {
      this.#values.set(option.name, option.default);
    }
    this.#build();
    this.element.querySelector('button')?.focus();
  }

  /** @param {OptionInfo} option */
  #field(option) {
    const { kind, name } = option;
    const id = `option-${++count}`;
    const help = h('span', { class: 'field__help', id: `${id}-help` }, this.#help(option));
    const set = (/** @type {string} */ value) => this.#values.set(name, value);
    const label = sentence(phrase(name).replaceAll('-', ' '));
    if (kind.type === 'choice' && kind.words.length <= BUTTONS) {
      const choices = kind.words.map((word) => choice(id, word, sentence(phrase(word)), word === this.#values.get(name), () => set(word)));
      return h('div', { class: 'field' }, h('fieldset', { class: 'choice', 'aria-describedby': `${id}-help` }, h('legend', {}, label), choices), help);
    }
    const row = kind.type === 'integer' || kind.type === 'number' || kind.type === 'choice';
    return h('div', { class: row ? 'field field--row' : 'field' }, h('label', { class: 'field__label', for: id }, label), this.#control(option, id, set), help);
  }

  /** @param {OptionInfo} option
   * @param {string} id
   * @param {(value: string) => void} set */
  #control({ kind, name }, id, set) {
    const common = { id, 'aria-describedby': `${id}-help` };
    const value = this.#values.get(name) ?? '';
    switch (kind.type) {
      case 'choice': {
        const onchange = (/** @type {Event} */ event) => set(/** @type {HTMLSelectElement} */ (event.currentTarget).value);
        return h('select', { class: 'select', ...common, onchange }, kind.words.map((word) => h('option', { value: word, selected: word === value }, sentence(phrase(word)))));
      }
      case 'file': {
        const onchange = async (/** @type {Event} */ event) => {
          const [file] = /** @type {HTMLInputElement} */ (event.currentTarget).files ?? [];
          set(file ? await file.text() : '');
        };
        return h('input', { class: 'input', type: 'file', accept: '.txt,.toml,text/plain', ...common, onchange });
      }
      default: {
        const oninput = (/** @type {Event} */ event) => set(/** @type {HTMLInputElement} */ (event.currentTarget).value.trim());
        const numeric = kind.type === 'integer' || kind.type === 'number';
        const range = numeric ? { type: 'number', min: kind.least, max: kind.most, step: kind.type === 'integer' ? 1 : 'any', inputmode: kind.type === 'integer' ? 'numeric' : 'decimal', required: true } : { type: 'text', maxlength: 400, spellcheck: 'false' };
        return h('input', { class: 'input', ...common, ...range, value, oninput });
      }
    }
  }

  /** @param {OptionInfo} option */
  #help({ help, kind }) {
    const text = sentence(phrase(help));
    const range = kind.type === 'integer' || kind.type === 'number' ? ` (${number(kind.least)}–${number(kind.most)})` : '';
    return text + range;
  }
}

/** @param {string} text */
function sentence(text) {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
