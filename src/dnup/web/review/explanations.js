// Moves of a review in few words, and why one was better: the facts are the engine's. No DOM.

import { active, parseCards, parseMove, seatOf, turned } from '../game/notation.js';
import { personal, seatName } from '../game/phrases.js';
import { isMine } from '../game/state.js';

/** @typedef {import('../game/state.js').Game} Game */
/** @typedef {import('../shared/i18n.js').Part} Part */
/** @typedef {import('../shared/i18n.js').Words} Words */
/** @typedef {import('../messages.d.ts').Moved} Moved */
/** @typedef {import('../analysis/estimators.js').LineMove} LineMove */

/** @param {string[]} cards */
const values = (cards) => ({ values: cards.map(active) });

/** A move in few words, with its values as chips.
 * @param {Words} words
 * @param {Game} game  with the names, and the table before the move
 * @param {string} text
 * @param {string[]} [set]  the set that it took, where the table is another
 * @returns {Part[]} */
export function moveWords(words, game, text, set) {
  return deedOf(words, game, parseMove(text).verb, text, set);
}

/** A move with its cards and the owner of the set that it takes or adds to; the key of the text about the viewer's own
 * set ends in `_yours`.
 * @param {Words} words @param {Game} game @param {string} deed @param {string} text @param {string[]} [set]
 * @returns {Part[]} */
function deedOf(words, game, deed, text, set) {
  const { verb, cards, slot } = parseMove(text);
  const taken = verb === 'take' ? (set ?? parseCards(game.view?.table[slot ?? ''])) : cards;
  const mine = slot && isMine(game, seatOf(slot));
  return words.parts(`review.did.${deed}${mine ? '_yours' : ''}`, {
    name: slot ? { bold: seatName(game, seatOf(slot)) } : '',
    cards: values(taken),
  });
}

/** The move that was made, as a label that has the verb, and what stands beside it: nothing where the verb says all.
 * @param {Words} words @param {Game} game @param {string} text @param {boolean} own  whether the viewer made it */
export function madeWords(words, game, text, own) {
  const { verb } = parseMove(text);
  const label = words.text(`review.made.${verb}${own ? '_you' : ''}`);
  if (verb === 'rotate') return { label, move: [] };
  return { label, move: deedOf(words, game, verb === 'take' ? 'taken' : verb, text) };
}

/** What was done at a stop. @param {Words} words @param {Game} game @param {Moved} event */
export const deedWords = (words, game, event) =>
  moveWords(words, game, event.move ?? event.verb, parseCards(event.effects?.returns).map(turned));

/** @param {Words} words @param {Game} game @param {string} seat */
const owner = (words, game, seat) => (isMine(game, seat) ? words.text('seat.you') : seatName(game, seat));

/** How many facts are given at most. */
const SAID = 2;

/** Why a move was better: the strongest facts, in one sentence; nothing where no fact tells, but only the line. It says
 * "you" if the mover's seat is the viewer's own.
 * @param {Words} words @param {Game} game @param {import('../analysis/estimators.js').Reason[]} reasons
 * @param {boolean} [made]  whether somebody made the other move; if not, it is the next best
 * @returns {Part[]} */
export function why(words, game, reasons, made = true) {
  const said = reasons.slice(0, SAID).flatMap(({ kind, count, value, seat, cards }, i) => {
    const next = `explanation.${kind}_next`;
    const things = {
      count,
      turns: value,
      set: { values: Array.from({ length: count }, () => value) },
      seat: { bold: owner(words, game, seat) },
      cards: values(parseCards(cards)),
    };
    return [
      ...(i ? ['; '] : []),
      ...(!made && words.has(next)
        ? words.parts(next, things)
        : personal(words, game, `explanation.${kind}`, game.seat ?? '', things)),
    ];
  });
  const [first, ...rest] = said;
  const begin = typeof first === 'string' ? first[0].toLocaleUpperCase(words.language) + first.slice(1) : first;
  return said.length ? [begin, ...rest, '.'] : [];
}

/** A move of a line, with whose it is.
 * @param {Words} words @param {Game} game @param {LineMove} one @returns {Part[]} */
export const stepWords = (words, game, { seat, move, takes }) => [
  { bold: owner(words, game, seat) },
  ': ',
  ...moveWords(words, game, move, parseCards(takes)),
];

/** What can follow a move, in one sentence.
 * @param {Words} words @param {Game} game @param {LineMove[]} line @returns {Part[]} */
export const lineWords = (words, game, line) => [
  words.text('hint.follows'),
  ...line.flatMap((one, i) => [i ? '; ' : ' ', ...stepWords(words, game, one)]),
  '.',
];
