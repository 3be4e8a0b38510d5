/** What moves and what matches: the disclosure `Rules`. */

import { h } from '../dom.js';
import { en, say } from '../i18n/editor.js';
import { choice } from '../new-game/seat-fields.js';
import { inWords, part } from './fields.js';

/** @import {LevelDraft} from '../wire-types.js' */
/** @import {Change} from './editor-page.js' */
/** @import {Fields} from './fields.js' */

/** The moves, the matchers and the switches. */
export class Rules {
  #moves;
  #kinds;
  #deltas = h('textarea', { class: 'textarea deltas', rows: '3', spellcheck: 'false', placeholder: '1,0\n0,1' });
  #ways;
  #specials;
  #reshuffle;
  #seed = h('input', { class: 'input', type: 'text', inputmode: 'numeric', pattern: '[0-9]*', maxlength: '20', autocomplete: 'off' });
  /** @type {string[]} */
  #names;
  /** What each way to match was before the other was chosen.
   * @type {{kinds: string[], deltas: string[]}} */
  #before;
  /** The way that was chosen, for a draft that matches nothing yet.
   * @type {'kinds' | 'deltas'} */
  #way = 'kinds';

  /** @param {Fields} fields
   * @param {Change} change */
  constructor(fields, change) {
    const moves = fields.about('moves').items.enum;
    this.#names = fields.about('matchers').default;
    this.#before = { kinds: this.#names, deltas: ['1,0', '0,1'] };
    const named = (/** @type {string} */ kind) => (/** @type {string} */ word) => inWords(kind, word, en);
    const matchers = (/** @type {string[]} */ matchers, /** @type {string} */ about) => change((draft) => ({ ...draft, matchers }), about);
    this.#moves = fields.some('moves', say('moves'), moves, named('move'), (moves) => change((draft) => ({ ...draft, moves })));
    this.#kinds = fields.some('matchers.kinds', say('matchers'), this.#names, named('matcher'), (kinds) => matchers(kinds, 'matchers'));
    const deltas = h('label', { class: 'field' }, h('span', { class: 'field__label' }, say('deltas')), this.#deltas, h('span', { class: 'field__help' }, say('deltas.help')));
    this.#deltas.addEventListener('input', () => matchers(this.#deltas.value.split('\n').map((line) => line.trim()).filter(Boolean), 'deltas'));
    this.#ways = /** @type {const} */ (['kinds', 'deltas']).map((way) =>
      choice('matching', way, say(`matching.${way}`), way === 'kinds', () => change((draft) => ({ ...draft, matchers: this.#before[way], specials: way === 'kinds' }))),
    );
    const matching = h('fieldset', { class: 'choice' }, h('legend', {}, say('matching')), this.#ways);
    this.#specials = fields.toggle('specials', say('specials'), (specials) => change((draft) => ({ ...draft, specials })));
    this.#reshuffle = fields.toggle('stuck', say('reshuffle'), (reshuffle) => change((draft) => ({ ...draft, reshuffle })));
    this.#seed.addEventListener('input', () => {
      if (/^\d*$/.test(this.#seed.value)) {
        change((draft) => ({ ...draft, seed: this.#seed.value || null }), 'seed');
      }
    });
    const seed = h('label', { class: 'field' }, h('span', { class: 'field__label' }, say('seed')), this.#seed, h('span', { class: 'field__help' }, say('seed.help')));
    this.element = part(say('rules'), false, this.#moves.element, matching, fields.note('matchers', matching), this.#kinds.element, deltas, this.#specials.element, this.#reshuffle.element, seed, fields.note('seed', this.#seed));
  }

  /** @param {LevelDraft} draft */
  show(draft) {
    this.#moves.show(draft.moves);
    const byDeltas = draft.matchers.length > 0 ? !draft.matchers.every((name) => this.#names.includes(name)) : this.#way === 'deltas';
    const way = byDeltas ? 'deltas' : 'kinds';
    this.#way = way;
    const inputs = this.#ways.map((item) => item.querySelector('input'));
    for (const input of inputs) {
      if (input) {
        input.checked = input.value === way;
      }
    }
    this.#before[way] = draft.matchers;
    this.#kinds.element.hidden = byDeltas;
    this.#kinds.show(draft.matchers);
    const box = /** @type {HTMLElement} */ (this.#deltas.parentElement);
    box.hidden = !byDeltas;
    if (document.activeElement !== this.#deltas) {
      this.#deltas.value = byDeltas ? draft.matchers.join('\n') : '';
    }
    this.#specials.show(draft.specials);
    this.#reshuffle.show(draft.reshuffle);
    if (this.#seed.value !== (draft.seed ?? '')) {
      this.#seed.value = draft.seed ?? '';
    }
  }
}
