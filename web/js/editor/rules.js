/** The disclosure `Rules`: the kinds of move, what matches, and the switches. */

import { h } from '../dom.js';
import { te, wordText } from '../i18n/editor-texts.js';
import { choice, choices, field } from '../widgets.js';
import { part, setValue } from './fields.js';

/** @import {LevelDraft} from '../wire-types.js' */
/** @import {Change} from './draft.js' */
/** @import {Fields} from './fields.js' */

/** Whether lines and corners match, or tokens at given steps.
 * @typedef {'kinds' | 'deltas'} Matching */

/** The deltas of a level that had none before. */
const USUAL_DELTAS = ['1,0', '0,1'];

/** The fields for the rules. */
export class Rules {
  #moves;
  #kinds;
  #deltas = h('textarea', {
    class: 'textarea deltas',
    rows: '3',
    spellcheck: 'false',
    placeholder: '1,0\n0,1',
  });
  #deltasField;
  #matching;
  #specials;
  #reshuffle;
  #seed;
  /** @type {string[]} */
  #names;
  /** The last matchers of each kind.
   * @type {Record<Matching, string[]>} */
  #before;
  /** The kind that was chosen, for a draft without matchers.
   * @type {Matching} */
  #chosen = 'kinds';

  /** @param {Fields} fields
   * @param {Change} change */
  constructor(fields, change) {
    const moves = fields.about('moves').items.enum;
    this.#names = fields.about('matchers').default;
    this.#before = { kinds: this.#names, deltas: USUAL_DELTAS };
    const set = (
      /** @type {Partial<LevelDraft>} */ values,
      /** @type {string | undefined} */ about = undefined,
    ) => change((draft) => ({ ...draft, ...values }), about);
    const moveText = (/** @type {string} */ word) => wordText('move', word);
    const matcherText = (/** @type {string} */ word) => wordText('matcher', word);
    this.#moves = fields.some('moves', te('moves'), moves, moveText, (moves) => set({ moves }));
    this.#kinds = fields.some('matchers.kinds', te('matchers'), this.#names, matcherText, (matchers) =>
      set({ matchers }, 'matchers'),
    );
    this.#deltasField = field(te('deltas'), this.#deltas, te('deltas.help'));
    this.#deltas.addEventListener('input', () => {
      const matchers = this.#deltas.value
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean);
      set({ matchers }, 'deltas');
    });
    this.#matching = /** @type {const} */ (['kinds', 'deltas']).map((kind) =>
      choice('matching', kind, te(`matching.${kind}`), kind === 'kinds', () =>
        set({ matchers: this.#before[kind], specials: kind === 'kinds' }),
      ),
    );
    const matching = choices(te('matching'), this.#matching);
    this.#specials = fields.toggle('specials', te('specials'), (specials) => set({ specials }));
    this.#reshuffle = fields.toggle('stuck', te('reshuffle'), (reshuffle) => set({ reshuffle }));
    const digits = {
      type: 'text',
      inputmode: 'numeric',
      pattern: '[0-9]*',
      maxlength: '20',
      autocomplete: 'off',
    };
    this.#seed = h('input', { class: 'input', ...digits });
    this.#seed.addEventListener('input', () => {
      if (/^\d*$/.test(this.#seed.value)) {
        set({ seed: this.#seed.value || null }, 'seed');
      }
    });
    this.element = part(
      te('rules'),
      false,
      this.#moves.element,
      matching,
      fields.note('matchers', matching),
      this.#kinds.element,
      this.#deltasField,
      this.#specials.element,
      this.#reshuffle.element,
      field(te('seed'), this.#seed, te('seed.help')),
      fields.note('seed', this.#seed),
    );
  }

  /** @param {LevelDraft} draft */
  show({ moves, matchers, specials, reshuffle, seed }) {
    this.#moves.show(moves);
    if (matchers.length > 0) {
      this.#chosen = matchers.every((name) => this.#names.includes(name)) ? 'kinds' : 'deltas';
    }
    const byDeltas = this.#chosen === 'deltas';
    for (const item of this.#matching) {
      const input = item.querySelector('input');
      if (input) {
        input.checked = input.value === this.#chosen;
      }
    }
    this.#before[this.#chosen] = matchers;
    this.#kinds.element.hidden = byDeltas;
    this.#kinds.show(matchers);
    this.#deltasField.hidden = !byDeltas;
    if (document.activeElement !== this.#deltas) {
      this.#deltas.value = byDeltas ? matchers.join('\n') : '';
    }
    this.#specials.show(specials);
    this.#reshuffle.show(reshuffle);
    setValue(this.#seed, seed ?? '');
  }
}
