/** The fields for the options of a game, made from the catalogue: numbers, choices, texts and files. */

import { fill, h } from '../dom.js';
import { number, sentence, t } from '../i18n/index.js';
import { button, buttonRow, choice, choices } from '../widgets.js';

/** @import {OptionInfo, OptionKindInfo} from '../wire-types.js' */

/** Above this many words a choice is a list instead of buttons. */
const MAX_BUTTONS = 4;

let count = 0;

/** The fields for all options. */
export class OptionFields {
  element = h('div', { class: 'stack options' });
  /** @type {Map<string, string>} */
  #values = new Map();
  #options;

  /** @param {OptionInfo[]} options
   * @param {Record<string, string>} before the previous values */
  constructor(options, before) {
    this.#options = options;
    for (const { name, kind, default: usual } of options) {
      const known = before[name];
      const allowed = kind.type !== 'file' && (kind.type !== 'choice' || kind.words.includes(known ?? ''));
      this.#values.set(name, known !== undefined && allowed ? known : usual);
    }
    this.#build();
  }

  /** The values that differ from the defaults. */
  get value() {
    const chosen = this.#options.filter((option) => this.#values.get(option.name) !== option.default);
    return Object.fromEntries(chosen.map(({ name }) => [name, this.#values.get(name) ?? '']));
  }

  /** The values to store: those of files are not. */
  get lasting() {
    const files = this.#options.filter(({ kind }) => kind.type === 'file').map(({ name }) => name);
    return Object.fromEntries(Object.entries(this.value).filter(([name]) => !files.includes(name)));
  }

  /** Whether there is a choice of many, which is what to play and not how; nobody should have to look for it.
   */
  get offersMany() {
    return this.#options.some(({ kind }) => kind.type === 'choice' && kind.words.length > MAX_BUTTONS);
  }

  #build() {
    const reset = button('quiet small', t('new.reset'), () => this.#reset());
    fill(this.element, ...this.#options.map((option) => this.#field(option)), buttonRow(reset));
  }

  #reset() {
    for (const option of this.#options) {
      this.#values.set(option.name, option.default);
    }
    this.#build();
    this.element.querySelector('button')?.focus();
  }

  /** @param {OptionInfo} option */
  #field({ name, kind, help }) {
    const id = `option-${++count}`;
    const helpId = `${id}-help`;
    const range = isNumeric(kind) ? ` (${number(kind.least)}–${number(kind.most)})` : '';
    const below = h('span', { class: 'field__help', id: helpId }, sentence(help) + range);
    const set = (/** @type {string} */ value) => void this.#values.set(name, value);
    const value = this.#values.get(name) ?? '';
    const label = sentence(name).replaceAll('-', ' ');
    if (kind.type === 'choice' && kind.words.length <= MAX_BUTTONS) {
      const items = kind.words.map((word) =>
        choice(id, word, sentence(word), word === value, () => set(word)),
      );
      const group = choices(label, items);
      group.setAttribute('aria-describedby', helpId);
      return h('div', { class: 'field' }, group, below);
    }
    const input = control(kind, value, set);
    input.id = id;
    input.setAttribute('aria-describedby', helpId);
    const look = isNumeric(kind) || kind.type === 'choice' ? 'field field--row' : 'field';
    return h('div', { class: look }, h('label', { class: 'field__label', for: id }, label), input, below);
  }
}

/** Makes the control for a value of a kind.
 * @param {OptionKindInfo} kind
 * @param {string} value
 * @param {(value: string) => void} set */
function control(kind, value, set) {
  if (kind.type === 'choice') {
    const options = kind.words.map((word) =>
      h('option', { value: word, selected: word === value }, sentence(word)),
    );
    const select = h('select', { class: 'select', onchange: () => set(select.value) }, options);
    return select;
  }
  if (kind.type === 'file') {
    const onchange = async () => set((await input.files?.[0]?.text()) ?? '');
    const input = h('input', { class: 'input', type: 'file', accept: '.txt,.toml,text/plain', onchange });
    return input;
  }
  const whole = kind.type === 'integer';
  const how = isNumeric(kind)
    ? { type: 'number', min: kind.least, max: kind.most, step: whole ? 1 : 'any', required: true }
    : { type: 'text', maxlength: 400, spellcheck: 'false' };
  const keyboard = { inputmode: isNumeric(kind) ? (whole ? 'numeric' : 'decimal') : undefined };
  const input = h('input', {
    class: 'input',
    ...how,
    ...keyboard,
    value,
    oninput: () => set(input.value.trim()),
  });
  return input;
}

/** @param {OptionKindInfo} kind
 * @returns {kind is Extract<OptionKindInfo, {least: number}>} */
function isNumeric(kind) {
  return kind.type === 'integer' || kind.type === 'number';
}
