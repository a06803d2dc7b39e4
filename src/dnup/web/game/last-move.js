// The highlight of the last move: whose it was, where its cards lie, what it sent to a hand.
import { slotIn } from './flights.js';
import { parseCards, parseMove } from './notation.js';

/** @typedef {import('../messages.d.ts').SeatView} SeatView */
/** @typedef {import('../messages.d.ts').Moved} Moved */
/**
 * @typedef {object} Highlight
 * @property {string} seat  whose move it was
 * @property {Moved['verb']} verb
 * @property {string | null} slot  where its cards lie
 * @property {string[]} cards  which of the cards there are its own
 * @property {{hand: string, cards: string[]} | null} gained  cards that came into a hand, as they are held now */

/** @param {SeatView} view  the table after the move @param {Moved} event @returns {Highlight} */
export function highlightOf(view, { seat, verb, move, effects }) {
  const { cards, slot } = parseMove(move ?? verb);
  const returns = parseCards(effects?.returns);
  const where = verb === 'play' && move ? slotIn(view, seat, cards) : verb === 'add' ? slot : null;
  return {
    seat,
    verb,
    cards,
    slot: where && view.table[where] ? where : null,
    gained: effects?.hand && returns.length ? { hand: effects.hand, cards: returns } : null,
  };
}
