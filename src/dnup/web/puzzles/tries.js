// The answer to a move that the player tries. No DOM.

import { active, parseMove } from '../game/notation.js';
import { verdict } from '../review/findings.js';

/** @typedef {import('../analysis/estimators.js').MoveValue} MoveValue */
/** A puzzle, a mistake that has come back, or a red herring with the moves that are `fine`.
 * @typedef {{position: string, answer: string, puzzle: import('./puzzle-store.js').Puzzle | null, mistake:
 *   import('./mistakes.js').Mistake | null, fine?: string[]}} Task */

/** Chances that differ by less than this count as equal: one point of 100. */
const SAME = 0.01;

/** A move as a player sees it: verb, value and number of cards, not which cards of the value. @param {string} move */
function looks(move) {
  const { verb, slot, cards } = parseMove(move);
  return [verb, slot, ...cards.map(active)].join(' ');
}

/** The move that others are measured by: what was played, or if nobody played, the answer. @param {Task} task */
export const measureOf = ({ answer, mistake }) => mistake?.made ?? answer;

/** An own mistake is judged as in the review it comes from. A puzzle has one answer, but another card of the same value
 * will do if it is worth as much.
 * @param {Task} task @param {string} tried
 * @param {MoveValue[]} values  of a mistake measured by the move that is tried; of a puzzle by its answer
 * @returns {'right' | 'better' | 'wrong'} */
export function verdictOf({ answer, mistake }, tried, values) {
  if (mistake) return verdict({ best: answer, made: mistake.made }, tried, values);
  const worth = values.find(({ move }) => move === tried);
  const same = worth && looks(tried) === looks(answer) && worth.more >= -SAME;
  return tried === answer || same ? 'right' : 'wrong';
}
