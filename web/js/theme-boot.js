/** Runs before the first paint, so that a page in another theme than the system's does not flash. */
(() => {
  try {
    const settings = JSON.parse(localStorage.getItem('quincunx.settings') ?? '{}');
    for (const name of ['theme', 'palette', 'speed', 'motion']) {
      if (settings[name] && settings[name] !== 'system') {
        document.documentElement.setAttribute(`data-${name}`, settings[name]);
      }
    }
  } catch {
    // The defaults are what there is.
  }
})();
