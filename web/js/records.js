/** Opens records: reads them from files and makes tables of them. */

import { t } from './i18n/index.js';
import { catalogue, createTable } from './net/requests.js';
import { addressOfTable } from './new-game/create.js';
import { MAX_LETTERS } from './packed-text.js';

/** Makes a table that continues a record, and returns its address. The visitor plays all sides.
 * @param {string} text */
export async function openRecord(text) {
  const id = /^game (\S+)$/m.exec(text.replaceAll('\r', ''))?.[1];
  if (id === undefined) {
    throw new Error(t('record.foreign'));
  }
  const game = (await catalogue()).games.find((one) => one.id === id);
  const seats = Array.from({ length: game?.players ?? 1 }, () => /** @type {const} */ ({ type: 'me' }));
  return addressOfTable(await createTable({ game: id, seats, from: { type: 'record', text } }));
}

/** Reads a file as the text of a record.
 * @param {File} file
 * @throws {RangeError} when it is larger than any record */
export async function readRecord(file) {
  if (file.size > MAX_LETTERS) {
    throw new RangeError(`${file.name} is larger than any record`);
  }
  return file.text();
}

/** Returns whether a text begins as records do.
 * @param {string} text */
export function looksLikeRecord(text) {
  return text.trimStart().startsWith('quincunx-record ');
}
