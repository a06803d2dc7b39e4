// Chooses the next task of a training. Mistakes that are due come first, then puzzles about what cost most in recent
// games, and now and then a red herring, a position in which several moves are fine. No DOM.

import { costs } from '../stats/numbers.js';

/** The themes of puzzles about the kinds of decisions that the statistics tell apart. @type {Record<string, string>} */
const THEMES = {
  rotate: 'rotate',
  take: 'take',
  add: 'add',
  hold_back: 'hold back a set',
  memory: 'memory',
  reading: 'inference',
  endgame: 'endgame',
};

/** @typedef {import('./puzzle-store.js').Puzzle} Puzzle */
/** @typedef {Pick<import('../stats/numbers.js').Game, 'review'>} Reviewed */
/** A position in which several moves are fine, the best first. @typedef {{position: string, fine: string[]}} Herring */

/** One task in this many is a red herring. */
const HERRING_EVERY = 4;

/** What to do next, as a puzzle, a red herring, or the first mistake that is due.
 * @param {Puzzle[]} puzzles @param {Herring[]} herrings
 * @param {{due: number, seen: number[], games: Reviewed[], last: string}} known  how many
 *   mistakes are due, which puzzles were seen, the profile, and the last position
 * @param {() => number} random  from 0 to 1
 * @returns {{mine: true} | {puzzle: Puzzle} | {herring: Herring} | null} */
export function nextTask(puzzles, herrings, { due, seen, games, last }, random) {
  if (due) return { mine: true };
  const others = herrings.filter(({ position }) => position !== last);
  if (others.length && random() < 1 / HERRING_EVERY) return { herring: pick(others, random) };
  const fresh = puzzles.filter(({ number, position }) => !seen.includes(number) && position !== last);
  const open = fresh.length ? fresh : puzzles;
  if (!open.length) return null;
  const theme = weakness(games, random());
  const fitting = open.filter(({ themes }) => themes.includes(theme));
  return { puzzle: pick(fitting.length ? fitting : open, random) };
}

/** @template T @param {T[]} list @param {() => number} random @returns {T} */
const pick = (list, random) => list[Math.min(list.length - 1, Math.floor(random() * list.length))];

/** The number of recent games that decide what to train. */
const RECENT = 20;
/** The weight of a kind of decision that cost nothing, as a loss per game, so that it comes up now and then, too. */
const LEAST = 0.01;

/** The theme to train: what cost most in recent games is most likely.
 * @param {Reviewed[]} games  the oldest first @param {number} chance  from 0 to 1 */
export function weakness(games, chance) {
  const lost = new Map(costs(games.slice(-RECENT)).map((cost) => [String(cost.kind), cost.mean]));
  const kinds = Object.keys(THEMES);
  const weights = kinds.map((kind) => LEAST + (lost.get(kind) ?? 0));
  const sumTo = (/** @type {number} */ end) => weights.slice(0, end).reduce((sum, weight) => sum + weight, 0);
  const at = chance * sumTo(kinds.length);
  return THEMES[kinds.find((_, i) => at < sumTo(i + 1)) ?? kinds[0]];
}
