/** The page `/editor`, on which levels of match-3 are made.
 *
 * Heading 1 `Level editor`; buttons `Open`, `Save`, `Undo`, `Redo` and `Play`. The board to paint on (easel.js) with what is
 * painted with (brushes.js); beside it the fields `Name` and `About`, what is wrong (problems.js), the disclosures `Goals`,
 * `What comes in`, `Rules` and `File`, and below all of it the region `Report` (report.js).
 *
 * The page knows no rules of levels and does not read or write their files: whatever changes is sent to the server, which
 * answers with the text of the file and with all that is wrong, by field and line. */

import { skinOf } from '../board/skins.js';
import { fill, h, icon } from '../dom.js';
import { explain } from '../explain.js';
import { t } from '../i18n/index.js';
import { te } from '../i18n/editor.js';
import { loadValue, storeValue } from '../storage.js';
import { openTable } from '../new-game/create.js';
import { Refused } from '../net/http.js';
import { checkLevel, workshop } from '../net/levels.js';
import { toast } from '../announce.js';
import { newLevelDialog } from './new-level-dialog.js';
import { Brushes } from './brushes.js';
import { eraserOf, isPainted, mirrored, paint, resized } from './draft.js';
import { Canvas } from './canvas.js';
import { Fields } from './fields.js';
import { Goals } from './goals.js';
import { History } from './history.js';
import { Problems } from './problems.js';
import { LevelReportPanel } from './report.js';
import { Rules } from './rules.js';
import { Source } from './source.js';
import { SpawnSettings } from './spawn-settings.js';

/** @import {CheckedLevel, LevelDraft, LevelProblem, LevelSource, Workshop} from '../wire-types.js' */
/** @import {Brush} from './draft.js' */

/** Changes the draft; changes in a row about the same thing are one step to undo.
 * @typedef {(update: (draft: LevelDraft) => LevelDraft, about?: string) => void} Change */

/** What is remembered of the level that is being made: its draft, or the text that is no draft yet.
 * @typedef {{draft?: LevelDraft, text?: string}} Kept */

/** Milliseconds of quiet after which a change is sent. */
const QUIET = 200;

/** Milliseconds after which a server that was not there is asked again. */
const AGAIN = 3_000;

/** The level editor. */
export class EditorPage {
  title = te('title');
  #loading = h('p', { class: 'empty', role: 'status' }, te('loading'));
  #gone = false;
  /** @type {Desk | null} */
  #desk = null;

