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

/** Makes the fields for the rules.
 * @param {Fields} fields
 * @param {Change} change */
export function ruleFields(fields, change) {
  const deltasBox = h('textarea', {
    class: 'textarea deltas',
    rows: '3',
    spellcheck: 'false',
    placeholder: '1,0\n0,1',
  });
  /** The kind that was chosen, for a draft without matchers.
   * @type {Matching} */
  let chosen = 'kinds';

  const moves = fields.about('moves').items.enum;
  /** @type {string[]} */
  const names = fields.about('matchers').default;
  /** The last matchers of each kind.
   * @type {Record<Matching, string[]>} */
  const before = { kinds: names, deltas: USUAL_DELTAS };
  const set = (
    /** @type {Partial<LevelDraft>} */ values,
    /** @type {string | undefined} */ about = undefined,
  ) => change((draft) => ({ ...draft, ...values }), about);
  const moveText = (/** @type {string} */ word) => wordText('move', word);
  const matcherText = (/** @type {string} */ word) => wordText('matcher', word);
  const movesField = fields.some('moves', te('moves'), moves, moveText, (moves) => set({ moves }));
  const kindsField = fields.some('matchers.kinds', te('matchers'), names, matcherText, (matchers) =>
    set({ matchers }, 'matchers'),
  );
  const deltasField = field(te('deltas'), deltasBox, te('deltas.help'));
  deltasBox.addEventListener('input', () => {
    const matchers = deltasBox.value
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
    set({ matchers }, 'deltas');
  });
  const kindChoices = /** @type {const} */ (['kinds', 'deltas']).map((kind) =>
    choice('matching', kind, te(`matching.${kind}`), kind === 'kinds', () =>
      set({ matchers: before[kind], specials: kind === 'kinds' }),
    ),
  );
  const matching = choices(te('matching'), kindChoices);
  const specialsField = fields.toggle('specials', te('specials'), (specials) => set({ specials }));
  const reshuffleField = fields.toggle('stuck', te('reshuffle'), (reshuffle) => set({ reshuffle }));
  const digits = {
    type: 'text',
    inputmode: 'numeric',
    pattern: '[0-9]*',
    maxlength: '20',
    autocomplete: 'off',
  };
  const seedBox = h('input', { class: 'input', ...digits });
  seedBox.addEventListener('input', () => {
    if (/^\d*$/.test(seedBox.value)) {
      set({ seed: seedBox.value || null }, 'seed');
    }
  });
  const element = part(
    te('rules'),
    false,
    movesField.element,
    matching,
    fields.note('matchers', matching),
    kindsField.element,
    deltasField,
    specialsField.element,
    reshuffleField.element,
    field(te('seed'), seedBox, te('seed.help')),
    fields.note('seed', seedBox),
  );

  /** @param {LevelDraft} draft */
  function show({ moves, matchers, specials, reshuffle, seed }) {
    movesField.show(moves);
    if (matchers.length > 0) {
      chosen = matchers.every((name) => names.includes(name)) ? 'kinds' : 'deltas';
    }
    const byDeltas = chosen === 'deltas';
    for (const item of kindChoices) {
      const input = item.querySelector('input');
      if (input) {
        input.checked = input.value === chosen;
      }
    }
    before[chosen] = matchers;
    kindsField.element.hidden = byDeltas;
    kindsField.show(matchers);
    deltasField.hidden = !byDeltas;
    if (document.activeElement !== deltasBox) {
      deltasBox.value = byDeltas ? matchers.join('\n') : '';
    }
    specialsField.show(specials);
    reshuffleField.show(reshuffle);
    setValue(seedBox, seed ?? '');
  }

  return { element, show };
}
