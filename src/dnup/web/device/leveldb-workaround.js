// Works around data loss in Chromium. IndexedDB lies on LevelDB, which writes each record of its write-ahead log in two
// steps. A browser that is killed in between leaves a torn record. The next start appends behind it, and the start
// after that cannot read the log and drops all databases of the site. Deleting any database makes LevelDB flush the log
// and begin a new one. So this module deletes an empty database before games are opened. (No report of it in Chromium's
// tracker is known to us; tests/web/test_kept_games.py kills a browser and shows it.)

const NAME = 'dnup log';
/** How long after a deletion the browser has begun its new log, in milliseconds, if nothing is written meanwhile. */
const SETTLES = 100;
/** On a slow disk it takes longer: this many times as long as the deletion. */
const TIMES = 3;
/** The longest time that games wait for it, in milliseconds. */
const PATIENCE = 3000;

/** Whether this browser is Chromium: only there an upgrade event has `dataLoss`. */
const needed = () => typeof IDBVersionChangeEvent === 'function' && 'dataLoss' in IDBVersionChangeEvent.prototype;

/** Makes the browser begin a new log; resolves when there is one. */
export async function beginFreshLog() {
  if (needed()) await Promise.race([begin().catch(() => {}), wait(PATIENCE)]); // games open without it, too
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
