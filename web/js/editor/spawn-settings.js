/** The disclosure `New gems`: the number of colours, how often each comes in, and the columns where that
 * is different. */

import { piece as drawPiece } from '../board/pieces.js';
import { fill, h, icon } from '../dom.js';
import { te } from '../i18n/editor-texts.js';
import { number, piece } from '../i18n/index.js';
import { button, iconButton, note } from '../widgets.js';
import { withColours } from './draft.js';
import { isWhole, part } from './fields.js';

/** @import {ElementInfo, LevelDraft} from '../wire-types.js' */
/** @import {Skin} from '../board/skins.js' */
/** @import {Change} from './draft.js' */
/** @import {Fields} from './fields.js' */

/** The row of weights for all columns without a row of their own. */
const EVERYWHERE = -1;

/** Makes the fields for the colours and their weights.
 * @param {Fields} fields
 * @param {ElementInfo[]} regular the regular elements of all colours
 * @param {Skin} skin
 * @param {Change} change */
export function spawnSettings(fields, regular, skin, change) {
  const rows = h('div', { class: 'weights' });
  const columnPicker = h('select', { class: 'select' });
  /** What the rows were made of. */
  let built = '';
  /** The boxes of each row by its column.
   * @type {Map<number, HTMLInputElement[]>} */
  const boxes = new Map();

  const { minimum, maximum } = fields.about('colours');
  const colourCount = fields.number('colours', te('colours.count'), (value) => {
    if (value !== null && value >= minimum && value <= maximum) {
      change((draft) => withColours(draft, value), 'colours');
    }
  });
  const setRefill = (/** @type {boolean} */ refill) => change((draft) => ({ ...draft, refill }));
  const refill = fields.toggle('refill', te('refill'), setRefill);
  const add = button('small', [icon('plus'), te('weights.add')], () => addColumn());
  const label = { class: 'cluster small weights__pick' };
  const pick = h('label', label, h('span', {}, te('weights.column')), columnPicker);
  const help = note(te('weights.help'));
  const element = part(te('colours'), false, colourCount.element, refill.element, help, rows);
  const foot = h('div', { class: 'cluster' }, pick, add);
  rows.after(fields.note('spawn', element), foot);

  /** @param {LevelDraft} draft */
  function show(draft) {
    colourCount.show(draft.colours);
    refill.show(draft.refill);
    const madeOf = `${draft.colours} ${draft.columns} ${draft.column_weights.map(({ column }) => column)}`;
    if (madeOf !== built) {
      built = madeOf;
      build(draft);
    }
    for (const { column, weights } of [
      { column: EVERYWHERE, weights: draft.weights },
      ...draft.column_weights,
    ]) {
      boxes.get(column)?.forEach((input, colour) => {
        const weight = weights[colour] ?? 0;
        if (input.valueAsNumber !== weight && document.activeElement !== input) {
          input.value = String(weight);
        }
      });
    }
  }

  /** Makes the rows.
   * @param {LevelDraft} draft */
  function build(draft) {
    boxes.clear();
    const columns = draft.column_weights.map(({ column }) => column);
    const colours = regular.slice(0, draft.colours);
    const pictures = colours.map(({ face }) => drawPiece(face, skin.piece));
    const heads = pictures.map((picture) => h('span', { class: 'weights__colour' }, picture));
    const lines = [EVERYWHERE, ...columns].flatMap((column) => makeLine(column, colours));
    rows.style.setProperty('--colours', String(draft.colours));
    fill(rows, ...heads, h('span', {}), ...lines);
    const all = Array.from({ length: draft.columns }, (_, column) => column);
    const free = all.filter((column) => !columns.includes(column));
    fill(columnPicker, ...free.map((column) => h('option', { value: column }, number(column))));
  }

  /** Makes the cells of a row.
   * @param {number} column
   * @param {ElementInfo[]} colours */
  function makeLine(column, colours) {
    const everywhere = column === EVERYWHERE;
    const title = everywhere ? te('weights.everywhere') : te('weights.in', { column });
    const { maximum } = fields.about('spawn.weights').items ?? {};
    const how = { class: 'input weights__weight', type: 'number', inputmode: 'numeric' };
    const inputs = colours.map(({ face }, colour) => {
      const label = te('weights.of', { where: title, colour: piece(face.name) });
      const input = h('input', { ...how, min: 0, max: maximum, step: 1, 'aria-label': label });
      input.addEventListener('input', () => {
        if (isWhole(input)) {
          setWeight(column, colour, input.valueAsNumber);
        }
      });
      return input;
    });
    boxes.set(column, inputs);
    const remove = () => removeColumn(column);
    const last = everywhere
      ? h('span', {})
      : iconButton('quiet small', 'close', te('weights.remove', { column }), remove);
    const head = h('span', { class: 'small weights__where' }, title);
    const name = everywhere ? 'spawn.weights' : `spawn.columns.${column}`;
    return [head, ...inputs, last, fields.note(name, inputs[0] ?? head)];
  }

  /** @param {number} column
   * @param {number} colour
   * @param {number} weight */
  function setWeight(column, colour, weight) {
    const about = `weight ${column} ${colour}`;
    if (column === EVERYWHERE) {
      change((draft) => ({ ...draft, weights: draft.weights.with(colour, weight) }), about);
    } else {
      setColumns((columns) => {
        const changed = (/** @type {number[]} */ weights) => ({
          column,
          weights: weights.with(colour, weight),
        });
        return columns.map((one) => (one.column === column ? changed(one.weights) : one));
      }, about);
    }
  }

  function addColumn() {
    if (columnPicker.value === '') {
      return;
    }
    const column = Number(columnPicker.value);
    setColumns((columns, draft) => {
      const added = { column, weights: [...draft.weights] };
      return [...columns, added].sort((a, b) => a.column - b.column);
    });
    boxes.get(column)?.[0]?.focus();
  }

  /** @param {number} column */
  function removeColumn(column) {
    setColumns((columns) => columns.filter((one) => one.column !== column));
    columnPicker.focus();
  }

  /** @param {(columns: LevelDraft['column_weights'], draft: LevelDraft) => LevelDraft['column_weights']}
   *   update
   * @param {string} [about] */
  function setColumns(update, about) {
    change((draft) => ({ ...draft, column_weights: update(draft.column_weights, draft) }), about);
  }

  return { element, show };
}
