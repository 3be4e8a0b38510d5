/** The buttons under the board.
 *
 * Toolbar `Game`: `Undo`, `Redo`, `Hint`, `Analysis` (pressed or not), `Share and save`, and a menu `More` with `New
 * game`, `Play on from here`, `Offer a draw`, `Resign`. What cannot be done now is `aria-disabled`, not gone, so that
 * nothing jumps; what can never be done at this table is hidden. */

import { h, icon } from '../dom.js';
import { t } from '../i18n/index.js';

/** @import {Key} from '../i18n/index.js' */
/** @import {TableModel} from './model.js' */

/** What the buttons do.
 * @typedef {object} ControlHandlers
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {() => void} hint
 * @property {() => void} analysis
 * @property {() => void} share
 * @property {() => void} newGame
 * @property {() => void} fork
 * @property {() => void} draw
 * @property {() => void} resign */

/** The buttons under the board. */
export class Controls {
  #undo;
  #redo;
  #hint;
  #analysis;
  #fork;
  #draw;
  #resign;
  #menu;

  /** @param {ControlHandlers} actions */
  constructor(actions) {
    this.#undo = tool('undo', 'controls.undo', actions.undo, 'u');
    this.#redo = tool('redo', 'controls.redo', actions.redo, 'Shift+U');
    this.#hint = tool('hint', 'controls.hint', actions.hint, 'h');
    this.#analysis = tool('analysis', 'controls.analysis', actions.analysis, 'a');
    const pick = (/** @type {() => void} */ act) => () => {
      this.#close();
      act();
    };
    this.#fork = item('fork', 'controls.fork', pick(actions.fork));
    this.#draw = item('draw', 'controls.draw', pick(actions.draw));
    this.#resign = item('resign', 'controls.resign', pick(actions.resign));
    this.#menu = h(
      'details',
      { class: 'menu' },
      h('summary', { class: 'button button--icon button--quiet', 'aria-label': t('controls.more'), title: t('controls.more') }, icon('more')),
      h('div', { class: 'menu__list' }, item('plus', 'controls.new', pick(actions.newGame)), this.#fork, this.#draw, this.#resign),
    );
    this.#menu.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.#menu.open) {
        this.#close();
        event.stopPropagation();
      }
    });
    document.addEventListener('click', this.#outside);
    this.element = h(
      'div',
      { class: 'toolbar', role: 'group', 'aria-label': t('controls') },
      this.#undo,
      this.#redo,
      this.#hint,
      this.#analysis,
      tool('share', 'controls.share', actions.share),
      this.#menu,
    );
  }

  /** Shows what can be done.
   * @param {TableModel} model
   * @param {{analysing: boolean, ply: number}} now */
  show(model, { analysing, ply }) {
    const { undo, plies, ply: present, analysis, seats, puzzle } = model.situation;
    const never = model.spectating || undo === 'never';
    this.#undo.hidden = never;
    this.#redo.hidden = never || undo === 'offer';
    able(this.#undo, present > 0 && !(model.over && undo === 'offer'));
    able(this.#redo, plies > present);
    this.#hint.hidden = model.spectating;
    able(this.#hint, analysis && model.yourTurn);
    able(this.#analysis, analysis || analysing);
    this.#analysis.setAttribute('aria-pressed', String(analysing));
    able(this.#fork, ply <= plies && (model.over || (model.daily === null && puzzle === null)));
    this.#draw.hidden = model.spectating || seats.length < 2 || !model.opponentIsPerson;
    able(this.#draw, !model.over && model.situation.offer === null);
    this.#resign.hidden = model.spectating || puzzle !== null;
    able(this.#resign, !model.over);
  }

  /** Stops listening. */
  destroy() {
    document.removeEventListener('click', this.#outside);
  }

  /** Closes the menu; focus stays on what opens it, and a dialog that is opened from the menu gives it back to that. */
  #close() {
    this.#menu.open = false;
    this.#menu.querySelector('summary')?.focus();
  }

  #outside = (/** @type {Event} */ event) => {
    if (event.target instanceof Node && !this.#menu.contains(event.target)) {
      this.#menu.open = false;
    }
  };
}

/** @param {string} symbol
 * @param {Key} key
 * @param {() => void} act
 * @param {string} [shortcut] */
function tool(symbol, key, act, shortcut) {
  const label = t(key);
  const title = shortcut ? `${label} (${shortcut.replace('Shift+U', 'U')})` : label;
  return h(
    'button',
    { class: 'button tool', type: 'button', title, 'aria-keyshortcuts': shortcut, onclick: guarded(act) },
    icon(symbol),
    h('span', { class: 'tool__label' }, label),
  );
}

/** @param {string} symbol
 * @param {Key} key
 * @param {() => void} act */
function item(symbol, key, act) {
  return h('button', { class: 'button', type: 'button', onclick: guarded(act) }, icon(symbol), t(key));
}

/** @param {() => void} act
 * @returns {(event: Event) => void} */
function guarded(act) {
  return (event) => {
    if (event.currentTarget instanceof Element && event.currentTarget.getAttribute('aria-disabled') !== 'true') {
      act();
    }
  };
}

/** @param {HTMLElement} button
 * @param {boolean} able */
function able(button, able) {
  button.setAttribute('aria-disabled', String(!able));
}
