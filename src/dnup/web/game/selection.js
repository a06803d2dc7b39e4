// What is selected, and which legal moves that can mean. No rule is decided here: everything comes from the list of
// legal moves that the server sends; what is not in it is asked about (`ask`).
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
export const selectedCards = (hand, selection) => hand.filter(({ id }) => selection.ids.includes(id)).map(({ card }) => card);

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
  const cards = selectedCards(hand, selection), { slot } = selection;
  /** @type {Choice[]} */
  const choices = [];
  let ask = null, more = false;
  const push = (/** @type {string} */ text) => {
    const found = moves.find((move) => move.text === text);
    if (found) choices.push(found);
    return Boolean(found);
  };
  if (slot !== null) {
    if (cards.length && !push(addText(cards[0], slot))) ask = addText(cards[0], slot);
    if (!push(`take ${slot}`) && !cards.length) ask = `take ${slot}`;
  } else if (cards.length) {
    const plays = push(playText(cards));
    if (cards.length === 1) choices.push(...moves.filter((move) => move.verb === 'add' && move.cards[0] === cards[0]));
    more = moves.some((move) => move.verb === 'play' && move.cards.length > cards.length && cards.every((card) => move.cards.includes(card)));
    if (!plays && !choices.length && !more) ask = playText(cards);
  }
  const useful = moves.filter((move) => (slot === null ? move.verb !== 'take' : move.verb === 'add' && move.slot === slot));
  const usable = new Set(useful.flatMap((move) => move.cards));
  const value = cards.length && slot === null ? active(cards[0]) : null;
  const dim = new Set(hand.filter(({ id, card }) => moves.length > 0 && !selection.ids.includes(id)
    && (!usable.has(card) || (value !== null && active(card) !== value))).map(({ id }) => id));
  const lit = new Set(slot === null ? [] : hand.filter(({ card }) => usable.has(card)).map(({ id }) => id));
  const reachable = moves.filter((move) => move.slot !== null
    && (cards.length === 0 || move.verb === 'take' || (cards.length === 1 && move.cards[0] === cards[0])));
  const slots = new Set(reachable.map((move) => /** @type {string} */ (move.slot)));
  return { choices, ask: moves.length ? ask : null, more, value: cards.length ? active(cards[0]) : 0, dim, lit, slots };
}

/** The legal move for cards dropped onto a place: the own area, an opponent's set, or a set drawn to the hand.
 * @param {Choice[]} moves @param {string[]} cards @param {'own' | 'hand' | string} place @param {string | null} [slot] */
export function dropped(moves, cards, place, slot = null) {
  const text = place === 'own' ? playText(cards) : place === 'hand' ? `take ${slot}` : addText(cards[0], place);
  return { text, choice: moves.find((move) => move.text === text) ?? null };
}
