// The worker of the review page: the engine goes through the game here, so that the page stays responsive.

import { Damaged, openGames } from '../device/games.js';
import { recordsOf } from '../device/record.js';
import { Engine } from '../engine/engine.js';
import { loadModule } from '../engine/load.js';
import { serve } from '../shared/worker-rpc.js';
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

/** The records of a table on this device, and the seat of its person, if it had only one. @param {string} id */
async function fromDevice(id) {
  const [module, games] = await Promise.all([compiled, openGames()]);
  const kept = await games.load(id);
  if (!kept) return null;
  const lines = recordsOf(new Engine(module), kept.events, kept.about);
  const people = kept.events.filter(({ type }) => type === 'seated');
  return { lines, seat: people.length === 1 ? people[0].seat : null };
}

serve({
  device: (id) =>
    fromDevice(id).catch((error) => {
      throw error instanceof Damaged ? new NotARecord('damaged') : error;
    }),
  /** The games in a text, each with its players. */
  read: (text) => {
    records = readRecords(text);
    return records.map(({ players, rounds }) => ({ players, rounds: rounds.length }));
  },
  /** Opens one of them. */
  open: async (number) => {
    replay = new Replay(new Engine(await compiled), records[number]);
    return replay.outline();
  },
  show: ({ index, seat }) => game().show(index, seat),
  positions: (stops) => game().positions(stops),
  details: (index) => game().details(index),
  measure: ({ index, tried, others }) => game().measure(index, tried, others),
  follow: ({ line, seat }) => game().follow(line, seat),
  why: ({ index, move }) => game().whyNot(index, move),
});
