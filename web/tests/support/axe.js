/** Whether everybody can use a screen, as far as a program can tell. */

import assert from 'node:assert/strict';

import axe from 'axe-core';

/**
 * Asserts that axe finds nothing wrong with what a page shows.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} screen what is shown, for the message
 */
export async function assertAccessible(page, screen) {
  // As an expression: the page's security policy lets no foreign script element in.
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    // @ts-ignore: axe is what the script above defines.
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
    return violations.map((/** @type {import('axe-core').Result} */ { id, help, nodes }) => ({
      rule: `${id}: ${help}`,
      where: nodes.slice(0, 5).map(({ html, failureSummary }) => `${html.slice(0, 300)}\n${failureSummary}`),
    }));
  });
  assert.deepEqual(violations, [], `axe finds nothing wrong with ${screen}`);
}
