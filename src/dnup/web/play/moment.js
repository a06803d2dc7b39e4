// What there is to celebrate at the end of a round, and for how long. No DOM.

import { letters, SEATS } from '../game/seats.js';
import { total } from '../game/state.js';

/** @typedef {import('../game/state.js').Game} Game */
/** @typedef {'game-won' | 'game-lost' | 'round-won' | 'round-lost' | 'draw'} Kind */
/** What there is to celebrate: whose letters, how many were lit before and are now; without letters how many points.
 * @typedef {{kind: Kind, seat: string | null, before: number, lit: number, points: number | null}} Moment */

/** Milliseconds until the first letter, for each letter, for the turn of the word, and until the result. */
export const TIMES = { begin: 180, letter: 170, turn: 600, hold: 350 };

/** What a game that has a result gives reason to celebrate; null if it has none. For spectators, and where
 * nobody is "you", everyone wins.
 * @param {Game} game @returns {Moment | null} */
export function momentOf({ view, result, seat, table, behind }) {
  if (!view || !result) return null;
  const hero = result.drawn ? null : (result.winner ?? (view.ending === 'abandoned' ? null : view.finish[0])) || null;
  if (hero === null) return { kind: 'draw', seat: null, before: 0, lit: 0, points: null };
  const index = SEATS.indexOf(hero);
  const [gained, sum] = [view.points[index], total(view, index)];
  const mine = seat === null || Boolean(behind) || seat === hero;
  return {
    kind: result.winner ? (mine ? 'game-won' : 'game-lost') : mine ? 'round-won' : 'round-lost',
    seat: hero,
    // A won game lights the whole word.
    before: result.winner ? 0 : letters(sum - gained, view.players).lit,
    lit: letters(sum, view.players).lit,
    points: table?.options.scoring === 'points' ? gained : null,
  };
}

/** How long a moment lasts, in milliseconds at the usual speed. @param {Moment} moment */
export const lengthOf = ({ kind, before, lit }) =>
  TIMES.begin + Math.max(lit - before, 1) * TIMES.letter + (kind === 'game-won' ? TIMES.turn : 0) + TIMES.hold;
