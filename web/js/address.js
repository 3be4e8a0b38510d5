/** The addresses of pages: paths on a server (`/t/TABLE`), queries of the one document of a static site
 * (`?/t/TABLE`), which any web space can serve. Everywhere else pages are named by their path. */

/** Whether there is a server, with tables that others can come to. */
export const hasServer = document.documentElement.dataset['server'] !== 'none';

/** Whether the server hands out the engine, so that this browser analyses by itself. */
export const hasEngine = document.documentElement.dataset['engine'] !== undefined;

/** Where the document of a static site lies. */
const HOME = location.pathname;

/** Returns the address of a page.
 * @param {string} path with the part behind `#`, if there is one */
export function addressOf(path) {
  if (hasServer) {
    return path;
  }
  return path === '/' ? HOME : `${HOME}?${path}`;
}

/** Returns the path of the page at an address.
 * @param {{pathname: string, search: string}} address */
export function pathOf({ pathname, search }) {
  if (hasServer) {
    return pathname;
  }
  return search.startsWith('?/') ? search.slice(1) : '/';
}

/** Returns the link to a page, to be passed on.
 * @param {string} path */
export function linkTo(path) {
  return new URL(addressOf(path), location.href).href;
}
