// Check that a deal was fair: compare commitments and what was revealed (docs/protocol.md).

import { active, inactive, parseCards } from './notation.js';
import { digest, sha256 } from './sha256.js';
import { listed } from './shuffle-share.js';

/** @typedef {import('../messages.d.ts').RoundResult} RoundResult */
/** @typedef {import('../messages.d.ts').Shuffle} Shuffle */
/** @typedef {import('./shuffle-share.js').Own} Own */

/** `mine`: this browser shuffled along, so nobody chose a card; `others`: other people did; `server`: no card was
 * changed, more is not proven. `late`: this browser's bits were not counted. `changed`, `list`, `left_out`: the server
 * has cheated.
 * @typedef {'mine' | 'others' | 'server' | 'late' | 'changed' | 'list' | 'left_out'} Verdict */

/** The hands that follow from a secret and from what was thrown in.
 * @param {string} secret @param {Shuffle['people']} people
 * @param {string[]} cards  those in play
 * @param {number} players
 * @param {number} first  the number of the seat that is dealt the first card
 * @returns {string[]} */
export function shuffledHands(secret, people, cards, players, first) {
  const pack = cards
    .map((card) => [active(card), inactive(card)].sort((a, b) => a - b))
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const text = ['dnup-shuffle-1', secret, ...people.map(({ seat, bits }) => `${seat}:${bits ?? ''}`)].join('|');
  let block = 0;
  /** @type {number[]} */
  let numbers = [];
  const below = (/** @type {number} */ count) => {
    for (;;) {
      if (!numbers.length) numbers = [...digest(`${text}|${block++}`)];
      const number = /** @type {number} */ (numbers.shift());
      if (number < 2 ** 32 - (2 ** 32 % count)) return number % count;
    }
  };
  /** @type {number[][][]} */
  const hands = Array.from({ length: players }, () => []);
  for (let i = first; pack.length; i++) {
    const [card] = pack.splice(below(pack.length), 1);
    hands[i % players].push(below(2) ? card.reverse() : card);
  }
  return hands.map((hand) =>
    hand
      .sort((a, b) => a[0] - b[0] || a[1] - b[1])
      .map((card) => card.join('/'))
      .join(' '),
  );
}

/** The text whose digest is the commitment when no player contributed: the salt and every hand as dealt.
 * @param {{salt: string, deal: string[]}} result */
export const promised = ({ salt, deal }) => [salt, ...deal].join('|');

/** @param {RoundResult} result
 * @param {string | null} commitment  the one that came with the deal
 * @param {Own | null} own  this browser's part
 * @returns {Verdict} */
export function verdictOf(result, commitment, own) {
  const { salt, deal, shuffle } = result;
  if (commitment !== null && commitment !== result.commitment) return 'changed';
  if (!shuffle) {
    if (sha256(promised(result)) !== result.commitment) return 'changed';
    return own?.kept ? 'left_out' : 'server';
  }
  const { people } = shuffle;
  const first = (result.round - 1) % deal.length;
  if (shuffle.commitment !== result.commitment || sha256(salt) !== result.commitment) return 'changed';
  if (people.some(({ bits, commitment: promise }) => bits && sha256(bits) !== promise)) return 'changed';
  if (shuffledHands(salt, people, deal.flatMap(parseCards), deal.length, first).some((hand, i) => hand !== deal[i]))
    return 'changed';
  if (!own?.kept) return people.some(({ bits }) => bits) ? 'others' : 'server';
  if (own.list !== null && own.list !== listed(shuffle)) return 'list';
  const mine = people.find((one) => one.commitment === own.commitment);
  if (!mine) return 'left_out';
  return mine.bits === own.bits ? 'mine' : 'late';
}
