// The selected cards and sets, and the legal moves they can mean. No rule is decided here: everything comes from the
// list of legal moves that the server sends; what is not in it is asked about (`ask`).
import { active, addText, playText } from './notation.js';

/** @typedef {import('./notation.js').Choice} Choice */
/** @typedef {import('./hand.js').Held} Held */
/** Cards of the hand by id, and an opponent's set by slot. @typedef {{ids: number[], slot: string | null}} Selection */

/**
 * @typedef {object} Options
 * @property {Choice[]} choices  what can be done with the selection; the first is the main one
 * @property {string | null} ask  a move to ask about, because it is not among the legal ones
 * @property {number} value  of the selected cards; 0 if none is
 * @property {boolean} more  whether more cards of the value would make a legal set
 * @property {Set<number>} dim  cards of the hand that lead nowhere now
 * @property {Set<number>} lit  cards that go onto the selected set
 * @property {Set<string>} slots  opponents' sets that something can be done with
 */

/** @type {Selection} */
export const NONE = { ids: [], slot: null };

/** @param {Held[]} hand @param {Selection} selection @returns {string[]} */
export const selectedCards = (hand, selection) =>
  hand.filter(({ id }) => selection.ids.includes(id)).map(({ card }) => card);

/** A card was tapped. A card of another value starts a new selection: a set has one value (R7).
 * @param {Selection} selection @param {Held[]} hand @param {number} id @returns {Selection} */
export function tapCard(selection, hand, id) {
  if (selection.ids.includes(id)) return { ...selection, ids: selection.ids.filter((other) => other !== id) };
  const card = hand.find((one) => one.id === id)?.card ?? '';
  const first = selectedCards(hand, selection)[0];
  // With a set chosen only one card can be added, so another card takes its place (R11).
  const joins = first !== undefined && active(first) === active(card) && selection.slot === null;
  return { ...selection, ids: joins ? [...selection.ids, id] : [id] };
}

/** All cards of the tapped card's value. @param {Held[]} hand @param {number} id @returns {Selection} */
export function tapAll(hand, id) {
  const value = active(hand.find((one) => one.id === id)?.card ?? '');
  return { ids: hand.filter(({ card }) => active(card) === value).map((one) => one.id), slot: null };
}

/** A value was typed: one card of it, with every further press one more, then none.
 * @param {Selection} selection @param {Held[]} hand @param {number} value @returns {Selection} */
export function typeValue(selection, hand, value) {
  const all = hand.filter(({ card }) => active(card) === value).map(({ id }) => id);
  const chosen = all.filter((id) => selection.ids.includes(id)).length;
  if (selection.slot !== null) {
    const next = all[(all.findIndex((id) => selection.ids.includes(id)) + 1) % Math.max(all.length, 1)];
    return next === undefined ? selection : { ...selection, ids: [next] };
  }
  return { ids: chosen < all.length ? all.slice(0, chosen + 1) : [], slot: null };
}

/** An opponent's set was tapped. @param {Selection} selection @param {string} slot @returns {Selection} */
export function tapSet(selection, slot) {
  if (selection.slot === slot) return { ...selection, slot: null };
  return { ids: selection.ids.length === 1 ? selection.ids : [], slot };
}

/** What the selection can mean.
 * @param {Choice[]} moves @param {Held[]} hand @param {Selection} selection @returns {Options} */
export function options(moves, hand, selection) {
  const cards = selectedCards(hand, selection);
  const { slot } = selection;
  /** @type {Choice[]} */
  const choices = [];
  let ask = null;
  let more = false;
  const push = (/** @type {string} */ text) => {
    const found = moves.find((move) => move.text === text);
    if (found) choices.push(found);
    return Boolean(found);
  };
  /** What cards can do by themselves, wherever they go. */
  const alone = () => {
    push(playText(cards));
    if (cards.length === 1) choices.push(...moves.filter((move) => move.verb === 'add' && move.cards[0] === cards[0]));
  };
  if (slot !== null && cards.length) {
    // A player with cards selected does not want to take a set: if the cards cannot join it, their other moves are
    // offered.
    if (!push(addText(cards[0], slot))) {
      ask = addText(cards[0], slot);
      alone();
    }
  } else if (slot !== null) {
    if (!push(`take ${slot}`)) ask = `take ${slot}`;
  } else if (cards.length) {
    alone();
    more = moves.some((move) => move.verb === 'play' && move.cards.length > cards.length && holds(move, cards));
    if (!choices.length && !more) ask = playText(cards);
  }
  const joining = new Set(
    moves.filter((move) => move.verb === 'add' && move.slot === slot).flatMap((move) => move.cards),
  );
  const fits = fitting(moves, cards, slot, ask === null ? joining : null);
  const dim = new Set(
    moves.length ? hand.filter(({ id, card }) => !selection.ids.includes(id) && !fits(card)).map(({ id }) => id) : [],
  );
  const lit = new Set(hand.filter(({ card }) => joining.has(card)).map(({ id }) => id));
  const reachable = moves.filter(
    (move) => move.slot !== null && (cards.length === 0 || (cards.length === 1 && move.cards[0] === cards[0])),
  );
  const slots = new Set(reachable.map((move) => /** @type {string} */ (move.slot)));
  return { choices, ask: moves.length ? ask : null, more, value: cards.length ? active(cards[0]) : 0, dim, lit, slots };
}

/** @param {string[]} cards @param {string} card */
const copies = (cards, card) => cards.filter((other) => other === card).length;
/** Whether a move uses all of these cards. @param {Choice} move @param {string[]} cards */
const holds = (move, cards) => cards.every((card) => copies(cards, card) <= copies(move.cards, card));

/** Tells of a card whether a tap on it can lead to a move: onto the chosen set, together with what is selected, or, as
 * a card of another value starts a new selection, by itself.
 * @param {Choice[]} moves @param {string[]} cards @param {string | null} slot
 * @param {Set<string> | null} joining  what goes onto the chosen set, as long as nothing else is selected
 * @returns {(card: string) => boolean} */
function fitting(moves, cards, slot, joining) {
  if (slot !== null && joining) return (card) => joining.has(card);
  const usable = new Set(moves.flatMap((move) => move.cards));
  return (card) =>
    slot === null && cards.length && active(card) === active(cards[0])
      ? moves.some((move) => move.verb === 'play' && holds(move, [...cards, card]))
      : usable.has(card);
}

/** The legal move for cards dropped onto a place: the own area, an opponent's set, or a set drawn to the hand.
 * @param {Choice[]} moves @param {string[]} cards @param {'own' | 'hand' | string} place
 * @param {string | null} [slot] */
export function dropped(moves, cards, place, slot = null) {
  const text = place === 'own' ? playText(cards) : place === 'hand' ? `take ${slot}` : addText(cards[0], place);
  return { text, choice: moves.find((move) => move.text === text) ?? null };
}
