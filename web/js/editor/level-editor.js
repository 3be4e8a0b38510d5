/** The level editor, for levels of match-3.
 *
 * Heading 1 `Level editor`; buttons `Open`, `Save`, `Undo`, `Redo` and `Play`. The canvas (canvas.js) with
 * the brushes (brushes.js); beside it the fields `Name` and `About`, the problems (problems.js), the
 * disclosures `Goals`, `What comes in`, `Rules` and `File`; below all of it the region `Report` (report.js).
 *
 * The page knows no rules of levels and does not parse their files. It sends every change to the server,
 * which answers with the text of the file and the problems by field and line. */

import { linkTo } from '../address.js';
import { toast } from '../announce.js';
import { clamp } from '../board/geometry.js';
import { skinOf } from '../board/skins.js';
import { openDialog } from '../dialogs/dialog.js';
import { fill, h, icon } from '../dom.js';
import { explain, toastError } from '../explain.js';
import { te } from '../i18n/editor-texts.js';
import { t } from '../i18n/index.js';
import { Refused } from '../net/backend.js';
import { checkLevel } from '../net/requests.js';
import { openLevel } from '../levels/play-level.js';
import { pack } from '../packed-text.js';
import { go } from '../router.js';
import { copyLine, download } from '../share.js';
import { loadValue, storeValue } from '../storage.js';
import { button, buttonRow, iconButton, note, toolButton } from '../widgets.js';
import { Brushes } from './brushes.js';
import { Canvas } from './canvas.js';
import { eraserOf, isPainted, mirrored, paint, resized } from './draft.js';
import { Fields } from './fields.js';
import { goalFields } from './goals.js';
import { History } from './history.js';
import { newLevelDialog } from './new-level-dialog.js';
import { Problems } from './problems.js';
import { LevelReportPanel } from './report.js';
import { Rules } from './rules.js';
import { Source } from './source.js';
import { SpawnSettings } from './spawn-settings.js';

/** @import {CheckedLevel, EditorConfig, LevelDraft, LevelError} from '../wire-types.js' */
/** @import {LevelSet, LevelSource} from '../wire-types.js' */
/** @import {Brush} from './draft.js' */

/** The stored level: its draft, and its text while that has no draft.
 * @typedef {{draft?: LevelDraft, text?: string}} Stored */

/** Milliseconds of quiet after which a change is sent. */
const QUIET = 200;

/** Milliseconds after which an unreachable server is asked again. */
const RETRY = 3_000;

/** The level editor. */
export class LevelEditor {
  #tools;
  #levels;
  #fields;
  #brushes;
  #canvas;
  /** Show parts of the draft.
   * @type {{show: (draft: LevelDraft) => void}[]} */
  #views;
  #problems = new Problems((problem) => this.#goTo(problem));
  #source = new Source((text) => this.#edit(text));
  #report = new LevelReportPanel(async () => (await this.#playable())?.text ?? null);
  #undo = iconButton('', 'undo', t('controls.undo'), () => void this.onCommand('undo'));
  #redo = iconButton('', 'redo', t('controls.redo'), () => void this.onCommand('redo'));
  /** The parts that change the draft. */
  #drawing = h('div', { class: 'editor__drawing' });
  #form = h('div', { class: 'stack' });
  /** The notice that the text has no draft. */
  #unread = h('p', { class: 'problem', hidden: true });
  /** @type {History<LevelDraft>} */
  #history;
  /** The edited text of the level; null while the draft is the level.
   * @type {string | null} */
  #text = null;
  /** The server's answer about the present level.
   * @type {Promise<CheckedLevel | null>} */
  #checked = Promise.resolve(null);
  #request = new AbortController();
  /** What the present stroke paints.
   * @type {Brush} */
  #stroke = { type: 'field', field: 'plain' };
  #strokes = 0;

