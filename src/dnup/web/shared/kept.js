// The page on the device: once it is there and has nothing better to do, all of it is fetched, for a train without network.
import { at } from './place.js';

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

/** Keeps the page on this device, in a quiet moment. */
export function keepPage() {
  if (!location.protocol.startsWith('http')) return;
  if (document.readyState === 'complete') whenIdle(keep);
  else addEventListener('load', () => whenIdle(keep), { once: true });
}

function keep() {
  const workers = navigator.serviceWorker;
  const isFirst = document.body.matches('.home');
  // Over plain HTTP, or in a private window, there is none: then Play finds the engine among what the browser has anyway.
  if (!workers) {
    if (isFirst) fetch(ENGINE, { priority: 'low' }).catch(() => {});
    return;
  }
  if (isFirst && workers.controller) workers.addEventListener('controllerchange', renew, { once: true });
  workers.register(at('service-worker.js')).catch(() => {});
}

/** A new version has come in. Whoever has not touched the first page yet gets it at once, everyone else with the next page. */
function renew() {
  if (touched || sessionStorage.getItem('renewed')) return;
  sessionStorage.setItem('renewed', 'yes'); // once: two versions may take turns while a site is being changed
  location.reload();
}
