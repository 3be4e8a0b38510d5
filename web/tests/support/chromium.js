/** The browser: one Chromium a test file, asked to talk to nobody but the page's server. */

import { chromium } from 'playwright-core';

/** The options of the browser besides Playwright's own. */
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-first-run',
  '--no-pings',
];

/** Starts the Chromium that `QUINCUNX_CHROMIUM` names, else Debian's headless shell.
 * @returns {Promise<import('playwright-core').Browser>} */
export function launch() {
  const root = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: process.env.QUINCUNX_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    // The sandbox of Chromium does not run as root, which is who tests run as in containers.
    chromiumSandbox: !root,
    args: QUIET,
  });
}