  /** @param {EditorConfig} tools
   * @param {LevelSet} levels */
  constructor(tools, levels) {
    this.#tools = tools;
    this.#levels = levels;
    const stored = loadValue('editor', /** @type {Stored} */ ({}));
    this.#history = new History(stored.draft ?? tools.blank);
    this.#text = stored.text ?? null;
    this.#fields = new Fields(tools.schema);
    const skin = skinOf(levels.game);
    const regular = tools.elements.filter(({ special }) => special === null);
    const change = this.#changeBy;
    this.#brushes = new Brushes(tools.elements, skin, () => this.#fillAll());
    this.#canvas = new Canvas(tools.elements, skin, {
      begin: (cell) => this.#begin(cell),
      draw: (cells) => this.#draw(cells),
      trace: (cells) => this.#trace(cells),
      clear: (cell) => change((draft) => clearCell(draft, cell)),
    });
    const columns = this.#side('columns', (columns) =>
      change((draft) => resized(draft, columns, draft.rows)),
    );
    const rows = this.#side('rows', (rows) => change((draft) => resized(draft, draft.columns, rows)));
    const [name, about] = /** @type {const} */ (['name', 'about']).map((key) =>
      this.#fields.text(key, te(key), (text) => change((draft) => ({ ...draft, [key]: text }), key)),
    );
    const showTexts = (/** @type {LevelDraft} */ draft) => {
      name.show(draft.name);
      about.show(draft.about);
      columns.show(draft.columns);
      rows.show(draft.rows);
    };
    const goals = goalFields(this.#fields, regular, skin, change);
    const spawn = new SpawnSettings(this.#fields, regular, skin, change);
    const rules = new Rules(this.#fields, change);
    this.#views = [this.#canvas, { show: showTexts }, goals, spawn, rules];
    fill(
      this.#drawing,
      this.#brushes.element,
      this.#canvas.element,
      this.#fields.note('fields', this.#canvas.grid),
      this.#fields.note('start', this.#canvas.grid),
      h('div', { class: 'editor__size' }, this.#brushes.tools, columns.element, rows.element),
      h('p', { class: 'small soft editor__keys' }, te('canvas.keys')),
    );
    const texts = h('div', { class: 'panel__body stack' }, name.element, about.element);
    fill(this.#form, h('section', { class: 'panel' }, texts), goals.element, spawn.element, rules.element);
    const board = h('div', { class: 'editor__board' }, this.#unread, this.#drawing, this.#problems.list);
    const side = h('div', { class: 'editor__side stack' }, this.#form, this.#source.element);
    const work = h('div', { class: 'editor__work' }, board, side);
    this.element = h('div', { class: 'editor' }, this.#head(), work, this.#report.element);
    this.#show();
    this.#check(0);
  }

  /** Stops all requests. */
  destroy() {
    this.#request.abort();
    this.#report.stop();
  }

  /** Chooses a brush by its place from 1; returns whether there is one.
   * @param {number} place */
  chooseBrush(place) {
    return this.#brushes.choose(place);
  }

  /** Runs the command of a key; returns whether the editor has it.
   * @param {string} command */
  onCommand(command) {
    if (command === 'play') {
      this.#play();
    } else if (command === 'undo' || command === 'redo') {
      this.#history[command]();
      this.#text = null;
      this.#show();
      this.#check();
    } else {
      return false;
    }
    return true;
  }

  get #draft() {
    return this.#history.present;
  }

  #head() {
    const open = () => newLevelDialog(this.#tools, this.#levels, (source) => this.#open(source));
    const buttons = buttonRow(
      toolButton('open', te('open'), { onclick: open }),
      toolButton('download', te('save'), { onclick: () => this.#save() }),
      toolButton('share', te('share'), { onclick: () => this.#share() }),
      this.#undo,
      this.#redo,
      button('primary', [icon('play'), h('span', {}, te('play'))], () => void this.#play()),
    );
    const title = h('div', {}, h('h1', {}, te('title')), this.#problems.line);
    return h('header', { class: 'editor__head' }, title, buttons);
  }

  /** Makes the control for a side of the board.
   * @param {'columns' | 'rows'} name
   * @param {(value: number) => void} resize */
  #side(name, resize) {
    const { minimum, maximum } = this.#fields.about(name);
    const onChange = (/** @type {number | null} */ value) => {
      resize(clamp(value ?? this.#draft[name], minimum, maximum));
      control.show(this.#draft[name]);
    };
    const control = this.#fields.number(name, te(name), onChange, { slow: true });
    return control;
  }

  /** Begins a stroke, which erases where its first cell is painted already.
   * @param {number} cell */
  #begin(cell) {
    const brush = this.#brushes.chosen;
    this.#trace([cell], isPainted(this.#draft, cell, brush) ? eraserOf(brush) : brush);
  }

  /** @param {number[]} cells
   * @param {Brush} [brush] */
  #trace(cells, brush = this.#brushes.chosen) {
    this.#strokes += 1;
    this.#stroke = brush;
    this.#draw(cells);
  }

  /** @param {number[]} cells */
  #draw(cells) {
    const all = cells.flatMap((cell) => [...mirrored(this.#draft, cell, this.#brushes.mirror)]);
    this.#change(paint(this.#draft, all, this.#stroke), `stroke ${this.#strokes}`);
  }

  #fillAll() {
    const brush = this.#brushes.chosen;
    // Elements do not fill holes.
    const cells = this.#draft.fields.flatMap((field, cell) =>
      brush.type === 'element' && field === 'hole' ? [] : [cell],
    );
    this.#change(paint(this.#draft, cells, brush));
  }

  /** Changes the draft by a function.
   * @type {import('./draft.js').Change} */
  #changeBy = (update, about) => this.#change(update(this.#draft), about);

  /** @param {LevelDraft} draft
   * @param {string} [about] */
  #change(draft, about) {
    this.#history.push(draft, about);
    this.#text = null;
    this.#show();
    this.#check();
  }

  /** Makes an edited text the level.
   * @param {string} text */
  #edit(text) {
    this.#text = text;
    this.#check();
  }

  /** @param {LevelSource} source */
  async #open(source) {
    try {
      const { text, draft } = await checkLevel(source);
      if (draft) {
        this.#history.push(draft);
      }
      // The text keeps its comments until the draft is changed.
      this.#text = source.type === 'draft' ? null : text;
      this.#show();
      this.#source.show(text);
      this.#check(0);
    } catch (error) {
      toastError(error);
    }
  }

  /** Shows the draft. */
  #show() {
    for (const view of this.#views) {
      view.show(this.#draft);
    }
    this.#undo.disabled = !this.#history.canUndo;
    this.#redo.disabled = !this.#history.canRedo;
  }

  /** Stores the level and has it checked after a pause, in which more may change.
   * @param {number} [pause] */
  #check(pause = QUIET) {
    this.#request.abort();
    const { signal } = (this.#request = new AbortController());
    const text = this.#text ?? undefined;
    storeValue('editor', /** @type {Stored} */ ({ draft: this.#draft, text }));
    storeValue('editor.played', null);
    this.#problems.show({ type: 'checking' });
    this.#checked = new Promise((resolve) => {
      const timer = setTimeout(async () => resolve(await this.#send(signal)), pause);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve(null);
      });
    });
  }

  /** Sends the level to the server and shows the answer.
   * @param {AbortSignal} signal */
  async #send(signal) {
    const text = this.#text;
    try {
      const source = text === null ? { type: 'draft', draft: this.#draft } : { type: 'text', text };
      const checked = await checkLevel(/** @type {LevelSource} */ (source), signal);
      if (signal.aborted) {
        return null;
      }
      this.#showChecked(checked, text !== null);
      return checked;
    } catch (error) {
      if (!signal.aborted) {
        this.#onCheckFailed(error, signal);
      }
      return null;
    }
  }

  /** @param {unknown} error
   * @param {AbortSignal} signal */
  #onCheckFailed(error, signal) {
    if (error instanceof Refused && error.code === 'malformed' && !this.#history.canUndo) {
      // The stored draft is of another version.
      this.#change(this.#tools.blank);
      return;
    }
    this.#problems.show({ type: 'unknown', why: explain(error) });
    const timer = setTimeout(() => this.#check(0), RETRY);
    signal.addEventListener('abort', () => clearTimeout(timer));
  }

  /** @param {CheckedLevel} checked
   * @param {boolean} edited whether the text was edited */
  #showChecked({ text, draft, problems }, edited) {
    const unread = edited && draft === null;
    this.#drawing.inert = unread;
    this.#form.inert = unread;
    this.#unread.hidden = !unread;
    if (unread) {
      const back = button('small', te('unread.back'), () => this.#change(this.#draft));
      fill(this.#unread, te('unread'), ' ', back);
    }
    if (edited && draft && JSON.stringify(draft) !== JSON.stringify(this.#draft)) {
      this.#history.push(draft, 'text');
      this.#show();
    }
    this.#source.show(text);
    this.#report.changed(text);
    this.#fields.mark(problems);
    this.#problems.show({ type: 'checked', problems });
  }

  /** @param {LevelError} problem */
  #goTo({ field, line }) {
    if (field === 'fields' || field === 'start') {
      this.#canvas.focus();
    } else if (this.#text !== null || !this.#fields.goTo(field)) {
      this.#source.goTo(line);
    }
  }

  /** Returns the server's answer about the level; null, with a toast, where there is none. */
  async #settled() {
    const checked = await this.#checked;
    if (!checked) {
      toast(t('error.unreachable'));
    }
    return checked;
  }

  /** Returns the server's answer about a level without problems; null, with a toast, about any other. */
  async #playable() {
    const checked = await this.#settled();
    if (checked && checked.problems.length > 0) {
      toast(te('play.not'));
      this.#problems.focus();
      return null;
    }
    return checked;
  }

  async #save() {
    const checked = await this.#settled();
    if (!checked) {
      return;
    }
    const words = this.#draft.name.toLocaleLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
    download(`${words.replace(/^-|-$/g, '') || 'level'}.toml`, checked.text);
  }

  async #play() {
    const checked = await this.#playable();
    if (checked) {
      storeValue('editor.played', checked.text);
      await openLevel(checked.text).then(go).catch(toastError);
    }
  }

  async #share() {
    const checked = await this.#playable();
    if (checked) {
      const link = linkTo(`/l#${await pack(checked.text)}`);
      openDialog(te('share'), [copyLine(te('share.link'), link), note(te('share.help'))]);
    }
  }
}

/** Makes a cell plain, with a random element.
 * @param {LevelDraft} draft
 * @param {number} cell */
function clearCell(draft, cell) {
  const plain = paint(draft, [cell], { type: 'field', field: 'plain' });
  return paint(plain, [cell], { type: 'element', code: null });
}
