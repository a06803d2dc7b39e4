// Register the service worker when the page is idle, so that it works offline.
import { at } from './urls.js';

const ENGINE = new URL('../engine/dnup.wasm', import.meta.url);

/** @param {() => void} work */
const whenIdle = (work) => ('requestIdleCallback' in globalThis ? requestIdleCallback(work) : setTimeout(work, 500));

let touched = false;
for (const kind of ['pointerdown', 'keydown'])
  addEventListener(
    kind,
    () => {
      touched = true;
    },
    { once: true, capture: true },
  );

/** What the browser offers for installing the page, if it does. @type {{offer: any}} */
export const installer = { offer: null };
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  installer.offer = event;
  const place = document.querySelector('.home .also');
  if (place) void import('../settings/install.js').then(({ offerInstall }) => offerInstall(place));
});

/** Keeps the page on this device, in a quiet moment. */
export function keepPage() {
  if (!location.protocol.startsWith('http')) return;
  if (document.readyState === 'complete') whenIdle(keep);
  else addEventListener('load', () => whenIdle(keep), { once: true });
}

function keep() {
  const workers = navigator.serviceWorker;
  const isFirst = document.body.matches('.home');
  // Over plain HTTP, or in a private window, there is none: then Play finds the engine among what the browser has
  // anyway.
  if (!workers) {
    if (isFirst) fetch(ENGINE, { priority: 'low' }).catch(() => {}); // only a preload: Play fetches it again
    return;
  }
  if (isFirst && workers.controller) workers.addEventListener('controllerchange', renew, { once: true });
  workers.register(at('service-worker.js')).catch(() => {}); // some private windows refuse it, and the page works without
}

/** A new version is installed. A first page that has not been touched is reloaded at once; others get the version with
 * the next page. */
function renew() {
  if (touched || sessionStorage.getItem('renewed')) return;
  sessionStorage.setItem('renewed', 'yes'); // once: two versions may take turns while a site is being changed
  location.reload();
}
