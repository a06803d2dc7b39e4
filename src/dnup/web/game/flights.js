// The flights of cards between two views: which cards move, from where to where, and in which order. table/motion.js
// animates them.

import { parseCards, parseMove, seatOf, turned } from './notation.js';
import { SEATS } from './seats.js';

/** @typedef {import('../messages.d.ts').SeatView} SeatView */
/** @typedef {import('../messages.d.ts').Moved} Moved */
/** A place on the table: a seat's hand, a slot, or the pile of discards.
 * @typedef {{hand: string} | {slot: string} | 'pile'} Place */
/** One card on its way. `card` is how it lies at the start; if it `turns`, it arrives turned. `wave` says which flights
 * begin together: a discard follows the move, and cards come back when those that beat them have landed.
 * @typedef {{card: string, from: Place, to: Place, turns: boolean, wave: number}} Flight */
/** `rotated` is the seat whose hand turns. @typedef {{flights: Flight[], rotated: string | null}} Motion */

/** @type {Motion} */
export const STILL = { flights: [], rotated: null };

/** The motion of one move.
 * @param {SeatView} before @param {SeatView} after @param {Moved} event @returns {Motion} */
export function motion(before, after, event) {
  const { seat, effects } = event;
  if (event.verb === 'rotate') return { flights: discards(before, event, 1), rotated: seat };
  if (!event.move) return { ...STILL, flights: discards(before, event, 0) };
  const move = parseMove(event.move);
  /** @type {Flight[]} */
  const flights = [];
  const hand = { hand: seat };
  if (move.verb === 'play') {
    const slot = { slot: before.turn && seatOf(before.turn) === seat ? before.turn : slotIn(after, seat, move.cards) };
    for (const card of move.cards) flights.push({ card, from: hand, to: slot, turns: false, wave: 0 });
  } else if (move.verb === 'add' && move.slot) {
    flights.push({ card: move.cards[0], from: hand, to: { slot: move.slot }, turns: false, wave: 0 });
  } else if (move.verb === 'take' && move.slot) {
    for (const card of parseCards(before.table[move.slot]))
      flights.push({ card, from: { slot: move.slot }, to: hand, turns: true, wave: 0 });
  }
  if (effects?.beats) {
    const from = { slot: effects.beats };
    const home = effects.hand;
    for (const card of parseCards(before.table[effects.beats])) {
      flights.push({ card, from, to: home ? { hand: home } : 'pile', turns: Boolean(home), wave: 1 });
    }
  }
  const gone = new Set(
    flights.flatMap((flight) => (typeof flight.from === 'object' && 'slot' in flight.from ? [flight.from.slot] : [])),
  );
  return { flights: [...flights, ...discards(before, event, effects?.beats ? 2 : 1, gone)], rotated: null };
}

/** Where a seat has these cards. @param {SeatView} after @param {string} seat @param {string[]} cards */
export const slotIn = (after, seat, cards) =>
  Object.keys(after.table).find((slot) => seatOf(slot) === seat && after.table[slot] === cards.join(' ')) ?? seat;

/** @param {SeatView} before @param {Moved} event @param {number} wave @param {Set<string>} [gone] @returns {Flight[]}
 */
function discards(before, event, wave, gone = new Set()) {
  const move = event.move ? parseMove(event.move) : null;
  return (event.discarded ?? [])
    .filter((slot) => !gone.has(slot))
    .flatMap((slot) => {
      const grown = move?.verb === 'add' && move.slot === slot ? move.cards : [];
      return [...parseCards(before.table[slot]), ...grown].map(
        (card) => /** @type {Flight} */ ({ card, from: { slot }, to: 'pile', turns: false, wave }),
      );
    });
}

/** The motion of a deal: every card of a hand comes from the pile's place.
 * @param {SeatView} after @returns {Motion} */
export function dealing(after) {
  const flights = after.sizes.flatMap((size, i) =>
    Array.from(
      { length: size },
      (_, k) => /** @type {Flight} */ ({ card: '', from: 'pile', to: { hand: SEATS[i] }, turns: false, wave: k }),
    ),
  );
  return { flights, rotated: null };
}

/** How a flown card looks when it has arrived. @param {Flight} flight */
export const arrived = (flight) => (flight.turns ? turned(flight.card) : flight.card);
