// Whether cards make a deck: the engine finds what is wrong, as it does in Python and for the server.

import { deck_faults as faults, layout } from '../engine/kernel.js';
import { loadEngine } from '../engine/load.js';
import { WITHOUT } from '../shared/own-decks.js';
import { SYMBOLS } from './cards.js';

/** @typedef {import('./cards.js').DeckCard} DeckCard */
/** What is wrong: the key of a text, the card it was found at, another card, and a number. `card` is an index, -1 for none.
 * @typedef {{key: string, card: number, other: number, number: number, most: number}} Fault */

/** @type {Record<number, string>} */
const KEYS = {
  [faults.MANY_CARDS]: 'many_cards',
  [faults.BAD_VALUE]: 'bad_value',
  [faults.EQUAL_VALUES]: 'equal_values',
  [faults.STAR_AND_SYMBOL]: 'star_and_symbol',
  [faults.NO_STAR]: 'no_star',
  [faults.TWO_STARS]: 'two_stars',
  [faults.STAR_COPY]: 'star_copy',
  [faults.MANY_OF_A_VALUE]: 'many_of_a_value',
  [faults.FEW_CARDS]: 'few_cards',
};
const MOST = /** @type {Record<string, number>} */ ({
  many_cards: layout.MAX_CARDS,
  bad_value: layout.MAX_VALUE,
  many_of_a_value: layout.MAX_SIZE,
});
const WITHOUT_A_CARD = ['many_cards', 'no_star', 'few_cards'];

/** @param {string} symbol */
const markOf = (symbol) => 1 << (faults.SYMBOLS + SYMBOLS.indexOf(/** @type {any} */ (symbol)));

/** @type {Promise<import('../engine/engine.js').Engine> | null} */
let engine = null;

/** The first fault of cards, or with so many players of those in play; null if there is none. @param {DeckCard[]} cards
 * @param {number} [players] @returns {Promise<Fault | null>} */
export async function findFault(cards, players = 0) {
  engine ??= loadEngine();
  const one = await engine;
  // More than can be are not handed over: their number says enough.
  if (cards.length > layout.MAX_CARDS)
    return { key: 'many_cards', card: -1, other: -1, number: cards.length, most: layout.MAX_CARDS };
  room ??= { faces: one.words(2 * layout.MAX_CARDS), marks: one.words(layout.MAX_CARDS) };
  const faces = room.faces.first(2 * cards.length);
  const marks = room.marks.first(cards.length);
  faces.items.set(cards.flatMap(({ low, high }) => [BigInt(low), BigInt(high)]));
  marks.items.set(
    cards.map(({ star, symbol }) => BigInt((star ? faults.STAR_MARK : 0) | (symbol ? markOf(symbol) : 0))),
  );
  const leaving = (WITHOUT[players] ?? []).reduce((mask, symbol) => mask | markOf(symbol), 0);
  const found = one.kernel.findDeckFault(faces, marks, leaving, players);
  if (found === faults.SOUND) return null;
  const key = KEYS[found & 0xff];
  const number = found >> faults.FAULT_NUMBER;
  const card = WITHOUT_A_CARD.includes(key) ? -1 : (found >> faults.FAULT_CARD) & 0xff;
  return { key, card, other: key === 'two_stars' ? number : -1, number, most: MOST[key] ?? 0 };
}

/** Where the engine reads cards. @type {{faces: import('../engine/memory.js').Words, marks: import('../engine/memory.js').Words} | null} */
let room = null;
