// A game against bots, as this player last chose them: one press, and cards are dealt. It is played on this device;
// where the browser cannot do that, at a table of the server.

import { decks } from '../engine/kernel.js';
import { openGames } from '../local/games.js';
import { canPlayHere, createLocal } from '../local/local.js';
import { settings } from '../settings/settings.js';
import { createTable } from '../shared/api.js';
import { at, hasServer } from '../shared/place.js';
import { ownName } from './names.js';

/** Whether such games are played on this device. */
export const playsHere = canPlayHere;

/** Opens ahead what a press of Play would wait for. */
export const warmUp = () => (canPlayHere ? openGames() : null);

/** The address of a new table; null if neither this browser nor a server can play. */
export async function againstBots() {
  if (canPlayHere) {
    const { players, level } = settings;
    // A deck of this name may be gone, or never have been.
    const deck = Object.hasOwn(decks, settings.deck) ? settings.deck : undefined;
    return at(`table/#${await createLocal({ name: ownName(), players, deck, levels: [level] })}`);
  }
  return hasServer ? atServer() : null;
}

async function atServer() {
  const { players, level, deck } = settings;
  const bots = Object.fromEntries([...'BCDE'].slice(0, players - 1).map((seat) => [seat, level]));
  const promise = (await import('../game/chance.js')).promiseAhead();
  const joined = await createTable({
    name: ownName(),
    options: { players, deck },
    bots,
    start: true,
    commitment: promise.commitment,
  });
  promise.for(joined.table.id);
  return at(`table/${joined.table.id}`);
}
