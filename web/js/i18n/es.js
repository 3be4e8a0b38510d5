// @ts-check
import { en } from './en.js';
/** @type {import('./index.js').Table} */
export const table = en;
/** @type {Record<string, string>} */
export const phrases = {};
