/** The level editor, for levels of match-3.
 *
 * Heading 1 `Level editor`; buttons `Open`, `Save`, `Undo`, `Redo` and `Play`. The canvas (canvas.js) with
 * the brushes (brushes.js); beside it the fields `Name` and `Description`, the problems (problems.js), the
 * disclosures `Goals`, `New gems`, `Rules` and `File`; below all of it the region `Report` (report.js).
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
import { playText } from '../levels/play-level.js';
import { pack } from '../packed-text.js';
import { copyLine, download } from '../share.js';
import { loadValue, storeValue } from '../storage.js';
import { button, buttonRow, iconButton, note, toolButton } from '../widgets.js';
import { Brushes } from './brushes.js';
import { makeCanvas } from './canvas.js';
import { eraserOf, isPainted, mirrored, paint, resized } from './draft.js';
import { Fields } from './fields.js';
import { goalFields } from './goals.js';
import { History } from './history.js';
import { newLevelDialog } from './new-level-dialog.js';
import { Problems } from './problems.js';
import { LevelReportPanel } from './report.js';
import { ruleFields } from './rules.js';
import { Source } from './source.js';
import { spawnSettings } from './spawn-settings.js';

/** @import {CheckedLevel, EditorConfig, LevelDraft, LevelError} from '../wire-types.js' */
/** @import {LevelSet, LevelSource} from '../wire-types.js' */
/** @import {Brush} from './draft.js' */

/** The stored level: its draft, and its text while that has no draft.
 * @typedef {{draft?: LevelDraft, text?: string}} Stored */

/** Milliseconds of quiet after which a change is sent. */
const QUIET = 200;

/** Milliseconds after which an unreachable server is asked again. */
const RETRY = 3_000;

/** Makes the level editor.
 * @param {EditorConfig} tools
 * @param {LevelSet} levels */
