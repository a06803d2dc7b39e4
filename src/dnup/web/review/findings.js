// What a review says about one player: the moments that mattered, and whether a better move has been found. No DOM.
import { SEATS } from '../game/seats.js';

/** @typedef {import('./grading-worker.js').Review} Review */
/** @typedef {import('./grading-worker.js').GradedMove} GradedMove */
/** @typedef {GradedMove['moves'][number]} Worth */

export const WRONG = ['inaccuracy', 'mistake', 'blunder'];
export const SIGNS = /** @type {Record<string, string>} */ ({ inaccuracy: '?!', mistake: '?', blunder: '??' });

/** A move this much behind the best still counts as found: one point of 100. */
const AS_GOOD = 0.01;
/** How many moments are listed at most. */
const MOST = 8;

/** The moves of a seat that mattered: what cost most first, then what was wrong only by what others' moves told, then
 * the one good move, where it was found.
 * @param {Review} review @param {string} seat @returns {GradedMove[]} */
export function momentsOf({ moves }, seat) {
  const own = moves.filter((one) => one.seat === seat);
  const wrong = own.filter(({ mark }) => WRONG.includes(mark)).sort((a, b) => b.loss - a.loss);
  const told = own.filter(({ verdict }) => verdict === 'told').sort((a, b) => against(b).loss - against(a).loss);
  return [...wrong, ...told, ...own.filter((one) => one.only_move && !told.includes(one))].slice(0, MOST);
}

/** The grade that speaks against a move: by what the player could know, or else by what others' moves revealed.
 * @param {GradedMove} one */
export const against = (one) => (one.verdict === 'told' && one.believed ? one.believed : one);

/** What kind of sign a moment has. @param {GradedMove} one */
export const kindOf = (one) => (one.verdict === 'told' ? 'told' : one.only_move ? 'found' : one.mark);

/** The sign itself, where it is one. @param {GradedMove} one */
export const signOf = (one) => SIGNS[against(one).mark];

/** The stop at which a move was made. @param {{first: number}[]} rounds @param {{round: number, move: number}} one */
export const stopBefore = (rounds, { round, move }) => rounds[round - 1].first + move - 1;

/** What to say of a move that somebody tries where there was a better one: whether it is as good as the best, at least
 * better than what was played, or neither.
 * @param {{best: string, made: string}} one @param {string} tried
 * @param {Worth[]} values  of the best move and of the one made, measured by the move that is tried
 * @returns {'right' | 'better' | 'wrong'} */
export function verdict({ best, made }, tried, values) {
  if (tried === best) return 'right';
  if (tried === made) return 'wrong';
  const [ahead, behind] = [best, made].map((move) => values.find((one) => one.move === move));
  if (!ahead || !behind) return 'wrong';
  if (ahead.more <= Math.max(AS_GOOD, 2 * ahead.error)) return 'right';
  return -behind.more > Math.max(AS_GOOD, 2 * behind.error) ? 'better' : 'wrong';
}

/** The mover's chances in tenths of a percentage point, and what was lost. A loss is measured in other worlds than
 * chances are (docs/estimators.md), so of the three only two are taken: what is shown adds up.
 * @param {GradedMove} one */
export function chancesOf(one) {
  const tenths = (/** @type {number} */ part) => Math.round(1000 * part);
  const lost = tenths(against(one).loss);
  const best = Math.min(tenths(one.after[SEATS.indexOf(one.seat)]) + lost, 1000);
  return { made: (best - lost) / 1000, best: best / 1000, lost: lost / 1000 };
}

/** How a match went for a player, by the bars that are shown: whether it was won or lost, or if it is not over what
 * mattered, which part did most of it, and the parts in points of 100.
 * @param {Review['accounts'][number]} account */
export function accountSentence({ fair, cards, decisions, gifts, luck, result }) {
  const points = (/** @type {number} */ part) => Math.sign(part) * Math.round(100 * Math.abs(part));
  const parts = { luck: points(cards + luck), play: points(decisions), others: points(gifts) };
  const up = result >= fair;
  const over = result === 0 || result === 1;
  const key = over ? (up ? 'won' : 'lost') : up ? 'helped' : 'cost';
  const sign = up ? 1 : -1;
  const [[most]] = Object.entries(parts).sort(([, one], [, other]) => sign * (other - one));
  return { key, most: most === 'luck' && !up ? 'bad_luck' : most, parts };
}
