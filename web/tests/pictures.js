/** Takes the pictures of README: the lobby, and a game of each kind out of `records/`, whose moves and luck
 * are written down, so that the same page gives the same pictures. */

import { mkdir } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { launch } from './support/chromium.js';
import { Program, ROOT } from './support/program.js';
import { boardIsJudged } from './support/table.js';

/** Where the pictures go. */
const FOLDER = path.join(ROOT, 'docs', 'pictures');

/** Where the games come from. */
const RECORDS = fileURLToPath(new URL('records', import.meta.url));

/** The window. */
const SIZE = { width: 1200, height: 800 };

/** @param {string} name */
function picture(name) {
  return /** @type {const} */ ({ path: path.join(FOLDER, `${name}.webp`), type: 'webp', quality: 80 });
}

const program = await Program.start();
const browser = await launch();
await mkdir(FOLDER, { recursive: true });
for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  const context = await browser.newContext({
    baseURL: program.origin,
    viewport: SIZE,
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
  });
  const page = await context.newPage();
  const { games } = await program.get('/api/v1/games');
  await page.goto('/');
  await page
    .locator('.living .board')
    .nth(games.length - 1)
    .waitFor();
  await page.screenshot(picture(`lobby-${colorScheme}`));
  for (const { id } of games) {
    const record = path.join(RECORDS, `${id}.txt`);
    if (colorScheme === 'dark' || !existsSync(record)) {
      continue;
    }
    await page.goto('/');
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a file' }).click();
    await (await chosen).setFiles(record);
    await page.waitForURL(/\/t\//);
    await page.getByRole('button', { name: 'Analysis', exact: true }).click();
    await boardIsJudged(page);
    await page.getByText('complete').waitFor();
    await page.screenshot(picture(id));
  }
  await context.close();
}
await browser.close();
await program.stop();
