/** Takes the pictures in `docs/pictures`, which README shows and `baseline.test.js` compares with. */

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { launch } from './support/chromium.js';
import { Program } from './support/program.js';
import { pictureFile, SCREENS, takePicture, visitorOf } from './support/screens.js';

const program = await Program.start();
const browser = await launch();
for (const screen of SCREENS) {
  const context = await browser.newContext({ baseURL: program.origin, ...visitorOf(screen) });
  const page = await context.newPage();
  await screen.open(page);
  await mkdir(path.dirname(pictureFile(screen)), { recursive: true });
  await writeFile(pictureFile(screen), await takePicture(page));
  await context.close();
}
await browser.close();
await program.stop();
