// Grades the moves of a game in a worker, one decision after another. It reports its progress, and the page ends the
// worker when it needs no more.

import { Reviewer } from '../analysis/reviewer.js';
import { Engine } from '../engine/engine.js';
import { loadModule } from '../engine/load.js';
import { serve } from '../shared/worker-rpc.js';
import { Replay } from './replay.js';

/** @typedef {ReturnType<Reviewer['review']>} Review */
/** @typedef {Review['moves'][number]} GradedMove */

/** Milliseconds between two reports. */
const BETWEEN_REPORTS = 300;
/** How many moves of a decision are sent: the best ones, and the one that was made. */
const MOST_MOVES = 4;

/** What of a review the page needs. @param {Review} review @returns {Review} */
function brief(review) {
  const moves = review.moves.map((one) => ({
    ...one,
    moves: one.moves.filter(({ move }, i) => i < MOST_MOVES || move === one.made),
  }));
  return { ...review, moves };
}

serve({
  grade: async ({ record, effort }, { progress }) => {
    const engine = new Engine(await loadModule());
    const reviewer = new Reviewer(engine, new Replay(engine, record).played());
    let reported = -BETWEEN_REPORTS;
    for (const done of reviewer.think(effort)) {
      if (performance.now() - reported < BETWEEN_REPORTS && done < 1) continue;
      progress({ done, review: brief(reviewer.review()) });
      reported = performance.now();
    }
  },
});
