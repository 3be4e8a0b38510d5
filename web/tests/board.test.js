/** The board by itself, with positions made for the purpose: what it does between two messages, and at its
 * limits. */

import assert from 'node:assert/strict';

import { serveModules, test } from './support/arcade.js';

/** @typedef {import('playwright-core').Page} Page */

/** Opens a page that has nothing to show and gives tests what they need to make boards in it:
 * `make(gestures)` puts a board that knows these gestures as its actions on the page and `view(rows, more)`
 * writes a position, a letter a token and a dot an empty field.
 * @param {import('./support/arcade.js').Stage} stage
 * @param {import('playwright-core').BrowserContextOptions} [options]
 * @returns {Promise<Page>} */
async function bench(stage, options) {
  const page = await stage.visitor(options);
  await serveModules(page);
  await page.goto('/r');
  await page.locator('main h1').waitFor();
  await page.evaluate(async () => {
    const [module, texts] = ['/assets/js/board/board.js', '/assets/js/i18n/index.js'];
    const { Board } = await import(module);
    await (await import(texts)).setLanguage('en');
    const tools = {
      /** @type {(string | number)[]} */
      reports: [],
      /** @param {object[]} gestures */
      make: (gestures) => {
        const onAction = (/** @type {number} */ action) => tools.reports.push(action);
        const onRefused = (/** @type {string} */ text) => tools.reports.push(text);
        const board = new Board({ game: 'bench', label: 'Bench', onAction, onRefused });
        board.setActions(gestures.map((gesture) => ({ text: '', gesture })));
        document.querySelector('main')?.replaceChildren(board.element);
        return Object.assign(tools, { board }).board;
      },
      /** @param {string[]} rows
       * @param {object} [more] */
      view: (rows, more) => {
        const cells = [...rows.join('')].map((letter) => (letter === '.' ? null : letter));
        const face = (/** @type {string} */ name) => ({
          label: name,
          name,
          tint: 1,
          shape: 'disc',
          large: true,
          solid: true,
        });
        return {
          board: {
            columns: rows[0]?.length,
            rows: rows.length,
            topology: 'plane',
            numbering: { first: 1, bottom_up: false },
            cells,
            tray: null,
            lines: [],
            holes: [],
            marked: [],
            counters: [],
            ...more,
          },
          faces: Object.fromEntries(cells.filter((name) => name !== null).map((name) => [name, face(name)])),
          legal: [[0, 99]],
          interactive: true,
        };
      },
      /** What stands where, read from the page: `a 2,1` for each token. */
      standing: () =>
        [...document.querySelectorAll('.fields__tokens > [data-token]')]
          .map((element) => {
            const [x, y] = /** @type {HTMLElement} */ (element).style.transform.match(/-?\d+(?=%)/g) ?? [];
            const { token } = /** @type {HTMLElement} */ (element).dataset;
            return `${token} ${Number(x) / 100},${Number(y) / 100}`;
          })
          .sort(),
    };
    Object.assign(window, { bench: tools });
  });
  return page;
}

test('an animation moves the tokens that are there and ends in the position', async (stage) => {
  const page = await bench(stage, { reducedMotion: 'no-preference' });
  const found = await page.evaluate(async () => {
    const { bench } = /** @type {any} */ (window);
    const board = bench.make([]);
    board.show(bench.view(['a..', 'b.b', '...']));
    const element = document.querySelector('[data-token="a"]');
    const steps = [
      [
        { type: 'move', from: [0, 0], to: [2, 0], token: 'a' },
        { type: 'move', from: [0, 1], to: [2, 1], token: 'b' },
      ],
      [{ type: 'merge', cell: [2, 1], token: 'c' }],
      [
        { type: 'spawn', cell: [0, 2], token: 'd' },
        { type: 'enter', cell: [1, 2], height: 3, token: 'e' },
      ],
      [
        { type: 'become', cell: [0, 2], token: 'f' },
        { type: 'remove', cell: [2, 0], token: 'a' },
      ],
    ];
    const before = bench.view(['..a', '..c', '...']);
    await board.play({ steps: steps.slice(0, 2), ...before });
    const same = document.querySelector('[data-token="a"]') === element;
    const merged = bench.standing();
    await board.play({ steps: steps.slice(2), ...bench.view(['...', '..c', 'fe.']) });
    return { same, merged, end: bench.standing() };
  });
  assert.ok(found.same, 'a token that moves stays the element it is');
  assert.deepEqual(found.merged, ['a 2,0', 'c 2,1']);
  assert.deepEqual(found.end, ['c 2,1', 'e 1,2', 'f 0,2']);
});

