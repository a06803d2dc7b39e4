// Plays the daily deal over, away from the page: what a game has come to, and par.
import { loadEngine } from '../engine/load.js';
import { parOf, resultOf } from '../local/daily.js';

/** With the moves of a game, or for par. @typedef {{id: number, date: string, rounds?: string[][]}} Question */

addEventListener('message', async (/** @type {MessageEvent<Question>} */ { data: { id, date, rounds } }) => {
  try {
    const engine = await loadEngine();
    postMessage({ id, answer: rounds ? resultOf(engine, date, rounds) : parOf(engine, date) });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
});
