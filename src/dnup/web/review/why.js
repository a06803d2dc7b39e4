// Why one move was better than another, in words: from what the engine says each brings about. No DOM, and no rule: what
// it compares are two tables after a move.

import { active, parseCards, parseMove, seatOf, turned } from '../game/notation.js';
import { seatName } from '../game/phrases.js';
import { isMine } from '../game/state.js';

/** @typedef {import('../game/state.js').Game} Game */
/** @typedef {import('../shared/i18n.js').Part} Part */
/** @typedef {import('../shared/i18n.js').Words} Words */
/** @typedef {import('../messages.d.ts').Moved} Moved */
/** @typedef {import('../messages.d.ts').SeatView} SeatView */
/** A move, and how the table looks to who made it afterwards. @typedef {{event: Moved, view: SeatView}} Tried */

/** @param {string[]} cards */
const values = (cards) => ({ values: cards.map(active) });
/** @param {string} hand */
const groups = (hand) => new Set(parseCards(hand).map(active)).size;

/** A move in few words, with its values as chips. @param {Words} words @param {Game} game  with the names, and the table before the move
 * @param {string} text @param {string[]} [set]  the set that it took, where the table is another @returns {Part[]} */
export function moveWords(words, game, text, set) {
  const { verb, cards, slot } = parseMove(text);
  if (verb === 'rotate') return words.parts('review.did.rotate');
  if (verb === 'play') return words.parts('review.did.play', { cards: values(cards) });
  const name = { bold: owner(words, game, seatOf(slot ?? '')) };
  const taken = set ?? parseCards(game.view?.table[slot ?? '']);
  return words.parts(`review.did.${verb}`, { name, cards: values(verb === 'add' ? cards : taken) });
}

/** What was done at a stop. @param {Words} words @param {Game} game @param {Moved} event */
export const deedWords = (words, game, event) =>
  moveWords(words, game, event.move ?? event.verb, parseCards(event.effects?.returns).map(turned));

/** @param {Words} words @param {Game} game @param {string} seat */
const owner = (words, game, seat) => (isMine(game, seat) ? words.text('seat.you') : seatName(game, seat));

/** @param {Words} words @param {Game} game  the table before the move @param {Tried} best @param {Tried} made @returns {Part[]} */
export function why(words, game, best, made) {
  const seat = best.event.seat;
  const index = 'ABCDE'.indexOf(seat);
  /** @type {Part[][]} */
  const said = [];
  /** @param {string} key @param {import('../shared/i18n.js').Params} [params] */
  const say = (key, params) => said.push(words.parts(`review.why.${key}`, params));
  const [good, bad] = [best.event.effects ?? {}, made.event.effects ?? {}];
  if (good.out && !bad.out) say('out');
  if (good.beats && good.beats !== bad.beats) sendsBack(words, game, good, say);
  else if (bad.beats && !good.beats)
    say('beats_for_nothing', { name: { bold: owner(words, game, seatOf(bad.beats)) } });
  const [less, more] = [best.view.sizes[index], made.view.sizes[index]];
  const [few, many] = [groups(best.view.hand), groups(made.view.hand)];
  if (few < many) say('fewer_sets', { count: few, other: many });
  else if (less < more) say('fewer_cards', { count: less, other: more });
  else if (few > many || less > more) say('holds_back');
  const next = best.view.turn ? seatOf(best.view.turn) : null;
  if (said.length < 2 && next && next !== seat && best.view.sizes['ABCDE'.indexOf(next)] <= 2)
    say('next_is_near', { name: { bold: owner(words, game, next) }, count: best.view.sizes['ABCDE'.indexOf(next)] });
  if (!said.length) say('by_chance');
  return said.flatMap((parts, i) => (i ? [' ', ...parts] : parts));
}

/** @param {Words} words @param {Game} game @param {import('../messages.d.ts').Effects} effects
 * @param {(key: string, params: import('../shared/i18n.js').Params) => void} say */
function sendsBack(words, game, { beats, returns, hand }, say) {
  const seat = seatOf(beats ?? '');
  const cards = parseCards(game.view?.table[beats ?? '']);
  if (!cards.length) return;
  const params = { name: { bold: owner(words, game, seat) }, cards: values(cards) };
  if (hand && returns) say('sends_back', { ...params, values: values(parseCards(returns)) });
  else say('discards', params);
}
