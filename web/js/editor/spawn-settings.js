/** What comes in: the disclosure `Colours`, with how many there are, how often each comes in, and the columns in which that
 * is otherwise. */

import { piece as drawPiece } from '../board/pieces.js';
import { fill, h, icon } from '../dom.js';
import { number, piece } from '../i18n/index.js';
import { say } from '../i18n/editor.js';
import { withColours } from './draft.js';
import { part } from './fields.js';

/** @import {ElementInfo, LevelDraft} from '../wire-types.js' */
/** @import {Skin} from '../board/skins.js' */
/** @import {Change} from './editor-page.js' */
/** @import {Fields} from './fields.js' */

/** A row of weights: of one column, or of all that do not say otherwise. */
const EVERYWHERE = -1;

/** The colours and their weights. */
export class SpawnSettings {
  #fields;
  #regular;
  #skin;
  #change;
  #colours;
  #refill;
  #rows = h('div', { class: 'weights' });
  #columns = h('div', { class: 'stack' });
  #pick = h('select', { class: 'select' });
  /** What rows there are, to see whether that has changed.
   * @type {string} */
  #made = '';
  /** @type {Map<number, HTMLInputElement[]>} */
  #inputs = new Map();

  /** @param {Fields} fields
   * @param {ElementInfo[]} regular the regular elements of all colours
   * @param {Skin} skin
   * @param {Change} change */
  constructor(fields, regular, skin, change) {
    this.#fields = fields;
    this.#regular = regular;
    this.#skin = skin;
    this.#change = change;
    const { minimum, maximum } = fields.about('colours');
    const resize = (/** @type {number | null} */ value) => {
      if (value !== null && value >= minimum && value <= maximum) {
        change((draft) => withColours(draft, value), 'colours');
      }
    };
    this.#colours = fields.number('colours', say('colours.count'), resize);
    this.#refill = fields.toggle('refill', say('refill'), (refill) => change((draft) => ({ ...draft, refill })));
    const add = h('button', { class: 'button button--small', type: 'button', onclick: () => this.#add() }, icon('plus'), say('weights.add'));
    const picker = h('label', { class: 'cluster small weights__pick' }, h('span', {}, say('weights.column')), this.#pick);
    this.element = part(say('colours'), false, this.#colours.element, this.#refill.element, h('p', { class: 'small soft' }, say('weights.help')), this.#rows, this.#columns, h('div', { class: 'cluster' }, picker, add));
    const note = fields.note('spawn', this.element);
    this.#columns.after(note);
  }

  /** @param {LevelDraft} draft */
  show(draft) {
    this.#colours.show(draft.colours);
    this.#refill.show(draft.refill);
    const made = `${draft.colours} ${draft.columns} ${draft.column_weights.map(({ column }) => column)}`;
    if (made !== this.#made) {
      this.#made = made;
      this.#build(draft);
    }
    const rows = [{ column: EVERYWHERE, weights: draft.weights }, ...draft.column_weights];
    for (const { column, weights } of rows) {
      this.#inputs.get(column)?.forEach((input, colour) => {
        const weight = weights[colour] ?? 0;
        if (input.valueAsNumber !== weight && document.activeElement !== input) {
          input.value = String(weight);
        }
      });
    }
  }

  /** @param {LevelDraft} draft */
  #build(draft) {
    this.#inputs.clear();
    const columns = draft.column_weights.map(({ column }) => column);
    const colours = this.#regular.slice(0, draft.colours);
    const heads = colours.map(({ face }) => h('span', { class: 'weights__colour' }, drawPiece(face, this.#skin.piece)));
    this.#rows.style.setProperty('--colours', String(draft.colours));
    const lines = [EVERYWHERE, ...columns].flatMap((column) => this.#line(column, colours));
    fill(this.#rows, ...heads, h('span', {}), ...lines);
    const free = Array.from({ length: draft.columns }, (_, column) => column).filter((column) => !columns.includes(column));
    fill(this.#pick, ...free.map((column) => h('option', { value: column }, number(column))));
  }

  /** @param {number} column
   * @param {ElementInfo[]} colours */
  #line(column, colours) {
    const everywhere = column === EVERYWHERE;
    const title = everywhere ? say('weights.everywhere') : say('weights.in', { column });
    const { maximum } = this.#fields.about('spawn.weights').items ?? {};
    const inputs = colours.map(({ face }, colour) => {
      const name = say('weights.of', { where: title, colour: piece(face.name) });
      const input = h('input', { class: 'input weights__weight', type: 'number', min: 0, max: maximum, step: 1, inputmode: 'numeric', 'aria-label': name });
      input.addEventListener('input', () => {
        if (Number.isSafeInteger(input.valueAsNumber) && input.valueAsNumber >= 0) {
          this.#weigh(column, colour, input.valueAsNumber);
        }
      });
      return input;
    });
    this.#inputs.set(column, inputs);
    const remove = everywhere
      ? h('span', {})
      : h('button', { class: 'button button--icon button--quiet button--small', type: 'button', 'aria-label': say('weights.remove', { column }), onclick: () => this.#remove(column) }, icon('close'));
    const head = h('span', { class: 'small weights__where' }, title);
    const note = this.#fields.note(everywhere ? 'spawn.weights' : `spawn.columns.${column}`, inputs[0] ?? head);
    return [head, ...inputs, remove, note];
  }

  /** @param {number} column
   * @param {number} colour
   * @param {number} weight */
  #weigh(column, colour, weight) {
    const other = (/** @type {number[]} */ weights) => weights.map((old, at) => (at === colour ? weight : old));
    const about = `weight ${column} ${colour}`;
    if (column === EVERYWHERE) {
      this.#change((draft) => ({ ...draft, weights: other(draft.weights) }), about);
    } else {
      this.#change((draft) => ({ ...draft, column_weights: draft.column_weights.map((one) => (one.column === column ? { column, weights: other(one.weights) } : one)) }), about);
    }
  }

  #add() {
    if (this.#pick.value === '') {
      return;
    }
    const column = Number(this.#pick.value);
    const inOrder = (/** @type {{column: number}} */ a, /** @type {{column: number}} */ b) => a.column - b.column;
    this.#change((draft) => ({ ...draft, column_weights: [...draft.column_weights, { column, weights: [...draft.weights] }].sort(inOrder) }));
    this.#inputs.get(column)?.[0]?.focus();
  }

  /** @param {number} column */
  #remove(column) {
    this.#change((draft) => ({ ...draft, column_weights: draft.column_weights.filter((one) => one.column !== column) }));
    this.#pick.focus();
  }
}
