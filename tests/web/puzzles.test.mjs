// Puzzles without a page: which one is today's, what was solved here, and when mistakes come back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterTry } from '../../src/dnup/web/puzzles/mistakes.js';
import {
  after,
  difficultyOf,
  eventsOf,
  nextOf,
  numbered,
  playersOf,
  puzzleOf,
  select,
} from '../../src/dnup/web/puzzles/puzzle-store.js';
import { LEARNED } from '../../src/dnup/web/puzzles/schedule.js';
import { nextTask, weakness } from '../../src/dnup/web/puzzles/training.js';
import { verdictOf } from '../../src/dnup/web/puzzles/tries.js';

const POSITION = 'balanced A2 10/500,2/40 0,1 - A 1/5,1/6|8/6,8/7! 5/3|-|3/4,3/6|- 1/7,1/8';
const line = (/** @type {Record<string, number>} */ found, /** @type {string[]} */ themes) => ({
  position: POSITION,
  answer: 'rotate',
  lead: 0.2,
  themes,
  found,
  past: ['B play 3/4 3/6', 'B play 5/3'],
});
const puzzles = numbered([
  line({ easy: 20, medium: 20 }, ['take']),
  line({ hard: 11 }, ['rotate', 'take']),
  line({}, ['memory']),
]);

test('a puzzle keeps its number', () => {
  const [later, first] = numbered([{ ...puzzles[0], number: 514 }, line({}, [])]);
  assert.deepEqual([later.number, first.number], [514, 2]);
});

test('a day has its puzzle, and they take turns', () => {
  assert.equal(puzzleOf(puzzles, '2026-01-01').number, 1);
  assert.equal(puzzleOf(puzzles, '2026-01-03').number, 3);
  assert.equal(puzzleOf(puzzles, '2026-01-04').number, 1);
  assert.equal(puzzleOf(puzzles, '2025-12-31').number, 3);
});

test('they are chosen by theme, difficulty and players', () => {
  assert.deepEqual(puzzles.map(difficultyOf), ['easy', 'hard', 'expert']);
  assert.equal(playersOf(puzzles[0]), 2);
  const numbers = (/** @type {Partial<import('../../src/dnup/web/puzzles/puzzle-store.js').Filter>} */ filter) =>
    select(puzzles, { theme: '', difficulty: '', players: '', ...filter }).map(({ number }) => number);
  assert.deepEqual(numbers({}), [1, 2, 3]);
  assert.deepEqual(numbers({ theme: 'take' }), [1, 2]);
  assert.deepEqual(numbers({ theme: 'take', difficulty: 'hard' }), [2]);
  assert.deepEqual(numbers({ players: '3' }), []);
});

test('only a first try counts, and the next one is new', () => {
  let progress = after({ solved: [], seen: [], row: 0 }, 1, true);
  assert.deepEqual(progress, { solved: [1], seen: [1], row: 1 });
  progress = after(progress, 2, false);
  assert.deepEqual(progress, { solved: [1], seen: [1, 2], row: 0 });
  assert.deepEqual(after(progress, 2, true), progress);
  assert.equal(nextOf(puzzles, 1, progress)?.number, 3);
  assert.equal(nextOf(puzzles, 3, { ...progress, seen: [1, 2, 3] })?.number, 1);
  assert.equal(nextOf([], 1, progress), null);
});

test('a mistake comes back later each time it is solved, and soon when it is not, until it is learned', () => {
  const days = (/** @type {string} */ from, /** @type {string} */ to) =>
    (Date.parse(to) - Date.parse(from)) / 86_400_000;
  let mistake = /** @type {any} */ ({ id: 'x', due: '2026-11-20' }); // from before there were cards
  let [today, waits] = ['2026-11-20', /** @type {number[]} */ ([])];
  for (let tries = 0; mistake; tries++) {
    assert.ok(tries < 12);
    const next = afterTry(mistake, true, today);
    if (next) waits.push(days(today, next.due));
    if (tries === 3) {
      const forgotten = /** @type {any} */ (afterTry(mistake, false, today));
      assert.ok(days(today, forgotten.due) < waits[3]);
    }
    [mistake, today] = [next, next?.due ?? today];
  }
  assert.ok(waits.length > 2);
  assert.deepEqual(
    waits,
    waits.toSorted((one, other) => one - other),
  );
  assert.ok(waits[0] >= 1 && waits.every((wait) => wait <= LEARNED));
});

