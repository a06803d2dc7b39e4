// The worker of the puzzles: the engine answers what a position looks like and what its moves are worth.

import { Estimator } from '../analysis/estimators.js';
import { forcedBy } from '../analysis/reviewer.js';
import { Inspector } from '../device/inspection.js';
import { WireWriter } from '../device/wire-writer.js';
import { grading } from '../engine/kernel.js';
import { loadEngine } from '../engine/load.js';
import { serve } from '../shared/worker-rpc.js';

/** What the moves of a view are worth, the best first, and the standard error of a chance.
 * @typedef {{values: import('../analysis/estimators.js').MoveValue[], error: number}} Weighed */

/** @typedef {{why: import('../analysis/estimators.js').Reason[], line: import('../analysis/estimators.js').LineMove[]}}
 *   Explained */

const TRIES = 6000;
const engine = loadEngine();
const inspector = engine.then((one) => new Inspector(one));
/** By deck and number of players, for the memory that they take is not given back.
 * @type {Map<string, {writer: WireWriter, estimator: Estimator}>} */
const known = new Map();

/** A position, and who appraises it. @param {string} text */
async function read(text) {
  const [deck, ...fields] = text.split(' ');
  const players = fields[5].split('|').length;
  const name = `${deck} ${players}`;
  const one = await engine;
  const { writer, estimator } = known.get(name) ?? {
    writer: new WireWriter(one, deck, players, 0),
    estimator: new Estimator(one, deck, players),
  };
  known.set(name, { writer, estimator });
  const state = writer.position(fields.join(' '));
  return { estimator, view: writer.view(state), turn: estimator.turnOf(state) };
}

serve({
  /** What the seat in turn sees. */
  look: async ({ position, seat }) => JSON.parse((await inspector).inspect(position, seat, null)),
  /** What comes of a move, or why it is none. */
  attempt: async ({ position, seat, move }) => JSON.parse((await inspector).inspect(position, seat, move)),
  /** What all moves are worth, measured by one of them. @returns {Promise<Weighed>} */
  weigh: async ({ position, made }) => {
    const { estimator, view, turn } = await read(position);
    estimator.begin(view, made, 1n);
    estimator.think(TRIES, true);
    const { values, grade } = estimator.moveValues();
    return {
      values: values.toSorted((one, other) => other.more - one.more),
      error: grade[grading.AFTER_ERROR + turn],
    };
  },
  /** Why a move is better than another, and how it wins if it wins by force. @returns {Promise<Explained>} */
  explain: async ({ position, worse, better }) => {
    const { estimator, view } = await read(position);
    estimator.begin(view, worse, 1n);
    const forced = forcedBy(estimator.moveValues(), better, worse);
    return { why: estimator.explain(view, worse, better, forced), line: estimator.forcedLine(view, better, forced) };
  },
});
