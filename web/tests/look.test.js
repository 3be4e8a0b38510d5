/** Pieces that differ without their colours, a page that keeps still where asked, and that fits small
 * screens. */

import assert from 'node:assert/strict';

import { catalogue, serveModules, test } from './support/arcade.js';
import { everyPiece } from './support/games.js';
import { Finger, Mouse } from './support/hands.js';
import { difference, greyPictures } from './support/pictures.js';
import { boardIsJudged, Table } from './support/table.js';

const games = await catalogue();

/** The part of a piece's picture that must differ from every other piece's for an eye to distinguish them. */
const APART = 0.01;

for (const game of games) {
  test(`all pieces of ${game.title} differ without colours, and in forced ones`, async (stage) => {
    const page = await stage.visitor();
    const faces = await everyPiece(stage.program, game);
    await page.goto('/');
    await page.locator('html[data-ready]').waitFor();
    await layOut(page, game.id, faces);
    for (const forcedColors of /** @type {const} */ (['none', 'active'])) {
      await page.emulateMedia({ forcedColors });
      const pieces = page.locator('#pieces .fields__tokens > *');
      const tokens = await pieces.evaluateAll((all) =>
        all.map((one) => one.getAttribute('data-token') ?? ''),
      );
      assert.equal(tokens.length, Object.keys(faces).length, 'every piece is drawn');
      const pictures = await greyPictures(page.locator('#pieces'), pieces);
      const alike = pictures.flatMap((picture, index) =>
        pictures.flatMap((other, after) =>
          after > index && difference(picture, other) < APART
            ? [`${faces[tokens[index] ?? '']?.name} and ${faces[tokens[after] ?? '']?.name}`]
            : [],
        ),
      );
      assert.deepEqual(alike, [], `no two pieces look alike, forced colours: ${forcedColors}`);
    }
  });
}

/** Draws pieces side by side on a board of the page's own.
 * @param {import('playwright-core').Page} page
 * @param {string} game
 * @param {Record<string, import('../js/wire-types.js').Face>} faces */
async function layOut(page, game, faces) {
  await serveModules(page);
  await page.evaluate(
    async ({ game, faces }) => {
      const [module, texts] = ['/assets/js/board/board.js', '/assets/js/i18n/index.js'];
      const { Board } = await import(module);
      await (await import(texts)).setLanguage('en');
      const tokens = Object.keys(faces);
      const columns = Math.ceil(Math.sqrt(tokens.length));
      const rows = Math.ceil(tokens.length / columns);
      const cells = Array.from({ length: columns * rows }, (_, index) => tokens[index] ?? null);
      const view = {
        columns,
        rows,
        topology: 'plane',
        numbering: { first: 1, bottom_up: false },
        cells,
        tray: null,
        lines: [],
        holes: [],
        marked: [],
        counters: [],
      };
      const board = new Board({ game, label: 'pieces' });
      board.show({ board: view, faces });
      board.element.id = 'pieces';
      document.querySelector('main')?.replaceChildren(board.element);
    },
    { game, faces },
  );
}

for (const game of games) {
  for (const reducedMotion of /** @type {const} */ (['reduce', 'no-preference'])) {
    const keepsStill = reducedMotion === 'reduce';
    const how = keepsStill ? 'keeps still where that is wished' : 'moves otherwise';
    test(`${game.title} ${how}`, async (stage) => {
      const page = await stage.visitor({ reducedMotion });
      await page.addInitScript(() => {
        /** @type {string[]} */
        const motions = [];
        Object.assign(window, { motions });
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (/** @type {Parameters<typeof animate>} */ ...how) {
          motions.push(`animate ${this.className}`);
          return animate.apply(this, how);
        };
        addEventListener('animationstart', (event) => motions.push(`animation ${event.animationName}`), true);
        addEventListener(
          'transitionrun',
          (event) => {
            if (['transform', 'translate', 'scale', 'rotate'].includes(event.propertyName)) {
              motions.push(`transition of ${event.propertyName}`);
            }
          },
          true,
        );
      });
      const sides = Array.from({ length: game.players }, (_, index) => index + 1);
      const table = await Table.make(stage, page, game);
      await table.play(new Mouse(page), { sides, plies: 2 });
      await table.control('Analysis').click();
      await boardIsJudged(page);
      await table.assertInStep();
      // @ts-ignore: the script above defines it.
      const motions = /** @type {string[]} */ (await page.evaluate(() => window.motions));
      if (keepsStill) {
        assert.deepEqual(motions, []);
      } else {
        assert.ok(
          motions.some((motion) => motion.startsWith('animate')),
          'the pieces move',
        );
        const endless = await page.evaluate(
          () =>
            document
              .getAnimations()
              .filter((animation) => animation.effect?.getComputedTiming().iterations === Infinity).length,
        );
        assert.equal(endless, 0, 'nothing pulses for ever');
      }
    });
  }
}

