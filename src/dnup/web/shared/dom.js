// Create DOM elements. User text only ever goes through `append` and `textContent`, never through HTML.
import { chips } from './cards.js';
import { icon } from './glyphs.js';

/** @typedef {import('./i18n.js').Part} Part */
/** @typedef {Node | string | null | undefined | false} Child */

/** An element with attributes and children. `on…` attributes are listeners; null and false are left out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Record<string, any>} [attributes] @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]} */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children.flat())
    if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
}

/** @type {Map<string, Element>} */
const drawn = new Map();

/** A drawing of ours (never a user's text) as a node; each is read once and then copied.
 * @param {string} markup @returns {Element} */
export function drawing(markup) {
  let first = drawn.get(markup);
  if (!first) {
    const template = document.createElement('template');
    template.innerHTML = markup;
    first = /** @type {Element} */ (template.content.firstElementChild);
    drawn.set(markup, first);
  }
  return /** @type {Element} */ (document.importNode(first, true));
}

/** @param {Parameters<typeof icon>[0]} name */
export const iconNode = (name) => drawing(icon(name));

/** Text from a locale as nodes: values become chips, names bold. What follows a chip without a space stays on its line.
 * @param {Part[]} parts @returns {Node[]} */
export const nodes = (parts) =>
  parts.flatMap((part, i) => {
    const before = parts[i - 1];
    const after = parts[i + 1];
    if (typeof part === 'string') {
      const glued = typeof before === 'object' && 'values' in before ? clinging(part) : '';
      return document.createTextNode(part.slice(glued.length));
    }
    if ('bold' in part) return h('b', {}, part.bold);
    const drawn = drawing(chips(part.values));
    const glued = typeof after === 'string' ? clinging(after) : '';
    return glued ? h('span', { class: 'glued' }, drawn, glued) : drawn;
  });

/** What a text begins with before its first space. @param {string} text */
const clinging = (text) => /^[^\s]{0,5}/.exec(text)?.[0] ?? '';

/** Replaces what an element holds.
 * @param {Element} element @param {...Child} children */
export const fill = (element, ...children) =>
  element.replaceChildren(...children.filter((child) => child !== null && child !== undefined && child !== false));

/** Gives an element these children in this order. Children that are in place are not moved, so they keep their focus.
 * @param {Element} element @param {Element[]} children @param {number} [most]  how many are moved now
 * @returns {boolean}  whether all are in their places */
export function orderChildren(element, children, most = Number.POSITIVE_INFINITY) {
  const wanted = new Set(children);
  for (const child of [...element.children]) if (!wanted.has(child)) child.remove();
  /** @type {Element | null} */
  let next = null;
  let moved = 0;
  for (const child of [...children].reverse()) {
    if (child.parentNode !== element || child.nextElementSibling !== next) {
      if (moved++ === most) return false;
      element.insertBefore(child, next);
    }
    next = child;
  }
  return true;
}

/** @type {WeakMap<Element, string>} */
const facts = new WeakMap();

/** Whether an element is to be filled again: the facts differ from those it was filled with.
 * @param {Element} element @param {unknown[]} all */
export function isNew(element, all) {
  const text = JSON.stringify(all);
  if (facts.get(element) === text) return false;
  facts.set(element, text);
  return true;
}

/** Resolves after the next frame: long work is done in pieces, and the page handles input in between.
 * @returns {Promise<void>} */
export const nextFrame = () =>
  new Promise((done) => (document.hidden ? setTimeout(done) : requestAnimationFrame(() => setTimeout(done))));

/** @template {Element} [E=HTMLElement]
 * @param {string} selector @param {ParentNode} [root] @returns {E} */
export function find(selector, root = document) {
  const element = root.querySelector(selector);
  if (!element) throw new Error(`nothing on the page is ${selector}`);
  return /** @type {E} */ (/** @type {unknown} */ (element));
}

/** Scrolls the panel that an element is in until it is seen; the page stays where it is.
 * @param {HTMLElement} element */
export function reveal(element) {
  const box = element.closest('.panel-box');
  if (!box || !element.offsetParent) return;
  const [outer, inner] = [box.getBoundingClientRect(), element.getBoundingClientRect()];
  if (inner.top < outer.top + 40 || inner.bottom > outer.bottom - 8)
    box.scrollTop += inner.top - outer.top - outer.height / 3;
}
