// The points of a daily game, and par. A worker replays the game, so that the page stays responsive.

import { WorkerClient } from '../shared/worker-rpc.js';

/** @typedef {{points: number[], over: boolean}} Result */
/** @typedef {import('../device/games.js').StoredEvent} StoredEvent */

const worker = new WorkerClient(() => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));

/** The moves of each round that was dealt. @param {StoredEvent[]} events */
export function movesOf(events) {
  /** @type {string[][]} */
  const rounds = [];
  for (const event of events) {
    if (event?.type === 'round-dealt') rounds.push([]);
    else if (event?.type === 'move-made') rounds[rounds.length - 1]?.push(event.move);
  }
  return rounds;
}

/** @param {string} date @param {StoredEvent[]} events @returns {Promise<Result>} */
export const count = (date, events) => worker.call('result', { date, rounds: movesOf(events) });

/** @param {string} date @returns {Promise<number[]>} */
export const par = (date) => worker.call('par', { date });

/** The points, by round, of some of the bots that play the day in the person's seat.
 * @param {string} date @param {number} from  the number of the first @param {number} count @returns {Promise<number[][]>} */
export const others = (date, from, count) => worker.call('others', { date, from, count });
