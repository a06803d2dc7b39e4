// Parse and format cards and moves (docs/notation.md).

/** @typedef {import('../messages.d.ts').LegalMove} LegalMove */
/** @typedef {import('../messages.d.ts').Effects} Effects */
/** @typedef {{text: string, verb: 'play' | 'add' | 'take' | 'rotate', cards: string[], slot: string | null}} Move */
/** A legal move, taken apart. @typedef {Move & {effects: Effects}} Choice */

/** @param {string | null | undefined} text @returns {string[]} */
export const parseCards = (text) => (text ? text.split(' ') : []);

/** @param {string} card */
export const active = (card) => Number(card.split('/')[0]);
/** @param {string} card */
export const inactive = (card) => Number(card.split('/')[1]);
/** @param {string} card */
export const turned = (card) => card.split('/').reverse().join('/');

/** The card with the ★. A table says which it is; without a table it is that of the default deck (R2). */
let star = '1/5';
/** @param {string} card */
export const useStar = (card) => {
  star = card;
};
/** @param {string} card  either way up */
export const isStar = (card) => card === star || turned(card) === star;

/** Ascending by active, then by inactive value. @param {string} a @param {string} b */
export const ascending = (a, b) => active(a) - active(b) || inactive(a) - inactive(b);

/** @param {string[]} cards */
export const playText = (cards) => `play ${[...cards].sort(ascending).join(' ')}`;
/** @param {string} card @param {string} slot */
export const addText = (card, slot) => `add ${card} to ${slot}`;

/** @param {string} text @returns {Move} */
export function parseMove(text) {
  const [verb, ...rest] = text.split(' ');
  if (verb === 'play') return { text, verb, cards: rest, slot: null };
  if (verb === 'add') return { text, verb, cards: [rest[0]], slot: rest[2] };
  if (verb === 'take') return { text, verb, cards: [], slot: rest[0] };
  return { text, verb: 'rotate', cards: [], slot: null };
}

/** @param {LegalMove} legal @returns {Choice} */
export const parseLegal = (legal) => ({ ...parseMove(legal.move), effects: legal.effects ?? {} });

/** The seat a slot belongs to: B of B2. @param {string} slot */
export const seatOf = (slot) => slot[0];
/** The area of a slot, with two players. @param {string} slot */
export const areaOf = (slot) => (slot.length > 1 ? Number(slot[1]) : null);
