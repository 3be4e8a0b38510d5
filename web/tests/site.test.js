/** The page without a server: a static site at a sub-path, with the engine in the browser. */

import assert from 'node:assert/strict';

import { siteTest, catalogue } from './support/arcade.js';
import { layoutShift, MAX_REQUESTS, MAX_SHIFT } from './support/first-visit.js';
import { boardIsJudged, Table } from './support/table.js';

const games = await catalogue();

/** What a browser says when a network is cut. */
const CUT = [/net::ERR_/, /Failed to fetch/];

siteTest('every game is played, analysed and taken up again after a reload', async (stage, site) => {
  const page = await stage.visitor();
  for (const game of games) {
    await page.goto(`${site.home}?/new/${game.id}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
    const table = await Table.opened(stage, page);
    await table.control('Hint').click();
    await page.locator('.remark:not(:empty)').waitFor();
    await table.control('Analysis').click();
    const best = page.getByRole('region', { name: 'Analysis' }).getByRole('listitem').first();
    await boardIsJudged(page);
    await best.getByRole('button').click();
    await table.reached(1);
    await table.ready();
    const slider = page.getByRole('slider', { name: 'Move', exact: true, includeHidden: true });
    const reached = await slider.getAttribute('aria-valuetext');
    await page.reload();
    await slider.and(page.locator(`[aria-valuetext="${reached}"]`)).waitFor();
  }
});

siteTest(
  'games, puzzles and reports go on when the network is cut',
  async (stage, site) => {
    const page = await stage.visitor();
    await page.goto(site.home);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    site.cut(true);
    await page.goto(`${site.home}?/new/connect-four`);
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
    const table = await Table.opened(stage, page);
    await table.type('4');
    await table.reached(2);
    await table.resign();
    await table.result.getByRole('button', { name: 'Report' }).click();
    const report = page.getByRole('region', { name: 'Report' });
    await report.getByRole('table').waitFor({ timeout: 90_000 });
    await page.goto(site.home);
    await page.getByRole('region', { name: 'Your games' }).getByRole('link').first().waitFor();
    const puzzles = page.getByRole('region', { name: 'Puzzles' });
    await puzzles.getByRole('button', { name: 'Connect Four: win in 3' }).first().click();
    await Table.opened(stage, page);
    await page.goto(`${site.home}?/editor`);
    await page.getByRole('button', { name: 'Let computers play' }).click();
    await page.getByRole('img', { name: /after each of/ }).waitFor({ timeout: 120_000 });
  },
  { expected: CUT },
);

siteTest('a new version is offered and loaded', async (stage, site) => {
  const page = await stage.visitor();
  await page.goto(site.home);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  const script = () => page.locator('script[type=module]').getAttribute('src');
  const before = await script();
  await site.renew();
  await page.reload();
  const reload = page.getByRole('button', { name: 'Reload the page' });
  await reload.waitFor();
  assert.equal(await script(), before, 'a game is not interrupted');
  await Promise.all([page.waitForEvent('load'), reload.click()]);
  assert.notEqual(await script(), before);
});

siteTest('two pages of one browser see the same game', async (stage, site) => {
  const page = await stage.visitor();
  await page.goto(`${site.home}?/new/2048`);
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  const table = await Table.opened(stage, page);
  await table.ready();
  const second = new Table(stage, await page.context().newPage());
  await second.page.goto(page.url());
  await second.ready();
  const play = async (/** @type {Table} */ on) => {
    for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp']) {
      await on.page.locator('.board').press(key);
    }
  };
  const moves = (/** @type {Table} */ of) =>
    of.page
      .getByRole('slider', { name: 'Move', exact: true, includeHidden: true })
      .getAttribute('aria-valuetext');
  for (const [here, there] of [
    [second, table],
    [table, second],
  ]) {
    const before = await moves(there);
    await play(here);
    await there.page.waitForFunction(
      (before) => document.querySelector('input[type=range]')?.getAttribute('aria-valuetext') !== before,
      before,
    );
  }
  // What both do at once happens once.
  await Promise.all([play(table), play(second)]);
  await table.page.waitForTimeout(2_000);
  assert.equal(await moves(table), await moves(second));
  const shown = await moves(table);
  await table.page.reload();
  await table.ready();
  assert.equal(await moves(table), shown, 'what is shown is stored');
});

siteTest('a first visit is light, and nothing moves', async (stage, site) => {
  const page = await stage.visitor({ viewport: { width: 390, height: 664 } });
  let requests = 0;
  page.on('request', (request) => (requests += request.serviceWorker() ? 0 : 1));
  await page.goto(site.home);
  await page.getByRole('region', { name: 'Games of the day' }).getByRole('button').first().waitFor();
  assert.ok((await layoutShift(page)) <= MAX_SHIFT);
  await page.getByRole('button', { name: 'Play' }).first().click();
  const table = await Table.opened(stage, page);
  await table.ready();
  assert.ok(requests <= MAX_REQUESTS, `${requests} requests`);
});
