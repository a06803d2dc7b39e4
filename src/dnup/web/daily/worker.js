// Replays the daily deal in a worker: the points of a game, and par.

import { parOf, resultOf } from '../device/daily.js';
import { Damaged } from '../device/storage-errors.js';
import { loadEngine } from '../engine/load.js';
import { serve } from '../shared/worker-rpc.js';

serve({
  par: async ({ date }) => parOf(await loadEngine(), date),
  result: async ({ date, rounds }) => {
    const engine = await loadEngine();
    try {
      return resultOf(engine, date, rounds);
    } catch {
      throw new Damaged(); // these are no moves of that deal
    }
  },
});
