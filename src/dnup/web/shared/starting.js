// Wait for a server that is still compiling, and show its progress. Games on this device need no server.

import { h } from './dom.js';
import { t, words } from './i18n.js';
import { at } from './urls.js';

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
  const percent = h('span', { 'aria-hidden': 'true' });
  const bar = h('progress', { max: '1', 'aria-label': t('starting.title') });
  const meter = h('p', { class: 'how-far' }, bar, percent);
  const format = new Intl.NumberFormat(words.language, { style: 'percent' });
  /** @type {HTMLElement | null} */
  let notice = null;
  /** @type {number | null} One that was not ready a moment ago is asked again after a pause. */
  let progress = (await progressOfServer()) ?? 1;
  while (progress !== null) {
    bar.value = progress;
    percent.textContent = format.format(progress);
    // What is outside an open dialog cannot be seen; a dialog that is closed takes its notice along.
    const dialog = document.querySelector('dialog[open]');
    if (!notice?.isConnected || (dialog && !dialog.contains(notice))) {
      notice?.remove();
      notice = show(dialog, meter);
    }
    await new Promise((go) => setTimeout(go, PAUSE));
    progress = await progressOfServer();
  }
  notice?.remove();
}

/** Shows a notice where it covers least: in the dialog, in the place the page has for it, in the middle of a table
 * without cards, or at an edge of any other page. Only the sentence is announced; the bar tells its value to those who
 * ask.
 * @param {Element | null} dialog @param {HTMLElement} meter @returns {HTMLElement} */
function show(dialog, meter) {
  const sentence = h('p', { role: 'status' });
  const place = document.querySelector('[data-starting]');
  const notice = h('section', { class: 'starting', 'aria-label': t('starting.title') }, sentence, meter);
  if (dialog) (dialog.querySelector('.inner') ?? dialog).append(notice);
  else if (place) place.append(notice);
  else if (document.body.matches('.game') && !document.querySelector('main .card')) {
    notice.classList.add('middle');
    notice.prepend(h('h2', {}, t('starting.title')));
    notice.append(h('a', { class: 'btn first', href: at('') }, t('starting.bots')));
    document.body.append(notice);
  } else {
    notice.classList.add('notice');
    document.body.append(notice);
  }
  // An empty region that is filled later is announced.
  sentence.textContent = t(place || notice.matches('.middle') ? 'starting.text' : 'starting.notice');
  return notice;
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
