/** Keeps the files of a static site, so that it works without a network once it was opened. */

/** The name of the contents of all files. */
const BUILD = 'BUILD';
/** The files under the name of the build, which never change. */
const FILES = ['FILES'];
/** Every page is this one document. */
const DOCUMENT = './';
/** Other sites of this origin have caches of their own. */
const CACHES = `quincunx ${registration.scope} `;
const CACHE = CACHES + BUILD;

addEventListener('install', (event) => event.waitUntil(keep()));

addEventListener('activate', (event) => {
  const clean = async () => {
    const others = (await caches.keys()).filter((name) => name.startsWith(CACHES) && name !== CACHE);
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
  const { href } = new URL(request.url);
  const isPage = request.mode === 'navigate' && href.replace(/(index\.html)?(\?.*)?(#.*)?$/, '') === scope();
  if (request.method === 'GET' && (isPage || href.startsWith(`${scope()}assets/`))) {
    event.respondWith(answer(event, isPage ? DOCUMENT : request));
  }
});

function scope() {
  return registration.scope;
}

async function keep() {
  const cache = await caches.open(CACHE);
  // Past the browser's own cache, which may still have the document of an earlier build.
  const response = await fetch(DOCUMENT, { cache: 'reload' });
  const text = await response.text();
  if (!text.includes(`/${BUILD}/`)) {
    throw new Error('the web space still has another document');
  }
  await cache.addAll(FILES);
  // A response that was redirected must not answer a navigation; this one was not.
  await cache.put(DOCUMENT, new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8' } }));
}

async function answer(event, wanted) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(wanted);
  if (known) {
    return known;
  }
  const response = await fetch(event.request);
  if (response.ok && event.request.url.includes(`/${BUILD}/`)) {
    // Where there is no room, the file is fetched again next time.
    event.waitUntil(cache.put(wanted, response.clone()).catch(() => {}));
  }
  return response;
}
