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

/** The number of actions in which a move wins by force, if another does not.
 * @param {Estimator} estimator @param {import('../analysis/estimators.js').Position} view @param {string} worse
 * @param {string} better */
function forcedOver(estimator, view, worse, better) {
  estimator.begin(view, worse, 1n);
  return forcedBy(estimator.moveValues(), better, worse);
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
  /** What other moves are worth measured by one. @returns {Promise<import('../analysis/estimators.js').MoveValue[]>} */
  measure: async ({ position, tried, others }) => {
    const { estimator, view } = await read(position);
    return estimator.measure(view, tried, others, 1n);
  },
  /** Why a move is better than another. @returns {Promise<import('../analysis/estimators.js').Reason[]>} */
  explain: async ({ position, worse, better }) => {
    const { estimator, view } = await read(position);
    return estimator.explain(view, worse, better, forcedOver(estimator, view, worse, better));
  },
  /** How a move wins if it wins by force and another does not, or else what can follow it.
   * @returns {Promise<import('../analysis/estimators.js').LineMove[]>} */
  line: async ({ position, worse, better }) => {
    const { estimator, view } = await read(position);
    return estimator.lineAfter(view, better, forcedOver(estimator, view, worse, better));
  },
});
