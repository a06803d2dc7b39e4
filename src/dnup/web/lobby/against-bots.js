// Start a game against bots, as this player last chose them. It is played on this device; where the browser cannot do
// that, at a table of the server.

import { canPlayHere, createLocal } from '../device/device.js';
import { openGames } from '../device/games.js';
import { decks } from '../engine/kernel.js';
import { settings } from '../settings/settings.js';
import { createTable } from '../shared/api.js';
import { DEFAULT_DECK } from '../shared/decks.js';
import { findOwn, inPlay, titleOf } from '../shared/own-decks.js';
import { at, hasServer } from '../shared/urls.js';
import { ownName } from './names.js';

/** Opens ahead what a press of Play would wait for. */
export const warmUp = () => (canPlayHere ? openGames() : null);

/** The address of a new table; null if neither this browser nor a server can play. */
export async function againstBots() {
  if (canPlayHere) {
    const { players, level, finishRound } = settings;
    return at(
      `table/#${await createLocal({ name: ownName(), players, levels: [level], finishRound, ...(await chosenDeck(players)) })}`,
    );
  }
  return hasServer ? atServer() : null;
}

/** The chosen deck; the player's own deck as its cards in play, if they make a deck. @param {number} players */
export async function chosenDeck(players) {
  const own = findOwn(settings.deck);
  // A deck of this name may be gone, or never have been.
  if (!own) return { deck: Object.hasOwn(decks, settings.deck) ? settings.deck : undefined };
  const { findFault } = await import('../decks/check.js');
  const { readCards } = await import('../decks/cards.js');
  if (await findFault(readCards(own.cards), players))
    throw Object.assign(new Error(`${own.title} cannot be played`), { name: 'BadDeck' });
  return { deck: inPlay(own.cards, players), title: own.title };
}

async function atServer() {
  const { players, level, deck, finishRound } = settings;
  const own = findOwn(deck);
  const bots = Object.fromEntries([...'BCDE'].slice(0, players - 1).map((seat) => [seat, level]));
  const promise = (await import('../game/shuffle-share.js')).promiseAhead();
  const joined = await createTable({
    name: ownName(),
    options: { players, deck: own?.title ?? (titleOf(deck) === null ? deck : DEFAULT_DECK), finish_round: finishRound },
    ...(own ? { cards: own.cards } : {}),
    bots,
    start: true,
    commitment: promise.commitment,
  });
  promise.for(joined.table.id);
  return at(`table/${joined.table.id}`);
}
