// The workers of a review, as the page calls them: one goes through the game, one grades its moves.

import { WorkerClient } from '../shared/worker-rpc.js';
import { readRecord } from './record.js';

/** @typedef {import('./replay.js').Outline} Outline */
/** @typedef {import('./replay.js').Shown} Shown */
/** @typedef {{players: string[], rounds: number}} Entry  a game in a file */
/** @typedef {import('./grading-worker.js').Review} Review */

const worker = new WorkerClient(() => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));

/** The records of a table on this device, and where its person sits. @param {string} id
 * @returns {Promise<{lines: string[], seat: string | null} | null>} */
export const readDevice = (id) => worker.call('device', id);
/** The games in a text. @param {string} text @returns {Promise<Entry[]>} */
export const readText = (text) => worker.call('read', text);
/** Opens one of them. @param {number} number @returns {Promise<Outline>} */
export const openGame = (number) => worker.call('open', number);
/** A stop as a seat saw it. @param {number} index @param {string | null} seat @returns {Promise<Shown>} */
export const showStop = (index, seat) => worker.call('show', { index, seat });
/** Why something is no move there; null if it is one.
 * @param {number} index @param {string} move @returns {Promise<import('../messages.d.ts').Why | null>} */
export const whyNot = (index, move) => worker.call('why', { index, move });

/** What can be asked about the decision at a stop. @param {number} index
 * @returns {Promise<import('../analysis/moment-details.js').MomentDetails>} */
export const detailsOf = (index) => worker.call('details', index);

/** What other moves of a stop are worth measured by one that somebody tries.
 * @param {number} index @param {string} tried @param {string[]} others
 * @returns {Promise<import('../analysis/estimators.js').MoveValue[]>} */
export const measureBy = (index, tried, others) => worker.call('measure', { index, tried, others });

/** The table after each move of a line, as a seat sees it.
 * @param {import('../analysis/estimators.js').LineMove[]} line @param {string} seat
 * @returns {Promise<import('./replay.js').Followed[]>} */
export const followLine = (line, seat) => worker.call('follow', { line, seat });

/** Stops as texts; none where that cannot be. @param {number[]} stops @returns {Promise<string[]>} */
export const positionsOf = (stops) => worker.call('positions', stops);

/** The grading of a game, in a worker that does nothing else. */
export class Grading {
  /** @type {WorkerClient | null} */ #worker = null;
  /** Which part of the work is done, from 0 to 1. */ done = 0;
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
    const worker = new WorkerClient(
      () => new Worker(new URL('./grading-worker.js', import.meta.url), { type: 'module' }),
    );
    this.#worker = worker;
    const progress = (/** @type {{done: number, review: Review}} */ { done, review }) => {
      if (worker !== this.#worker) return;
      Object.assign(this, { done, review });
      if (done === 1) this.stop();
      this.changed();
    };
    // Without a result, or with an error, the page goes on with what it has.
    const ended = () => worker === this.#worker && this.stop();
    worker.call('grade', { record: readRecord(JSON.parse(line)), effort }, { progress }).then(ended, ended);
  }

  /** Ends the worker: it is busy all the time and would not hear anything else. */
  stop() {
    this.#worker?.terminate();
    this.#worker = null;
  }
}
