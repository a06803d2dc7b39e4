// Sentences for screen readers.

import { find, h } from '../shared/dom.js';

/** How many sentences stay in the live region, so that none is lost when several come at once. */
const MOST = 4;

/** @param {string} text */
export function say(text) {
  const region = find('#say');
  region.append(h('span', {}, `${text} `));
  while (region.childElementCount > MOST) region.firstElementChild?.remove();
}
