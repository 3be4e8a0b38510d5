/** Maps addresses to pages, and follows links without loading the document again. */

import { addressOf, pathOf } from './address.js';

/** Where the page is.
 * @typedef {{page: 'lobby'}
 *   | {page: 'new', game: string}
 *   | {page: 'table', table: string, invitation: string | null}
 *   | {page: 'record', packed: string}
 *   | {page: 'editor'}
 *   | {page: 'levels'}
 *   | {page: 'level', packed: string}
 *   | {page: 'nowhere'}} Route */

/** Parses an address.
 * @param {{pathname: string, search: string, hash: string}} address
 * @returns {Route} */
export function routeOf(address) {
  const { hash } = address;
  const [, first = '', second = '', ...more] = pathOf(address).split('/');
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
  if ((first === 'editor' || first === 'levels') && second === '') {
    return { page: first };
  }
  if (first === 'l' && second === '') {
    return { page: 'level', packed: hash.slice(1) };
  }
  if (first === 'r' && second === '') {
    return { page: 'record', packed: hash.slice(1) };
  }
  return { page: 'nowhere' };
}

/** Returns whether the present page already shows what a route leads to. A used invitation is removed from
 * the address, so a table with an invitation and the same without one are the same page.
 * @param {Route} present
 * @param {Route} to */
export function leadsTo(present, to) {
  if (present.page === 'table' && to.page === 'table') {
    return present.table === to.table && (to.invitation === null || to.invitation === present.invitation);
  }
  return JSON.stringify(present) === JSON.stringify(to);
}

/** @type {(route: Route) => void} */
let show = () => {};

/** Begins to follow the address, and shows the present one.
 * @param {(route: Route) => void} onRoute */
export function startRouter(onRoute) {
  show = onRoute;
  addEventListener('popstate', () => show(routeOf(location)));
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    const ours = link?.origin === location.origin && !link.hasAttribute('download') && !link.target;
    if (link && plain && ours && !event.defaultPrevented) {
      event.preventDefault();
      const isHere = pathOf(link) === pathOf(location);
      const target = isHere ? document.getElementById(link.hash.slice(1)) : null;
      if (target) {
        // A jump inside the page leaves the address as it is.
        target.scrollIntoView();
        target.focus({ preventScroll: true });
      } else {
        go(pathOf(link) + link.hash);
      }
    }
  });
  show(routeOf(location));
}

/** Goes to a page.
 * @param {string} path with the part behind `#`, if there is one
 * @param {{replace?: boolean}} [how] whether to leave the present one out of the history */
export function go(path, { replace = false } = {}) {
  history[replace ? 'replaceState' : 'pushState'](null, '', addressOf(path));
  show(routeOf(location));
}

/** Removes the part behind `#` from the address: a secret that has been used. */
export function dropFragment() {
  history.replaceState(history.state, '', location.pathname + location.search);
}
