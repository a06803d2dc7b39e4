// Values in the texts of the lessons and rules: {v3} stands for a 3, drawn as a chip, read as its number.
import { h, nodes } from '../dom.js';
import { tp } from '../i18n.js';

/** @type {Record<string, {values: number[]}>} */
export const VALUES = Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((value) => [`v${value}`, { values: [value] }]));

/** A text with its values drawn. What follows a value without a space, like the s of "3s", stays on its line.
 * @param {string} key @param {import('../i18n.js').Params} [params] @returns {Node[]} */
export function drawn(key, params = {}) {
  /** @type {Node[]} */
  const made = [];
  for (const node of nodes(tp(key, { ...VALUES, ...params }))) {
    const before = made.at(-1), tail = node instanceof Text && before instanceof Element ? /^\S+/.exec(node.data)?.[0] : null;
    if (tail && node instanceof Text && before) {
      made[made.length - 1] = h('span', { class: 'whole' }, before, tail);
      node.data = node.data.slice(tail.length);
    }
    made.push(node);
  }
  return made;
}
