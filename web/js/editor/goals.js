/** The disclosure `Goals`: the goals and the number of moves. */

import { piece as drawPiece } from '../board/pieces.js';
import { h } from '../dom.js';
import { te } from '../i18n/editor-texts.js';
import { piece } from '../i18n/index.js';
import { part } from './fields.js';

/** @import {ElementInfo, LevelDraft} from '../wire-types.js' */
/** @import {Skin} from '../board/skins.js' */
/** @import {Change} from './draft.js' */
/** @import {Fields} from './fields.js' */

/** Makes the fields for the goals.
 * @param {Fields} fields
 * @param {ElementInfo[]} regular the regular elements of all colours
 * @param {Skin} skin
 * @param {Change} change */
export function goalFields(fields, regular, skin, change) {
  const setGoals = (/** @type {Partial<LevelDraft['goals']>} */ goals, /** @type {string} */ about) =>
    change((draft) => ({ ...draft, goals: { ...draft.goals, ...goals } }), about);
  const setLimit = (/** @type {number | null} */ limit) =>
    change((draft) => ({ ...draft, limit: limit ?? 0 }), 'limit');
  const limit = fields.number('limit', te('limit'), setLimit);
  const score = fields.number('goals.score', te('goals.score'), (score) => setGoals({ score }, 'score'));
  const clear = fields.toggle('goals.clear', te('goals.clear'), (clear) => setGoals({ clear }, 'clear'));
  const collect = regular.map(({ colour, face }, place) => {
    const setCount = (/** @type {number | null} */ count) =>
      change((draft) => {
        const collect = draft.goals.collect.with(place, count ?? 0);
        return { ...draft, goals: { ...draft.goals, collect } };
      }, `collect ${colour}`);
    const spoken = te('goals.collectOf', { colour: piece(face.name) });
    const picture = drawPiece(face, skin.piece);
    const control = fields.number(`goals.collect.${colour}`, picture, setCount, { spoken });
    control.element.className = 'field tally';
    return control;
  });
  const legend = h('legend', { class: 'field__label' }, te('goals.collect'));
  const tallies = h(
    'div',
    { class: 'tallies' },
    collect.map(({ element }) => element),
  );
  const set = h('fieldset', { class: 'field' }, legend, tallies);
  set.append(fields.note('goals.collect', set));
  const element = part(te('goals'), true, limit.element, score.element, clear.element, set);
  element.append(fields.note('goals', element));
  const show = (/** @type {LevelDraft} */ draft) => {
    limit.show(draft.limit);
    score.show(draft.goals.score);
    clear.show(draft.goals.clear);
    collect.forEach((control, place) => control.show(draft.goals.collect[place] || null));
  };
  return { element, show };
}
