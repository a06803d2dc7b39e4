// Save a text or a picture as a file.
import { h } from './dom.js';

/** @param {string} name @param {string | Blob} text @param {string} [type]  records, if nothing else is said */
export function saveText(name, text, type = 'application/x-ndjson') {
  const href = URL.createObjectURL(new Blob([text], { type }));
  h('a', { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
