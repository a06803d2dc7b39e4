// What to do in a position, for whoever asks: the best move that the search sees from their view. A slice at a time, so that
// the table answers meanwhile.

import { Engine } from '../engine/engine.js';
import { judging } from '../engine/kernel.js';
import { Appraiser } from '../study/appraiser.js';

/** @typedef {import('./table.js').Table} Table */
/** A move, the chance to win the match with it, and the standard error of that. @typedef {{move: string, chance: number, error: number}} Hint */

const TRIES = 4000;
const SLICE = 500;

/** @type {Appraiser | null} */
let appraiser = null;

/** The best move for whoever is in turn; null if the table has gone on meanwhile. @param {WebAssembly.Module} module @param {Table} table
 * @returns {Promise<Hint | null>} */
export async function findHint(module, table) {
  const { position, positionNumber, pen, turn } = table;
  if (!position || turn === null) return null;
  appraiser ??= new Appraiser(new Engine(module), pen.deckName, pen.players);
  appraiser.begin(pen.view(position), null, BigInt(positionNumber));
  for (let tries = SLICE; tries <= TRIES; tries += SLICE) {
    appraiser.think(tries, true);
    await new Promise((done) => setTimeout(done));
    if (table.positionNumber !== positionNumber) return null;
  }
  const { worths, judgment } = appraiser.appraisal();
  const best = worths.reduce((one, other) => (other.more > one.more ? other : one));
  return { move: best.move, chance: best.chance, error: judgment[judging.AFTER_ERROR + 'ABCDE'.indexOf(turn)] };
}
