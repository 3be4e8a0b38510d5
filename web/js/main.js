/** The page: starts the connection and the router, and shows one page after the other.
 *
 * Landmarks: `banner` (the head), `main`, `contentinfo`; a link `Skip to content` comes first.
 * In the head: link `Quincunx` (the lobby), buttons `New game`, `Keys` and `Settings`. */

import { closeDialogs } from './dialogs/dialog.js';
import { helpDialog } from './dialogs/help.js';
import { settingsDialog } from './dialogs/settings.js';
import { listenToKeys } from './keys.js';
import { LobbyPage } from './lobby/lobby.js';
import { setLanguage, t } from './i18n/index.js';
import { Connection } from './net/connection.js';
import { leadsTo, startRouter } from './router.js';
import { apply, onSettingsChange, settings } from './settings.js';
import { renderFrame, showConnection } from './page-frame.js';

/** @import {Route} from './router.js' */

/** What every page can do.
 * @typedef {object} Page
 * @property {HTMLElement} element
 * @property {string} title
 * @property {() => void} destroy
 * @property {(event: KeyboardEvent) => boolean} [onBoardKey] takes a key that is meant for the board
 * @property {(command: string) => boolean} [onCommand] carries out what a key means, if it means something here
 * @property {(connected: boolean) => void} [onConnection] */

const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
const main = /** @type {HTMLElement} */ (document.getElementById('main'));
/** @type {Page | null} */
let page = null;
/** @type {Route | null} */
let route = null;

await setLanguage(settings().language);
apply();
renderFrame({ onHelp: helpDialog, onSettingsChange: settingsDialog });

const connection = new Connection(`${scheme}//${location.host}/ws`, (state) => {
  showConnection(state);
  page?.onConnection?.(state === 'open');
});

/** Finds the maker of a page; all but the lobby are loaded when they are first gone to.
 * @param {Route} to
 * @returns {Promise<() => Page>} */
async function makerOf(to) {
  switch (to.page) {
    case 'lobby':
      return () => new LobbyPage(null);
    case 'new':
      return () => new LobbyPage(to.game);
    case 'table': {
      const { TablePage } = await import('./table/table-page.js');
      return () => new TablePage(connection, to.table, to.invitation);
    }
    case 'record': {
      const { RecordPage } = await import('./record-page.js');
      return () => new RecordPage(to.packed);
    }
    case 'editor': {
      const { EditorPage } = await import('./editor/editor-page.js');
      return () => new EditorPage();
    }
    case 'nowhere': {
      const { NotFound } = await import('./not-found.js');
      return () => new NotFound();
    }
  }
}

/** Shows where the address leads; a jump inside the page it is on changes nothing.
 * @param {Route} to
 * @param {{again?: boolean}} [how] whether to make the page anew although it is there */
async function show(to, { again = false } = {}) {
  if (route !== null && leadsTo(route, to) && !again) {
    return;
  }
  const first = route === null;
  const overlay = page instanceof LobbyPage && (to.page === 'lobby' || to.page === 'new') && !again;
  route = to;
  if (overlay && page instanceof LobbyPage) {
    page.offer(to.page === 'new' ? to.game : null);
    return;
  }
  closeDialogs();
  page?.destroy();
  page = null;
  const make = await makerOf(to);
  if (route !== to) {
    // Somebody was faster.
    return;
  }
  page = make();
  main.replaceChildren(page.element);
  retitle();
  if (!first) {
    scrollTo(0, 0);
    main.focus({ preventScroll: true });
  }
}

/** Writes the title of the page into that of the window. */
function retitle() {
  document.title = page?.title ? `${page.title} · Quincunx` : 'Quincunx';
}

addEventListener('quincunx:title', retitle);

listenToKeys(
  (event) => page?.onBoardKey?.(event) ?? false,
  (command) => {
    if (command === 'help') {
      helpDialog();
      return true;
    }
    return page?.onCommand?.(command) ?? false;
  },
);

let language = settings().language;
onSettingsChange(async (now) => {
  if (now.language !== language) {
    language = now.language;
    await setLanguage(language);
    renderFrame({ onHelp: helpDialog, onSettingsChange: settingsDialog });
    showConnection(connection.state);
    if (route) {
      show(route, { again: true });
    }
    dispatchEvent(new Event('quincunx:language'));
  }
});

startRouter(show);
// From the lobby the next step is a table.
(globalThis.requestIdleCallback ?? setTimeout)(() => import('./table/table-page.js'));
document.documentElement.dataset['ready'] = t('language');
