/** Notices that another tab of this browser shows the same table. Both stay in step. */

/** Calls the other tabs, and calls back once when one of them shows the table; returns a function that stops
 * it.
 * @param {string} table
 * @param {() => void} onOther
 * @returns {() => void} */
export function watchOtherTabs(table, onOther) {
  if (!('BroadcastChannel' in globalThis)) {
    return () => {};
  }
  const channel = new BroadcastChannel('quincunx.tables');
  let reported = false;
  channel.addEventListener('message', ({ data }) => {
    if (data?.table !== table) {
      return;
    }
    if (data.call) {
      channel.postMessage({ table, call: false });
    }
    if (!reported) {
      reported = true;
      onOther();
    }
  });
  channel.postMessage({ table, call: true });
  return () => channel.close();
}
