// The worker of the statistics: it looks through the games of this device, and reviews one game after another.

import { Reviewer } from '../analysis/reviewer.js';
import { Engine } from '../engine/engine.js';
import { loadModule } from '../engine/load.js';
import { SEATS } from '../game/seats.js';
import { readRecord } from '../review/record.js';
import { Replay } from '../review/replay.js';
import { serve } from '../shared/worker-rpc.js';
import { lookThrough } from './games.js';
import { summarize } from './numbers.js';

const compiled = loadModule();
/** The part of the work of a review that is done is told in steps of this size. */
const STEP = 0.02;

serve({
  games: async () => lookThrough(async () => new Engine(await compiled)),
  /** What a review of a game says about a seat. */
  review: async ({ record, seat, effort }, { progress }) => {
    const engine = new Engine(await compiled);
    const replay = new Replay(engine, readRecord(JSON.parse(record)));
    const reviewer = new Reviewer(engine, replay.played());
    let told = 0;
    for (const done of reviewer.think(effort)) {
      if (done - told < STEP) continue;
      progress(done);
      told = done;
    }
    const mover = SEATS.indexOf(seat);
    return summarize(reviewer.review(), mover, (round, move) => {
      const { position } = replay.stops[replay.rounds[round - 1].first + move - 1];
      const hand = replay.writer.hands(position)[mover];
      return hand ? hand.split(' ').length : 0;
    });
  },
});
