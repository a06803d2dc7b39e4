// Reviews in the background, gently: one game after another in a worker, only while the page is seen and no game is being
// played on this device, and only as long as the player lets it.

import { WorkerClient } from '../shared/worker-rpc.js';

/** @typedef {import('./store.js').Entry} Entry */

/** How many rollouts a decision gets at most: as on the page of reviews, so that losses can be compared. */
const EFFORT = 8000;
/** How long to wait before looking again whether a game is being played, in milliseconds. */
const LOOK_AGAIN = 5000;
/** Tables hold a lock of this name while they are open: device/games.js. */
const TABLES = 'dnup local-';
const OURS = 'dnup statistics';
const KEY = 'reviews in the background';

export class Background {
  /** @type {WorkerClient | null} */ #worker = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #again = undefined;
  #turn = 0;
  /** What is going on: a game is being reviewed, another thing is waited for, it was stopped, or nothing is left.
   * @type {'works' | 'waits' | 'stopped' | 'done'} */
  state = 'done';
  /** Which part of the game is done. */
  part = 0;
  /** Games that could not be reviewed, by key: they are not tried again. @type {Set<string>} */
  failed = new Set();

  /** @param {{next: () => Entry | null, reviewed: (entry: Entry, review: import('./numbers.js').Summary) => Promise<void>,
   *   changed: () => void}} does  `next` is the game to review next */
  constructor(does) {
    this.does = does;
    document.addEventListener('visibilitychange', () => this.look());
    addEventListener('pagehide', () => this.#end());
    addEventListener('pageshow', () => this.look());
  }

  get wanted() {
    return localStorage.getItem(KEY) !== 'no';
  }

  set wanted(wanted) {
    if (wanted) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'no');
    this.look();
  }

  /** Something may have changed: goes on, or stops. */
  look() {
    if (!this.wanted || document.hidden) this.#end();
    if (!this.#worker) void this.#go();
  }

  async #go() {
    clearTimeout(this.#again);
    const turn = ++this.#turn;
    const entry = this.does.next();
    if (!entry) return this.#tell('done');
    if (!this.wanted) return this.#tell('stopped');
    if (document.hidden) return this.#tell('waits');
    const free = await nothingElse();
    if (turn !== this.#turn) return;
    if (!free) {
      this.#again = setTimeout(() => this.look(), LOOK_AGAIN);
      return this.#tell('waits');
    }
    await this.#review(entry, turn);
  }

  /** @param {Entry} entry @param {number} turn */
  async #review(entry, turn) {
    const worker = newWorker();
    this.#worker = worker;
    this.part = 0;
    this.#tell('works');
    const progress = (/** @type {number} */ done) => {
      if (turn !== this.#turn) return;
      this.part = done;
      this.does.changed();
    };
    const stopped = new AbortController();
    this.#stop = () => stopped.abort();
    try {
      const review = await alone(stopped.signal, () =>
        worker.call(
          'review',
          { record: entry.record, seat: entry.seat, effort: EFFORT },
          { progress, signal: stopped.signal },
        ),
      );
      if (turn === this.#turn) await this.does.reviewed(entry, review);
    } catch {
      if (turn === this.#turn) this.failed.add(entry.key);
    }
    worker.terminate();
    if (turn !== this.#turn) return;
    this.#worker = null;
    void this.#go();
  }

  #stop = () => {};

  /** The worker is busy all the time and would not hear anything else. */
  #end() {
    this.#turn++;
    this.#stop();
    this.#worker?.terminate();
    this.#worker = null;
    clearTimeout(this.#again);
  }

  /** @param {Background['state']} state */
  #tell(state) {
    this.state = state;
    this.does.changed();
  }
}

const newWorker = () => new WorkerClient(() => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));

/** Brings the entries up to date with the games of this device. */
export async function readGames() {
  const worker = newWorker();
  try {
    await worker.call('games');
  } finally {
    worker.terminate();
  }
}

/** Whether no table of this device is open in any tab. */
async function nothingElse() {
  if (!navigator.locks?.query) return true;
  const { held = [] } = await navigator.locks.query();
  return !held.some(({ name }) => name?.startsWith(TABLES));
}

/** Two tabs do not review at the same time. @template T @param {AbortSignal} signal @param {() => Promise<T>} work
 * @returns {Promise<T>} */
const alone = (signal, work) => (navigator.locks ? navigator.locks.request(OURS, { signal }, work) : work());
