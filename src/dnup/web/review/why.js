// Moves of a review in few words, and why one was better: the facts are the engine's. No DOM.

import { active, parseCards, parseMove, seatOf, turned } from '../game/notation.js';
import { seatName } from '../game/phrases.js';
import { isMine } from '../game/state.js';

/** @typedef {import('../game/state.js').Game} Game */
/** @typedef {import('../shared/i18n.js').Part} Part */
/** @typedef {import('../shared/i18n.js').Words} Words */
/** @typedef {import('../messages.d.ts').Moved} Moved */

/** @param {string[]} cards */
const values = (cards) => ({ values: cards.map(active) });

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

/** So many facts say enough. */
const SAID = 2;

/** Why a move was better: the facts that say most, in one sentence. @param {Words} words @param {Game} game
 * @param {import('../study/appraiser.js').Reason[]} reasons @returns {Part[]} */
export function why(words, game, reasons) {
  const said = reasons.slice(0, SAID).flatMap(({ kind, count, value, seat }, i) => [
    ...(i ? ['; '] : []),
    ...words.parts(`study.why.${kind}`, {
      count,
      turns: value,
      set: { values: Array.from({ length: count }, () => value) },
      seat: { bold: owner(words, game, seat) },
    }),
  ]);
  const [first, ...rest] = said;
  const begin = typeof first === 'string' ? first[0].toLocaleUpperCase(words.language) + first.slice(1) : first;
  return said.length ? [begin, ...rest, '.'] : [];
}
