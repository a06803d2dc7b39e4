// The hand in the order in which its owner arranges it. The server knows a hand without order (R5); the order is kept
// here.
import { active, ascending, parseCards, turned } from './notation.js';

/** A card in the hand; `id` stays the same while it is held, however it is turned.
 * @typedef {{id: number, card: string}} Held */

let last = 0;

/** @param {string} card @returns {Held} */
const held = (card) => ({ id: ++last, card });

/** @param {Held[]} hand */
export const sorted = (hand) => [...hand].sort((a, b) => ascending(a.card, b.card));

/** @param {string[]} cards */
const bag = (cards) => [...cards].sort(ascending).join(' ');

/** The hand after an update: cards that stay keep their place, new ones join, and if it `sorts` all are sorted. A hand
 * that was turned is the same hand the other way round. Of equal cards, those that were chosen leave.
 * @param {Held[]} before @param {string} text @param {boolean} sorts @param {boolean} rotated
 * @param {string[]} [gone]  the cards that a move took out of the hand
 * @param {number[]} [chosen]  the cards it was made with
 * @returns {Held[]} */
export function arrange(before, text, sorts, rotated, gone = [], chosen = []) {
  const cards = parseCards(text);
  let kept = before;
  if (rotated && bag(before.map(({ card }) => turned(card))) === bag(cards)) {
    kept = before.map(({ id, card }) => ({ id, card: turned(card) })).reverse();
  }
  for (const card of gone) {
    const equal = kept.filter((one) => one.card === card);
    const leaves = equal.find(({ id }) => chosen.includes(id)) ?? equal.at(-1);
    kept = kept.filter((one) => one !== leaves);
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

/** A narrow hand of this many cards or more lies in two rows. */
export const MANY = 11;
/** A row has at most this many cards while the hand has at most twice as many. */
const FULL_ROW = 10;
/** How far from the middle the rows may be cut, in cards. */
const OFF_MIDDLE = 2;

/** Where a card lies in two rows. `row` is 0 for the upper one; `across` and `apart` count steps from one card to the
 * next, and gaps between two values, from the middle of the row; the row has `steps` and `gaps` in all, and no row of
 * the hand has more than `mostSteps` and `mostGaps`. `gap` is the width of a gap in card widths.
 * @typedef {{row: number, across: number, apart: number, steps: number, gaps: number, mostSteps: number, mostGaps:
 *   number, gap: number}} Spot */

/** How many cards lie in the upper row: about half of them, and the rows are cut where the value changes if that is
 * near.
 * @param {string[]} cards */
export function cutRows(cards) {
  const middle = cards.length / 2;
  const longest = Math.max(FULL_ROW, Math.ceil(middle));
  let best = Math.ceil(middle);
  let distance = Number.POSITIVE_INFINITY;
  for (let i = 1; i < cards.length; i++) {
    const off = Math.abs(i - middle);
    const fits = off <= OFF_MIDDLE && Math.max(i, cards.length - i) <= longest;
    if (fits && off < distance && active(cards[i]) !== active(cards[i - 1])) [best, distance] = [i, off];
  }
  return best;
}

/** Where every card of a hand lies in two rows. @param {string[]} cards @returns {Spot[]} */
export function inRows(cards) {
  const cut = cutRows(cards);
  const rows = [cards.slice(0, cut), cards.slice(cut)].map((row, number) => {
    let gaps = 0;
    const before = row.map((card, i) => {
      if (i && active(card) !== active(row[i - 1])) gaps += 1;
      return gaps;
    });
    return { number, before, steps: row.length - 1, gaps };
  });
  const mostSteps = Math.max(...rows.map(({ steps }) => steps));
  const mostGaps = Math.max(...rows.map(({ gaps }) => gaps));
  return rows.flatMap(({ number, before, steps, gaps }) =>
    before.map((passed, i) => ({
      row: number,
      across: i - steps / 2,
      apart: passed - gaps / 2,
      steps,
      gaps,
      mostSteps,
      mostGaps,
      gap: mostSteps < FULL_ROW - 2 ? 0.16 : 0.06,
    })),
  );
}
