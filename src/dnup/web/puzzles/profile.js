// The profile of a player: what every reviewed game showed, and what goes wrong most often. Stored beside the mistakes.
//
// Other pages call `readGames` and give the result to `mistakesByKind`, `weakness` or `byMonth`.

import { active, parseMove } from '../game/notation.js';
import { answer, within } from './mistakes.js';

/** What a mistake was about: themes of the puzzles that tell it from what was made and what was better. */
export const KINDS = ['rotate', 'take', 'add', 'hold back a set', 'endgame'];
/** With at most this many cards in hand, or this many cards unseen, it is an endgame: as src/dnup/review/puzzles.py. */
const ENDGAME = 4;

/** The mistakes of one kind: how many, and what they cost together, as chances to win.
 * @typedef {{count: number, lost: number}} Tally */
/** What the review of a game says of the viewer. `date` is when it was reviewed first; `marks` counts moves by mark.
 * @typedef {{id: string, date: string, players: number, decisions: number, lost: number, level: string, marks:
 *   Record<string, number>, kinds: Record<string, Tally>}} ReviewedGame */

/** What a mistake was about; nothing if it was about which set to play.
 * @param {{position: string, made: string, answer: string}} mistake @returns {string[]} */
export function kindsOf({ position, made, answer: better }) {
  const [one, other] = [parseMove(made), parseMove(better)];
  const kinds = /** @type {string[]} */ (other.verb === 'play' ? [] : [other.verb]);
  const same = one.verb === 'play' && other.verb === 'play' && active(one.cards[0]) === active(other.cards[0]);
  if (same && other.cards.length < one.cards.length) kinds.push('hold back a set');
  if (isEndgame(position)) kinds.push('endgame');
  return kinds;
}

/** @param {string} position */
function isEndgame(position) {
  const [, turn, , , , , hands] = position.split(' ');
  const cards = hands.split('|').map((hand) => (hand === '-' ? [] : hand.split(',')));
  const own = turn.charCodeAt(0) - 'A'.charCodeAt(0);
  const unseen = cards.flatMap((hand, seat) => (seat === own ? [] : hand.filter((card) => !card.endsWith('!'))));
  return cards[own].length <= ENDGAME || unseen.length <= ENDGAME;
}

/** The game as the profile has it.
 * @param {string} id  of the game @param {string} date @param {number} players
 * @param {import('../review/grading-worker.js').Review['ratings'][number]} rating  of the viewer
 * @param {{position: string, made: string, answer: string, lead: number}[]} mistakes
 * @returns {ReviewedGame} */
export function reviewedGame(id, date, players, rating, mistakes) {
  const kinds = /** @type {Record<string, Tally>} */ ({});
  for (const mistake of mistakes) {
    for (const kind of kindsOf(mistake)) {
      const { count, lost } = kinds[kind] ?? { count: 0, lost: 0 };
      kinds[kind] = { count: count + 1, lost: lost + mistake.lead };
    }
  }
  const { decisions, lost, like: level, marks } = rating;
  return { id, date, players, decisions, lost, level, marks, kinds };
}

/** Keeps what a review showed; a game that is reviewed again keeps its first date. @param {ReviewedGame} game */
export const keepGame = (game) =>
  within('games', 'readwrite', async (store) => {
    const before = await answer(/** @type {IDBRequest<ReviewedGame | undefined>} */ (store.get(game.id)));
    store.put({ ...game, date: before?.date ?? game.date });
  });

/** @param {any} kept @returns {kept is ReviewedGame} */
const isGame = (kept) =>
  [kept?.id, kept?.date, kept?.level].every((text) => typeof text === 'string')
  && [kept.players, kept.decisions, kept.lost].every(Number.isFinite)
  && [kept.marks, kept.kinds].every((part) => typeof part === 'object' && part !== null);

/** All reviewed games, the oldest first; none where a browser keeps nothing. @returns {Promise<ReviewedGame[]>} */
export async function readGames() {
  try {
    const all = await within('games', 'readonly', (store) => answer(store.getAll()));
    return all.filter(isGame).sort((one, other) => (one.date < other.date ? -1 : 1));
  } catch {
    return [];
  }
}

/** The mistakes of some games by kind, what cost most first.
 * @param {ReviewedGame[]} games @returns {({kind: string} & Tally)[]} */
export function mistakesByKind(games) {
  return KINDS.map((kind) => {
    const tallies = games.map(({ kinds }) => kinds[kind] ?? { count: 0, lost: 0 });
    const sum = (/** @type {keyof Tally} */ part) => tallies.reduce((total, one) => total + one[part], 0);
    return { kind, count: sum('count'), lost: sum('lost') };
  })
    .filter(({ count }) => count)
    .sort((one, other) => other.lost - one.lost);
}

/** What is lost per decision month by month, the oldest first; a month is written like 2026-11.
 * @param {ReviewedGame[]} games @returns {{month: string, games: number, perDecision: number}[]} */
export function byMonth(games) {
  const months = [...new Set(games.map(({ date }) => date.slice(0, 7)))].sort();
  return months.map((month) => {
    const some = games.filter(({ date }) => date.startsWith(month));
    const sum = (/** @type {'lost' | 'decisions'} */ part) => some.reduce((total, one) => total + one[part], 0);
    return { month, games: some.length, perDecision: sum('lost') / Math.max(1, sum('decisions')) };
  });
}

/** How many of the last games say what to train. */
const RECENT = 20;

/** The theme to train: what costs most in recent games is most likely, and every theme has a chance.
 * @param {ReviewedGame[]} games @param {number} chance  from 0 to 1 @returns {string} */
export function weakness(games, chance) {
  const tallies = mistakesByKind(games.slice(-RECENT));
  const weights = KINDS.map((kind) => 0.05 + (tallies.find((one) => one.kind === kind)?.lost ?? 0));
  const sumTo = (/** @type {number} */ end) => weights.slice(0, end).reduce((total, weight) => total + weight, 0);
  const at = chance * sumTo(KINDS.length);
  return KINDS.find((_, i) => at < sumTo(i + 1)) ?? KINDS[0];
}
