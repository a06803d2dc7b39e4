// The puzzles of the package, which were solved in this browser, and the puzzle of the day. No DOM.

import { localDate } from '../daily/daily-history.js';
import { parseMove, turned } from '../game/notation.js';

/** @typedef {import('../messages.d.ts').Moved} Moved */
/** One of puzzles.json, as src/dnup/review/puzzles.py has it.
 * @typedef {{number: number, position: string, answer: string, lead: number, themes: string[], found: Record<string,
 *   number>, past: string[]}} Puzzle */
/** The progress in this browser: the puzzles solved at the first try, those seen, and how many were solved in a row.
 * @typedef {{solved: number[], seen: number[], row: number}} Progress */
/** Which puzzles are wanted; an empty text stands for all.
 * @typedef {{theme: string, difficulty: string, players: string}} Filter */

export const LEVELS = ['easy', 'medium', 'hard', 'expert'];
export const TRIES = 20;
const KEY = 'puzzles';
const FIRST_DATE = '2026-01-01';
const DAY = 86_400_000;
const AREAS = ['A1', 'A2', 'B1', 'B2'];

/** The puzzles of a file. Those of the first file have no numbers of their own: they count from 1 on.
 * @param {(Omit<Puzzle, 'number'> & {number?: number})[]} listed @returns {Puzzle[]} */
export const numbered = (listed) => listed.map((one, i) => ({ number: i + 1, ...one }));

/** The weakest level that finds it in more than half of its tries; what none finds is for experts, too.
 * @param {Puzzle} puzzle */
export const difficultyOf = ({ found }) => LEVELS.find((level) => 2 * (found[level] ?? 0) > TRIES) ?? 'expert';

/** How many play. @param {{position: string}} puzzle */
export const playersOf = ({ position }) => (position.split(' ')[6] ?? '').split('|').length;

/** Where each of the last moves was made. Two players have two areas each, which take turns. @param {Puzzle} puzzle */
function slotsOf({ position, past }) {
  const turn = AREAS.indexOf(position.split(' ')[1]);
  return past.map((told, i) => (turn < 0 ? told[0] : (AREAS.at((turn + i - past.length) % AREAS.length) ?? '')));
}

/** The last moves as events of a log. The cards of a take are known only if they were played among these moves.
 * @param {Puzzle} puzzle @returns {Moved[]} */
export function eventsOf(puzzle) {
  const slots = slotsOf(puzzle);
  const sets = /** @type {Map<string, string[]>} */ (new Map());
  return puzzle.past.map((told, i) => {
    const { text, verb, cards, slot } = parseMove(told.slice(2));
    const set = sets.get(slot ?? '');
    if (verb === 'play') sets.set(slots[i], [...cards]);
    if (verb === 'add') set?.push(...cards);
    if (verb === 'take') sets.delete(slot ?? '');
    const event = /** @type {Moved} */ ({ type: 'moved', number: 0, seat: told[0], by: 'bot', verb, move: text });
    if (verb !== 'take') return event;
    return set ? { ...event, effects: { returns: set.map(turned).join(' ') } } : { ...event, move: null };
  });
}

/** The puzzle of a day: they take turns. @param {Puzzle[]} puzzles @param {string} [date] */
export function puzzleOf(puzzles, date = localDate()) {
  const days = Math.round((Date.parse(date) - Date.parse(FIRST_DATE)) / DAY);
  return puzzles[((days % puzzles.length) + puzzles.length) % puzzles.length];
}

/** @param {Puzzle[]} puzzles @param {Filter} filter */
export const select = (puzzles, { theme, difficulty, players }) =>
  puzzles.filter(
    (one) =>
      (!theme || one.themes.includes(theme))
      && (!difficulty || difficultyOf(one) === difficulty)
      && (!players || String(playersOf(one)) === players),
  );

/** The one to go on with: the next that was not seen yet, or just the next.
 * @param {Puzzle[]} chosen @param {number} after @param {Progress} progress */
export function nextOf(chosen, after, { seen }) {
  const later = [...chosen.filter(({ number }) => number > after), ...chosen.filter(({ number }) => number <= after)];
  return later.find(({ number }) => !seen.includes(number)) ?? later[0] ?? null;
}

/** @returns {Progress} */
export function readProgress() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return { solved: [], seen: [], row: 0 };
    const numbers = (/** @type {unknown} */ list) => (Array.isArray(list) ? list.filter(Number.isInteger) : []);
    return { solved: numbers(kept.solved), seen: numbers(kept.seen), row: Number.isInteger(kept.row) ? kept.row : 0 };
  } catch {
    return { solved: [], seen: [], row: 0 };
  }
}

/** A puzzle that is solved again counts once; only first tries count for the row.
 * @param {Progress} progress @param {number} number @param {boolean} isSolved @returns {Progress} */
export function after({ solved, seen, row }, number, isSolved) {
  if (seen.includes(number)) return { solved, seen, row };
  return { solved: isSolved ? [...solved, number] : solved, seen: [...seen, number], row: isSolved ? row + 1 : 0 };
}

/** @param {Progress} progress */
export const keepProgress = (progress) => localStorage.setItem(KEY, JSON.stringify(progress));
