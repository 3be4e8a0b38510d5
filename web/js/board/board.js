/** The one board of all games: it draws views, plays effects and passes on gestures as actions. It knows no rules; what is
 * possible it is told as numbers of actions.
 *
 * ```js
 * const board = new Board({ game: 'some-game', label: 'Some game', say, onAction: (action) => …, onRefused: (text) => … });
 * page.append(board.element);
 * board.setActions(snapshot.actions);
 * board.show({ board: situation.board, faces: snapshot.faces, last: situation.last, legal: situation.legal, interactive: true });
 * ```
 *
 * After `onAction` the board waits for `show` or `play`; one more gesture meanwhile is kept and carried out in the new
 * position. When an action comes to nothing, `show` the position again. */

import { h } from '../dom.js';
import { en, insert } from '../i18n/board.js';
import { pace, play, still } from './animation.js';
import { Gestures } from './gestures.js';
import { Grid } from './grid.js';
import { EvaluationOverlay } from './evaluations.js';
import { Keyboard } from './keyboard.js';
import { Marks } from './marks.js';
import { fieldsOf, landing, meant } from './gesture-cells.js';
import { refuse } from './refusal.js';
import { skinOf } from './skins.js';
import { Stage } from './token-layer.js';
import { ActionMap } from './action-map.js';
import { Tools, rollButtons } from './tools.js';
import { Tray } from './tray.js';

/** @import {ActionInfo, BoardView, Faces, Gesture, MoveInfo, Place, Step, Worth} from '../wire-types.js' */
/** @import {BoardKey} from '../i18n/board.js' */

/** @typedef {(key: BoardKey, values?: Record<string, string | number>) => string} Say */

/** @typedef {object} BoardOptions
 * @property {string} game the game's id, for its skin
 * @property {string} label what the board is called to a screen reader
 * @property {(action: number) => void} [onAction] is given a legal action that the player means
 * @property {(text: string) => void} [onRefused] is told why a gesture is not possible
 * @property {(wave: Step[], index: number) => void} [onWave] is told as each wave of a play begins, for sounds
 * @property {Say} [say] the table of strings; English where there is none
 * @property {(name: string) => string} [named] says the name of a token in the reader's language
 * @property {(worth: Worth) => string} [inWords] says what an action is worth; else in the server's words
 * @property {boolean} [small] a picture that lives by itself: no interaction, nothing for screen readers */

/** @typedef {object} Shown
 * @property {BoardView} board
 * @property {Faces} [faces] of tokens not seen before
 * @property {MoveInfo | null} [last] the move that led here
 * @property {[first: number, last: number][]} [legal] runs of actions
 * @property {boolean} [interactive] whether it is for the person at this page to act */

/** Above this many columns a board is scrolled where its fields would be too small. */
const WIDE = 14;

/** @type {Say} */
const inEnglish = (key, values) => insert(en[key], values);

/** A board. */
export class Board {
  /** The board with all that belongs to it. */
  element;

  #options;
  #say;
  #stage;
  #marks;
  #grid;
  #tray;
  #tools;
  #judgements;
  #keyboard;
  #frame = h('div', { class: 'board__frame' });
  #zone = h('div', { class: 'board__zone' });
  #rolls;
  #steering = new ActionMap();

  /** @type {Required<Shown> | null} */
  #now = null;

  /** Whether an action was passed on and nothing has come of it yet. */
  #pending = false;

  /** The gesture that came while one was pending.
   * @type {Gesture | null} */
  #queued = null;

  /** @type {AbortController | null} */
  #playing = null;

  /** @type {Place | null} */
  #selected = null;

  /** @type {number | null} */
  #marked = null;

  /** @type {readonly Worth[] | null} */
  #worths = null;

  /** @param {BoardOptions} options */
  constructor(options) {
    this.#options = options;
    this.#say = options.say ?? inEnglish;
    const skin = skinOf(options.game);
    this.#stage = new Stage(skin);
    this.#marks = new Marks(this.#stage);
    const named = options.named ?? ((name) => name);
    this.#grid = new Grid(this.#stage, this.#say, named);
    this.#tray = new Tray(this.#stage, this.#say, named, (token) => this.#act({ type: 'take', token }));
    this.#tools = new Tools(this.#say, () => this.#select(null));
    this.#rolls = rollButtons(this.#say, (columns, rows) => this.roll(columns, rows));
    this.#judgements = new EvaluationOverlay(this.#stage, this.#marks, this.#tray, options.inWords ?? ((worth) => worth.words));
    this.#keyboard = new Keyboard(this.#desk());
    this.element = h('div', { class: 'board', 'data-game': options.game });
    this.#build(skin.plate !== undefined);
  }

