// Starts the worker of a table on this device while the page is still loading: it needs nothing of the page.

const start = () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });

/** @type {Worker | null} */
let early = location.hash ? start() : null;
// Nobody else listens yet: a worker that has not got its files must not be handed out.
early?.addEventListener('error', () => {
  early = null;
});

/** A worker for a table: the one that was started ahead of the page, or another. */
export function startWorker() {
  const worker = early ?? start();
  early = null;
  return worker;
}
