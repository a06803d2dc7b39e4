// Which cards the champion has a network for.
import { currentName } from '../shared/decks.js';
import { fingerprintOf } from './engine.js';
import { decks, networks } from './kernel.js';

/** Whether a network has learnt with exactly these cards and this number of players; a deck that is not ours by its name has none.
 * @param {string | string[]} deck its name, or its cards in play @param {number} players */
export function hasNetwork(deck, players) {
  if (typeof deck === 'string' && !Object.hasOwn(decks, currentName(deck))) return false;
  return Object.hasOwn(networks[players], fingerprintOf(deck, players));
}
