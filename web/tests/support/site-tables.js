/** The tables of a visitor to a static site: what tests ask a program over HTTP, they ask here of a worker of
 * the visitor's browser, which follows the page's own. */

/** @import {Page} from 'playwright-core' */

/** Asks for a table, or has one made.
 * @param {Page} page of the site
 * @param {string} path behind `/api/v1/`
 * @param {unknown} [body]
 * @returns {Promise<any>} */
export function askTables(page, path, body) {
  return page.evaluate(
    async ({ path, body }) => {
      const holder = /** @type {{ tablesForTests?: Promise<Worker> }} */ (window);
      holder.tablesForTests ??= new Promise((resolve) => {
        const { src } = /** @type {HTMLScriptElement} */ (document.querySelector('script[type=module]'));
        const worker = new Worker(new URL('engine/tables-worker.js', src), { type: 'module' });
        worker.addEventListener('message', ({ data }) => {
          if (data.type === 'ready') {
            worker.postMessage({ type: 'message', message: { type: 'hello', version: 1 } });
          } else if (data.message?.type === 'welcome') {
            resolve(worker);
          }
        });
      });
      const worker = await holder.tablesForTests;
      return new Promise((resolve, reject) => {
        /** @param {MessageEvent} event */
        const receive = ({ data }) => {
          const isSnapshot = data.type === 'message' && data.message.type === 'snapshot';
          if (isSnapshot || data.type === 'answer') {
            resolve(isSnapshot ? data.message : data.body);
          } else if (data.type === 'refused') {
            reject(new Error(data.refusal.message));
          } else {
            return;
          }
          worker.removeEventListener('message', receive);
        };
        worker.addEventListener('message', receive);
        const table = /^tables\/(\w+)$/.exec(path)?.[1];
        if (table) {
          worker.postMessage({ type: 'message', message: { type: 'leave', table } });
          worker.postMessage({ type: 'message', message: { type: 'watch', table } });
        } else {
          worker.postMessage({ type: 'request', request: 1, path, body });
        }
      });
    },
    { path, body },
  );
}
