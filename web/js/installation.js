/** Keeps a static site on the device, so that it works without a network, and tells of new versions. */

/** Registers the service worker.
 * @param {(reload: () => void) => void} onNewVersion is called when one waits; what it is given loads it */
export async function keepSite(onNewVersion) {
  const workers = navigator.serviceWorker;
  if (!workers) {
    // The browser has none here: in a private window, or without https.
    return;
  }
  const registration = await workers.register('service-worker.js').catch(() => null);
  if (!registration) {
    return;
  }
  const offer = () => {
    const { waiting } = registration;
    // Without a controller it is the first version, which waits for nobody.
    if (waiting && workers.controller) {
      onNewVersion(() => {
        workers.addEventListener('controllerchange', () => location.reload());
        waiting.postMessage('take-over');
      });
    }
  };
  offer();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', offer);
  });
}