  constructor() {
    this.element = h('div', { class: 'editor-page' }, this.#loading);
    this.#load();
  }

  /** Leaves the level as it is remembered. */
  destroy() {
    this.#gone = true;
    this.#desk?.destroy();
  }

  /** Chooses brushes by digits.
   * @param {KeyboardEvent} event */
  onBoardKey(event) {
    const place = event.key === '0' ? 10 : Number(event.key);
    return (this.#desk && place >= 1 && this.#desk.chooseBrush(place)) ?? false;
  }

  /** Carries out what a key means.
   * @param {string} command */
  onCommand(command) {
    return this.#desk?.onCommand(command) ?? false;
  }

  async #load() {
    try {
      const [tools] = await Promise.all([workshop(), dress()]);
      if (!this.#gone) {
        this.#desk = new Desk(tools);
        fill(this.element, this.#desk.element);
      }
    } catch (error) {
      const again = h('button', { class: 'button', type: 'button', onclick: () => this.#load() }, t('lobby.again'));
      fill(this.#loading, explain(error), ' ', again);
    }
  }
}

/** The editor with a level on it. */
class Desk {
  #tools;
  #fields;
  #brushes;
  #easel;
  #panels;
  #problems = new Problems((problem) => this.#goTo(problem));
  #source = new Source((text) => this.#write(text));
  #report = new LevelReportPanel(async () => (await this.#playable())?.text ?? null);
  #undo = h('button', { class: 'button button--icon', type: 'button', 'aria-label': t('controls.undo'), title: t('controls.undo'), onclick: () => this.onCommand('undo') }, icon('undo'));
  #redo = h('button', { class: 'button button--icon', type: 'button', 'aria-label': t('controls.redo'), title: t('controls.redo'), onclick: () => this.onCommand('redo') }, icon('redo'));
  #drawing = h('div', { class: 'editor__drawing' });
  #unread = h('p', { class: 'problem', hidden: true });

  /** @type {History<LevelDraft>} */
  #history;
  /** The text that is the level while somebody writes in it; null while the draft is.
   * @type {string | null} */
  #text = null;
  /** What the server said of the present state.
   * @type {Promise<CheckedLevel | null>} */
  #checked = Promise.resolve(null);
  /** @type {AbortController} */
  #asking = new AbortController();
  /** What the stroke under way paints.
   * @type {Brush} */
  #stroke = { type: 'field', field: 'plain' };
  #strokes = 0;

  /** @param {Workshop} tools */
  constructor(tools) {
    this.#tools = tools;
    const kept = loadValue('editor', /** @type {Kept} */ ({}));
    this.#history = new History(kept.draft ?? tools.blank);
    this.#text = kept.text ?? null;
    this.#fields = new Fields(tools.schema);
    const skin = skinOf(tools.game);
    const regular = tools.elements.filter(({ special }) => special === null);
    /** @type {Change} */
    const change = (update, about) => this.#change(update(this.#draft), about);
    this.#brushes = new Brushes(tools.elements, skin, () => this.#fillAll());
    this.#easel = new Canvas(tools.elements, skin, {
      begin: (cell) => this.#begin(cell),
      draw: (cells) => this.#draw(cells),
      trace: (cells) => this.#trace(cells),
      clear: (cell) => change((draft) => paint(paint(draft, [cell], { type: 'field', field: 'plain' }), [cell], { type: 'element', code: null })),
    });
    const size = (/** @type {number} */ columns, /** @type {number} */ rows) => change((draft) => resized(draft, columns, rows));
    const columns = this.#side('columns', (columns) => size(columns, this.#draft.rows));
    const rows = this.#side('rows', (rows) => size(this.#draft.columns, rows));
    const name = this.#fields.text('name', te('name'), (name) => change((draft) => ({ ...draft, name }), 'name'));
    const about = this.#fields.text('about', te('about'), (about) => change((draft) => ({ ...draft, about }), 'about'));
    this.#panels = [
      { show: (/** @type {LevelDraft} */ draft) => (name.show(draft.name), about.show(draft.about), columns.show(draft.columns), rows.show(draft.rows)) },
      new Goals(this.#fields, regular, skin, change),
      new SpawnSettings(this.#fields, regular, skin, change),
      new Rules(this.#fields, change),
    ];
    const [, goals, supply, rules] = this.#panels;
    const drawn = this.#fields.note('fields', this.#easel.grid);
    const begun = this.#fields.note('start', this.#easel.grid);
    fill(this.#drawing, this.#brushes.element, this.#easel.element, drawn, begun, h('div', { class: 'editor__size' }, this.#brushes.tools, columns.element, rows.element), h('p', { class: 'small soft editor__keys' }, te('canvas.keys')));
    const panels = [goals, supply, rules].map((panel) => /** @type {Goals} */ (panel).element);
    this.#form = h('div', { class: 'stack' }, h('section', { class: 'panel' }, h('div', { class: 'panel__body stack' }, name.element, about.element)), panels);
    this.element = h(
      'div',
      { class: 'editor' },
      this.#head(),
      h(
        'div',
        { class: 'editor__work' },
        h('div', { class: 'editor__board' }, this.#unread, this.#drawing, this.#problems.list),
        h('div', { class: 'editor__side stack' }, this.#form, this.#source.element),
      ),
      this.#report.element,
    );
    this.#show();
    this.#ask(0);
  }

  #form;

  /** Stops asking the server. */
  destroy() {
    this.#asking.abort();
    this.#report.stop();
  }

  /** @param {number} place from 1
   * @returns {boolean} whether there is such a brush */
  chooseBrush(place) {
    const there = place <= this.#brushes.count;
    if (there) {
      this.#brushes.choose(place);
    }
    return there;
  }

  /** @param {string} command */
  onCommand(command) {
    if (command === 'play') {
      this.#play();
      return true;
    }
    if (command !== 'undo' && command !== 'redo') {
      return false;
    }
    this.#history[command]();
    this.#text = null;
    this.#show();
    this.#ask();
    return true;
  }

  get #draft() {
    return this.#history.present;
  }

  #head() {
    const button = (/** @type {string} */ name, /** @type {string} */ picture, /** @type {() => void} */ onclick, primary = false) =>
      h('button', { class: primary ? 'button button--primary' : 'button tool', type: 'button', onclick }, icon(picture), h('span', { class: primary ? undefined : 'tool__label' }, name));
    return h(
      'header',
      { class: 'editor__head' },
      h('div', {}, h('h1', {}, te('title')), this.#problems.line),
      h(
        'div',
        { class: 'button-row' },
        button(te('open'), 'open', () => newLevelDialog(this.#tools, (source) => this.#open(source))),
        button(te('save'), 'download', () => this.#save()),
        this.#undo,
        this.#redo,
        button(te('play'), 'play', () => this.#play(), true),
      ),
    );
  }

  /** Makes the control for a side of the board.
   * @param {'columns' | 'rows'} name
   * @param {(value: number) => void} resize */
  #side(name, resize) {
    const { minimum, maximum } = this.#fields.about(name);
    const control = this.#fields.number(name, te(name), (value) => {
      resize(Math.min(Math.max(value ?? this.#draft[name], minimum), maximum));
      control.show(this.#draft[name]);
    }, { slow: true });
    return control;
  }

  /** @param {number} cell */
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
    // A hole is filled by what makes fields alone.
    const cells = this.#draft.fields.flatMap((field, cell) => (brush.type === 'element' && field === 'hole' ? [] : [cell]));
    this.#change(paint(this.#draft, cells, brush));
  }

  /** @param {LevelDraft} draft
   * @param {string} [about] */
  #change(draft, about) {
    this.#history.push(draft, about);
    this.#text = null;
    this.#show();
    this.#ask();
  }

  /** Takes the text that somebody writes for the level.
   * @param {string} text */
  #write(text) {
    this.#text = text;
    this.#ask();
  }

  /** @param {LevelSource} source */
  async #open(source) {
    try {
      const { text, draft } = await checkLevel(source);
      if (draft) {
        this.#history.push(draft);
      }
      // The text is kept as it is, with its comments, until the draft is changed.
      this.#text = source.type === 'draft' ? null : text;
      this.#show();
      this.#source.show(text);
      this.#ask(0);
    } catch (error) {
      toast(explain(error));
    }
  }

  /** Shows the draft. */
  #show() {
    this.#easel.show(this.#draft);
    for (const panel of this.#panels) {
      panel.show(this.#draft);
    }
    this.#undo.disabled = !this.#history.canUndo;
    this.#redo.disabled = !this.#history.canRedo;
  }

  /** Remembers the level and has it looked at, after a pause in which more may change.
   * @param {number} [pause] */
  #ask(pause = QUIET) {
    this.#asking.abort();
    const { signal } = (this.#asking = new AbortController());
    storeValue('editor', /** @type {Kept} */ ({ draft: this.#draft, ...(this.#text === null ? {} : { text: this.#text }) }));
    this.#problems.show({ type: 'checking' });
    this.#checked = new Promise((resolve) => {
      const timer = setTimeout(async () => resolve(await this.#look(signal)), pause);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve(null);
      });
    });
  }

  /** Has the level looked at and shows what is said of it.
   * @param {AbortSignal} signal
   * @returns {Promise<CheckedLevel | null>} */
  async #look(signal) {
    const text = this.#text;
    try {
      const checked = await checkLevel(text === null ? { type: 'draft', draft: this.#draft } : { type: 'text', text }, signal);
      if (signal.aborted) {
        return null;
      }
      this.#hear(checked, text !== null);
      return checked;
    } catch (error) {
      if (signal.aborted) {
        return null;
      }
      if (error instanceof Refused && error.code === 'malformed' && !this.#history.canUndo) {
        // What was remembered is a draft of another version.
        this.#change(this.#tools.blank);
        return null;
      }
      this.#problems.show({ type: 'unknown', why: explain(error) });
      const timer = setTimeout(() => this.#ask(0), AGAIN);
      signal.addEventListener('abort', () => clearTimeout(timer));
      return null;
    }
  }

  /** @param {CheckedLevel} checked
   * @param {boolean} written whether the text is the level */
  #hear({ text, draft, problems }, written) {
    const unread = written && draft === null;
    this.#drawing.inert = unread;
    this.#form.inert = unread;
    this.#unread.hidden = !unread;
    if (unread) {
      const back = h('button', { class: 'button button--small', type: 'button', onclick: () => this.#change(this.#draft) }, te('unread.back'));
      fill(this.#unread, te('unread'), ' ', back);
    }
    if (written && draft && JSON.stringify(draft) !== JSON.stringify(this.#draft)) {
      this.#history.push(draft, 'text');
      this.#show();
    }
    this.#source.show(text);
    this.#report.changed(text);
    this.#fields.mark(problems);
    this.#problems.show({ type: 'checked', problems });
  }

  /** @param {LevelProblem} problem */
  #goTo({ field, line }) {
    if (field === 'fields' || field === 'start') {
      this.#easel.focus();
      return;
    }
    if (this.#text !== null || !this.#fields.goTo(field)) {
      this.#source.goTo(line);
    }
  }

  /** Returns what the server says of the level as it is now; null, with a word about it, where it cannot be had. */
  async #settled() {
    const checked = await this.#checked;
    if (!checked) {
      toast(t('error.unreachable'));
    }
    return checked;
  }

  async #save() {
    const checked = await this.#settled();
    if (!checked) {
      return;
    }
    const stem = this.#draft.name.toLocaleLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
    const address = URL.createObjectURL(new Blob([checked.text], { type: 'application/toml' }));
    h('a', { href: address, download: `${stem || 'level'}.toml` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 0);
  }

  /** Returns what the server says of a level that can be played; null, with a word about it, of any other. */
  async #playable() {
    const checked = await this.#settled();
    if (checked && checked.problems.length > 0) {
      toast(te('play.not'));
      this.#problems.focus();
      return null;
    }
    return checked;
  }

  async #play() {
    const checked = await this.#playable();
    if (!checked) {
      return;
    }
    try {
      await openTable({ game: this.#tools.game, options: { [this.#tools.option]: checked.text }, seats: [{ type: 'me' }] });
    } catch (error) {
      toast(explain(error));
    }
  }
}

/** Loads the style of the editor, once. */
async function dress() {
  const address = new URL('../../css/pages/editor.css', import.meta.url).href;
  if (document.querySelector(`link[href="${address}"]`)) {
    return;
  }
  const link = h('link', { rel: 'stylesheet', href: address });
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', reject);
    document.head.append(link);
  });
}
