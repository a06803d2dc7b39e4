// A table against bots, as this player last chose them: one press, and cards are dealt.

import { promiseAhead } from '../game/chance.js';
import { settings } from '../settings/settings.js';
import { createTable } from '../shared/api.js';
import { at } from '../shared/place.js';
import { ownName } from './names.js';

/** The address of a new table whose game has begun. */
export async function againstBots() {
  const { players, level } = settings;
  const bots = Object.fromEntries([...'BCDE'].slice(0, players - 1).map((seat) => [seat, level]));
  const promise = promiseAhead();
  const joined = await createTable({
    name: ownName(),
    options: { players },
    bots,
    start: true,
    commitment: promise.commitment,
  });
  promise.for(joined.table.id);
  return at(`table/${joined.table.id}`);
}
