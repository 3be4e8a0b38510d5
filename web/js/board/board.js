/** The board of all games: draws positions, animates effects and reports gestures as actions. It knows no
 * rules; what is legal it gets as numbers of actions.
 *
 * ```js
 * const board = new Board({ game: 'some-game', label: 'Some game', onAction: (action) => … });
 * page.append(board.element);
 * board.setActions(snapshot.actions);
 * board.show({ board: situation.board, faces: snapshot.faces, legal: situation.legal, interactive: true });
 * ```
 *
 * After `onAction` the board waits for `show` or `play`. It keeps one more gesture meanwhile and performs it
 * in the new position. When an action fails, `show` the position again. */

import { h } from '../dom.js';
import { piece, t } from '../i18n/index.js';
import { ActionMap } from './action-map.js';
import { animationSpeed, cancelAnimations, play } from './animation.js';
import { cellRemarks } from './cell-labels.js';
import { EvaluationOverlay } from './evaluation-overlay.js';
import { WIDE } from './geometry.js';
import { cellsOf, gestureAt, landing } from './gesture-cells.js';
import { Gestures } from './gestures.js';
import { Grid } from './grid.js';
import { Keyboard } from './keyboard.js';
import { Marks } from './marks.js';
import { refuse } from './refusal.js';
import { areNamedByCells, Rim } from './rim.js';
import { skinOf } from './skins.js';
import { setSize, TokenLayer } from './token-layer.js';
import { rollButtons, Tools } from './tools.js';
import { Tray } from './tray.js';

/** @import {GestureKind} from './action-map.js' */
/** @import {ActionInfo, Cell, Effect, Face, Gesture, MoveInfo, View, Worth} from '../wire-types.js' */

/** @typedef {object} BoardOptions
 * @property {string} game the game's id, for its skin
 * @property {string} label the name for screen readers
 * @property {(action: number) => void} [onAction] is called with a legal action
 * @property {(text: string) => void} [onRefused] is called with the reason why a gesture is not legal
 * @property {(effects: Effect[], index: number) => void} [onStep] is called as each step begins
 * @property {boolean} [small] whether it is decoration: no interaction, nothing for screen readers */

/** @typedef {object} Shown
 * @property {View} board
 * @property {Record<string, Face>} [faces] of new tokens
 * @property {MoveInfo | null} [last] the last move
 * @property {[first: number, last: number][]} [legal] runs of legal actions
 * @property {string} [own] the token that the side to act brings onto the board
 * @property {boolean} [interactive] whether it is the visitor's turn */

/** A board. */
export class Board {
  element;
  #options;
  #skin;
  #layer;
  #marks;
  #grid;
  #tray;
  #tools;
  #overlay;
  #keyboard;
  #frame = h('div', { class: 'board__frame' });
  #zone = h('div', { class: 'board__zone' });
  /** @type {Rim | null} */
  #rim = null;
  #rolls;
  #actions = new ActionMap();
  /** @type {Required<Omit<Shown, 'own'>> & Pick<Shown, 'own'> | null} */
  #shown = null;
  /** The kinds of gestures that have been legal so far.
   * @type {Set<GestureKind>} */
  #usedKinds = new Set();
  /** The ply of the move that the board was scrolled to.
   * @type {number | undefined} */
  #followed;
  /** Whether an action has no answer yet. */
  #pending = false;
  /** The gesture made while an action was pending.
   * @type {Gesture | null} */
  #queued = null;
  /** Ends the animation that is running.
   * @type {AbortController | null} */
  #playing = null;
  /** @type {Cell | null} */
  #selected = null;
  /** The action that is marked as a hint.
   * @type {number | null} */
  #hinted = null;
  /** @type {readonly Worth[] | null} */
  #worths = null;

