// Chromium writes what a site keeps to a log, each entry in two steps: how long it is, then what it is. A browser that is
// killed in between leaves half an entry. The next one takes no offence and goes on behind it; the one after that cannot read
// the log and throws away all that the site has kept. But where a database is deleted, the browser puts by all that is in its
// log and begins another. So an empty database is there to be deleted, first of all, before games are opened.

const NAME = 'dnup log';
/** So long after it has deleted something a browser has begun its new log, in milliseconds, if nothing is written meanwhile; or
 * so many times as long as deleting took, where the disk is slow. */
const SETTLES = 100;
const TIMES = 3;
/** Nobody waits for it longer than this. */
const PATIENCE = 3000;

/** Whether this browser is one of those: only they tell what they have thrown away. */
const needed = () => typeof IDBVersionChangeEvent === 'function' && 'dataLoss' in IDBVersionChangeEvent.prototype;

/** Have the browser begin a new log; resolves when there is one. */
export async function beginFreshLog() {
  if (needed()) await Promise.race([begin().catch(() => {}), wait(PATIENCE)]);
}

async function begin() {
  const began = performance.now();
  if (!(await remove())) {
    await make();
    await remove();
  }
  await wait(Math.max(SETTLES, TIMES * (performance.now() - began)));
  void make(); // for the next time
}

/** @returns {Promise<void>} */
const make = () =>
  new Promise((done) => {
    const request = indexedDB.open(NAME);
    request.onsuccess = () => {
      request.result.close();
      done();
    };
    request.onerror = () => done();
  });

/** Whether it was there. @returns {Promise<boolean>} */
const remove = () =>
  new Promise((done) => {
    const request = indexedDB.deleteDatabase(NAME);
    request.onsuccess = (event) => done(/** @type {IDBVersionChangeEvent} */ (event).oldVersion > 0);
    request.onerror = () => done(false);
  });

/** @param {number} milliseconds @returns {Promise<void>} */
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
