// Puzzles without a page: which one is today's, what was solved here, and when mistakes come back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterTry, DAYS } from '../../src/dnup/web/puzzles/mistakes.js';
import {
  after,
  difficultyOf,
  nextOf,
  numbered,
  playersOf,
  puzzleOf,
  select,
} from '../../src/dnup/web/puzzles/shelf.js';

const POSITION = 'standard A2 10/500,2/40 0,1 - A 1/5,1/6|8/6,8/7! 5/3|-|3/4,3/6|- 1/7,1/8';
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

test('a day has its puzzle, and they take turns', () => {
  assert.equal(puzzleOf(puzzles, '2026-01-01').number, 1);
  assert.equal(puzzleOf(puzzles, '2026-01-03').number, 3);
  assert.equal(puzzleOf(puzzles, '2026-01-04').number, 1);
  assert.equal(puzzleOf(puzzles, '2025-12-31').number, 3);
});

test('they are chosen by theme, difficulty and players', () => {
  assert.deepEqual(puzzles.map(difficultyOf), ['easy', 'hard', 'expert']);
  assert.equal(playersOf(puzzles[0]), 2);
  const numbers = (/** @type {Partial<import('../../src/dnup/web/puzzles/shelf.js').Filter>} */ filter) =>
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

test('a mistake comes back later each time it is solved, and anew when it is not', () => {
  let mistake = /** @type {any} */ ({ id: 'x', box: 0, due: '2026-11-20' });
  mistake = afterTry(mistake, true, '2026-11-20');
  assert.deepEqual([mistake.box, mistake.due], [1, '2026-11-27']);
  assert.equal(afterTry(mistake, false, '2026-11-27')?.due, '2026-11-30');
  mistake = afterTry(mistake, true, '2026-11-27');
  assert.equal(mistake.due, '2026-12-18');
  assert.equal(afterTry(mistake, true, '2026-12-18'), null);
  assert.equal(DAYS.length, 3);
});
