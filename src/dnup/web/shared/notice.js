// A short notice over the table that disappears by itself.
import { h } from './dom.js';

const LASTS = 7000;

/** @param {string} text */
export function notice(text) {
  document.querySelector('.notice')?.remove();
  const element = h('p', { class: 'notice', role: 'status' }, text);
  element.addEventListener('click', () => element.remove());
  document.body.append(element);
  setTimeout(() => element.remove(), LASTS);
}
