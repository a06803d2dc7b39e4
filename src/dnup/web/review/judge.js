// Judges a game in a worker of its own, a decision at a time: it tells how far it has come. Whoever has
// seen enough ends the worker.

import { Engine } from '../engine/engine.js';
import { loadModule } from '../engine/load.js';
import { Reviewing } from '../study/reviewing.js';
import { Replay } from './replay.js';

/** @typedef {ReturnType<Reviewing['review']>} Review */
/** @typedef {Review['moves'][number]} Judged */

/** Milliseconds between two pieces of news. */
const NEWS = 300;
/** So many moves of a decision are told: the best ones, and the one that was made. */
const TOLD = 4;

/** What of a review the page needs. @param {Review} review @returns {Review} */
function brief(review) {
  const moves = review.moves.map((one) => ({
    ...one,
    moves: one.moves.filter(({ move }, i) => i < TOLD || move === one.made),
  }));
  return { ...review, moves };
}

/** @param {import('./record.js').Recorded} record @param {number} effort */
async function judge(record, effort) {
  const engine = new Engine(await loadModule());
  const replay = new Replay(engine, record);
  const reviewing = new Reviewing(engine, replay.played());
  let told = -NEWS;
  for (const done of reviewing.think(effort)) {
    if (performance.now() - told < NEWS && done < 1) continue;
    self.postMessage({ done, review: brief(reviewing.review()) });
    told = performance.now();
  }
}

self.addEventListener('message', ({ data: { record, effort } }) => void judge(record, effort));
