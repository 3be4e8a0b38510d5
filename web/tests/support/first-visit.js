/** What a first visit may cost before the first move. */

/** How many requests a first visit may make before the first move. */
export const MAX_REQUESTS = 12;

/** How far what is seen may move while it loads, as browsers measure it. */
export const MAX_SHIFT = 0.05;

/** Returns how far what is seen has moved.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<number>} */
export function layoutShift(page) {
  return page.evaluate(async () => {
    let sum = 0;
    const add = (/** @type {PerformanceObserverEntryList} */ list) => {
      for (const entry of list.getEntries()) {
        sum += /** @type {PerformanceEntry & {value: number}} */ (entry).value;
      }
    };
    new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
    // What is buffered arrives as a later task.
    await new Promise((resolve) => setTimeout(resolve, 100));
    return sum;
  });
}
