/** The controls of the editor. Each is for a field of the schema, has its range from there, and shows the
 * problem of its field below it. */

import { fill, h } from '../dom.js';
import { levelProblemText } from '../i18n/index.js';

/** @import {Child} from '../dom.js' */
/** @import {LevelError} from '../wire-types.js' */

/** What takes the focus of a control. */
const FOCUSABLE = 'input, select, textarea, button, [tabindex="0"]';

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

  /** Returns the schema of a field such as `goals.score`.
   * @param {string} name
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

  /** Registers the control of a field; returns the note for its problem, to be put beside it.
   * @param {string} name
   * @param {HTMLElement} control */
  note(name, control) {
    const id = `note-${++count}`;
    const note = h('span', { class: 'field__problem', id, hidden: true });
    const described = [control.getAttribute('aria-describedby'), id].filter(Boolean).join(' ');
    control.setAttribute('aria-describedby', described);
    this.#controls.set(name, { control, note });
    return note;
  }

  /** Shows problems at their fields, and removes those at other fields.
   * @param {LevelError[]} problems */
  mark(problems) {
    const found = new Map(problems.map((problem) => [this.#nearest(problem.field), problem]));
    for (const [name, { control, note }] of this.#controls) {
      const problem = found.get(name);
      const { text, lang } = problem ? levelProblemText(problem) : { text: '', lang: '' };
      note.hidden = problem === undefined;
      note.lang = lang;
      fill(note, ...withCode(text));
      control.ariaInvalid = problem !== undefined && control.matches('input') ? 'true' : null;
    }
  }

  /** Gives the focus to the control of a field; returns whether there is one.
   * @param {string} field */
  goTo(field) {
    const control = this.#controls.get(this.#nearest(field) ?? '')?.control;
    if (!control) {
      return false;
    }
    control.closest('details')?.setAttribute('open', '');
    const target = control.matches(FOCUSABLE) ? control : control.querySelector(FOCUSABLE);
    if (target instanceof HTMLElement) {
      target.focus({ preventScroll: true });
    }
    control.scrollIntoView({ block: 'center' });
    return true;
  }

  /** Finds the nearest field with a control: the field itself, or one that it is part of.
   * @param {string} field */
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
   * @param {(value: number | null) => void} onChange is called with every number, and with null for an empty
   *   box
   * @param {{slow?: boolean, spoken?: string}} [how] slow: `onChange` is called when the box loses the focus
   */
  number(name, label, onChange, { slow = false, spoken } = {}) {
    const { minimum = 0, maximum } = this.about(name);
    const limits = { min: minimum, max: maximum, step: 1, inputmode: 'numeric' };
    const input = h('input', { class: 'input', type: 'number', ...limits, 'aria-label': spoken });
    input.addEventListener(slow ? 'change' : 'input', () => {
      if (input.value === '' && !input.validity.badInput) {
        onChange(null);
      } else if (isWhole(input)) {
        onChange(input.valueAsNumber);
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
      // Never changes the box while somebody types in it.
      if (slow || document.activeElement !== input) {
        write();
      }
    };
    input.addEventListener('blur', write);
    return { element: this.#labelled(name, label, input, 'field field--row'), input, show };
  }

  /** Makes a control for one line of text.
   * @param {string} name
   * @param {string} label
   * @param {(value: string) => void} onChange */
  text(name, label, onChange) {
    const { maxLength } = this.about(name);
    const how = { type: 'text', maxlength: maxLength, spellcheck: 'false', autocomplete: 'off' };
    const input = h('input', { class: 'input', ...how, oninput: () => onChange(input.value) });
    const show = (/** @type {string} */ value) => setValue(input, value);
    return { element: this.#labelled(name, label, input, 'field'), input, show };
  }

  /** Makes a switch.
   * @param {string} name
   * @param {string} label
   * @param {(on: boolean) => void} onChange */
  toggle(name, label, onChange) {
    const input = h('input', { type: 'checkbox', role: 'switch', onchange: () => onChange(input.checked) });
    const show = (/** @type {boolean} */ on) => void (input.checked = on);
    const control = h('label', { class: 'switch' }, input, h('span', {}, label));
    return { element: h('div', { class: 'field' }, control, this.note(name, input)), show };
  }

  /** Makes a control for a list of words.
   * @param {string} name
   * @param {string} label
   * @param {string[]} words
   * @param {(word: string) => string} labelOf
   * @param {(chosen: string[]) => void} onChange */
  some(name, label, words, labelOf, onChange) {
    const changed = () => onChange(boxes.filter((box) => box.checked).map((box) => box.value));
    const boxes = words.map((word) => h('input', { type: 'checkbox', value: word, onchange: changed }));
    const show = (/** @type {string[]} */ chosen) => {
      for (const box of boxes) {
        box.checked = chosen.includes(box.value);
      }
    };
    const items = boxes.map((box) => h('label', { class: 'check' }, box, h('span', {}, labelOf(box.value))));
    const set = h('fieldset', { class: 'checks' }, h('legend', { class: 'field__label' }, label), items);
    return { element: h('div', { class: 'field' }, set, this.note(name, set)), show };
  }

  /** @param {string} name
   * @param {Child} label
   * @param {HTMLElement} input
   * @param {string} look */
  #labelled(name, label, input, look) {
    input.id = `field-${++count}`;
    const text = h('label', { class: 'field__label', for: input.id }, label);
    return h('div', { class: look }, text, input, this.note(name, input));
  }
}

/** Returns whether a box holds a whole number of 0 or more.
 * @param {HTMLInputElement} input */
export function isWhole({ valueAsNumber }) {
  return Number.isSafeInteger(valueAsNumber) && valueAsNumber >= 0;
}

/** Sets the value of a box if it differs, so that the cursor in it stays.
 * @param {HTMLInputElement | HTMLTextAreaElement} input
 * @param {string} value */
export function setValue(input, value) {
  if (input.value !== value) {
    input.value = value;
  }
}

/** Splits a text into parts, of which those between grave accents are code.
 * @param {string} text
 * @returns {Child[]} */
export function withCode(text) {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : h('code', {}, part)));
}

/** Makes a part of the editor that can be folded.
 * @param {string} title
 * @param {boolean} open
 * @param {...(Child | Child[])} contents */
export function part(title, open, ...contents) {
  const body = h('div', { class: 'panel__body stack' }, ...contents);
  return h('details', { class: 'panel disclosure', open }, h('summary', {}, h('h2', {}, title)), body);
}
