/** What must be reached and in how many moves: the disclosure `Goals`. */

import { piece as drawPiece } from '../board/pieces.js';
import { h } from '../dom.js';
import { piece } from '../i18n/index.js';
import { say } from '../i18n/editor.js';
import { part } from './fields.js';

/** @import {ElementInfo, LevelDraft} from '../wire-types.js' */
/** @import {Skin} from '../board/skins.js' */
/** @import {Change} from './editor-page.js' */
/** @import {Fields} from './fields.js' */

/** The goals and the limit. */
export class Goals {
  #shows;

  /** @param {Fields} fields
   * @param {ElementInfo[]} regular the regular elements of all colours
   * @param {Skin} skin
   * @param {Change} change */
  constructor(fields, regular, skin, change) {
    const goals = (/** @type {Partial<LevelDraft['goals']>} */ other, /** @type {string} */ about) =>
      change((draft) => ({ ...draft, goals: { ...draft.goals, ...other } }), about);
    const limit = fields.number('limit', say('limit'), (value) => change((draft) => ({ ...draft, limit: value ?? 0 }), 'limit'));
    const score = fields.number('goals.score', say('goals.score'), (score) => goals({ score }, 'score'));
    const clear = fields.toggle('goals.clear', say('goals.clear'), (clear) => goals({ clear }, 'clear'));
    const collect = regular.map(({ colour, face }, place) => {
      const set = (/** @type {number | null} */ count) =>
        change((draft) => ({ ...draft, goals: { ...draft.goals, collect: draft.goals.collect.map((old, at) => (at === place ? (count ?? 0) : old)) } }), `collect ${colour}`);
      const control = fields.number(`goals.collect.${colour}`, '', set, { spoken: say('goals.collectOf', { colour: piece(face.name) }) });
      control.element.className = 'field tally';
      control.element.firstElementChild?.replaceChildren(drawPiece(face, skin.piece));
      return control;
    });
    const set = h('fieldset', { class: 'field' }, h('legend', { class: 'field__label' }, say('goals.collect')), h('div', { class: 'tallies' }, collect.map(({ element }) => element)));
    set.append(fields.note('goals.collect', set));
    this.element = part(say('goals'), true, limit.element, score.element, clear.element, set);
    this.element.append(fields.note('goals', this.element));
    this.#shows = (/** @type {LevelDraft} */ draft) => {
      limit.show(draft.limit);
      score.show(draft.goals.score);
      clear.show(draft.goals.clear);
      collect.forEach(({ show }, place) => show(draft.goals.collect[place] || null));
    };
  }

  /** @param {LevelDraft} draft */
  show(draft) {
    this.#shows(draft);
  }
}
