// The worker of the review page: the engine goes through the game here, so that the page is always free to answer.

import { Engine } from '../engine/engine.js';
import { loadModule } from '../engine/load.js';
import { Damaged, openGames } from '../local/games.js';
import { recordsOf } from '../local/record.js';
import { NotARecord, readRecords } from './record.js';
import { Replay } from './replay.js';

/** @typedef {import('./record.js').Recorded} Recorded */

const compiled = loadModule();
/** @type {Recorded[]} */
let records = [];
/** @type {Replay | null} */
let replay = null;

const game = () => {
  if (!replay) throw new Error('no game is open');
  return replay;
};

/** What the page can ask for. @type {Record<string, (data: any) => Promise<unknown>>} */
const ANSWERS = {
  /** The records of a table on this device, and where its person sat. */
  device: async (id) => {
    const [module, games] = await Promise.all([compiled, openGames()]);
    const kept = await games.load(id);
    if (!kept) return null;
    const lines = recordsOf(new Engine(module), kept.events, kept.about);
    return { lines, seat: kept.events.find(({ type }) => type === 'seated')?.seat ?? null };
  },
  /** The games in a text, each with its players. */
  read: async (text) => {
    records = readRecords(text);
    return records.map(({ players, rounds }) => ({ players, rounds: rounds.length }));
  },
  /** Opens one of them. */
  open: async (number) => {
    replay = new Replay(new Engine(await compiled), records[number]);
    return replay.outline();
  },
  show: async ({ index, seat }) => game().show(index, seat),
  positions: async (stops) => game().positions(stops),
  why: async ({ index, move }) => game().whyNot(index, move),
};

self.addEventListener('message', async ({ data: { id, what, data } }) => {
  try {
    self.postMessage({ id, answer: await ANSWERS[what](data) });
  } catch (error) {
    const problem = error instanceof Damaged ? new NotARecord('damaged') : error;
    const told =
      problem instanceof NotARecord ? { key: problem.key, where: problem.where } : { message: String(problem) };
    self.postMessage({ id, error: told });
  }
});
