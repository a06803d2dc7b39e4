// The look that a player has chosen: what the table is covered with, the size of cards, the contrast. Only pages of
// players who have chosen one load this and its style sheet.

import { h } from '../shared/dom.js';
import { settings } from './settings.js';

const SHEET = new URL('./look.css', import.meta.url).href;
/** @type {Promise<unknown> | null} */
let styled = null;

/** Puts the look on the page. */
export async function dress() {
  styled ??= new Promise((done) => {
    document.head.append(h('link', { rel: 'stylesheet', href: SHEET, onload: done, onerror: done }));
  });
  await styled;
  document.documentElement.dataset.look = settings.look;
}
