/** Gives modules of the page in Node the little of a browser that they use. */

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { setLanguage } from '../../js/i18n/index.js';

/** @import {Language} from '../../js/i18n/index.js' */

/** The elements of the page by their ids.
 * @type {Record<string, { textContent: string }>} */
export const elements = {};

Object.assign(globalThis, {
  document: {
    documentElement: { lang: '', dataset: {} },
    getElementById: (/** @type {string} */ id) => elements[id] ?? null,
  },
  location: new URL('https://quincunx.example/'),
  // Node's own `fetch` does not read files.
  fetch: async (/** @type {URL} */ url) => new Response(await readFile(fileURLToPath(url))),
});
Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en-GB'] }, configurable: true });

/** Speaks a language as a browser of its country does.
 * @param {Language} language */
export async function speak(language) {
  const tag = { en: 'en-GB', de: 'de-DE', es: 'es-ES' }[language];
  Object.defineProperty(globalThis, 'navigator', { value: { languages: [tag] }, configurable: true });
  await setLanguage('system');
}
