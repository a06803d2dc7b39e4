// The worker of a review, as the page asks it.

import { asker } from '../shared/worker.js';
import { readRecord } from './record.js';

/** @typedef {import('./replay.js').Outline} Outline */
/** @typedef {import('./replay.js').Shown} Shown */
/** @typedef {{players: string[], rounds: number}} Entry  a game in a file */

/** @typedef {import('./judge.js').Review} Review */

const ask = asker(() => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));

/** The records of a table on this device, and where its person sits. @param {string} id
 * @returns {Promise<{lines: string[], seat: string | null} | null>} */
export const readDevice = (id) => ask({ what: 'device', data: id });
/** The games in a text. @param {string} text @returns {Promise<Entry[]>} */
export const readText = (text) => ask({ what: 'read', data: text });
/** Opens one of them. @param {number} number @returns {Promise<Outline>} */
export const openGame = (number) => ask({ what: 'open', data: number });
/** A stop as a seat saw it. @param {number} index @param {string | null} seat @returns {Promise<Shown>} */
export const showStop = (index, seat) => ask({ what: 'show', data: { index, seat } });
/** Why something is no move there; null if it is one. @param {number} index @param {string} move @returns {Promise<import('../messages.d.ts').Why | null>} */
export const whyNot = (index, move) => ask({ what: 'why', data: { index, move } });

/** Stops as texts; none where that cannot be. @param {number[]} stops @returns {Promise<string[]>} */
export const positionsOf = (stops) => ask({ what: 'positions', data: stops });

/** A game that is being judged, in a worker of its own. */
export class Judging {
  /** @type {Worker | null} */ #worker = null;
  /** Which part of the work is done. */ done = 0;
  /** @type {Review | null} */ review = null;

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
  }

  get running() {
    return this.#worker !== null;
  }

  /** @param {string} line  the record @param {number} effort */
  start(line, effort) {
    this.stop();
    this.done = 0;
    const worker = new Worker(new URL('./judge.js', import.meta.url), { type: 'module' });
    this.#worker = worker;
    worker.addEventListener('message', ({ data: { done, review } }) => {
      if (worker !== this.#worker) return;
      this.done = done;
      this.review = review;
      if (done === 1) this.stop();
      this.changed();
    });
    worker.addEventListener('error', () => worker === this.#worker && this.stop());
    worker.postMessage({ record: readRecord(JSON.parse(line)), effort });
  }

  stop() {
    this.#worker?.terminate();
    this.#worker = null;
  }
}
