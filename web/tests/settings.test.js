/** Settings: shown at once, remembered, and the same in every tab. */

import assert from 'node:assert/strict';

import { test } from './support/arcade.js';
import { pick } from './support/hands.js';

/** @import {Page} from 'playwright-core' */

/** Opens the settings and chooses something.
 * @param {Page} page
 * @param {string} group
 * @param {string} value */
async function choose(page, group, value) {
  await page.getByRole('button', { name: 'Settings' }).click();
  await pick(page, page.getByRole('group', { name: group }), value);
  await page.keyboard.press('Escape');
}

/** @param {Page} page */
function attributes(page) {
  return page.evaluate(() => {
    const { theme, palette, speed, motion } = document.documentElement.dataset;
    return {
      theme,
      palette,
      speed,
      motion,
      ground: getComputedStyle(document.documentElement).backgroundColor,
      frame: document.querySelector('meta[name=theme-color]')?.getAttribute('content'),
    };
  });
}

test('the theme follows the system until somebody chooses one', async (stage) => {
  const page = await stage.visitor({ colorScheme: 'light' });
  await page.goto('/');
  await page.locator('html[data-palette]').waitFor();
  const light = await attributes(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.notEqual((await attributes(page)).ground, light.ground);
  // The browser's own frame follows.
  await page.locator(`meta[name=theme-color][content="${light.frame}"]`).waitFor({ state: 'detached' });
  await choose(page, 'Theme', 'Light');
  assert.deepEqual(await attributes(page), { ...light, theme: 'light' });
  await page.reload();
  assert.equal((await attributes(page)).ground, light.ground, 'it is remembered');
  const tab = await page.context().newPage();
  await tab.goto('/');
  await choose(tab, 'Theme', 'Dark');
  await page.locator('html[data-theme=dark]').waitFor();
});

test('colours, animation and motion are remembered', async (stage) => {
  const page = await stage.visitor();
  await page.goto('/');
  await choose(page, 'Colours', 'Colour-blind safe');
  await choose(page, 'Animation', 'Fast');
  await choose(page, 'Motion', 'Full');
  await page.reload();
  const { palette, speed, motion } = await attributes(page);
  assert.deepEqual({ palette, speed, motion }, { palette: 'okabe-ito', speed: 'fast', motion: 'full' });
});

test('games of the lobby play on when animation is switched on', async (stage) => {
  const page = await stage.visitor({ reducedMotion: 'no-preference' });
  await page.goto('/');
  await choose(page, 'Animation', 'Off');
  await page.reload();
  const board = page.locator('.living .board').first();
  const still = await board.innerHTML();
  await choose(page, 'Animation', 'Normal');
  await page.waitForFunction(
    (before) => document.querySelector('.living .board')?.innerHTML !== before,
    still,
  );
});

test('the page speaks English, German and Spanish', async (stage) => {
  const page = await stage.visitor({ locale: 'de-DE' });
  await page.goto('/');
  await page.locator('html[lang=de]').waitFor();
  const german = await page.getByRole('heading', { level: 1 }).textContent();
  await page.getByRole('button', { name: 'Einstellungen' }).click();
  await pick(page, page.getByRole('dialog'), 'Español');
  await page.locator('html[lang=es]').waitFor();
  await page.keyboard.press('Escape');
  const spanish = await page.getByRole('heading', { level: 1 }).textContent();
  await page.reload();
  await page.locator('html[lang=es]').waitFor();
  assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), spanish, 'it is remembered');
  assert.notEqual(spanish, german);
});

test('sound is off until it is asked for', async (stage) => {
  const page = await stage.visitor();
  await page.goto('/');
  await page.getByRole('button', { name: 'Settings' }).click();
  const sound = page.getByRole('switch', { name: 'Sound' });
  assert.equal(await sound.isChecked(), false);
  await page.getByText('Sound', { exact: true }).click();
  assert.equal(await sound.isChecked(), true);
  await page.reload();
  await page.getByRole('button', { name: 'Settings' }).click();
  assert.equal(await sound.isChecked(), true, 'it is remembered');
});
