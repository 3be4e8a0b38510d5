/** How heavy the page is, and how soon a move is to be seen. The first is asserted, the second printed. */

import assert from 'node:assert/strict';

import { catalogue, test } from './support/arcade.js';
import { layoutShift, MAX_REQUESTS, MAX_SHIFT } from './support/first-visit.js';
import { Keys } from './support/hands.js';
import { Table } from './support/table.js';

const games = await catalogue();

/** Bytes that the page may weigh on the line, compressed as it is, in one language and with every module of a
 * table. */
const MAX_BYTES = 120_000;

test('the page is light', async (stage) => {
  const page = await stage.visitor({ viewport: { width: 390, height: 664 } });
  let requests = 0;
  page.on('request', () => (requests += 1));
  /** @type {Promise<{ body: number, headers: number }>[]} */
  const sizes = [];
  page.on('requestfinished', (request) => {
    if (!new URL(request.url()).pathname.startsWith('/api/')) {
      sizes.push(
        request.sizes().then(({ responseBodySize, responseHeadersSize }) => ({
          body: responseBodySize,
          headers: responseHeadersSize,
        })),
      );
    }
  });
  const weigh = async (/** @type {string} */ what) => {
    const all = await Promise.all(sizes);
    const sum = (/** @type {'body' | 'headers'} */ part) => all.reduce((sum, size) => sum + size[part], 0);
    stage.t.diagnostic(
      `${what}: ${sum('body')} bytes in ${all.length} files, and ${sum('headers')} bytes of headers`,
    );
    return sum('body');
  };
  await page.goto('/');
  await page
    .locator('.living .board')
    .nth(games.length - 1)
    .waitFor();
  await page.getByRole('region', { name: 'Games of the day' }).waitFor();
  await weigh('the lobby');
  assert.ok((await layoutShift(page)) <= MAX_SHIFT, `what is seen moves by ${await layoutShift(page)}`);
  await page.getByRole('button', { name: 'Play' }).first().click();
  const table = await Table.opened(stage, page);
  await table.assertInStep();
  const weight = await weigh('lobby and table');
  assert.ok(requests <= MAX_REQUESTS, `${requests} requests`);
  // Only the program compresses its files.
  if (!process.env.QUINCUNX_WEB) {
    assert.ok(weight <= MAX_BYTES, `the page weighs ${weight} bytes, more than ${MAX_BYTES}`);
  }
});

for (const game of games.slice(0, 1)) {
  test(`how soon a move of ${game.title} is to be seen`, async (stage) => {
    const page = await stage.visitor({ reducedMotion: 'no-preference' });
    const sides = Array.from({ length: game.players }, (_, index) => index + 1);
    const table = await Table.make(stage, page, game);
    await page.evaluate(() => {
      /** @type {number[]} */
      const times = [];
      let pressed = 0;
      Object.assign(window, { times });
      addEventListener('keydown', (event) => (pressed = event.timeStamp), true);
      // A move is to be seen when its pieces set off; that is drawn with the next frame.
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (/** @type {Parameters<typeof animate>} */ ...how) {
        const since = pressed;
        pressed = 0;
        if (since > 0) {
          requestAnimationFrame(() => times.push(performance.now() - since));
        }
        return animate.apply(this, how);
      };
    });
    await table.play(new Keys(page), { sides, plies: 8 });
    // @ts-ignore: the script above defines it.
    const times = /** @type {number[]} */ (await page.evaluate(() => window.times)).sort((a, b) => a - b);
    const at = (/** @type {number} */ share) =>
      Math.round(times[Math.floor(share * (times.length - 1))] ?? Number.NaN);
    stage.t.diagnostic(
      `${times.length} moves seen after ${at(0)} ms at best, ${at(0.5)} in the middle, ${at(1)} at worst`,
    );
    await table.assertInStep();
  });
}
