/** Keeps the files of a static site, so that it works without a network once it was opened. */

/** The name of the contents of all files. */
const BUILD = 'BUILD';
/** @type {string[]} */
const FILES = ['FILES'];
const CACHE = `quincunx-${BUILD}`;

addEventListener('install', (event) => {
  // What is under the name of a build never changes, so the browser's own cache may answer.
  const keep = async () => (await caches.open(CACHE)).addAll(FILES);
  event.waitUntil(keep());
});

addEventListener('activate', (event) => {
  const clean = async () => {
    const others = (await caches.keys()).filter((name) => name.startsWith('quincunx-') && name !== CACHE);
    await Promise.all(others.map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(clean());
});

addEventListener('message', ({ data }) => {
  if (data === 'take-over') {
    skipWaiting();
  }
});

addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'GET' && request.url.startsWith(registration.scope)) {
    event.respondWith(answer(request));
  }
});

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(CACHE);
  // Every page is the one document, whatever its query.
  const wanted = request.mode === 'navigate' ? 'index.html' : request;
  const known = await cache.match(wanted);
  if (known) {
    return known;
  }
  const response = await fetch(request);
  if (response.ok && request.url.includes(`/${BUILD}/`)) {
    await cache.put(request, response.clone());
  }
  return response;
}
