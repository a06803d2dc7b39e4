// The hand as its owner arranges it. The server knows a hand without order (R5); the order is kept here.
import { ascending, parseCards, turned } from './notation.js';

/** A card in the hand; `id` stays the same while it is held, however it is turned.
 * @typedef {{id: number, card: string}} Held */

let last = 0;

/** @param {string} card @returns {Held} */
const held = (card) => ({ id: ++last, card });

/** @param {Held[]} hand */
export const sorted = (hand) => [...hand].sort((a, b) => ascending(a.card, b.card));

/** @param {string[]} cards */
const bag = (cards) => [...cards].sort(ascending).join(' ');

/** The hand after an update: cards that stay keep their place, new ones join, and if it `sorts` all are sorted.
 * A hand that was turned is the same hand the other way round.
 * @param {Held[]} before @param {string} text @param {boolean} sorts @param {boolean} rotated @returns {Held[]} */
export function arrange(before, text, sorts, rotated) {
  const cards = parseCards(text);
  let kept = before;
  if (rotated && bag(before.map(({ card }) => turned(card))) === bag(cards)) {
    kept = before.map(({ id, card }) => ({ id, card: turned(card) })).reverse();
  }
  const missing = [...cards];
  kept = kept.filter(({ card }) => {
    const at = missing.indexOf(card);
    if (at >= 0) missing.splice(at, 1);
    return at >= 0;
  });
  const all = [...kept, ...missing.map(held)];
  return sorts ? sorted(all) : all;
}

/** The hand with cards moved so that they stand together at an index.
 * @param {Held[]} hand @param {number[]} ids @param {number} index  among the cards that stay @returns {Held[]} */
export function moved(hand, ids, index) {
  const moving = hand.filter(({ id }) => ids.includes(id));
  const staying = hand.filter(({ id }) => !ids.includes(id));
  return [...staying.slice(0, index), ...moving, ...staying.slice(index)];
}

/** The hand as it would be after turning it. @param {Held[]} hand @param {boolean} sorts */
export function peeked(hand, sorts) {
  const other = hand.map(({ id, card }) => ({ id, card: turned(card) })).reverse();
  return sorts ? sorted(other) : other;
}
