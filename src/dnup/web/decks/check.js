// Check with the engine whether cards make a valid deck.

import { deckFaults as faults, layout } from '../engine/kernel.js';
import { loadEngine } from '../engine/load.js';
import { inPlay } from '../shared/own-decks.js';
import { writeCard } from './cards.js';

/** @typedef {import('./cards.js').DeckCard} DeckCard */
/** What is wrong: the key of a text, the card it was found at, another card, and a number. `card` is an index, -1 for
 * none.
 * @typedef {{key: string, card: number, other: number, number: number, most: number}} Fault */

/** @type {Record<number, string>} */
const KEYS = {
  [faults.BAD_VALUE]: 'bad_value',
  [faults.EQUAL_VALUES]: 'equal_values',
  [faults.NO_STAR]: 'no_star',
  [faults.TWO_STARS]: 'two_stars',
  [faults.STAR_COPY]: 'star_copy',
  [faults.MANY_OF_A_VALUE]: 'many_of_a_value',
};
const MOST = /** @type {Record<string, number>} */ ({
  bad_value: layout.MAX_VALUE,
  many_of_a_value: layout.MAX_SIZE,
});

/** @type {Promise<import('../engine/engine.js').Engine> | null} */
let engine = null;

/** The first fault of a deck, or of the cards in play with a number of players; null if there is none.
 * @param {DeckCard[]} cards @param {number} [players] @returns {Promise<Fault | null>} */
export async function findFault(cards, players = 0) {
  engine ??= loadEngine();
  const one = await engine;
  // More than can be are not handed over: their number says enough.
  if (cards.length > layout.MAX_CARDS)
    return { key: 'many_cards', card: -1, other: -1, number: cards.length, most: layout.MAX_CARDS };
  const none = { card: -1, other: -1, most: 0 };
  buffers ??= { faces: one.words(2 * layout.MAX_CARDS), stars: one.words(layout.MAX_CARDS) };
  const faces = buffers.faces.first(2 * cards.length);
  const stars = buffers.stars.first(cards.length);
  faces.items.set(cards.flatMap(({ low, high }) => [BigInt(low), BigInt(high)]));
  stars.items.set(cards.map(({ star }) => BigInt(star)));
  const found = one.kernel.findDeckFault(faces, stars);
  if (found !== faults.SOUND) {
    const key = KEYS[found & 0xff];
    const number = found >> faults.FAULT_NUMBER;
    const card = key === 'no_star' ? -1 : (found >> faults.FAULT_CARD) & 0xff;
    return { key, card, other: key === 'two_stars' ? number : -1, number, most: MOST[key] ?? 0 };
  }
  const used = inPlay(cards.map(writeCard), players || 5).length;
  return used < players ? { ...none, key: 'few_cards', number: used } : null;
}

/** Where the engine reads cards.
 * @type {{faces: import('../engine/memory.js').Words, stars: import('../engine/memory.js').Words} | null} */
let buffers = null;
