/** The controls of the editor: each for a field of the schema, with its range from there, and with what is wrong with the
 * field under it. */

import { fill, h } from '../dom.js';
import { say } from '../i18n/editor.js';
import { levelProblemText } from '../i18n/error-messages.js';

/** @import {Child} from '../dom.js' */
/** @import {LevelProblem} from '../wire-types.js' */

let count = 0;

/** All controls by the names of their fields. */
export class Fields {
  /** @type {Map<string, {control: HTMLElement, note: HTMLElement}>} */
  #controls = new Map();
  #schema;

  /** @param {any} schema the JSON schema of level files */
  constructor(schema) {
    this.#schema = schema;
  }

  /** Returns what the schema says of a field.
   * @param {string} name as in `goals.score`
   * @returns {any} */
  about(name) {
    let found = this.#schema;
    for (const part of name.split('.')) {
      found = found?.properties?.[part];
      const place = found?.$ref?.split('/').at(-1);
      found = place ? this.#schema.$defs[place] : found;
    }
    return found ?? {};
  }

  /** Notes which control is for a field, and where what is wrong with it is said.
   * @param {string} name
   * @param {HTMLElement} control
   * @returns {HTMLElement} the note, to be put beside the control */
  note(name, control) {
    const id = `note-${++count}`;
    const note = h('span', { class: 'field__problem', id, hidden: true });
    control.setAttribute('aria-describedby', [control.getAttribute('aria-describedby'), id].filter(Boolean).join(' '));
    this.#controls.set(name, { control, note });
    return note;
  }

  /** Shows problems at their fields, and none at the others.
   * @param {LevelProblem[]} problems */
  mark(problems) {
    const said = new Map(problems.map((problem) => [this.#nearest(problem.field), problem.what]));
    for (const [name, { control, note }] of this.#controls) {
      const what = said.get(name);
      note.hidden = what === undefined;
      const { text, lang } = levelProblemText(what ?? '');
      fill(note, ...inCode(text));
      note.lang = lang;
      if (what !== undefined && control.matches('input')) {
        control.setAttribute('aria-invalid', 'true');
      } else {
        control.removeAttribute('aria-invalid');
      }
    }
  }

  /** Goes to the control of a field.
   * @param {string} field
   * @returns {boolean} whether there is one */
  goTo(field) {
    const control = this.#controls.get(this.#nearest(field) ?? '')?.control;
    if (!control) {
      return false;
    }
    control.closest('details')?.setAttribute('open', '');
    const target = control.matches('input, select, textarea, button, [tabindex]') ? control : control.querySelector('input, button, [tabindex="0"]');
    if (target instanceof HTMLElement) {
      target.focus({ preventScroll: true });
    }
    control.scrollIntoView({ block: 'center' });
    return true;
  }

  /** Finds the field that has a control: itself, or what it is part of.
   * @param {string} field
   * @returns {string | null} */
  #nearest(field) {
    for (let name = field; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('.')))) {
      if (this.#controls.has(name)) {
        return name;
      }
    }
    return null;
  }

  /** Makes a control for a whole number.
   * @param {string} name of the field
   * @param {Child} label
   * @param {(value: number | null) => void} changed is told every number that is written, and null where the box is emptied
   * @param {{slow?: boolean, spoken?: string}} [how] slow: told when it is left */
  number(name, label, changed, { slow = false, spoken } = {}) {
    const { minimum = 0, maximum } = this.about(name);
    const id = `field-${++count}`;
    const input = h('input', { class: 'input', id, type: 'number', min: minimum, max: maximum, step: 1, inputmode: 'numeric', 'aria-label': spoken });
    input.addEventListener(slow ? 'change' : 'input', () => {
      if (input.value === '' && !input.validity.badInput) {
        changed(null);
      } else if (Number.isSafeInteger(input.valueAsNumber) && input.valueAsNumber >= 0) {
        changed(input.valueAsNumber);
      }
    });
    /** @type {number | null} */
    let present = null;
    const write = () => {
      if (input.valueAsNumber !== present && !(present === null && input.value === '')) {
        input.value = present === null ? '' : String(present);
      }
    };
    const show = (/** @type {number | null} */ value) => {
      present = value;
      // What somebody is writing is not written over.
      if (slow || document.activeElement !== input) {
        write();
      }
    };
    input.addEventListener('blur', write);
    const element = h('div', { class: 'field field--row' }, h('label', { class: 'field__label', for: id }, label), input, this.note(name, input));
    return { element, input, show };
  }

  /** Makes a control for one line of text.
   * @param {string} name
   * @param {string} label
   * @param {(value: string) => void} changed */
  text(name, label, changed) {
    const id = `field-${++count}`;
    const input = h('input', { class: 'input', id, type: 'text', maxlength: this.about(name).maxLength, spellcheck: 'false', autocomplete: 'off' });
    input.addEventListener('input', () => changed(input.value));
    const show = (/** @type {string} */ value) => {
      if (input.value !== value) {
        input.value = value;
      }
    };
    const element = h('div', { class: 'field' }, h('label', { class: 'field__label', for: id }, label), input, this.note(name, input));
    return { element, input, show };
  }

  /** Makes a switch.
   * @param {string} name
   * @param {string} label
   * @param {(on: boolean) => void} changed */
  toggle(name, label, changed) {
    const input = h('input', { type: 'checkbox', role: 'switch', onchange: () => changed(input.checked) });
    const show = (/** @type {boolean} */ on) => {
      input.checked = on;
    };
    const element = h('div', { class: 'field' }, h('label', { class: 'switch' }, input, h('span', {}, label)), this.note(name, input));
    return { element, show };
  }

  /** Makes a control for some of the words that a list of the schema takes.
   * @param {string} name
   * @param {string} label
   * @param {string[]} words
   * @param {(word: string) => string} inWords
   * @param {(chosen: string[]) => void} changed */
  some(name, label, words, inWords, changed) {
    const boxes = words.map((word) => h('input', { type: 'checkbox', value: word, onchange: () => changed(boxes.filter((box) => box.checked).map((box) => box.value)) }));
    const show = (/** @type {string[]} */ chosen) => {
      for (const box of boxes) {
        box.checked = chosen.includes(box.value);
      }
    };
    const items = boxes.map((box) => h('label', { class: 'check' }, box, h('span', {}, inWords(box.value))));
    const set = h('fieldset', { class: 'checks' }, h('legend', { class: 'field__label' }, label), items);
    const element = h('div', { class: 'field' }, set, this.note(name, set));
    return { element, show };
  }
}

/** Shows what the server says, with what stands in grave accents as code.
 * @param {string} text
 * @returns {Child[]} */
export function inCode(text) {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : h('code', {}, part)));
}

/** Makes a part of the editor that can be folded.
 * @param {string} title
 * @param {boolean} open
 * @param {...(Child | Child[])} contents */
export function part(title, open, ...contents) {
  return h('details', { class: 'panel disclosure', open }, h('summary', {}, h('h2', {}, title)), h('div', { class: 'panel__body stack' }, ...contents));
}

/** Says a word of the schema in the reader's language, and as it is where there is no word for it.
 * @param {string} kind
 * @param {string} word
 * @param {Record<string, unknown>} table the keys there are */
export function inWords(kind, word, table) {
  const key = `${kind}.${word}`;
  return Object.hasOwn(table, key) ? say(/** @type {import('../i18n/editor.js').EditorKey} */ (key)) : word;
}
