/** Addresses and pages: the history of the browser without loading anything anew. */

/** Where the page is.
 * @typedef {{page: 'lobby'}
 *   | {page: 'new', game: string}
 *   | {page: 'table', table: string, invitation: string | null}
 *   | {page: 'record', packed: string}
 *   | {page: 'editor'}
 *   | {page: 'nowhere'}} Route */

/** Reads an address.
 * @param {{pathname: string, hash: string}} address
 * @returns {Route} */
export function routeOf({ pathname, hash }) {
  const [, first = '', second = '', ...more] = pathname.split('/');
  if (more.length > 0) {
    return { page: 'nowhere' };
  }
  if (first === '' && second === '') {
    return { page: 'lobby' };
  }
  if (first === 'new' && /^[\w-]+$/.test(second)) {
    return { page: 'new', game: second };
  }
  if (first === 't' && /^[0-9a-hjkmnp-tv-z]{12}$/.test(second)) {
    const invitation = /^#invitation=([0-9a-f]{32})$/.exec(hash);
    return { page: 'table', table: second, invitation: invitation?.[1] ?? null };
  }
  if (first === 'editor' && second === '') {
    return { page: 'editor' };
  }
  if (first === 'r' && second === '') {
    return { page: 'record', packed: hash.slice(1) };
  }
  return { page: 'nowhere' };
}

/** Tells whether a page that is there shows what an address leads to. An address without an invitation leads to the same
 * page as with it: invitations are taken out of the address when they are used up.
 * @param {Route} there
 * @param {Route} to */
export function leadsTo(there, to) {
  if (there.page === 'table' && to.page === 'table') {
    return there.table === to.table && (to.invitation === null || to.invitation === there.invitation);
  }
  return JSON.stringify(there) === JSON.stringify(to);
}

/** @type {(route: Route) => void} */
let show = () => {};

/** Begins to follow the address, and shows where it is now.
 * @param {(route: Route) => void} shown */
export function startRouter(shown) {
  show = shown;
  addEventListener('popstate', () => show(routeOf(location)));
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    const ours = link?.origin === location.origin && !link.hasAttribute('download') && !link.target;
    if (link && plain && ours && !event.defaultPrevented && !link.pathname.startsWith('/api/')) {
      event.preventDefault();
      const target = link.pathname === location.pathname ? document.getElementById(link.hash.slice(1)) : null;
      if (target) {
        // A jump inside the page is no other address: what the address holds is not touched.
        target.scrollIntoView();
        target.focus({ preventScroll: true });
      } else {
        go(link.pathname + link.hash);
      }
    }
  });
  show(routeOf(location));
}

/** Goes to an address of this page.
 * @param {string} address
 * @param {{replace?: boolean}} [how] whether the present one is to be forgotten */
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
