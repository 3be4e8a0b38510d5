/** The level editor: painting by mouse, keys and touch, what is wrong, files, and playing what was made. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

import { test } from './support/arcade.js';
import { assertAccessible } from './support/axe.js';
import { Finger, Mouse, pick, tabTo } from './support/hands.js';
import { Table } from './support/table.js';

/** @import {Page} from 'playwright-core' */
/** @import {Stage} from './support/arcade.js' */

/** Opens the editor of somebody who has never been there.
 * @param {Stage} stage
 * @param {import('playwright-core').BrowserContextOptions} [options]
 * @returns {Promise<Page>} */
async function editor(stage, options) {
  const page = await stage.visitor(options);
  await page.goto('/editor');
  await page.getByText('This level can be played.').waitFor();
  return page;
}

/** Finds a cell of the canvas.
 * @param {Page} page
 * @param {number} column
 * @param {number} row */
function cell(page, column, row) {
  return page.getByRole('grid').getByRole('row').nth(row).getByRole('gridcell').nth(column);
}

/** Returns the middle of a cell on the screen.
 * @param {Page} page
 * @param {number} column
 * @param {number} row */
async function middle(page, column, row) {
  const box = await cell(page, column, row).boundingBox();
  assert.ok(box, 'the cell is there');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Waits until the text of the file has something in it, and returns it.
 * @param {Page} page
 * @param {string | RegExp} part */
async function file(page, part) {
  const area = page.getByLabel('The text of the level file');
  await page.waitForFunction(
    ({ source, flags }) =>
      new RegExp(source, flags).test(
        /** @type {HTMLTextAreaElement | null} */ (document.querySelector('textarea.source'))?.value ?? '',
      ),
    part instanceof RegExp
      ? { source: part.source, flags: part.flags }
      : { source: part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), flags: '' },
  );
  return area.inputValue();
}