  /** @param {BoardOptions} options */
  constructor(options) {
    this.#options = options;
    this.#skin = skinOf(options.game);
    this.#layer = new TokenLayer(this.#skin);
    this.#marks = new Marks(this.#layer);
    const name = (/** @type {string} */ token) => piece(this.#layer.faces[token]?.name ?? token);
    this.#grid = new Grid(this.#layer, (token) => (token === null ? t('board.empty') : name(token)));
    this.#tray = new Tray(this.#layer, (token) => this.#act({ type: 'take', token }));
    this.#tools = new Tools(() => this.#select(null));
    this.#rolls = rollButtons((columns, rows) => this.roll(columns, rows));
    this.#overlay = new EvaluationOverlay(this.#layer, this.#marks, this.#tray);
    this.#keyboard = new Keyboard({ ...this.#control(), ...this.#keyControl() });
    this.element = h('div', { class: 'board', 'data-game': options.game }, this.#zone);
    this.#frame.classList.toggle('board__frame--plate', this.#skin.plate !== undefined);
    this.#layer.element.append(this.#marks.element);
    this.#frame.append(this.#layer.element);
    this.#zone.append(this.#frame);
    this.element.append(this.#tray.element);
    if (options.small) {
      this.element.classList.add('board--small');
      this.element.setAttribute('aria-hidden', 'true');
      this.element.inert = true;
    } else {
      this.#layer.element.append(this.#grid.element);
      this.#frame.append(...Object.values(this.#overlay.edges), this.#overlay.columns);
      this.#rim = new Rim(this.#frame);
      this.#tray.element.before(this.#tools.element, this.#rolls);
      this.#listen();
    }
  }

  #listen() {
    const gestures = new Gestures(this.#zone, this.#layer, this.#control());
    const grid = this.#grid.element;
    grid.addEventListener('click', (event) => {
      // Screen readers click without a pointer; clicks of pointers are gestures already.
      if (event.detail === 0 && this.#grid.follow(event.target)) {
        gestures.tap(this.#cursorPlace);
      }
    });
    grid.addEventListener('focusin', (event) => {
      this.#grid.follow(event.target);
      this.#previewCursor();
    });
    grid.addEventListener('focusout', () => this.#preview(null));
  }

  /** Sets the actions of the rules; an action's number is its index.
   * @param {readonly ActionInfo[]} actions */
  setActions(actions) {
    this.#actions = new ActionMap(actions);
    this.element.dataset.ways = [...this.#actions.kinds].join(' ');
    this.#tools.layOut(this.#actions.kinds);
    this.#usedKinds = new Set();
  }

  /** Shows a position without animation.
   * @param {Shown} shown */
  show(shown) {
    this.#stop();
    this.#queued = null;
    this.#take(shown);
    this.#settle();
  }

  /** Animates what led to a position, then shows it. Another `play` or `show` ends the animation.
   * @param {Shown & {steps: Effect[][]}} shown */
  async play({ steps, ...shown }) {
    const interrupts = this.#playing !== null;
    this.#stop();
    if (interrupts && this.#shown) {
      // The steps begin where the interrupted animation would have ended.
      this.#layer.show(this.#shown.board);
    }
    const speed = this.#queued ? 0 : animationSpeed();
    this.#take(shown);
    this.#marks.draw('last');
    this.#marks.draw('lines');
    this.element.classList.remove('board--won');
    const { onStep } = this.#options;
    if (speed > 0) {
      const { signal } = (this.#playing = new AbortController());
      await play(this.#layer, steps, { speed, bounces: this.#skin.bounces ?? false, signal, onStep });
      if (signal.aborted) {
        return;
      }
      this.#playing = null;
    } else {
      steps.forEach((step, index) => onStep?.(step, index));
    }
    this.#settle();
    const queued = this.#queued;
    this.#queued = null;
    if (queued && this.#shown?.interactive) {
      this.#act(queued);
    }
  }

  /** Shows the evaluations of actions, the best first, or hides them.
   * @param {readonly Worth[] | null} worths */
  setEvaluations(worths) {
    this.#worths = worths;
    this.element.classList.toggle('board--judged', worths !== null);
    this.#overlay.show(worths ?? [], this.#actions);
    this.#drawHint();
    this.#label();
  }

  /** Marks an action as a hint, or removes the mark.
   * @param {number | null} action */
  setHint(action) {
    this.#hinted = action;
    this.#drawHint();
    this.#label();
  }

  /** Points out where an action is made, or nothing.
   * @param {number | null} action */
  pointOut(action) {
    const gesture = this.#actions.gestureOf(action);
    this.#marks.draw('preview', gesture ? this.#marks.gesture(gesture) : []);
    this.#overlay.point('preview', gesture);
    this.#tray.point('preview', gesture);
  }

  /** Handles a key; returns whether the board has a use for it.
   * @param {KeyboardEvent} event */
  handleKey(event) {
    const handled = this.#shown !== null && this.#keyboard.handle(event);
    if (handled) {
      event.preventDefault();
    }
    return handled;
  }

  /** Rolls a torus by some cells to the right and down; other boards stay.
   * @param {number} columns
   * @param {number} rows */
  roll(columns, rows) {
    if (!this.#layer.torus || !this.#shown) {
      return;
    }
    this.#stop();
    const [x, y] = this.#layer.roll;
    this.#layer.roll = [x + columns, y + rows];
    this.#settle();
    const duration = 160 * animationSpeed();
    const start = `${(-100 * columns) / this.#layer.columns}% ${(-100 * rows) / this.#layer.rows}%`;
    for (const layer of duration > 0 ? this.#layer.layers : []) {
      layer.animate([{ translate: start }, { translate: '0% 0%' }], { duration, easing: 'ease-out' });
    }
  }

  /** Gives the focus to the tray where a token must be taken, else to the cell under the cursor. */
  focus() {
    (this.#actions.legalKinds().has('take') ? this.#tray : this.#grid).focus();
  }

  /** Ends the animation and removes the board. */
  destroy() {
    this.#stop();
    this.element.remove();
  }

  /** @param {Shown} shown */
  #take({ board, faces = {}, last = null, legal = [], own, interactive = false }) {
    this.#shown = { board, faces, last, legal, own, interactive };
    this.#setPending(false);
    this.#actions.legal = legal;
    this.#offerTools();
    Object.assign(this.#layer.faces, faces);
    this.#hinted = null;
    this.#marks.draw('hint');
    this.pointOut(null);
    if (this.#layer.layOut(board)) {
      this.#layOut(board);
    }
    this.#select(null);
    this.element.classList.toggle('board--waiting', !interactive);
  }

  /** Offers the kinds of moves that the rules have turned out to allow. */
  #offerTools() {
    const { size } = this.#usedKinds;
    this.#usedKinds = new Set([...this.#usedKinds, ...this.#actions.legalKinds()]);
    if (this.#usedKinds.size > size) {
      this.#tools.offer(this.#usedKinds);
    }
  }

  /** @param {View} board */
  #layOut(board) {
    const { columns, rows, topology, numbering } = board;
    setSize(this.element, columns, rows, this.#layer.rim);
    this.element.toggleAttribute('data-wide', columns > WIDE);
    this.#rolls.hidden = topology !== 'torus';
    this.#marks.layOut();
    this.#rim?.layOut(board, this.#actions.kinds);
    this.#tray.clear();
    if (!this.#options.small) {
      this.#grid.layOut(this.#options.label);
      this.#overlay.layOut(columns, numbering.first);
    }
  }

  /** Shows the present position at rest. */
  #settle() {
    if (!this.#shown) {
      return;
    }
    const { board, interactive } = this.#shown;
    this.#layer.show(board);
    this.#marks.draw(
      'goals',
      board.marked.flatMap((cell) => this.#marks.frame(cell)),
    );
    this.#marks.draw(
      'lines',
      board.lines.flatMap((line) => this.#marks.line(line)),
    );
    this.element.classList.toggle('board--won', board.lines.length > 0);
    this.#layer.emphasise(board.lines.flat());
    this.#drawLast();
    this.#tray.element.hidden = board.tray === null;
    this.element.classList.toggle('board--tray', board.tray !== null && !this.#options.small);
    if (board.tray) {
      this.#tray.show(board.tray, interactive && this.#actions.legalKinds().has('take'));
    }
    if (this.#options.small) {
      return;
    }
    if (this.#worths) {
      this.#overlay.show(this.#worths, this.#actions);
    }
    this.#label();
    this.#drawHint();
    this.#previewCursor();
    this.#followLast();
  }

  /** @param {boolean} pending */
  #setPending(pending) {
    this.#pending = pending;
    this.element.classList.toggle('board--pending', pending);
  }

  /** Ends the animation. */
  #stop() {
    this.#playing?.abort();
    this.#playing = null;
    cancelAnimations(this.#layer.element);
  }

  /** Performs a gesture: reports its action, keeps it for later, or shows that it is not legal.
   * @param {Gesture} gesture */
  #act(gesture) {
    if (this.#playing) {
      this.#stop();
      this.#settle();
    }
    if (this.#pending) {
      this.#queued = gesture;
      return;
    }
    if (!this.#shown?.interactive) {
      return;
    }
    const action = this.#actions.find(gesture);
    if (action === undefined || !this.#actions.isLegal(action)) {
      const reason = refuse(gesture, this.#layer, this.#tray, this.#actions.legalKinds());
      this.#options.onRefused?.(t(reason));
      return;
    }
    this.#select(null);
    this.#preview(null);
    this.#setPending(true);
    this.#options.onAction?.(action);
  }

  /** @param {Cell | null} cell */
  #select(cell) {
    if (cell === this.#selected || (cell && !this.#shown?.interactive)) {
      return;
    }
    this.#selected = cell;
    this.#marks.draw('selected', cell ? this.#marks.frame(cell) : []);
    if (!this.#playing) {
      this.#label();
    }
  }

  /** The gesture of the last move. */
  get #lastGesture() {
    return this.#actions.gestureOf(this.#shown?.last?.action);
  }

  /** The gesture of the hint. */
  get #hint() {
    return this.#actions.gestureOf(this.#hinted);
  }

  /** Marks the last move: by corners around its cells, or by an arrow where it moved lines or everything. */
  #drawLast() {
    const gesture = this.#lastGesture;
    const cells = gesture && this.#shown ? cellsOf(gesture, this.#shown.board) : [];
    const arrow = gesture?.type === 'shift' ? this.#marks.shift(gesture.cell, gesture.towards) : [];
    this.#marks.draw('last', [...cells.flatMap((cell) => this.#marks.corners(cell)), ...arrow]);
    this.#overlay.point('last', gesture);
  }

  /** Scrolls a board that is too large for the screen to the last move. */
  #followLast() {
    const { last, board } = /** @type {Shown} */ (this.#shown);
    const gesture = this.#lastGesture;
    const [cell] = gesture ? cellsOf(gesture, board) : [];
    if (cell && last?.ply !== this.#followed && this.element.hasAttribute('data-wide')) {
      this.#followed = last?.ply;
      this.#grid.reveal(this.#layer.toPlace(cell));
    }
  }

  #drawHint() {
    const gesture = this.#hint;
    // The evaluation of a swap stands where its arrow would be.
    const framed = gesture?.type === 'swap' && this.#worths !== null;
    const drawn = framed ? this.#marks.outline(gesture) : gesture && this.#drawEffect(gesture);
    this.#marks.draw('hint', drawn ?? []);
    this.#overlay.point('hint', gesture);
    this.#tray.point('hint', gesture);
  }

  /** Labels the cells for screen readers. */
  #label() {
    if (!this.#shown || this.#options.small) {
      return;
    }
    const { board } = this.#shown;
    const [last, hint] = [this.#lastGesture, this.#hint];
    const remarks = cellRemarks(board, {
      last: last ? cellsOf(last, board) : [],
      hint: hint && hint.type !== 'column' ? cellsOf(hint, board) : [],
      selected: this.#selected,
      evaluations: this.#overlay.words,
    });
    this.#grid.show(board, remarks, areNamedByCells(this.#actions.kinds));
  }

  /** Previews a tap at a place on the screen.
   * @param {Cell | null} place in cells with fractions */
  #preview(place) {
    const { board, interactive } = this.#shown ?? {};
    const possible = board && interactive && !this.#pending && place;
    const gesture = possible ? gestureAt(place, this.#layer, this.#actions, this.#tools.chosen) : null;
    this.#marks.draw('preview', gesture ? this.#drawEffect(gesture) : []);
  }

  /** Draws what a gesture of the side to act would do: a token that is dropped is shown where it would come
   * to rest.
   * @param {Gesture} gesture */
  #drawEffect(gesture) {
    if (gesture.type !== 'column') {
      return this.#marks.gesture(gesture);
    }
    const { board, own } = /** @type {Shown} */ (this.#shown);
    const token = own === undefined ? null : this.#layer.make(own).querySelector('svg');
    return this.#marks.drop(gesture.column, landing(board, gesture.column), token);
  }

  /** Previews what Enter would do, while the focus is on the board. */
  #previewCursor() {
    if (this.#grid.hasFocus && this.#actions.kinds.has('column')) {
      this.#preview(this.#cursorPlace);
    }
  }

  /** The middle of the cell under the cursor.
   * @returns {Cell} */
  get #cursorPlace() {
    return [this.#grid.cursor[0] + 0.5, this.#grid.cursor[1] + 0.5];
  }

  /** @returns {import('./gestures.js').BoardControl} */
  #control() {
    return {
      kinds: () => this.#actions.kinds,
      tool: () => this.#tools.chosen,
      active: () => this.#shown?.interactive ?? false,
      act: (gesture) => this.#act(gesture),
      hover: (place) => this.#preview(place),
      select: (cell) => this.#select(cell),
      selected: () => this.#selected,
      roll: (columns, rows) => this.roll(columns, rows),
    };
  }

  /** @returns {import('./keyboard.js').KeyControl} */
  #keyControl() {
    return {
      grid: this.#grid,
      tray: this.#tray,
      legalKinds: () => this.#actions.legalKinds(),
      columns: () => this.#layer.columns,
      torus: () => this.#layer.torus,
      onMoved: () => this.#previewCursor(),
      cancel: () => {
        const held = this.#selected !== null || this.#queued !== null;
        this.#queued = null;
        this.#select(null);
        return held;
      },
    };
  }
}
