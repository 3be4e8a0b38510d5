/** Whether everybody can use a screen, as far as a program can check. */

import assert from 'node:assert/strict';

import axe from 'axe-core';

/** @import {Page} from 'playwright-core' */

/** The rules of axe that can differ between the themes. */
const COLOURS = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

/** Asserts that axe finds nothing wrong with what a page shows: by all rules in the light theme, and by those
 * about colours in the dark one. The page is left in the light theme.
 * @param {Page} page
 * @param {string} screen what is shown, for the message */
export async function assertAccessible(page, screen) {
  for (const colorScheme of /** @type {const} */ (['dark', 'light'])) {
    await page.emulateMedia({ colorScheme });
    // Colours change by transitions.
    await page.evaluate(async () => {
      const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
      await Promise.all(transitions.map((transition) => transition.finished.catch(() => {})));
    });
    const violations = await examine(page, colorScheme === 'dark' ? COLOURS : {});
    assert.deepEqual(violations, [], `axe finds nothing wrong with ${screen}, ${colorScheme}`);
  }
}

/** @param {Page} page
 * @param {object} rules */
async function examine(page, rules) {
  if (!(await page.evaluate(() => 'axe' in window))) {
    // As an expression: the page's security policy lets no foreign script element in.
    await page.evaluate(axe.source);
  }
  return page.evaluate(async (rules) => {
    // @ts-ignore: axe is what the script above defines.
    const { violations } = await window.axe.run(document, { ...rules, resultTypes: ['violations'] });
    return violations.map((/** @type {import('axe-core').Result} */ { id, help, nodes }) => ({
      rule: `${id}: ${help}`,
      where: nodes.slice(0, 5).map(({ html, failureSummary }) => `${html.slice(0, 300)}\n${failureSummary}`),
    }));
  }, rules);
}