export function levelEditor(tools, levels) {
  const stored = loadValue('editor', /** @type {Stored} */ ({}));
  const problemList = new Problems((problem) => goTo(problem));
  const sourcePart = new Source((text) => edit(text));
  const reportPanel = new LevelReportPanel(async () => (await playable())?.text ?? null);
  const undoButton = iconButton('', 'undo', t('controls.undo'), () => void onCommand('undo'));
  const redoButton = iconButton('', 'redo', t('controls.redo'), () => void onCommand('redo'));
  /** The parts that change the draft. */
  const drawing = h('div', { class: 'editor__drawing' });
  const formPart = h('div', { class: 'stack' });
  /** The notice that the text has no draft. */
  const unreadNotice = h('p', { class: 'problem', hidden: true });
  /** The edited text of the level; null while the draft is the level.
   * @type {string | null} */
  let typedText = stored.text ?? null;
  /** The server's answer about the present level.
   * @type {Promise<CheckedLevel | null>} */
  let answer = Promise.resolve(null);
  let asking = new AbortController();
  /** Why the last level that could not be checked was not. */
  let failure = '';
  /** What the present stroke paints.
   * @type {Brush} */
  let painting = { type: 'field', field: 'plain' };
  let strokes = 0;
  const history = new History(stored.draft ?? tools.blank);
  const fields = new Fields(tools.schema);
  const skin = skinOf(levels.game);
  const regular = tools.elements.filter(({ special }) => special === null);
  /** @type {import('./draft.js').Change} */
  const change = (update, about) => changeTo(update(present()), about);
  const brushes = new Brushes(tools.elements, skin, () => fillAll());
  const canvas = makeCanvas(tools.elements, skin, {
    begin: (cell) => begin(cell),
    draw: (cells) => draw(cells),
    trace: (cells) => trace(cells),
    clear: (cell) => change((draft) => clearCell(draft, cell)),
  });
  const columns = makeSide('columns', (columns) => change((draft) => resized(draft, columns, draft.rows)));
  const rows = makeSide('rows', (rows) => change((draft) => resized(draft, draft.columns, rows)));
  const [name, about] = /** @type {const} */ (['name', 'about']).map((key) =>
    fields.text(key, te(key), (text) => change((draft) => ({ ...draft, [key]: text }), key)),
  );
  const showTexts = (/** @type {LevelDraft} */ draft) => {
    name.show(draft.name);
    about.show(draft.about);
    columns.show(draft.columns);
    rows.show(draft.rows);
  };
  const goals = goalFields(fields, regular, skin, change);
  const spawn = spawnSettings(fields, regular, skin, change);
  const rules = ruleFields(fields, change);
  const views = [canvas, { show: showTexts }, goals, spawn, rules];
  fill(
    drawing,
    brushes.element,
    canvas.element,
    fields.note('fields', canvas.grid),
    fields.note('start', canvas.grid),
    h('div', { class: 'editor__size' }, brushes.tools, columns.element, rows.element),
    h('p', { class: 'small soft editor__keys' }, te('canvas.keys')),
  );
  const texts = h('div', { class: 'panel__body stack' }, name.element, about.element);
  fill(formPart, h('section', { class: 'panel' }, texts), goals.element, spawn.element, rules.element);
  const board = h('div', { class: 'editor__board' }, unreadNotice, drawing, problemList.list);
  const side = h('div', { class: 'editor__side stack' }, formPart, sourcePart.element);
  const work = h('div', { class: 'editor__work' }, board, side);
  const element = h('div', { class: 'editor' }, makeHead(), work, reportPanel.element);
  showDraft();
  check(0);

  /** Stops all requests. */
  function destroy() {
    asking.abort();
    reportPanel.stop();
  }

  /** Runs the command of a key; returns whether the editor has it.
   * @param {string} command */
  function onCommand(command) {
    if (command === 'play') {
      play();
    } else if (command === 'undo' || command === 'redo') {
      if (history[command]()) {
        typedText = null;
        showDraft();
        check();
      }
    } else {
      return false;
    }
    return true;
  }

  function present() {
    return history.present;
  }

  function makeHead() {
    const open = () => newLevelDialog(tools, levels, (source) => openLevelFile(source));
    const buttons = buttonRow(
      toolButton('open', te('open'), { onclick: open }),
      toolButton('download', te('save'), { onclick: () => save() }),
      toolButton('share', te('share'), { onclick: () => share() }),
      undoButton,
      redoButton,
      button('primary', [icon('play'), h('span', {}, te('play'))], () => void play()),
    );
    const title = h('div', {}, h('h1', {}, te('title')), problemList.line);
    return h('header', { class: 'editor__head' }, title, buttons);
  }

  /** Makes the control for a side of the board.
   * @param {'columns' | 'rows'} name
   * @param {(value: number) => void} resize */
  function makeSide(name, resize) {
    const { minimum, maximum } = fields.about(name);
    const onChange = (/** @type {number | null} */ value) => {
      resize(clamp(value ?? present()[name], minimum, maximum));
      control.show(present()[name]);
    };
    const control = fields.number(name, te(name), onChange, { slow: true });
    return control;
  }

  /** Begins a stroke, which erases where its first cell is painted already.
   * @param {number} cell */
  function begin(cell) {
    const brush = brushes.chosen;
    trace([cell], isPainted(present(), cell, brush) ? eraserOf(brush) : brush);
  }

  /** @param {number[]} cells
   * @param {Brush} [brush] */
  function trace(cells, brush = brushes.chosen) {
    strokes += 1;
    painting = brush;
    draw(cells);
  }

  /** @param {number[]} cells */
  function draw(cells) {
    const all = cells.flatMap((cell) => [...mirrored(present(), cell, brushes.mirror)]);
    changeTo(paint(present(), all, painting), `stroke ${strokes}`);
  }

  function fillAll() {
    const brush = brushes.chosen;
    // Elements do not fill holes.
    const cells = present().fields.flatMap((field, cell) =>
      brush.type === 'element' && field === 'hole' ? [] : [cell],
    );
    changeTo(paint(present(), cells, brush));
  }

  /** @param {LevelDraft} draft
   * @param {string} [about] */
  function changeTo(draft, about) {
    history.push(draft, about);
    typedText = null;
    showDraft();
    check();
  }

  /** Makes an edited text the level.
   * @param {string} text */
  function edit(text) {
    typedText = text;
    check();
  }

  /** @param {LevelSource} source */
  async function openLevelFile(source) {
    try {
      const { text, draft } = await checkLevel(source);
      if (draft) {
        history.push(draft);
      }
      // The text keeps its comments until the draft is changed.
      typedText = source.type === 'draft' ? null : text;
      showDraft();
      sourcePart.show(text);
      check(0);
    } catch (error) {
      toastError(error);
    }
  }

  /** Shows the draft. */
  function showDraft() {
    for (const view of views) {
      view.show(present());
    }
    undoButton.disabled = !history.canUndo;
    redoButton.disabled = !history.canRedo;
  }

  /** Stores the level and has it checked after a pause, in which more may change.
   * @param {number} [pause] */
  function check(pause = QUIET) {
    asking.abort();
    const { signal } = (asking = new AbortController());
    const text = typedText ?? undefined;
    storeValue('editor', /** @type {Stored} */ ({ draft: present(), text }));
    storeValue('editor.played', null);
    problemList.show({ type: 'checking' });
    answer = new Promise((resolve) => {
      const timer = setTimeout(async () => resolve(await sendLevel(signal)), pause);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve(null);
      });
    });
  }

  /** Sends the level to the server and shows the answer.
   * @param {AbortSignal} signal */
  async function sendLevel(signal) {
    const text = typedText;
    try {
      const source = text === null ? { type: 'draft', draft: present() } : { type: 'text', text };
      const checked = await checkLevel(/** @type {LevelSource} */ (source), signal);
      if (signal.aborted) {
        return null;
      }
      showChecked(checked, text !== null);
      return checked;
    } catch (error) {
      if (!signal.aborted) {
        onCheckFailed(error, signal);
      }
      return null;
    }
  }

  /** @param {unknown} error
   * @param {AbortSignal} signal */
  function onCheckFailed(error, signal) {
    if (error instanceof Refused && error.code === 'malformed' && !history.canUndo) {
      // The stored draft is of another version.
      changeTo(tools.blank);
      return;
    }
    failure = explain(error);
    problemList.show({ type: 'unknown', why: failure });
    const timer = setTimeout(() => check(0), RETRY);
    signal.addEventListener('abort', () => clearTimeout(timer));
  }

  /** @param {CheckedLevel} checked
   * @param {boolean} edited whether the text was edited */
  function showChecked({ text, draft, problems }, edited) {
    const unread = edited && draft === null;
    drawing.inert = unread;
    formPart.inert = unread;
    unreadNotice.hidden = !unread;
    if (unread) {
      const back = button('small', te('unread.back'), () => changeTo(present()));
      fill(unreadNotice, te('unread'), ' ', back);
    }
    if (edited && draft && JSON.stringify(draft) !== JSON.stringify(present())) {
      history.push(draft, 'text');
      showDraft();
    }
    sourcePart.show(text);
    reportPanel.changed(text);
    fields.mark(problems);
    problemList.show({ type: 'checked', problems });
  }

  /** @param {LevelError} problem */
  function goTo({ field, line }) {
    if (field === 'fields' || field === 'start') {
      canvas.focus();
    } else if (typedText !== null || !fields.goTo(field)) {
      sourcePart.goTo(line);
    }
  }

  /** Returns the server's answer about the level; null, with a toast, where there is none. */
  async function settled() {
    /** @type {typeof answer} */
    let asked;
    let checked;
    do {
      // The level may change while an answer is on its way.
      asked = answer;
      checked = await asked;
    } while (asked !== answer);
    if (!checked && !asking.signal.aborted) {
      toast(failure);
    }
    return checked;
  }

  /** Returns the server's answer about a level without problems; null, with a toast, about any other. */
  async function playable() {
    const checked = await settled();
    if (checked && checked.problems.length > 0) {
      toast(te('play.not'));
      problemList.focus();
      return null;
    }
    return checked;
  }

  async function save() {
    const checked = await settled();
    if (!checked) {
      return;
    }
    const words = present()
      .name.toLocaleLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-');
    download(`${words.replace(/^-|-$/g, '') || 'level'}.toml`, checked.text);
  }

  async function play() {
    const checked = await playable();
    if (checked) {
      storeValue('editor.played', checked.text);
      await playText(checked.text).catch(toastError);
    }
  }

  async function share() {
    const checked = await playable();
    if (checked) {
      const link = linkTo(`/l#${await pack(checked.text)}`);
      openDialog(te('share'), [copyLine(te('share.link'), link), note(te('share.help'))]);
    }
  }

  return { element, destroy, chooseBrush: (/** @type {number} */ place) => brushes.choose(place), onCommand };
}

/** Makes a cell plain, with a random element.
 * @param {LevelDraft} draft
 * @param {number} cell */
function clearCell(draft, cell) {
  const plain = paint(draft, [cell], { type: 'field', field: 'plain' });
  return paint(plain, [cell], { type: 'element', code: null });
}
