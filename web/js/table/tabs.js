/** Tells when the same table is open in another tab of this browser; both stay in step, but it is good to know. */

/** Begins to listen, and calls the other tabs.
 * @param {string} table
 * @param {() => void} told called once when another tab has the table open
 * @returns {() => void} stops listening */
export function otherTabs(table, told) {
  if (!('BroadcastChannel' in globalThis)) {
    return () => {};
  }
  const channel = new BroadcastChannel('quincunx.tables');
  let once = false;
  channel.addEventListener('message', ({ data }) => {
    if (data?.table !== table) {
      return;
    }
    if (data.call) {
      channel.postMessage({ table, call: false });
    }
    if (!once) {
      once = true;
      told();
    }
  });
  channel.postMessage({ table, call: true });
  return () => channel.close();
}
