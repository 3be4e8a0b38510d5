/** The brushes: a group `Brush` of fields and elements, a group `Special` for the kind of elements; and, to
 * be put elsewhere, buttons that mirror strokes or fill the board. */

import { piece as drawPiece } from '../board/pieces.js';
import { h, setText } from '../dom.js';
import { te } from '../i18n/editor-texts.js';
import { piece } from '../i18n/index.js';
import { button, choices, pathIcon } from '../widgets.js';

/** @import {ElementInfo, Face} from '../wire-types.js' */
/** @import {Skin} from '../board/skins.js' */
/** @import {Brush, Mirror} from './draft.js' */

/** The pictures of the brushes for fields, and of the one for random elements. */
const PICTURES = {
  plain: 'M4 4h16v16H4z',
  marked: 'M4 4h16v16H4zM8.500 8.500h7v7h-7z',
  hole: 'M4 4h3M10 4h4M17 4h3v3M20 10v4M20 17v3h-3M14 20h-4M7 20H4v-3M4 14v-4M4 7V4',
  chance: 'M9 9.200a3 3 0 1 1 4.300 2.700c-.9.500-1.300 1-1.300 2.100M12 17.500h.01M3.500 3.500h17v17h-17z',
};

/** The pictures of the mirrors. */
const MIRRORS = {
  across: 'M12 3v18M9 7L4 12l5 5zM15 7l5 5-5 5z',
  down: 'M3 12h18M7 9l5-5 5 5zM7 15l5 5 5-5z',
};

/** The picture of a bucket of paint. */
const FILL =
  'M4 13l7-7 7 7-7 7zM11 6V2.500M20.500 14.500c1 1.500 1.500 2.300 1.500 3' +
  'a1.500 1.500 0 0 1-3 0c0-.700.500-1.500 1.500-3z';

/** The place of the brush that is chosen at first. */
const FIRST = 3;

/** The brushes. */
export class Brushes {
  /** @type {Brush} */
  chosen = { type: 'field', field: 'hole' };
  /** @type {Mirror} */
  mirror = { across: false, down: false };
  #elements;
  #skin;
  /** The chosen kind of element; null for regular ones.
   * @type {string | null} */
  #special = null;
  /** @type {HTMLElement[]} */
  #brushes = [];
  #specials;
  /** The name of the chosen brush. */
  #name = h('p', { class: 'small soft', 'aria-hidden': 'true' });

  /** @param {ElementInfo[]} elements
   * @param {Skin} skin
   * @param {() => void} onFill fills the board with the brush */
  constructor(elements, skin, onFill) {
    this.#elements = elements;
    this.#skin = skin;
    const regular = elements.filter(({ special }) => special === null);
    for (const field of /** @type {const} */ (['plain', 'marked', 'hole'])) {
      this.#add(te(`brush.${field}`), pathIcon(PICTURES[field]), () => ({ type: 'field', field }));
    }
    this.#add(te('brush.chance'), pathIcon(PICTURES.chance), () => ({ type: 'element', code: null }));
    for (const { colour, face } of regular) {
      this.#add(piece(face.name), this.#draw(face), () => {
        this.#showSpecials(colour);
        return { type: 'element', code: this.#codeOf(colour) };
      });
    }
    this.#specials = this.#specialChoice(regular[0]?.colour ?? '');
    const brushes = choices(te('brush'), this.#brushes, { hidden: true });
    brushes.classList.add('brushes__set');
    this.element = h('div', { class: 'brushes' }, brushes, this.#specials, this.#name);
    const fill = button('icon', pathIcon(FILL), onFill, named(te('brush.fill')));
    this.tools = h(
      'div',
      { class: 'cluster' },
      this.#mirrorButton('across'),
      this.#mirrorButton('down'),
      fill,
    );
    this.choose(FIRST);
  }

  /** Chooses the brush at a place from 1; returns whether there is one.
   * @param {number} place */
  choose(place) {
    const input = this.#brushes[place - 1]?.querySelector('input');
    if (input) {
      input.checked = true;
      input.dispatchEvent(new Event('change'));
    }
    return Boolean(input);
  }

  /** @param {string} name
   * @param {SVGElement} picture
   * @param {() => Brush} brush */
  #add(name, picture, brush) {
    const onchange = () => {
      this.chosen = brush();
      setText(this.#name, name);
      this.#specials.disabled = this.chosen.type !== 'element' || this.chosen.code === null;
    };
    const input = h('input', { type: 'radio', name: 'brush', ...named(name), onchange });
    this.#brushes.push(h('label', { class: 'choice__item brush' }, input, h('span', {}, picture)));
  }

  /** Makes the choice of specials.
   * @param {string} colour the colour of their pictures */
  #specialChoice(colour) {
    const items = this.#elements
      .filter((element) => element.colour === colour)
      .map(({ special, face }) => {
        const name = special === null ? te('brush.regular') : piece(face.name.replace(`${colour} `, ''));
        const onchange = () => {
          this.#special = special;
          const { chosen } = this;
          if (chosen.type === 'element' && chosen.code !== null) {
            const present = this.#elements.find((element) => element.code === chosen.code);
            this.chosen = { type: 'element', code: this.#codeOf(present?.colour ?? '') };
          }
        };
        const how = { type: 'radio', name: 'special', ...named(name), checked: special === null, onchange };
        const look = { class: 'choice__item brush brush--special' };
        return h('label', look, h('input', how), h('span', {}, this.#draw(face)));
      });
    const legend = h('legend', { class: 'visually-hidden' }, te('brush.special'));
    return h('fieldset', { class: 'choice brushes__specials', disabled: true }, legend, items);
  }

  /** Shows the specials in another colour.
   * @param {string} colour */
  #showSpecials(colour) {
    const faces = this.#elements.filter((element) => element.colour === colour).map(({ face }) => face);
    this.#specials.querySelectorAll('.piece').forEach((drawing, index) => {
      drawing.replaceWith(this.#draw(faces[index] ?? faces[0]));
    });
  }

  /** @param {'across' | 'down'} direction */
  #mirrorButton(direction) {
    const toggle = () => {
      this.mirror = { ...this.mirror, [direction]: !this.mirror[direction] };
      made.setAttribute('aria-pressed', String(this.mirror[direction]));
    };
    const how = { 'aria-pressed': 'false', ...named(te(`brush.mirror.${direction}`)) };
    const made = button('icon', pathIcon(MIRRORS[direction]), toggle, how);
    return made;
  }

  /** @param {Face} face */
  #draw(face) {
    return drawPiece(face, this.#skin.piece);
  }

  /** Returns the code of the element of a colour and the chosen kind.
   * @param {string} colour */
  #codeOf(colour) {
    const special = this.#special;
    return (
      this.#elements.find((element) => element.colour === colour && element.special === special)?.code ?? null
    );
  }
}

/** The attributes of a control that shows its name as a hint.
 * @param {string} name */
function named(name) {
  return { 'aria-label': name, title: name };
}
