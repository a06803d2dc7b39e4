// A server that has just been started compiles its rules first. What needs them waits here, and the page says how far the
// server is. Games on this device need no server.

import { h } from './dom.js';
import { t } from './i18n.js';
import { at } from './place.js';

const PAUSE = 500;

/** @type {Promise<void> | null} */
let waiting = null;

/** Until the server is ready; all who wait share one notice. */
export function untilReady() {
  waiting ??= wait().finally(() => {
    waiting = null;
  });
  return waiting;
}

async function wait() {
  const words = h('span', {});
  const bar = /** @type {HTMLProgressElement} */ (h('progress', { max: '1', 'aria-label': t('starting.title') }));
  const element = h('div', { class: 'notice starting', role: 'status' }, words, bar);
  /** @type {number | null} */
  let progress = (await progressOfServer()) ?? 1;
  while (progress !== null) {
    bar.value = progress;
    words.textContent = t('starting.progress', { percent: Math.round(progress * 100) });
    // What is outside an open dialog cannot be seen.
    const place = document.querySelector('dialog[open]') ?? document.body;
    if (element.parentElement !== place) place.append(element);
    await new Promise((go) => setTimeout(go, PAUSE));
    progress = await progressOfServer();
  }
  element.remove();
}

/** How far it is, from 0 to 1; null once it is ready, or cannot be asked: then what is asked next says why. */
async function progressOfServer() {
  try {
    const health = await (await fetch(at('health'), { cache: 'no-store' })).json();
    return health.status === 'starting' ? health.progress : null;
  } catch {
    return null;
  }
}
