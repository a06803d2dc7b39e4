// Further drawn signs, for pages that are not the first: as the icons of glyphs.js, in a box of 24 x 24.

import { drawing } from './dom.js';
import { star } from './glyphs.js';

const SIGNS = {
  plus: '<path d="M12 5V19M5 12H19"/>',
  minus: '<path d="M5 12H19"/>',
  grip: '<path d="M9 6.5H9.01M15 6.5H15.01M9 12H9.01M15 12H15.01M9 17.5H9.01M15 17.5H15.01" stroke-width="3"/>',
  /** An eye that is shut. */
  cover: '<path d="M3 9.6C5.2 13.2 8.4 15 12 15S18.8 13.2 21 9.6M5.8 13 4.2 15.4M18.2 13 19.8 15.4M12 15.2V18"/>',
  star: `<g transform="translate(12 12.4)">${star(9)}</g>`,
};

/** @param {keyof typeof SIGNS} name */
export const signNode = (name) =>
  drawing(`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${SIGNS[name]}</svg>`);
