/** What is painted with: a group `Brush` of fields and elements, a group `Special` for what elements are; and, to be put
 * elsewhere, buttons that mirror every stroke or fill the whole board. */

import { h, svg } from '../dom.js';
import { piece as drawPiece } from '../board/pieces.js';
import { piece } from '../i18n/index.js';
import { say } from '../i18n/editor.js';

/** @import {ElementInfo} from '../wire-types.js' */
/** @import {Skin} from '../board/skins.js' */
/** @import {Brush, Mirror} from './draft.js' */

/** The pictures of the brushes for fields, and of the one that leaves a field to chance. */
const PICTURES = {
  plain: 'M4 4h16v16H4z',
  marked: 'M4 4h16v16H4zM8.500 8.500h7v7h-7z',
  hole: 'M4 4h3M10 4h4M17 4h3v3M20 10v4M20 17v3h-3M14 20h-4M7 20H4v-3M4 14v-4M4 7V4',
  chance: 'M9 9.200a3 3 0 1 1 4.300 2.700c-.9.500-1.300 1-1.300 2.100M12 17.500h.01M3.500 3.500h17v17h-17z',
};

/** The pictures of mirroring, and of what lies on both sides of the mirror. */
const MIRRORS = {
  across: 'M12 3v18M9 7L4 12l5 5zM15 7l5 5-5 5z',
  down: 'M3 12h18M7 9l5-5 5 5zM7 15l5 5 5-5z',
};

/** A bucket of paint. */
const FILL = 'M4 13l7-7 7 7-7 7zM11 6V2.500M20.500 14.500c1 1.500 1.500 2.300 1.500 3a1.500 1.500 0 0 1-3 0c0-.700.500-1.500 1.500-3z';

/** The brushes. */
export class Brushes {
  /** @type {Brush} */
  chosen = { type: 'field', field: 'hole' };
  /** @type {Mirror} */
  mirror = { across: false, down: false };

  #elements;
  #skin;
  /** @type {string | null} */
  #special = null;
  /** @type {HTMLInputElement[]} */
  #inputs = [];
  #specials;

  /** @param {ElementInfo[]} elements
   * @param {Skin} skin
   * @param {() => void} onFill fills the board with the brush */
  constructor(elements, skin, onFill) {
    this.#elements = elements;
    this.#skin = skin;
    const regular = elements.filter(({ special }) => special === null);
    const fields = /** @type {const} */ (['plain', 'marked', 'hole']).map((field) =>
      this.#brush(say(`brush.${field}`), picture(PICTURES[field]), () => (this.chosen = { type: 'field', field })),
    );
    const chance = this.#brush(say('brush.chance'), picture(PICTURES.chance), () => (this.chosen = { type: 'element', code: null }));
    const colours = regular.map(({ colour, face }) =>
      this.#brush(piece(face.name), drawPiece(face, skin.piece), () => {
        this.chosen = { type: 'element', code: this.#coded(colour) };
        this.#show(colour);
      }),
    );
    this.#specials = this.#specialChoice(regular[0]?.colour ?? '');
    const mirrors = /** @type {const} */ (['across', 'down']).map((way) => this.#mirrorButton(way));
    const fill = h('button', { class: 'button button--icon', type: 'button', 'aria-label': say('brush.fill'), title: say('brush.fill'), onclick: onFill }, picture(FILL));
    this.element = h(
      'div',
      { class: 'brushes' },
      h('fieldset', { class: 'choice brushes__set' }, h('legend', { class: 'visually-hidden' }, say('brush')), fields, chance, colours),
      this.#specials,
    );
    this.tools = h('div', { class: 'cluster' }, mirrors, fill);
    this.choose(3);
  }

  /** How many brushes there are. */
  get count() {
    return this.#inputs.length;
  }

  /** Chooses a brush by its place, from 1, as its button does.
   * @param {number} place */
  choose(place) {
    this.#inputs[place - 1]?.click();
  }

  /** @param {string} name
   * @param {SVGElement} drawing
   * @param {() => void} choose */
  #brush(name, drawing, choose) {
    const onchange = () => {
      choose();
      this.#specials.disabled = this.chosen.type !== 'element' || this.chosen.code === null;
    };
    const input = h('input', { type: 'radio', name: 'brush', 'aria-label': name, title: name, onchange });
    this.#inputs.push(input);
    return h('label', { class: 'choice__item brush' }, input, h('span', {}, drawing));
  }

  /** @param {string} colour whose specials stand for all of them */
  #specialChoice(colour) {
    const items = this.#elements
      .filter((element) => element.colour === colour)
      .map(({ special, face }) => {
        const name = special === null ? say('brush.regular') : piece(face.name.replace(`${colour} `, ''));
        const onchange = () => {
          this.#special = special;
          if (this.chosen.type === 'element' && this.chosen.code !== null) {
            this.chosen = { type: 'element', code: this.#coded(this.#colourOf(this.chosen.code)) };
          }
        };
        const input = h('input', { type: 'radio', name: 'special', 'aria-label': name, title: name, checked: special === null, onchange });
        return h('label', { class: 'choice__item brush brush--special' }, input, h('span', {}, drawPiece(face, this.#skin.piece)));
      });
    return h('fieldset', { class: 'choice brushes__specials', disabled: true }, h('legend', { class: 'visually-hidden' }, say('brush.special')), items);
  }

  /** Shows the specials of a colour.
   * @param {string} colour */
  #show(colour) {
    const faces = this.#elements.filter((element) => element.colour === colour).map(({ face }) => face);
    this.#specials.querySelectorAll('.piece').forEach((drawing, index) => drawing.replaceWith(drawPiece(faces[index] ?? faces[0], this.#skin.piece)));
  }

  /** @param {'across' | 'down'} way */
  #mirrorButton(way) {
    const name = say(`brush.mirror.${way}`);
    const button = h('button', { class: 'button button--icon', type: 'button', 'aria-pressed': 'false', 'aria-label': name, title: name }, picture(MIRRORS[way]));
    button.addEventListener('click', () => {
      this.mirror = { ...this.mirror, [way]: !this.mirror[way] };
      button.setAttribute('aria-pressed', String(this.mirror[way]));
    });
    return button;
  }

  /** Returns the code of the element of a colour that is what was chosen last: regular or a special.
   * @param {string} colour
   * @returns {string | null} */
  #coded(colour) {
    return this.#elements.find((element) => element.colour === colour && element.special === this.#special)?.code ?? null;
  }

  /** @param {string} code */
  #colourOf(code) {
    return this.#elements.find((element) => element.code === code)?.colour ?? '';
  }
}

/** @param {string} path */
function picture(path) {
  return svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: path }));
}
