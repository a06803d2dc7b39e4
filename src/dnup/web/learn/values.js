// Values in the texts of the lessons and rules: {v3} stands for a 3, drawn as a chip, read as its number.
import { h, nodes } from '../shared/dom.js';
import { tp } from '../shared/i18n.js';

/** @type {Record<string, {values: number[]}>} */
const VALUES = Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((value) => [`v${value}`, { values: [value] }]));

/** Parts of a text with its values drawn. What follows a value without a space, like the s of "3s", stays on its line.
 * @param {import('../shared/i18n.js').Part[]} parts @returns {Node[]} */
export function drawnParts(parts) {
  /** @type {Node[]} */
  const made = [];
  for (const node of nodes(parts)) {
    const before = made.at(-1);
    const tail = node instanceof Text && before instanceof Element ? /^\S+/.exec(node.data)?.[0] : null;
    if (tail && node instanceof Text && before) {
      made[made.length - 1] = h('span', { class: 'whole' }, before, tail);
      node.data = node.data.slice(tail.length);
    }
    made.push(node);
  }
  return made;
}

/** A text of a lesson or rule. @param {string} key */
export const parts = (key) => tp(key, VALUES);

/** The same, drawn. @param {string} key */
export const drawn = (key) => drawnParts(parts(key));
