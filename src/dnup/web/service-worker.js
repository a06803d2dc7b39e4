// Keeps one page for when the server cannot be reached. Everything else comes from the server, always fresh.
const KEPT = 'dnup-offline-2';
const PAGES = [
  '/web/offline.html',
  '/web/home/offline.js',
  '/web/shared/dnup.css',
  '/web/home/home.css',
  '/web/icons/icon.svg',
];

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((cache) => cache.addAll(PAGES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  if (request.mode === 'navigate') {
    event.respondWith(fetch(request).catch(() => caches.match('/web/offline.html')));
  } else if (PAGES.includes(path)) {
    event.respondWith(fetch(request).catch(() => caches.match(path)));
  }
});
