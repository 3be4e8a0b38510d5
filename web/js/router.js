// @ts-check
/** Addresses and pages: the history of the browser without loading anything anew. */

/** Where the page is.
 * @typedef {{page: 'lobby'}
 *   | {page: 'new', game: string}
 *   | {page: 'table', table: string, invitation: string | null}
 *   | {page: 'record', packed: string}
 *   | {page: 'nowhere'}} Route */

/**
 * Reads an address.
 *
 * @param {{pathname: string, hash: string}} address
 * @returns {Route}
 */
export function routeOf({ pathname, hash }) {
  const [, first = '', second = '', ...more] = pathname.split('/');
  if (more.length > 0) {
    return { page: 'nowhere' };
  }
  if (first === '' && second === '') {
    return { page: 'lobby' };
  }
  if (first === 'new' && second !== '') {
    return { page: 'new', game: decodeURIComponent(second) };
  }
  if (first === 't' && /^[0-9a-hjkmnp-tv-z]{12}$/.test(second)) {
    const invitation = /^#invitation=([0-9a-f]{32})$/.exec(hash);
    return { page: 'table', table: second, invitation: invitation?.[1] ?? null };
  }
  if (first === 'r' && second === '') {
    return { page: 'record', packed: hash.slice(1) };
  }
  return { page: 'nowhere' };
}

/** @type {(route: Route) => void} */
let show = () => {};

/**
 * Begins to follow the address, and shows where it is now.
 *
 * @param {(route: Route) => void} shown
 */
export function startRouter(shown) {
  show = shown;
  addEventListener('popstate', () => show(routeOf(location)));
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    const ours = link?.origin === location.origin && !link.hasAttribute('download') && !link.target;
    if (link && plain && ours && !event.defaultPrevented && !link.pathname.startsWith('/api/')) {
      const jump = link.pathname === location.pathname && link.hash !== '';
      if (!jump) {
        event.preventDefault();
        go(link.pathname + link.hash);
      }
    }
  });
  show(routeOf(location));
}

/**
 * Goes to an address of this page.
 *
 * @param {string} address
 * @param {{replace?: boolean}} [how] whether the present one is to be forgotten
 */
export function go(address, { replace = false } = {}) {
  if (replace) {
    history.replaceState(null, '', address);
  } else {
    history.pushState(null, '', address);
  }
  show(routeOf(location));
}

/** Takes the part behind `#` out of the address: it was a secret or is used up. */
export function dropFragment() {
  history.replaceState(history.state, '', location.pathname);
}
