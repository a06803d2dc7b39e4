// The worker of the puzzles: positions, judgments and numbers are the engine's.

import { judging } from '../engine/kernel.js';
import { loadEngine } from '../engine/load.js';
import { Scribe } from '../local/scribe.js';
import { Studies } from '../local/study.js';
import { Appraiser } from '../study/appraiser.js';

/** What a move is worth: the chance to win the match, and its standard error. @typedef {{move: string, chance: number, error: number}} Weighed */

const TRIES = 6000;
const SHOWN = 3;
const engine = loadEngine();
const studies = engine.then((one) => new Studies(one));

/** What the page can ask for. @type {Record<string, (data: any) => Promise<unknown>>} */
const ANSWERS = {
  /** What the seat in turn sees. */
  look: async ({ position, seat }) => JSON.parse((await studies).answer(position, seat, null)),
  /** What comes of a move, or why it is none. */
  attempt: async ({ position, seat, move }) => JSON.parse((await studies).answer(position, seat, move)),
  /** What the best moves are worth, and why the answer is better than another. */
  weigh: async ({ position, answer, other }) => {
    const [deck, ...fields] = position.split(' ');
    const players = fields[5].split('|').length;
    const scribe = new Scribe(await engine, deck, players, 0);
    const state = scribe.position(fields.join(' '));
    const view = scribe.view(state);
    const appraiser = new Appraiser(await engine, deck, players);
    appraiser.begin(view, answer, 1n);
    appraiser.think(TRIES, true);
    const { worths, judgment } = appraiser.appraisal();
    const error = judgment[judging.AFTER_ERROR + appraiser.turnOf(state)];
    const told = worths
      .slice()
      .sort((one, another) => another.more - one.more)
      .map(({ move, chance }) => ({ move, chance, error }));
    const best = told.filter(({ move }, i) => i < SHOWN || move === answer);
    const against = other ?? best.find(({ move }) => move !== answer)?.move;
    return { best, why: against ? appraiser.explain(view, against, answer) : [] };
  },
};

self.addEventListener('message', async ({ data: { id, what, data } }) => {
  try {
    self.postMessage({ id, answer: await ANSWERS[what](data) });
  } catch (error) {
    self.postMessage({ id, error: String(error) });
  }
});
