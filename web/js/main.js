/** Starts the page: the connection, the router and the keys; shows one page after the other.
 *
 * Landmarks: `banner` (the head) and `main`; a link `Skip to content` comes first.
 * In the head: link `Quincunx` (the lobby), buttons `Statistics`, `Sound`, `Keyboard shortcuts` and
 * `Settings`. */

import { closeDialogs } from './dialogs/dialog.js';
import { helpDialog } from './dialogs/help.js';
import { settingsDialog } from './dialogs/settings.js';
import { statisticsDialog } from './dialogs/statistics.js';
import { hasServer } from './address.js';
import { toast } from './announce.js';
import { fill, h } from './dom.js';
import { setLanguage, t } from './i18n/index.js';
import { keepSite } from './installation.js';
import { listenToKeys } from './keys.js';
import { LobbyPage } from './lobby/lobby.js';
import { backend } from './net/current-backend.js';
import { Connection } from './net/connection.js';
import { renderFrame, showConnection, showOutdated } from './page-frame.js';
import { leadsTo, startRouter } from './router.js';
import { applySettings, onSettingsChange, settings } from './settings.js';
import { button } from './widgets.js';

/** @import {Route} from './router.js' */

/** What pages have in common.
 * @typedef {object} Page
 * @property {HTMLElement} element
 * @property {string} title
 * @property {() => void} destroy
 * @property {(event: KeyboardEvent) => boolean} [onBoardKey] handles a key for the board; returns whether it
 *   did
 * @property {(command: string) => boolean} [onCommand] runs the command of a key; returns whether the page
 *   has it
 * @property {(connected: boolean) => void} [onConnection] */

const main = /** @type {HTMLElement} */ (document.getElementById('main'));
const handlers = {
  onHelp: helpDialog,
  onSettings: () => void settingsDialog(),
  onStatistics: () => void statisticsDialog(),
};
/** @type {Page | null} */
let page = null;
/** @type {Route | null} */
let route = null;

await setLanguage(settings().language);
applySettings();
renderFrame(handlers);

const connection = new Connection(backend, (state) => {
  showConnection(state);
  page?.onConnection?.(state === 'open');
});

/** Loads the module of a page, all but the lobby's on first use, and returns what makes the page.
 * @param {Route} to
 * @param {boolean} isFirst whether it is the first page of this visit
 * @returns {Promise<() => Page>} */
async function loadPage(to, isFirst) {
  switch (to.page) {
    case 'lobby':
      return () => new LobbyPage(null, isFirst);
    case 'new':
      return () => new LobbyPage(to.game, isFirst);
    case 'table': {
      const { TablePage } = await import('./table/table-page.js');
      return () => new TablePage(connection, to.table, to.invitation);
    }
    case 'record':
    case 'level': {
      const { PackedPage } = await import('./packed-page.js');
      return () => new PackedPage(to.page, to.packed);
    }
    case 'levels': {
      const { LevelsPage } = await import('./levels/levels-page.js');
      return () => new LevelsPage();
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

/** Shows the page of a route.
 * @param {Route} to
 * @param {{again?: boolean}} [how] whether to make the page anew although it is there */
async function show(to, { again = false } = {}) {
  if (route !== null && leadsTo(route, to) && !again) {
    return;
  }
  const first = route === null;
  route = to;
  if (page instanceof LobbyPage && (to.page === 'lobby' || to.page === 'new') && !again) {
    page.offer(to.page === 'new' ? to.game : null);
    return;
  }
  closeDialogs();
  page?.destroy();
  page = null;
  const make = await loadPage(to, first).catch((error) => {
    console.error(error);
    return null;
  });
  if (route !== to) {
    // The visitor has gone on meanwhile.
    return;
  }
  if (!make) {
    route = null;
    const reload = button('', t('connection.reload'), () => location.reload());
    fill(main, h('section', { class: 'notice' }, h('p', {}, t('error.page')), reload));
    updateTitle();
    main.focus({ preventScroll: true });
    return;
  }
  page = make();
  main.replaceChildren(page.element);
  updateTitle();
  if (!first) {
    scrollTo(0, 0);
    main.focus({ preventScroll: true });
  }
}

/** Writes the title of the page into that of the window. */
function updateTitle() {
  document.title = page?.title ? `${page.title} · Quincunx` : 'Quincunx';
}

addEventListener('quincunx:title', updateTitle);

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

let { language } = settings();
onSettingsChange(async (now) => {
  if (now.language !== language) {
    ({ language } = now);
    try {
      if (!(await setLanguage(language))) {
        return;
      }
    } catch {
      toast(t('error.unreachable'));
      return;
    }
    renderFrame(handlers);
    showConnection(connection.state);
    if (route) {
      show(route, { again: true });
    }
    dispatchEvent(new Event('quincunx:language'));
  }
});

startRouter(show);
(globalThis.requestIdleCallback ?? setTimeout)(() => {
  // From the lobby most visitors go to a table.
  import('./table/table-page.js');
  if (!hasServer) {
    keepSite(showOutdated);
  }
});
document.documentElement.dataset['ready'] = t('language');