test('what was taken before is told if it was played before', () => {
  const told = (/** @type {string} */ turn, /** @type {string[]} */ past) =>
    eventsOf({ ...puzzles[0], position: `balanced ${turn} 10/500`, past }).map(({ seat, verb, move, effects }) =>
      [seat, move ?? verb, effects?.returns].filter(Boolean).join(' '),
    );
  assert.deepEqual(told('A', ['B play 3/4', 'C add 3/6 to B', 'A take B', 'B take C', 'C rotate']), [
    'B play 3/4',
    'C add 3/6 to B',
    'A take B 4/3 6/3',
    'B take',
    'C rotate',
  ]);
  // Two players have two sets each, and the next turn says whose was whose.
  assert.deepEqual(told('B1', ['B play 9/4', 'B play 5/1', 'A take B1', 'A take B2']), [
    'B play 9/4',
    'B play 5/1',
    'A take B1 4/9',
    'A take B2 1/5',
  ]);
});

/** @param {Record<string, number>} more */
const values = (more) => Object.entries(more).map(([move, one]) => ({ move, chance: 0.5, more: one, error: 0.009 }));

test('a mistake is solved by whatever is as good as the best', () => {
  const mistake = /** @type {any} */ ({ made: 'rotate' });
  const task = { position: POSITION, answer: 'play 3/4', puzzle: null, mistake };
  /** The verdict on a try, by how much better the best move and the one made are than it. */
  const verdict = (/** @type {number} */ best, /** @type {number} */ made, tried = 'play 5/2') =>
    verdictOf(task, tried, values({ [tried]: 0, 'play 3/4': best, rotate: made }));
  assert.deepEqual(
    [verdict(0.01, -0.19), verdict(0.018, -0.2), verdict(0.1, -0.1), verdict(0.2, -0.01), verdict(0.2, 0.1)],
    ['right', 'right', 'better', 'wrong', 'wrong'],
  );
  // What was played was wrong, however little it cost.
  assert.equal(verdict(0.005, 0, 'rotate'), 'wrong');
  assert.equal(verdictOf(task, 'play 3/4', []), 'right');
});

test('a puzzle is solved by its answer, or another card of the same value that is worth as much', () => {
  const task = { position: POSITION, answer: 'play 3/4', puzzle: puzzles[0], mistake: null };
  const weighed = values({ 'play 3/4': 0, 'play 3/6': -0.004, 'play 3/8': -0.02, 'play 5/2': -0.004 });
  const verdicts = weighed.map(({ move }) => verdictOf(task, move, weighed));
  assert.deepEqual(verdicts, ['right', 'right', 'wrong', 'wrong']);
  assert.equal(verdictOf(task, 'play 3/4', []), 'right');
});

test('training begins with what is due, then takes what costs most, and sometimes a red herring', () => {
  const kinds = { rotate: { count: 3, lost: 0 }, take: { count: 9, lost: 0.9 } };
  const games = [{ review: /** @type {any} */ ({ kinds }) }];
  const known = { due: 0, seen: [], games, last: '' };
  const herring = { position: 'herring', fine: ['rotate', 'take A1'] };
  const next = (/** @type {number[]} */ chances, more = {}) =>
    nextTask(puzzles, [herring], { ...known, ...more }, () => chances.shift() ?? 0);
  assert.deepEqual(next([0.9], { due: 2 }), { mine: true });
  assert.deepEqual(next([0]), { herring });
  assert.notDeepEqual(next([0], { last: 'herring' }), { herring });
  assert.equal(weakness(games, 0.5), 'take');
  assert.equal(weakness([], 0), 'rotate');
  const task = /** @type {any} */ (next([0.9, 0.5, 0]));
  assert.equal(task.puzzle.number, 1);
  assert.equal(/** @type {any} */ (next([0.9, 0.5, 0], { seen: [1] })).puzzle.number, 2);
  assert.equal(
    nextTask([], [], known, () => 0),
    null,
  );
});