test('a level is painted by mouse, mended and played', async (stage) => {
  const page = await editor(stage);
  const mouse = new Mouse(page);
  await page.getByLabel('Name', { exact: true }).fill('Two walls');
  await pick(page, page.getByRole('group', { name: 'Brush' }), 'Hole');
  await page.getByRole('button', { name: 'Mirror left and right' }).click();
  // A stroke leaves no gaps however quick it is.
  const [from, to] = [await middle(page, 0, 0), await middle(page, 0, 4)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
  assert.match(await file(page, '#......#'), /fields = """\n(#\.{6}#\n){5}(\.{8}\n){3}"""\n/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await file(page, 'columns = 8\nrows = 8');
  await page.getByRole('button', { name: 'Redo' }).click();
  await file(page, '#......#');

  await pick(page, page.getByRole('group', { name: 'Brush' }), 'Field to clear');
  await mouse.tap(await middle(page, 3, 6));
  const problem = page.getByRole('list', { name: 'Problems' }).getByRole('button');
  await problem.filter({ hasText: /fields are marked/i }).click();
  const clear = page.getByRole('switch', { name: 'Clear the marked fields' });
  assert.ok(
    await clear.evaluate((control) => control === document.activeElement),
    'a problem leads to its field',
  );
  assert.equal(await clear.getAttribute('aria-invalid'), 'true');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByText('The level has errors.').waitFor();
  await clear.press('Space');
  await page.getByText('This level can be played.').waitFor();
  assert.equal(await clear.getAttribute('aria-invalid'), null);

  await page.getByRole('button', { name: 'Play', exact: true }).click();
  const table = await Table.opened(stage, page);
  const { situation } = await table.snapshot();
  assert.equal(situation.board.holes.length, 10);
  assert.deepEqual(situation.board.marked, [
    [3, 6],
    [4, 6],
  ]);
  await table.assertInStep();
  await page.goBack();
  assert.equal(
    await page.getByLabel('Name', { exact: true }).inputValue(),
    'Two walls',
    'the level is still there',
  );
});

test('a level is painted with keys alone', async (stage) => {
  const page = await editor(stage);
  await tabTo(page, page.getByRole('grid'));
  const here = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  assert.equal(await here(), 'column 3, row 3: random');
  await page.keyboard.press('3');
  await page.keyboard.press('Space');
  assert.equal(await here(), 'column 3, row 3: hole');
  await page.keyboard.press('Space');
  assert.equal(await here(), 'column 3, row 3: random', 'the same brush takes it away');
  await page.keyboard.press('7');
  await page.keyboard.press('Enter');
  assert.equal(await here(), 'column 3, row 3: yellow');
  await page.keyboard.press('Home');
  await page.keyboard.press('2');
  for (let steps = 0; steps < 3; steps++) {
    await page.keyboard.press('Shift+ArrowRight');
  }
  assert.equal(await here(), 'column 3, row 3: yellow, to clear');
  assert.match(await file(page, '****'), /\n\.{8}\n\*{4}\.{4}\n/);
  await page.keyboard.press('Delete');
  assert.equal(await here(), 'column 3, row 3: random');
  for (let steps = 0; steps < 7; steps++) {
    await page.keyboard.press('u');
  }
  await file(page, 'columns = 8\nrows = 8');
  await page.getByText('This level can be played.').waitFor();
});

test('a level is painted with a finger, and the page keeps still', async (stage) => {
  const page = await editor(stage, { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  await new Finger(page).drag(await middle(page, 2, 2), await middle(page, 2, 6));
  await file(page, '..#.....');
  assert.equal(await page.evaluate(() => scrollY), 0);
  assert.equal(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    0,
    'nothing lies beside the window',
  );
});

test('computers play a level, and report on it until it is changed', async (stage) => {
  const page = await editor(stage);
  await page.getByLabel('Moves', { exact: true }).fill('5');
  await page.getByLabel('Points to score', { exact: true }).fill('200');
  await file(page, 'limit = 5\n\n[goals]\nscore = 200');
  const report = page.getByRole('region', { name: 'Report', exact: true });
  await report.getByRole('button', { name: 'Let computers play' }).click();
  const rows = report.getByRole('row');
  await rows.filter({ hasText: 'moves at random' }).getByText('%').first().waitFor();
  assert.ok((await rows.count()) > 4, 'there are players of several kinds');
  await report.getByRole('img', { name: /after each of 5 moves/ }).waitFor();
  await assertAccessible(page, 'a report');
  // It is refined for some seconds, or has been already.
  const stop = report.getByRole('button', { name: 'Stop' });
  await stop.click({ timeout: 1_000 }).catch(() => {});
  await report.getByRole('button', { name: 'Let computers play' }).waitFor();
  await page.getByLabel('Moves', { exact: true }).fill('6');
  await report.getByText('The level has changed since.').waitFor();
});

test('a report stays while the next is made, and one that was cut off is not shown', async (stage) => {
  const page = await editor(stage);
  const moves = page.getByLabel('Moves', { exact: true });
  await moves.fill('5');
  await file(page, 'limit = 5\n');
  const report = page.getByRole('region', { name: 'Report', exact: true });
  const begin = report.getByRole('button', { name: 'Let computers play' });
  const cutOff = { goals: [], report: { is_whole: false, tiers: [] } };
  let answers = true;
  await page.route('**/api/v1/levels/report', async (route) => {
    if (!answers) {
      return;
    }
    const { games } = route.request().postDataJSON();
    await (games === 20 ? route.continue() : route.fulfill({ json: cutOff }));
  });
  await begin.click();
  await report.getByText(/^\d+ games; there was no time for more$/).waitFor();
  const players = report
    .getByRole('region', { name: 'Success and attempts' })
    .getByRole('row')
    .filter({ hasText: 'moves at random' });
  assert.equal(await players.count(), 1, 'the report of all players stays');
  await report.getByText('more succeed with much skill than with little').waitFor();
  assert.ok((await report.locator('.bands .interval__zone').count()) > 3, 'bands are drawn');
  // There is no report on another level while the first of its games are played, nor when that is stopped.
  answers = false;
  await moves.fill('6');
  await file(page, 'limit = 6\n');
  await begin.click();
  await report.getByText('Playing the first games…').waitFor();
  assert.match((await report.getAttribute('class')) ?? '', /editor__report--old/);
  await report.getByRole('button', { name: 'Stop' }).click();
  await report.getByText('The level has changed since.').waitFor();
  await moves.fill('5');
  await report.getByText(/no time for more/).waitFor();
  assert.doesNotMatch((await report.getAttribute('class')) ?? '', /editor__report--old/);
});

/** A level with a goal of each kind, and quickly played. */
const SMALL = `fields = """
*....
.....
..*..
.....
....*
"""
colours = 4
limit = 6

[goals]
score = 300
clear = true

[goals.collect]
red = 6
`;

test('a report shows what the program reports', async (stage) => {
  const { goals, report: expected } = await stage.program.post('/api/v1/levels/report', {
    text: SMALL,
    games: 20,
  });
  const page = await editor(stage);
  await page.getByText('File', { exact: true }).click();
  await page.getByLabel('The text of the level file').fill(SMALL);
  await page.waitForFunction(
    () => document.querySelector('[role=grid]')?.getAttribute('aria-colcount') === '5',
  );
  await page.getByText('This level can be played.').waitFor();
  await page.route('**/api/v1/levels/report', (route) => {
    const { games } = route.request().postDataJSON();
    return games === 20
      ? route.continue()
      : route.fulfill({ json: { goals: [], report: { is_whole: false, tiers: [] } } });
  });
  const report = page.getByRole('region', { name: 'Report', exact: true });
  await report.getByRole('button', { name: 'Let computers play' }).click();
  await report.getByText(/no time for more$/).waitFor();

  const written = (/** @type {number} */ value, places = 1) =>
    new Intl.NumberFormat('en-GB', { maximumFractionDigits: places, signDisplay: 'negative' }).format(value);
  const percent = (/** @type {number} */ share) => `${written(100 * share)} %`;
  const decimal = (/** @type {number} */ value) => written(value, Math.abs(value) < 0.1 ? 4 : 2);
  const cells = async (/** @type {string} */ table, /** @type {number} */ row) =>
    (
      await report
        .getByRole('region', { name: table, exact: true })
        .getByRole('row')
        .nth(row + 1)
        .getByRole('cell')
        .allTextContents()
    ).map((text) => text.replaceAll('\u00a0', ' '));
  assert.equal(expected.is_whole, true);
  assert.equal(goals.length, 3);
  for (const [row, tier] of expected.tiers.entries()) {
    const { success, attempts, moves_left: left, best, points, cascades, legal, deadlocks } = tier;
    const [games, share, mean] = await cells('Success and attempts', row);
    assert.deepEqual(
      [games, share],
      [written(tier.games), `${percent(success.value)} ${percent(success.low)} to ${percent(success.high)}`],
    );
    assert.equal(mean, attempts.mean === null ? `> ${written(attempts.low)}` : written(attempts.mean));
    const moves = await cells('Moves left', row);
    const between = (/** @type {string} */ low, /** @type {string} */ high) =>
      left ? `${written(left[low])} to ${written(left[high])}` : '–';
    assert.deepEqual(moves.slice(0, 4), [
      left ? written(left.p50) : '–',
      between('p25', 'p75'),
      between('p5', 'p95'),
      between('least', 'most'),
    ]);
    assert.equal(moves[4]?.split(' ')[0], best?.moves ? decimal(best.moves.value) : '>');
    const played = await cells('Points and cascades', row);
    assert.deepEqual(
      [played[0]?.split(' ')[0], ...played.slice(1)],
      [
        written(points.mean.value),
        `${written(points.p50)} ${written(points.p5)} to ${written(points.p95)}`,
        decimal(cascades.steps.mean.value),
        percent(cascades.chains.value),
        decimal(tier.specials_made.value),
        decimal(tier.specials_used.value),
      ],
    );
    const boards = await cells('Boards', row);
    assert.deepEqual(
      [boards[0], boards[1], boards[2]?.split(' to ')[0], boards[3], boards[4]],
      [
        decimal(legal.mean.value),
        written(legal.least),
        `${percent(deadlocks.value)} ${percent(deadlocks.low)}`,
        decimal(tier.shuffles.value),
        percent(tier.stuck.value),
      ],
    );
    for (const [place, goal] of goals.entries()) {
      const { done, last, missed, decides } = tier.goals[place];
      const shares = [last, missed, decides].map((rate) => (rate.of > 0 ? percent(rate.value) : '–'));
      assert.deepEqual(
        await cells(`Goals: ${goal}`, row),
        [percent(done.value), ...shares],
        `${goal} by ${tier.agent}`,
      );
    }
  }

  const last = expected.tiers.at(-1);
  for (const [name, end] of [
    [/all goals after each of 6 moves/, percent(last.success.value)],
    ...goals.map((/** @type {string} */ goal, /** @type {number} */ place) => [
      new RegExp(`Progress.*: ${goal}:`),
      percent(last.goals[place].done.value),
    ]),
    [/^Points, move by move/, written(last.by_move.at(-1).points.value)],
  ]) {
    const drawn = await report.getByRole('img', { name }).getAttribute('aria-label');
    assert.ok(drawn?.endsWith(`looks ahead ${end}`), `${drawn} ends with ${end}`);
  }
  const { skill, luck, bands } = expected;
  const { share } = luck.success;
  const pp = (/** @type {number} */ difference) => `${written(100 * difference)} pp`;
  const { value, low, high } = skill.sensitivity;
  await report.getByText(`success rises by ${pp(value)} (${pp(low)} to ${pp(high)}).`).waitFor();
  await report
    .getByText(`${percent(share.value)} (${percent(share.low)} to ${percent(share.high)}) of success and`)
    .waitFor();
  const sensitivity = await report
    .getByRole('listitem')
    .filter({ hasText: 'more succeed with much skill' })
    .textContent();
  assert.match(sensitivity ?? '', new RegExp(`${written(100 * value)} pp`));
  assert.ok(!sensitivity?.includes('%'), `a difference of shares is shown in points: ${sensitivity}`);
  assert.equal(await report.locator('.band').count(), bands.length);
  // What a curve shows can be read.
  await report.locator('.chart__table summary').first().click();
  const table = report.getByRole('region', { name: 'All goals reached, move by move' });
  assert.deepEqual(await table.getByRole('rowheader').allTextContents(), ['0', '1', '2', '3', '4', '5', '6']);
  const ends = (await table.getByRole('row').last().getByRole('cell').allTextContents()).map((text) =>
    text.replaceAll('\u00a0', ' '),
  );
  assert.equal(
    ends.at(-1),
    `${percent(last.success.value)} (${percent(last.success.low)} to ${percent(last.success.high)})`,
  );
  // So can who the players are, without a pointer.
  await report.getByText('What the columns mean, and who plays').click();
  for (const { agent } of expected.tiers) {
    await report.getByText(agent, { exact: true }).waitFor();
  }
  await report.getByText('quincunx level report FILE --games 20 --seed 7').waitFor();

  await assertAccessible(page, 'a report of all players');
  await page.setViewportSize({ width: 360, height: 740 });
  assert.equal(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    0,
    'nothing lies beside the window',
  );
});

test('files are saved, opened and written in', async (stage) => {
  const page = await editor(stage);
  const open = async (/** @type {() => Promise<void>} */ choose) => {
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await choose();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await open(() =>
    page
      .getByRole('dialog')
      .getByRole('button', { name: /hourglass/i })
      .click(),
  );
  const text = await file(page, '###*.*###');
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'The hourglass');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const saved = await saving;
  assert.equal(saved.suggestedFilename(), 'the-hourglass.toml');
  const path = await saved.path();
  assert.equal(await readFile(path, 'utf8'), text, 'what was not changed is saved as it was');

  await page.getByText('File', { exact: true }).click();
  const area = page.getByLabel('The text of the level file');
  await area.fill('# mine\ncolumns = 7\nrows = 6\nlimit = "few"\n[goals]\nscore = 100\n');
  await page.getByText('There is one problem:').waitFor();
  await page.getByText('you cannot paint here').waitFor();
  await page.getByRole('list', { name: 'Problems' }).getByRole('button').click();
  const selected = await area.evaluate((box) =>
    box instanceof HTMLTextAreaElement ? box.value.slice(box.selectionStart, box.selectionEnd) : '',
  );
  assert.equal(selected, 'limit = "few"');
  await area.fill('# mine\ncolumns = 7\nrows = 6\nlimit = 9\n[goals]\nscore = 100\n');
  await page.getByText('This level can be played.').waitFor();
  assert.equal(await page.getByRole('grid').getAttribute('aria-colcount'), '7');
  await page.reload();
  assert.match(await file(page, '# mine'), /limit = 9/, 'the text is remembered with its comment');

  await open(async () => {
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a file' }).click();
    await (await chosen).setFiles(path);
  });
  assert.equal(await file(page, '###*.*###'), text);
});

test('what is wrong is said in the language of the page', async (stage) => {
  for (const { locale, moves, clear, said } of [
    {
      locale: 'de-DE',
      moves: 'Züge',
      clear: 'Markierte Felder räumen',
      said: [
        'Hier muss eine ganze Zahl von 1 bis 1.000 stehen, nicht 0.',
        'Das Ziel ist, markierte Felder zu räumen, aber keins ist markiert.',
      ],
    },
    {
      locale: 'es-ES',
      moves: 'Jugadas',
      clear: 'Despejar las casillas marcadas',
      said: [
        'Aquí va un número entero de 1 a 1000, no 0.',
        'El objetivo es despejar las casillas marcadas, pero no hay ninguna.',
      ],
    },
  ]) {
    const page = await stage.visitor({ locale });
    await page.goto('/editor');
    const shown = page.locator('.field__problem:not([hidden])');
    await page.getByLabel(moves, { exact: true }).fill('0');
    await shown.getByText(said[0] ?? '', { exact: true }).waitFor();
    await page.getByLabel(moves, { exact: true }).fill('9');
    await page.getByRole('switch', { name: clear }).press('Space');
    await shown.getByText(said[1] ?? '', { exact: true }).waitFor();
    assert.equal(await shown.count(), 1);
  }
});

test('the editor is accessible', async (stage) => {
  const page = await editor(stage);
  for (const summary of await page.locator('.editor summary').all()) {
    if (!(await summary.evaluate((element) => element.parentElement?.hasAttribute('open')))) {
      await summary.click();
    }
  }
  await page.getByLabel('Moves', { exact: true }).fill('0');
  await page.getByText('There is one problem:').waitFor();
  await assertAccessible(page, 'the editor');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await assertAccessible(page, 'the dialog in which a level is opened');
});
