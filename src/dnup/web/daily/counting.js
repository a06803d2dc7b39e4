// What a game of the daily deal has come to, and par: asked of a worker, for a page has better things to do.

import { asker } from '../shared/worker.js';

/** @typedef {{points: number[], over: boolean}} Result */
/** @typedef {import('../local/games.js').Kept} Kept */

const ask = asker(() => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));

/** The moves of each round that was dealt. @param {Kept[]} events */
export function movesOf(events) {
  /** @type {string[][]} */
  const rounds = [];
  for (const event of events) {
    if (event?.type === 'round-dealt') rounds.push([]);
    else if (event?.type === 'move-made') rounds[rounds.length - 1]?.push(event.move);
  }
  return rounds;
}

/** @param {string} date @param {Kept[]} events @returns {Promise<Result>} */
export const count = (date, events) => ask({ date, rounds: movesOf(events) });

/** @param {string} date @returns {Promise<number[]>} */
export const par = (date) => ask({ date });
