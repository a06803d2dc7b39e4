// A hint for a position: the best move that the search finds from the player's view. A slice at a time, so that
// the table answers meanwhile.

import { Estimator } from '../analysis/estimators.js';
import { Engine } from '../engine/engine.js';
import { grading } from '../engine/kernel.js';
import { SEATS } from '../game/seats.js';

/** @typedef {import('./table.js').Table} Table */
/** A move, the chance to win the match with it and the standard error of that, why it is better than the next best, and
 * if no fact tells, what can follow it.
 * @typedef {{move: string, chance: number, error: number, why: import('../analysis/estimators.js').Reason[], line:
 *   import('../analysis/estimators.js').LineMove[]}} Hint */

const TRIES = 4000;
const SLICE = 500;

/** @type {Estimator | null} */
let estimator = null;

/** The best move for the seat in turn; null if the table has gone on meanwhile.
 * @param {WebAssembly.Module} module @param {Table} table @returns {Promise<Hint | null>} */
export async function findHint(module, table) {
  const { position, positionNumber, writer, turn } = table;
  if (!position || turn === null) return null;
  estimator ??= new Estimator(new Engine(module), writer.deckName, writer.players);
  estimator.begin(writer.view(position), null, BigInt(positionNumber));
  for (let tries = SLICE; tries <= TRIES; tries += SLICE) {
    estimator.think(tries, true);
    await new Promise((done) => setTimeout(done));
    if (table.positionNumber !== positionNumber) return null;
  }
  const { values, grade } = estimator.moveValues();
  const best = values.reduce((one, other) => (other.more > one.more ? other : one));
  const next = values.filter(({ move }) => move !== best.move).sort((one, other) => other.more - one.more)[0];
  const view = writer.view(position);
  const why = next ? estimator.explain(view, next.move, best.move, next.forced ? 0 : (best.forced ?? 0)) : [];
  return {
    move: best.move,
    chance: best.chance,
    error: grade[grading.AFTER_ERROR + SEATS.indexOf(turn)],
    why,
    line: next && !why.length ? estimator.principalVariation(view, best.move) : [],
  };
}
