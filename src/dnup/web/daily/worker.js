// Replays a daily game in a worker: its points, and par.

import { LEVEL, parOf, resultOf } from '../device/daily.js';
import { Damaged } from '../device/storage-errors.js';
import { loadEngine } from '../engine/load.js';
import { serve } from '../shared/worker-rpc.js';

serve({
  par: async ({ date }) => parOf(await loadEngine(), date),
  /** What other bots make in the person's seat, by round. */
  others: async ({ date, from, count }) => {
    const engine = await loadEngine();
    return Array.from({ length: count }, (_, i) => parOf(engine, date, LEVEL, from + i));
  },
  result: async ({ date, rounds }) => {
    const engine = await loadEngine();
    try {
      return resultOf(engine, date, rounds);
    } catch {
      throw new Damaged(); // these are no moves of that deal
    }
  },
});
