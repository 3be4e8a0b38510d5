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

/** Makes the buttons under the board.
 * @param {ControlHandlers} handlers */
export function makeControls(handlers) {
  const listening = new AbortController();

  const undoTool = tool('undo', 'controls.undo', handlers.undo, 'u');
  const redo = tool('redo', 'controls.redo', handlers.redo, 'Shift+U');
  const hint = tool('hint', 'controls.hint', handlers.hint, 'h');
  const analysisTool = tool('analysis', 'analysis', handlers.analysis, 'a');
  const item = (/** @type {string} */ symbol, /** @type {Key} */ key, /** @type {() => void} */ act) => {
    const pick = unlessDisabled(() => {
      closeMenu();
      act();
    });
    return h('button', { class: 'button', type: 'button', onclick: pick }, icon(symbol), t(key));
  };
  const newGame = item('plus', 'controls.new', handlers.newGame);
  const fork = item('fork', 'controls.fork', handlers.fork);
  const type = item('help', 'typed', handlers.typeMove);
  const draw = item('draw', 'controls.draw', handlers.draw);
  const resign = item('resign', 'controls.resign', handlers.resign);
  const look = { class: 'button button--icon button--quiet', 'aria-label': t('controls.more') };
  const menu = h(
    'details',
    { class: 'menu' },
    h('summary', { ...look, title: t('controls.more') }, icon('more')),
    h('div', { class: 'menu__list' }, newGame, fork, type, draw, resign),
  );
  menu.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && menu.open) {
      closeMenu();
      event.stopPropagation();
    }
  });
  const { signal } = listening;
  document.addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof Node && !menu.contains(target)) {
        menu.open = false;
      }
    },
    { signal },
  );
  const tools = [undoTool, redo, hint, analysisTool, tool('share', 'controls.share', handlers.share)];
  const element = h('div', { class: 'toolbar', role: 'group', 'aria-label': t('controls') }, tools, menu);

  /** Enables what can be done.
   * @param {TableModel} model
   * @param {boolean} analysing */
  function show(model, analysing) {
    const { undo, plies, ply, analysis, seats, puzzle, offer } = model.situation;
    const never = model.spectating || undo === 'never';
    undoTool.hidden = never && !model.undoesInFork;
    redo.hidden = never || undo === 'offer';
    enable(undoTool, ply > 0 && !(model.over && undo === 'offer'));
    enable(redo, plies > ply);
    hint.hidden = model.spectating;
    enable(hint, analysis && model.yourTurn);
    enable(analysisTool, analysis || analysing);
    analysisTool.setAttribute('aria-pressed', String(analysing));
    enable(fork, analysis);
    draw.hidden = model.spectating || seats.length < 2 || !model.opponentIsPerson;
    enable(draw, !model.over && offer === null);
    type.hidden = model.spectating;
    enable(type, !model.over);
    resign.hidden = model.spectating || puzzle !== null;
    enable(resign, !model.over);
  }

  /** Stops listening. */
  function destroy() {
    listening.abort();
  }

  /** Closes the menu. The focus returns to its button, and later from a dialog as well. */
  function closeMenu() {
    menu.open = false;
    menu.querySelector('summary')?.focus();
  }

  return { element, show, destroy };
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
