/** The buttons under the board.
 *
 * Toolbar `Game`: `Undo`, `Redo`, `Hint`, `Analysis` (pressed or not), `Share`, and a menu `More` with `New
 * game`, `Play on from here`, `Type a move`, `Offer a draw`, `Resign`. Buttons that cannot be used now are
 * `aria-disabled`, so that nothing jumps; those that can never be used at this table are hidden. */

import { h, icon } from '../dom.js';
import { t } from '../i18n/index.js';
import { toolButton } from '../widgets.js';

/** @import {Key} from '../i18n/index.js' */
/** @import {TableModel} from './model.js' */

/** @typedef {'undo' | 'redo' | 'hint' | 'analysis' | 'share'
 *   | 'newGame' | 'fork' | 'typeMove' | 'draw' | 'resign'} Control */
/** What the buttons do.
 * @typedef {Record<Control, () => void>} ControlHandlers */

/** The buttons under the board. */
export class Controls {
  #undo;
  #redo;
  #hint;
  #analysis;
  #fork;
  #type;
  #draw;
  #resign;
  #menu;
  #listening = new AbortController();

  /** @param {ControlHandlers} handlers */
  constructor(handlers) {
    this.#undo = tool('undo', 'controls.undo', handlers.undo, 'u');
    this.#redo = tool('redo', 'controls.redo', handlers.redo, 'Shift+U');
    this.#hint = tool('hint', 'controls.hint', handlers.hint, 'h');
    this.#analysis = tool('analysis', 'analysis', handlers.analysis, 'a');
    const item = (/** @type {string} */ symbol, /** @type {Key} */ key, /** @type {() => void} */ act) => {
      const pick = unlessDisabled(() => {
        this.#close();
        act();
      });
      return h('button', { class: 'button', type: 'button', onclick: pick }, icon(symbol), t(key));
    };
    const newGame = item('plus', 'controls.new', handlers.newGame);
    this.#fork = item('fork', 'controls.fork', handlers.fork);
    this.#type = item('help', 'typed', handlers.typeMove);
    this.#draw = item('draw', 'controls.draw', handlers.draw);
    this.#resign = item('resign', 'controls.resign', handlers.resign);
    const look = { class: 'button button--icon button--quiet', 'aria-label': t('controls.more') };
    this.#menu = h(
      'details',
      { class: 'menu' },
      h('summary', { ...look, title: t('controls.more') }, icon('more')),
      h('div', { class: 'menu__list' }, newGame, this.#fork, this.#type, this.#draw, this.#resign),
    );
    this.#menu.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.#menu.open) {
        this.#close();
        event.stopPropagation();
      }
    });
    const { signal } = this.#listening;
    document.addEventListener(
      'click',
      ({ target }) => {
        if (target instanceof Node && !this.#menu.contains(target)) {
          this.#menu.open = false;
        }
      },
      { signal },
    );
    const tools = [
      this.#undo,
      this.#redo,
      this.#hint,
      this.#analysis,
      tool('share', 'controls.share', handlers.share),
    ];
    this.element = h(
      'div',
      { class: 'toolbar', role: 'group', 'aria-label': t('controls') },
      tools,
      this.#menu,
    );
  }

  /** Enables what can be done.
   * @param {TableModel} model
   * @param {{analysing: boolean, ply: number}} now */
  show(model, { analysing, ply }) {
    const { undo, plies, ply: present, analysis, seats, puzzle, offer } = model.situation;
    const never = model.spectating || undo === 'never';
    this.#undo.hidden = never && !model.undoesInFork;
    this.#redo.hidden = never || undo === 'offer';
    enable(this.#undo, present > 0 && !(model.over && undo === 'offer'));
    enable(this.#redo, plies > present);
    this.#hint.hidden = model.spectating;
    enable(this.#hint, analysis && model.yourTurn);
    enable(this.#analysis, analysis || analysing);
    this.#analysis.setAttribute('aria-pressed', String(analysing));
    enable(this.#fork, ply <= plies && (model.over || (model.daily === null && puzzle === null)));
    this.#draw.hidden = model.spectating || seats.length < 2 || !model.opponentIsPerson;
    enable(this.#draw, !model.over && offer === null);
    this.#type.hidden = model.spectating;
    enable(this.#type, !model.over);
    this.#resign.hidden = model.spectating || puzzle !== null;
    enable(this.#resign, !model.over);
  }

  /** Stops listening. */
  destroy() {
    this.#listening.abort();
  }

  /** Closes the menu. The focus returns to its button, and later from a dialog as well. */
  #close() {
    this.#menu.open = false;
    this.#menu.querySelector('summary')?.focus();
  }
}

/** @param {string} symbol
 * @param {Key} key
 * @param {() => void} act
 * @param {string} [shortcut] */
function tool(symbol, key, act, shortcut) {
  const label = t(key);
  const title = shortcut ? `${label} (${shortcut.replace('Shift+', '')})` : label;
  return toolButton(symbol, label, { title, 'aria-keyshortcuts': shortcut, onclick: unlessDisabled(act) });
}

/** Makes a listener that does nothing while its button is `aria-disabled`.
 * @param {() => void} act */
export function unlessDisabled(act) {
  return (/** @type {Event} */ { currentTarget }) => {
    if (currentTarget instanceof Element && currentTarget.getAttribute('aria-disabled') !== 'true') {
      act();
    }
  };
}

/** @param {HTMLElement} button
 * @param {boolean} on */
export function enable(button, on) {
  button.setAttribute('aria-disabled', String(!on));
}