test('a play that is cut short leaves nothing behind', async (stage) => {
  const page = await bench(stage, { reducedMotion: 'no-preference' });
  const found = await page.evaluate(async () => {
    const { bench } = /** @type {any} */ (window);
    const board = bench.make([]);
    board.show(bench.view(['abc', '...']));
    const steps = [
      [0, 1, 2].map((x) => ({ type: 'remove', cell: [x, 0], token: 'abc'[x] })),
      [{ type: 'spawn', cell: [0, 1], token: 'd' }],
    ];
    const playing = board.play({ steps, ...bench.view(['...', 'd..']) });
    await new Promise((resolve) => setTimeout(resolve, 60));
    board.show(bench.view(['..e', '...']));
    const moving = board.element.querySelector('.fields').getAnimations({ subtree: true }).length;
    await playing;
    return {
      moving,
      standing: bench.standing(),
      elements: document.querySelectorAll('.fields__tokens > *').length,
    };
  });
  assert.deepEqual(found, { moving: 0, standing: ['e 2,0'], elements: 1 });
});

test('a play during a play sets out from where that one would have led', async (stage) => {
  const page = await bench(stage, { reducedMotion: 'no-preference' });
  const found = await page.evaluate(async () => {
    const { bench } = /** @type {any} */ (window);
    const board = bench.make([]);
    board.show(bench.view(['a..', '...']));
    const move = (/** @type {number[]} */ from, /** @type {number[]} */ to) => [
      { type: 'move', from, to, token: 'a' },
    ];
    board.play({
      steps: [[{ type: 'spawn', cell: [0, 1], token: 'b' }], move([0, 0], [1, 0])],
      ...bench.view(['.a.', 'b..']),
    });
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const playing = board.play({ steps: [move([1, 0], [2, 0])], ...bench.view(['..a', 'b..']) });
    const during = bench.standing();
    const moving = document.querySelector('[data-token="a"]')?.getAnimations({ subtree: true }).length ?? 0;
    await playing;
    return { during, after: bench.standing(), moves: moving > 0 };
  });
  assert.deepEqual(found, { during: ['a 2,0', 'b 0,1'], after: ['a 2,0', 'b 0,1'], moves: true });
});

test('a second gesture before the answer is carried out once, in the new position', async (stage) => {
  const page = await bench(stage);
  await page.evaluate(() => {
    const { bench } = /** @type {any} */ (window);
    bench.make([0, 1, 2].map((column) => ({ type: 'column', column }))).show(bench.view(['...', '...']));
  });
  const column = async (/** @type {number} */ number) => {
    const box = await page.locator('.fields').boundingBox();
    assert.ok(box, 'the board is to be seen');
    await page.mouse.click(box.x + (box.width * (number + 0.5)) / 3, box.y + box.height / 2);
  };
  const reports = () => page.evaluate(() => /** @type {any} */ (window).bench.reports);
  await column(1);
  await column(2);
  assert.deepEqual(await reports(), [1], 'one action is on its way');
  const answer = (/** @type {string[]} */ rows, /** @type {object} */ more) =>
    page.evaluate(async ([rows, more]) => {
      const { bench } = /** @type {any} */ (window);
      await bench.board.play({ steps: [], ...bench.view(rows), ...more });
    }, /** @type {const} */ ([rows, more]));
  await answer(['...', '.a.'], {});
  assert.deepEqual(await reports(), [1, 2], 'the kept gesture follows');
  await column(0);
  await answer(['...', '.ab'], { interactive: false });
  await answer(['...', 'cab'], {});
  assert.deepEqual(
    await reports(),
    [1, 2],
    'a gesture for a turn that has passed to the other side is forgotten',
  );
  await answer(['...', 'cab'], { legal: [[1, 2]] });
  await column(0);
  assert.deepEqual(await reports(), [1, 2, 'That column is full.'], 'what is not legal is refused in words');
});