test('everything fits a screen of 320 pixels, and fingers hit what is there', async (stage) => {
  const page = await stage.visitor({ viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true });
  await page.goto('/');
  await page.getByRole('region', { name: 'Games of the day' }).waitFor();
  await assertFits(page, 'the lobby');
  for (const name of ['Settings', 'Keyboard shortcuts']) {
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await assertFits(page, `the dialog ${name}`);
    await page.keyboard.press('Escape');
  }
  for (const game of games) {
    await page.goto(`/new/${game.id}`);
    const closed = page.getByRole('dialog').locator('details:not([open]) > summary');
    while ((await closed.count()) > 0) {
      await closed.first().click();
    }
    await assertFits(page, `a new game of ${game.title}`);
    const sides = Array.from({ length: game.players }, (_, index) => index + 1);
    const table = await Table.make(stage, page, game);
    await table.play(new Finger(page), { sides, plies: 2 });
    await assertFits(page, `a game of ${game.title}`);
    const head = await Promise.all(
      ['.table-page__title', '.counters'].map((part) => page.locator(part).boundingBox()),
    );
    const [title, counters] = head;
    assert.ok(
      title && counters && (title.y + title.height <= counters.y + 1 || title.x + title.width <= counters.x),
      `title and figures of ${game.title} lie beside each other: ${JSON.stringify(head)}`,
    );
    await table.control('Analysis').click();
    await boardIsJudged(page);
    await assertFits(page, `a game of ${game.title} with analysis`);
  }
});

/** Asserts that nothing lies beside the window and nothing to press is smaller than a finger: 44 pixels, the
 * fields of boards excepted, whose number decides.
 * @param {import('playwright-core').Page} page
 * @param {string} screen */
async function assertFits(page, screen) {
  const found = await page.evaluate(() => {
    const beside = document.documentElement.scrollWidth - innerWidth;
    const wide = [...document.querySelectorAll('body *')]
      .filter((element) => beside > 0 && element.getBoundingClientRect().right > innerWidth + 1)
      .map((element) => `${element.tagName} .${element.className}`);
    /** Whether an element takes touches around it too, as the link of a card takes those of the whole card.
     */
    const takesMore = (/** @type {Element} */ element) => {
      element.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const around = [
        [x - 21, y],
        [x + 21, y],
        [x, y - 21],
        [x, y + 21],
      ];
      return around.every(
        ([x = 0, y = 0]) => document.elementFromPoint(x, y)?.closest(element.tagName) === element,
      );
    };
    const root = document.querySelector('dialog[open]') ?? document.body;
    const small = [
      ...root.querySelectorAll(
        'button, a[href], summary, select, label:has(input), ' +
          'input:not([type=radio], [type=checkbox], [type=file])',
      ),
    ]
      .filter(
        (element) =>
          element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
          !element.closest('p, .visually-hidden, .skip-link'),
      )
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        return Math.min(width, height) > 0 && Math.min(width, height) < 43.5 && !takesMore(element);
      })
      .map((element) => {
        const { width, height } = element.getBoundingClientRect();
        const name = element.getAttribute('aria-label') ?? element.textContent;
        const size = `${Math.round(width)} × ${Math.round(height)}`;
        return `${element.tagName} .${element.className} “${name}”: ${size}`;
      });
    return { beside, wide: wide.slice(0, 5), small };
  });
  assert.deepEqual(found, { beside: 0, wide: [], small: [] }, screen);
}
