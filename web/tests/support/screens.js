/** The twelve screens of which `docs/pictures` keeps a picture. What moves or depends on luck or the day comes
 * from `records/`, so that the same page gives the same pictures. */

import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { ROOT } from './program.js';
import { boardIsJudged } from './table.js';

/** @typedef {import('playwright-core').Page} Page */

/** A screen.
 * @typedef {object} Screen
 * @property {string} name of the picture
 * @property {true} [isTimed] whether it shows how far an analysis came in its time
 * @property {(page: Page) => Promise<void>} open
 * @property {{width: number, height: number}} [size] of the window
 * @property {'light' | 'dark'} [theme]
 * @property {string} [locale] */

/** Where the pictures are. */
const FOLDER = path.join(ROOT, 'docs', 'pictures');

/** Where the games come from. */
const RECORDS = fileURLToPath(new URL('../records', import.meta.url));

const USUAL = { width: 1200, height: 800 };
const PHONE = { width: 390, height: 664 };
const LYING_PHONE = { width: 844, height: 390 };
const SMALL = { width: 1000, height: 700 };

/** @type {Screen[]} */
export const SCREENS = [
  { name: 'lobby-light', open: openLobby },
  { name: 'lobby-dark', open: openLobby, theme: 'dark' },
  { name: 'connect-four', open: (page) => openJudged(page, 'connect-four'), isTimed: true },
  { name: '2048', open: (page) => openJudged(page, '2048'), isTimed: true },
  { name: 'quartet', open: (page) => openJudged(page, 'quartet'), isTimed: true },
  { name: 'shariki', open: (page) => openJudged(page, 'shariki'), isTimed: true },
  { name: 'match-three', open: (page) => openJudged(page, 'match-three'), isTimed: true },
  { name: 'phone-2048', open: (page) => openRecord(page, '2048'), size: PHONE, theme: 'dark' },
  { name: 'phone-quartet', open: (page) => openRecord(page, 'quartet'), size: PHONE, locale: 'de-DE' },
  { name: 'landscape-shariki', open: (page) => openRecord(page, 'shariki'), size: LYING_PHONE },
  { name: 'levels', open: openLevels, size: SMALL, locale: 'es-ES' },
  { name: 'editor', open: openEditor, size: SMALL },
];

/** Returns the file of a screen's picture.
 * @param {Screen} screen */
export function pictureFile({ name }) {
  return path.join(FOLDER, `${name}.webp`);
}

/** Returns how a visitor sees a screen.
 * @param {Screen} screen
 * @returns {import('playwright-core').BrowserContextOptions} */
export function visitorOf({ size = USUAL, theme = 'light', locale = 'en-GB' }) {
  return { viewport: size, colorScheme: theme, reducedMotion: 'reduce', locale };
}

/** Takes the picture of a page.
 * @param {Page} page */
export function takePicture(page) {
  return page.screenshot({ type: /** @type {any} */ ('webp'), quality: 80, animations: 'disabled' });
}

/** @param {Page} page */
async function openLobby(page) {
  await page.goto('/');
  await page.waitForFunction(() => {
    const cards = [...document.querySelectorAll('.game-card')];
    return cards.length > 0 && cards.every((card) => card.querySelector('.board'));
  });
}

/** @param {Page} page
 * @param {string} name of the record */
async function openRecord(page, name) {
  await page.goto('/');
  await page.locator('.drop input[type=file]').setInputFiles(path.join(RECORDS, `${name}.txt`));
  await page.waitForURL(/\/t\//);
  await page.locator('.table-page .board').waitFor();
}

/** @param {Page} page
 * @param {string} name */
async function openJudged(page, name) {
  await openRecord(page, name);
  await page.getByRole('button', { name: 'Analysis', exact: true }).click();
  await boardIsJudged(page);
  await page.getByText(/complete$/).waitFor({ timeout: 90_000 });
}

/** @param {Page} page */
async function openLevels(page) {
  await page.goto('/levels');
  await page.locator('.journey__step').first().waitFor();
}

/** @param {Page} page */
async function openEditor(page) {
  await page.goto('/editor');
  await page.getByRole('grid').waitFor();
}
