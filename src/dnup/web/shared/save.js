// A text that goes into a file of the person's own.
import { h } from './dom.js';

/** @param {string} name @param {string} text */
export function saveText(name, text) {
  const href = URL.createObjectURL(new Blob([text], { type: 'application/x-ndjson' }));
  h('a', { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
