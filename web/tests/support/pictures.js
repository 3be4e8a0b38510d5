/** Pictures of parts of a page, without their colours. */

import { PNG } from 'pngjs';

/** Pixels from black (0) to white (255), row by row.
 * @typedef {{ width: number, height: number, pixels: Uint8Array }} GreyPicture */

/** Takes pictures of elements, all from one of what they are in, and leaves of each pixel only how light it
 * looks (the luma of ITU-R BT.709).
 * @param {import('playwright-core').Locator} whole
 * @param {import('playwright-core').Locator} parts
 * @returns {Promise<GreyPicture[]>} */
export async function greyPictures(whole, parts) {
  const picture = PNG.sync.read(await whole.screenshot({ animations: 'disabled' }));
  const { left, top } = await whole.evaluate((element) => element.getBoundingClientRect());
  const boxes = await parts.evaluateAll((all) =>
    all.map((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { left, top, width, height };
    }),
  );
  return boxes.map((box) => {
    const [x, y] = [Math.round(box.left - left), Math.round(box.top - top)];
    const [width, height] = [Math.floor(box.width), Math.floor(box.height)];
    const pixels = new Uint8Array(width * height);
    for (let pixel = 0; pixel < pixels.length; pixel++) {
      const at = (y + Math.floor(pixel / width)) * picture.width + x + (pixel % width);
      const [red = 0, green = 0, blue = 0] = picture.data.subarray(4 * at, 4 * at + 3);
      pixels[pixel] = Math.round(0.2126 * red + 0.7152 * green + 0.0722 * blue);
    }
    return { width, height, pixels };
  });
}

/** Returns the part of two pictures that differs visibly: by a fifth of the way from black to white.
 * @param {GreyPicture} one
 * @param {GreyPicture} other
 * @returns {number} from 0, nothing, to 1, everything */
export function difference(one, other) {
  const width = Math.min(one.width, other.width);
  const height = Math.min(one.height, other.height);
  let different = 0;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const a = one.pixels[row * one.width + column] ?? 0;
      const b = other.pixels[row * other.width + column] ?? 0;
      different += Number(Math.abs(a - b) > 51);
    }
  }
  return different / (width * height);
}
