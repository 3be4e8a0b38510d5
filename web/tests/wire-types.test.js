/** The types of the page's messages are those of the server's OpenAPI document.
 *
 * `QUINCUNX_REGENERATE=1 node --test wire-types.test.js` writes them anew. */

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

import openapiTS, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';

import { Program, ROOT } from './support/program.js';

const FILE = path.join(ROOT, 'web', 'js', 'wire-types.d.ts');

const HEAD = `/**
 * The messages of page and server, generated from the server's OpenAPI document by
 * \`web/tests/wire-types.test.js\`.
 *
 * Types alone, so no browser loads them. Modules import them as \`@import {Snapshot} from './wire-types.js'\`.
 */
`;

/** Returns the types of all messages.
 * @returns {Promise<string>} */
async function generate() {
  const program = await Program.start();
  /** @type {import('openapi-typescript').OpenAPI3} */
  const document = await program.get('/api/v1/openapi.json').finally(() => program.stop());
  const nodes = await openapiTS(
    { ...document, paths: {} },
    {
      arrayLength: true,
      exportType: true,
      rootTypes: true,
      rootTypesNoSchemaPrefix: true,
      // The widths of numbers say nothing in JavaScript, and only an array of one length is a tuple.
      transform(schema) {
        delete schema.format;
        if ('minItems' in schema && schema.minItems !== schema.maxItems) {
          delete schema.minItems;
          delete schema.maxItems;
        }
        return undefined;
      },
    },
  );
  const types = HEAD + astToString(nodes);
  return format(types, { ...(await resolveConfig(FILE)), filepath: FILE });
}

test('the types of messages are those of the OpenAPI document', async () => {
  const types = await generate();
  if (process.env.QUINCUNX_REGENERATE) {
    await writeFile(FILE, types);
  }
  assert.equal(await readFile(FILE, 'utf8'), types, 'generate them anew with QUINCUNX_REGENERATE=1');
});
