// Plays the daily deal over, away from the page: what a game has come to, and par.
import { Engine } from '../engine/engine.js';
import { parOf, resultOf } from '../local/daily.js';

/** @typedef {{id: number, date: string, rounds?: string[][]}} Question with the moves of a game, or for par */

const module = fetch(new URL('../engine/dnup.wasm', import.meta.url)).then((answer) =>
  WebAssembly.compileStreaming(answer),
);

addEventListener('message', async (/** @type {MessageEvent<Question>} */ { data: { id, date, rounds } }) => {
  try {
    const engine = new Engine(await module);
    postMessage({ id, answer: rounds ? resultOf(engine, date, rounds) : parOf(engine, date) });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
});
