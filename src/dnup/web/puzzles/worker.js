// The worker of the puzzles: positions, judgments and numbers are the engine's.

import { judging } from '../engine/kernel.js';
import { loadEngine } from '../engine/load.js';
import { Scribe } from '../local/scribe.js';
import { Studies } from '../local/study.js';
import { Appraiser } from '../study/appraiser.js';

/** What the moves of a view are worth, the best first, and the standard error of a chance.
 * @typedef {{worths: import('../study/appraiser.js').Worth[], error: number}} Weighed */

const TRIES = 6000;
const engine = loadEngine();
const studies = engine.then((one) => new Studies(one));
/** By deck and number of players, for the memory that they take is not given back. @type {Map<string, {scribe: Scribe, appraiser: Appraiser}>} */
const known = new Map();

/** A position, and who appraises it. @param {string} text */
async function read(text) {
  const [deck, ...fields] = text.split(' ');
  const players = fields[5].split('|').length;
  const name = `${deck} ${players}`;
  const one = await engine;
  const { scribe, appraiser } = known.get(name) ?? {
    scribe: new Scribe(one, deck, players, 0),
    appraiser: new Appraiser(one, deck, players),
  };
  known.set(name, { scribe, appraiser });
  const state = scribe.position(fields.join(' '));
  return { appraiser, view: scribe.view(state), turn: appraiser.turnOf(state) };
}

/** What the page can ask for. @type {Record<string, (data: any) => Promise<unknown>>} */
const ANSWERS = {
  /** What the seat in turn sees. */
  look: async ({ position, seat }) => JSON.parse((await studies).answer(position, seat, null)),
  /** What comes of a move, or why it is none. */
  attempt: async ({ position, seat, move }) => JSON.parse((await studies).answer(position, seat, move)),
  /** What all moves are worth, measured by one of them. @returns {Promise<Weighed>} */
  weigh: async ({ position, made }) => {
    const { appraiser, view, turn } = await read(position);
    appraiser.begin(view, made, 1n);
    appraiser.think(TRIES, true);
    const { worths, judgment } = appraiser.appraisal();
    return {
      worths: worths.toSorted((one, other) => other.more - one.more),
      error: judgment[judging.AFTER_ERROR + turn],
    };
  },
  /** Why a move is better than another. */
  explain: async ({ position, worse, better }) => {
    const { appraiser, view } = await read(position);
    return appraiser.explain(view, worse, better);
  },
};

self.addEventListener('message', async ({ data: { id, what, data } }) => {
  try {
    self.postMessage({ id, answer: await ANSWERS[what](data) });
  } catch (error) {
    self.postMessage({ id, error: String(error) });
  }
});
