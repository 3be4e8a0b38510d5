/** Keeps a static site on the device, so that it works without a network, and notices new versions. */

/** Registers the service worker.
 * @param {(reload: () => void) => void} onNewVersion is called when there is one, with what loads it */
export async function keepSite(onNewVersion) {
  const workers = navigator.serviceWorker;
  if (!workers) {
    // The browser has none here: in a private window, or without https.
    return;
  }
  const hadVersion = workers.controller !== null;
  const registration = await workers.register('service-worker.js').catch(() => null);
  if (!registration) {
    return;
  }
  let asked = false;
  workers.addEventListener('controllerchange', () => {
    if (asked) {
      location.reload();
    } else if (hadVersion) {
      // Another page has loaded it. This one goes on with the old version until it is loaded again.
      onNewVersion(() => location.reload());
    }
  });
  const offer = () => {
    const { waiting } = registration;
    if (waiting && hadVersion) {
      onNewVersion(() => {
        asked = true;
        waiting.postMessage('take-over');
      });
    }
  };
  const watch = () => registration.installing?.addEventListener('statechange', offer);
  offer();
  watch();
  registration.addEventListener('updatefound', watch);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') {
      registration.update().catch(() => {});
    }
  });
}