test('a click without a pointer, as a screen reader makes it, is a tap on that field', async (stage) => {
  const page = await bench(stage);
  const found = await page.evaluate(() => {
    const { bench } = /** @type {any} */ (window);
    const click = (/** @type {number} */ at) =>
      /** @type {HTMLElement} */ (document.querySelectorAll('[role=gridcell]')[at]).click();
    const points = [0, 1, 2, 3].map((index) => ({ type: 'point', cell: [index % 2, Math.floor(index / 2)] }));
    bench.make(points).show(bench.view(['..', '..']));
    click(2);
    const swaps = [
      { type: 'swap', from: [0, 0], to: [1, 0] },
      { type: 'swap', from: [0, 0], to: [0, 1] },
    ];
    bench.make(swaps).show(bench.view(['ab', 'cd']));
    click(2);
    click(0);
    return bench.reports;
  });
  assert.deepEqual(found, [2, 1]);
});

test('a torus is rolled with its labels, and a line over the edge has two outlines', async (stage) => {
  const page = await bench(stage);
  await page.evaluate(() => {
    const { bench } = /** @type {any} */ (window);
    const lines = [
      [
        [2, 0],
        [3, 0],
        [0, 0],
        [1, 0],
      ],
    ];
    const points = Array.from({ length: 16 }, (_, index) => ({
      type: 'point',
      cell: [index % 4, Math.floor(index / 4)],
    }));
    bench.make(points).show(bench.view(['abcd', '....', '....', '....'], { topology: 'torus', lines }));
  });
  const outlines = page.locator('.marks--lines .mark:not(.mark--under)');
  assert.equal(await outlines.count(), 2);
  const first = page.getByRole('gridcell').first();
  assert.match((await first.getAttribute('aria-label')) ?? '', /^A1: a, in the winning line$/);
  await page.getByRole('button', { name: 'Roll to the right' }).click();
  assert.match((await first.getAttribute('aria-label')) ?? '', /^D1: d/);
  assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).bench.standing()), [
    'a 1,0',
    'b 2,0',
    'c 3,0',
    'd 0,0',
  ]);
  const box = await first.boundingBox();
  assert.ok(box, 'the field is to be seen');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  assert.deepEqual(
    await page.evaluate(() => /** @type {any} */ (window).bench.reports),
    [3],
    'a click means the field that is seen there',
  );
});

test('a shifted row leaves at one end and comes in at the other', async (stage) => {
  const page = await bench(stage, { reducedMotion: 'no-preference' });
  const found = await page.evaluate(async () => {
    const { bench } = /** @type {any} */ (window);
    const board = bench.make([]);
    board.show(bench.view(['abc', '...']));
    const step = [0, 1, 2].map((x) => ({
      type: 'move',
      from: [x, 0],
      to: [(x + 1) % 3, 0],
      token: 'abc'[x],
    }));
    const playing = board.play({ steps: [step], ...bench.view(['cab', '...']) });
    const during = bench.standing().length;
    await playing;
    return { during, after: bench.standing() };
  });
  assert.deepEqual(found, { during: 4, after: ['a 1,0', 'b 2,0', 'c 0,0'] });
});

test('the largest board is drawn and played on', async (stage) => {
  const page = await bench(stage);
  const found = await page.evaluate(async () => {
    const { bench } = /** @type {any} */ (window);
    const rows = Array.from({ length: 64 }, (_, y) =>
      Array.from({ length: 64 }, (_, x) => 'abcd'[(x + y) % 4]).join(''),
    );
    const board = bench.make([{ type: 'push', towards: 'left' }]);
    const start = performance.now();
    board.show(bench.view(rows));
    document.body.getBoundingClientRect();
    const shown = performance.now();
    await board.play({
      steps: [[{ type: 'become', cell: [63, 63], token: 'e' }]],
      ...bench.view([...rows.slice(0, 63), `${rows[63]?.slice(0, 63)}e`]),
    });
    document.body.getBoundingClientRect();
    return {
      tokens: bench.standing().length,
      last: bench.standing().at(-1),
      show: shown - start,
      play: performance.now() - shown,
    };
  });
  assert.deepEqual([found.tokens, found.last], [4096, 'e 63,63']);
  stage.t.diagnostic(
    `64 × 64 fields: shown in ${found.show.toFixed(0)} ms, a change in ${found.play.toFixed(0)} ms`,
  );
});
