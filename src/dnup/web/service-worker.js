// Keeps the whole page on the device, so that it opens and plays with no network.
//
// Each version has its own cache and its own folder of files, and is stored completely or not at all: a page gets all
// of its files from one version. A new version is stored beside the old one and then takes over. Pages that are open go
// on with the files they began with, which are deleted when no page uses them any more.

/** What is cached. dnup.site replaces this line, with another one for each version. */
const SITE = { version: '', pages: {}, files: [] };

const ROOT = new URL('./', self.location.href).href;
/** The beginning of the names of this site's caches: several sites of one host share their caches. */
const OURS = `dnup ${ROOT} `;
const KEPT = OURS + SITE.version;

self.addEventListener('install', (event) => {
  event.waitUntil(install());
});

async function install() {
  try {
    const cache = await caches.open(KEPT);
    // What lies in the folder of a version is what it is; the few other files may be kept here from another version.
    await cache.addAll(
      SITE.files.map(
        (path) => new Request(ROOT + path, { cache: path.startsWith('static/') ? 'default' : 'no-cache' }),
      ),
    );
  } catch (error) {
    // Without a network or with full storage the old version goes on; the browser tries again at the next visit.
    await caches.delete(KEPT);
    throw error;
  }
  await self.skipWaiting();
}

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([tidy(), self.clients.claim()]));
});

/** Deletes other versions, unless a page may still need them.
 * @param {string} [opening]  the page that is about to open */
async function tidy(opening) {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (open.some((client) => client.id !== opening)) return;
  for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== KEPT) await caches.delete(name);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  const address = origin + pathname;
  if (request.method !== 'GET' || !address.startsWith(ROOT)) return;
  const path = address.slice(ROOT.length);
  if (request.mode === 'navigate') {
    if (isPage(path)) event.respondWith(keptPage(path, request));
    else if (/^table\/[^/]+$/.test(path)) event.respondWith(serversPage('table/', request));
    else if (/^game\/[^/]+$/.test(path)) event.respondWith(serversPage('review/', request));
    else if (isPage(`${path}/`)) event.respondWith(Response.redirect(`${address}/${search}`));
    event.waitUntil(tidy(event.resultingClientId));
  } else if (path.startsWith('static/') || SITE.files.includes(path)) {
    event.respondWith(keptFile(request));
  }
});

/** @param {string} path */
const isPage = (path) => Object.hasOwn(SITE.pages, path);

/** A page from the cache, without its preload links: its modules are cached, too, and requesting all of them at once
 * would only delay the start.
 * @param {string} page @param {Request} request */
async function keptPage(page, request) {
  const kept = await caches.match(ROOT + SITE.pages[page], { cacheName: KEPT, ignoreVary: true });
  if (!kept) return fetch(request);
  const text = (await kept.text()).replaceAll(/<link rel="modulepreload"[^>]*>\n/g, '');
  // Copied, because some hosts redirect to a file, and a page may not come from a redirected response.
  return new Response(text, kept);
}

/** A table of the server's is nothing without it, so it has the page that goes with it, too; where there is no answer,
 * the one from here tells. @param {string} page @param {Request} request */
const serversPage = (page, request) => fetch(request).catch(() => keptPage(page, request));

/** A file of this version or, for a page that has been open since, of another. @param {Request} request */
const keptFile = async (request) =>
  (await caches.match(request, { cacheName: KEPT, ignoreVary: true }))
  ?? (await caches.match(request, { ignoreVary: true }))
  ?? fetch(request);
