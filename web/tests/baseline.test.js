/** Twelve screens look as their pictures in `docs/pictures`: `cargo xtask pictures` takes them anew after a
 * change that is meant. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

import { test } from './support/arcade.js';
import { pictureFile, SCREENS, takePicture, visitorOf } from './support/screens.js';

/** How many pixels are compared as one: letters are drawn a little differently on other machines. */
const BLOCK = 10;
/** By how much of the way from black to white the mean of a block may differ. */
const MIN_DIFFERENCE = 0.12;
/** The part of a screen that may differ by more, and that of one whose analysis depends on the time it had. */
const [MAX_PART, MAX_TIMED] = [0.008, 0.06];

for (const screen of SCREENS) {
  test(`${screen.name} looks as its picture`, async (stage) => {
    const page = await stage.visitor(visitorOf(screen));
    await screen.open(page);
    const pictures = [await readFile(pictureFile(screen)), await takePicture(page)];
    const part = await page.evaluate(
      async ({ sources, block, least }) => {
        const blocks = async (/** @type {string} */ source) => {
          const bytes = Uint8Array.from(atob(source), (letter) => letter.charCodeAt(0));
          const bitmap = await createImageBitmap(new Blob([bytes]));
          const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.round(side / block));
          const context = new OffscreenCanvas(width, height).getContext('2d');
          if (context) {
            context.imageSmoothingQuality = 'high';
            context.drawImage(bitmap, 0, 0, width, height);
          }
          return context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
        };
        const [before, now] = await Promise.all(sources.map(blocks));
        if (!before || before.length !== now?.length) {
          return 1;
        }
        let different = 0;
        for (let at = 0; at < now.length; at += 4) {
          const distance = Math.max(
            ...[0, 1, 2].map((band) => Math.abs((before[at + band] ?? 0) - (now[at + band] ?? 0))),
          );
          different += distance > least * 255 ? 1 : 0;
        }
        return different / (now.length / 4);
      },
      { sources: pictures.map((picture) => picture.toString('base64')), block: BLOCK, least: MIN_DIFFERENCE },
    );
    stage.t.diagnostic(`${(100 * part).toFixed(1)} % of the screen differ`);
    const most = screen.isTimed ? MAX_TIMED : MAX_PART;
    assert.ok(part <= most, `${(100 * part).toFixed(1)} % of the screen differ from ${pictureFile(screen)}`);
  });
}
