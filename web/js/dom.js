/** Makes elements of the document. Strings are always text, never markup. */

/** @typedef {Node | string | null | undefined | false} Child */

const SVG = 'http://www.w3.org/2000/svg';

/** Makes an HTML element. Properties beginning with `on` are listeners, `class` and everything else
 * attributes; `true` sets an empty attribute, `false`, `null` and `undefined` none.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, unknown>} [properties]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]} */
export function h(tag, properties = {}, ...children) {
  return build(document.createElement(tag), properties, children);
}

/** Makes an SVG element, as {@link h} does.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, unknown>} [properties]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[Tag]} */
export function svg(tag, properties = {}, ...children) {
  return build(document.createElementNS(SVG, tag), properties, children);
}

/** Makes a text that is centred at a place of a drawing.
 * @param {string} text
 * @param {Record<string, unknown>} properties */
export function svgText(text, properties) {
  return svg('text', { 'text-anchor': 'middle', 'dominant-baseline': 'central', ...properties }, text);
}

/** Makes one of the icons, which are symbols at the end of `index.html`; screen readers skip it.
 * @param {string} name */
export function icon(name) {
  const use = svg('use', { href: `#icon-${name}` });
  return svg('svg', { class: 'icon', 'aria-hidden': 'true', viewBox: '0 0 24 24' }, use);
}

/** Replaces the children of an element.
 * @param {Element} element
 * @param {...(Child | Child[])} children */
export function fill(element, ...children) {
  element.replaceChildren(...existing(children));
}

/** Sets the text of an element if it differs, so that nothing is announced or laid out without a change.
 * @param {Element} element
 * @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

/** @template {Element} E
 * @param {E} element
 * @param {Record<string, unknown>} properties
 * @param {(Child | Child[])[]} children
 * @returns {E} */
function build(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) {
      continue;
    }
    if (name.startsWith('on') && typeof value === 'function') {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else {
      element.setAttribute(name, value === true ? '' : String(value));
    }
  }
  element.append(...existing(children));
  return element;
}

/** @param {(Child | Child[])[]} children
 * @returns {(Node | string)[]} */
function existing(children) {
  const all = /** @type {Child[]} */ (children.flat());
  return all.filter((child) => child !== null && child !== undefined && child !== false);
}
