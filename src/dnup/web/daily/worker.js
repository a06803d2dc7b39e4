// Plays the daily deal over, away from the page: what a game has come to, and par.
import { loadEngine } from '../engine/load.js';
import { parOf, resultOf } from '../local/daily.js';
import { Damaged } from '../local/unkept.js';

/** With the moves of a game, or for par. @typedef {{id: number, date: string, rounds?: string[][]}} Question */

addEventListener('message', async (/** @type {MessageEvent<Question>} */ { data: { id, date, rounds } }) => {
  try {
    const engine = await loadEngine();
    postMessage({ id, answer: rounds ? result(engine, date, rounds) : parOf(engine, date) });
  } catch (error) {
    postMessage({ id, error: error instanceof Damaged ? { key: 'damaged' } : String(error) });
  }
});

/** What a game has come to. @param {import('../engine/engine.js').Engine} engine @param {string} date @param {string[][]} rounds */
function result(engine, date, rounds) {
  try {
    return resultOf(engine, date, rounds);
  } catch {
    throw new Damaged(); // these are no moves of that deal
  }
}
