/** Applies the stored theme before the first paint, so that the page does not flash in another one. */
(() => {
  try {
    const settings = JSON.parse(localStorage.getItem('quincunx.settings') ?? '{}');
    for (const name of ['theme', 'palette', 'speed', 'motion']) {
      if (settings[name] && settings[name] !== 'system') {
        document.documentElement.setAttribute(`data-${name}`, settings[name]);
      }
    }
  } catch {
    // The defaults stay.
  }
})();