  /** @param {boolean} plated */
  #build(plated) {
    const { small } = this.#options;
    this.#frame.classList.toggle('board__frame--plate', plated);
    this.#stage.element.append(this.#marks.element);
    this.#frame.append(this.#stage.element);
    this.#zone.append(this.#frame);
    this.element.append(this.#zone);
    if (small) {
      this.element.classList.add('board--small');
      this.element.setAttribute('aria-hidden', 'true');
      return;
    }
    this.#stage.element.append(this.#grid.element);
    this.#frame.append(...Object.values(this.#judgements.edges), this.#judgements.columns);
    this.element.append(this.#tools.element, this.#rolls, this.#tray.element);
    const gestures = new Gestures(this.#zone, this.#stage, this.#hand());
    this.#grid.element.addEventListener('click', (event) => {
      // Pointers are followed from where they come down; a click that none made is that of a screen reader or a voice.
      if (event.detail === 0 && this.#grid.follow(event.target)) {
        const [x, y] = this.#grid.cursor;
        gestures.tap([x + 0.5, y + 0.5]);
      }
    });
    this.#grid.element.addEventListener('focusin', (event) => {
      this.#grid.follow(event.target);
      this.#previewCursor();
    });
    this.#grid.element.addEventListener('focusout', () => this.#preview(null));
  }

  /** Tells the board the actions of the rules; an action's number is its index.
   * @param {readonly ActionInfo[]} actions */
  setActions(actions) {
    this.#steering = new ActionMap(actions);
    const { ways } = this.#steering;
    this.element.dataset.ways = [...ways].join(' ');
    this.#tools.layOut(ways);
  }

  /** Shows a position at once.
   * @param {Shown} shown */
  show(shown) {
    this.#stop();
    this.#queued = null;
    this.#take(shown);
    this.#settle();
  }

  /** Plays what led to a position, then shows it. Another `play` or `show` meanwhile ends it at once.
   * @param {Shown & {waves: Step[][]}} shown
   * @returns {Promise<void>} */
  async play({ waves, ...shown }) {
    const cut = this.#playing !== null;
    this.#stop();
    if (cut && this.#now) {
      // The waves set out from where the play that is cut short would have led.
      this.#stage.show(this.#now.board);
    }
    const speed = this.#queued ? 0 : pace();
    this.#take(shown);
    this.#marks.draw('last');
    this.#marks.draw('lines');
    this.element.classList.remove('board--won');
    if (speed > 0) {
      const { signal } = (this.#playing = new AbortController());
      const { onWave } = this.#options;
      await play(this.#stage, waves, { pace: speed, bounces: skinOf(this.#options.game).bounces ?? false, signal, onWave });
      if (signal.aborted) {
        return;
      }
      this.#playing = null;
    } else {
      waves.forEach((wave, index) => this.#options.onWave?.(wave, index));
    }
    this.#settle();
    const queued = this.#queued;
    this.#queued = null;
    if (queued && this.#now?.interactive) {
      this.#act(queued);
    }
  }

  /** Shows what actions are worth, the best first, or hides it.
   * @param {readonly Worth[] | null} worths */
  setJudgement(worths) {
    this.#worths = worths;
    this.element.classList.toggle('board--judged', worths !== null);
    this.#judgements.show(worths ?? [], this.#steering);
    this.#drawHint();
    this.#label();
  }

  /** Marks an action as a hint, or takes the mark away.
   * @param {number | null} action */
  setMark(action) {
    this.#marked = action;
    this.#drawHint();
    this.#label();
  }

  /** Carries out what a key means to the board.
   * @param {KeyboardEvent} event
   * @returns {boolean} whether it means something */
  handleKey(event) {
    const took = this.#now !== null && this.#keyboard.handle(event);
    if (took) {
      event.preventDefault();
    }
    return took;
  }

  /** Rolls a torus by some fields to the right and down; other boards stay.
   * @param {number} columns
   * @param {number} rows */
  roll(columns, rows) {
    if (!this.#stage.torus || !this.#now) {
      return;
    }
    this.#stop();
    const [x, y] = this.#stage.roll;
    this.#stage.roll = [x + columns, y + rows];
    this.#settle();
    if (pace() > 0) {
      const { columns: width, rows: height } = this.#stage;
      const start = `${(-100 * columns) / width}% ${(-100 * rows) / height}%`;
      for (const layer of this.#stage.layers) {
        layer.animate([{ translate: start }, { translate: '0% 0%' }], { duration: 160 * pace(), easing: 'ease-out' });
      }
    }
  }

  /** Gives the focus to the board: to the tray where a token is to be taken, else to the field under the cursor. */
  focus() {
    if (this.#steering.legalKinds().has('take')) {
      this.#tray.focus();
    } else {
      this.#grid.focus();
    }
  }

  /** Ends all motion and takes the board away. */
  destroy() {
    this.#stop();
    this.element.remove();
  }

  /** @param {Shown} shown */
  #take(shown) {
    this.#now = {
      board: shown.board,
      faces: shown.faces ?? {},
      last: shown.last ?? null,
      legal: shown.legal ?? [],
      interactive: shown.interactive ?? false,
    };
    this.#pending = false;
    this.#steering.legal = this.#now.legal;
    Object.assign(this.#stage.faces, shown.faces);
    this.#marked = null;
    this.#marks.draw('hint');
    if (this.#stage.layOut(shown.board)) {
      this.#layOut(shown.board);
    }
    this.#select(null);
    this.element.classList.toggle('board--waiting', !this.#now.interactive);
  }

  /** @param {BoardView} board */
  #layOut(board) {
    const { style } = this.element;
    style.setProperty('--columns', String(board.columns));
    style.setProperty('--rows', String(board.rows));
    style.setProperty('--rim', String(this.#stage.rim));
    this.element.toggleAttribute('data-wide', board.columns > WIDE);
    this.#rolls.hidden = !board.torus;
    this.#marks.layOut();
    if (!this.#options.small) {
      this.#grid.layOut(this.#options.label);
      this.#tray.clear();
      this.#judgements.layOut(board.columns, board.first);
    }
  }

  /** Shows the present position as it is at rest. */
  #settle() {
    if (!this.#now) {
      return;
    }
    const { board, interactive } = this.#now;
    this.#stage.show(board);
    this.#marks.draw('goals', board.marked.flatMap((cell) => this.#marks.frame(cell)));
    this.#marks.draw('lines', board.lines.flatMap((line) => this.#marks.line(line)));
    this.element.classList.toggle('board--won', board.lines.length > 0);
    this.#stage.emphasise(board.lines.flat());
    this.#drawLast();
    if (this.#options.small) {
      return;
    }
    this.#tray.element.hidden = board.tray === null;
    this.element.classList.toggle('board--tray', board.tray !== null);
    if (board.tray) {
      this.#tray.show(board.tray, interactive && this.#steering.legalKinds().has('take'));
    }
    if (this.#worths) {
      this.#judgements.show(this.#worths, this.#steering);
    }
    this.#label();
    this.#drawHint();
    this.#previewCursor();
  }

  /** Ends a play at once. */
  #stop() {
    this.#playing?.abort();
    this.#playing = null;
    still(this.#stage.element);
  }

  /** Carries out a gesture: passes its action on, keeps it for later, or says gently that it is not possible.
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
    if (!this.#now?.interactive) {
      return;
    }
    const action = this.#steering.find(gesture);
    if (action === undefined || !this.#steering.isLegal(action)) {
      this.#refuse(gesture);
      return;
    }
    this.#select(null);
    this.#preview(null);
    this.#pending = true;
    this.#options.onAction?.(action);
  }

  /** @param {Gesture} gesture */
  #refuse(gesture) {
    const about = refuse(gesture, { stage: this.#stage, tray: this.#tray, legalKinds: this.#steering.legalKinds() });
    this.#options.onRefused?.(this.#say(about));
  }

  /** @param {Place | null} cell */
  #select(cell) {
    if (cell === this.#selected || (cell && !this.#now?.interactive)) {
      return;
    }
    this.#selected = cell;
    this.#marks.draw('selected', cell ? this.#marks.frame(cell) : []);
    if (this.#now && !this.#playing && !this.#options.small) {
      this.#label();
    }
  }

  /** The fields of the last move.
   * @returns {Place[]} */
  #lastCells() {
    const { board, last } = this.#now ?? {};
    const gesture = last && this.#steering.gestureOf(last.action);
    return board && gesture ? fieldsOf(gesture, board) : [];
  }

  /** Marks the last move: by corners around its fields, or by an arrow where it moved lines or everything. */
  #drawLast() {
    const { last } = this.#now ?? {};
    const gesture = last ? this.#steering.gestureOf(last.action) : undefined;
    const arrow = gesture?.type === 'shift' ? this.#marks.shift(gesture.cell, gesture.towards) : [];
    this.#marks.draw('last', [...this.#lastCells().flatMap((cell) => this.#marks.corners(cell)), ...arrow]);
    this.#judgements.point('last', gesture?.type === 'push' ? gesture.towards : null);
  }

  #drawHint() {
    const gesture = this.#marked === null ? undefined : this.#steering.gestureOf(this.#marked);
    // What a swap is worth is written where its arrow would be.
    const drawn = gesture?.type === 'swap' && this.#worths ? this.#marks.outline(gesture) : gesture && this.#marks.gesture(gesture);
    this.#marks.draw('hint', drawn ?? []);
    this.#judgements.point('hint', gesture?.type === 'push' ? gesture.towards : null);
    for (const button of this.#tray.element.children) {
      button.classList.remove('tray__token--hint');
    }
    if (gesture?.type === 'take') {
      this.#tray.of(gesture.token)?.classList.add('tray__token--hint');
    }
  }

  /** Says of every field what stands there. */
  #label() {
    if (!this.#now || this.#options.small) {
      return;
    }
    const { board } = this.#now;
    const marked = this.#marked === null ? undefined : this.#steering.gestureOf(this.#marked);
    const hinted = marked && marked.type !== 'column' ? fieldsOf(marked, board) : [];
    /** @type {Map<number, string[]>} */
    const remarks = new Map();
    const remark = (/** @type {string} */ words, /** @type {Place[]} */ cells) => {
      for (const field of new Set(cells.map((cell) => this.#stage.index(cell)))) {
        remarks.set(field, [...(remarks.get(field) ?? []), words]);
      }
    };
    remark(this.#say('board.last'), this.#lastCells());
    remark(this.#say('board.winning'), board.lines.flat());
    remark(this.#say('board.marked'), board.marked);
    remark(this.#say('board.hole'), board.holes);
    remark(this.#say('board.selected'), this.#selected ? [this.#selected] : []);
    remark(this.#say('board.hint'), hinted);
    this.#judgements.words.forEach(([cell, words]) => remark(words, [cell]));
    this.#grid.show(board, remarks);
  }

  /** Shows what a tap would mean at a place of the picture.
   * @param {Place | null} place in fields with fractions */
  #preview(place) {
    const { board, interactive } = this.#now ?? {};
    const gesture = board && interactive && !this.#pending && place ? meant(place, this.#stage, this.#steering, this.#tools.chosen) : null;
    const falls = gesture?.type === 'column' && board;
    this.#marks.draw('preview', falls ? this.#marks.drop(gesture.column, landing(board, gesture.column)) : gesture ? this.#marks.gesture(gesture) : []);
  }

  /** Shows what Enter would mean, while the focus is on the board. */
  #previewCursor() {
    if (this.#grid.hasFocus && this.#steering.ways.has('column')) {
      this.#preview([this.#grid.cursor[0] + 0.5, this.#grid.cursor[1] + 0.5]);
    }
  }

  /** @returns {import('./gestures.js').Hand} */
  #hand() {
    return {
      ways: () => this.#steering.ways,
      tool: () => this.#tools.chosen,
      active: () => this.#now?.interactive ?? false,
      act: (gesture) => this.#act(gesture),
      hover: (place) => this.#preview(place),
      select: (cell) => this.#select(cell),
      selected: () => this.#selected,
      roll: (columns, rows) => this.roll(columns, rows),
    };
  }

  /** @returns {import('./keyboard.js').Desk} */
  #desk() {
    return {
      ...this.#hand(),
      grid: this.#grid,
      tray: this.#tray,
      legalKinds: () => this.#steering.legalKinds(),
      columns: () => this.#stage.columns,
      torus: () => this.#stage.torus,
      moved: () => this.#previewCursor(),
      cancel: () => {
        const held = this.#selected !== null || this.#queued !== null;
        this.#queued = null;
        this.#select(null);
        return held;
      },
    };
  }
}
