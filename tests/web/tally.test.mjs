// The running tally between the same people.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countGame } from '../../src/dnup/web/play/tally.js';

/** @type {Map<string, string>} */
const kept = new Map();
/** @type {any} */ (globalThis).localStorage = {
  getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
  setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
};

/** A game that has ended. @param {number} number @param {string | null} winner @param {any[]} [more] @returns {any} */
const over = (number, winner, more = []) => ({
  seat: 'A',
  table: {
    game: number,
    phase: 'over',
    seats: [{ seat: 'A', kind: 'person', name: 'Ada' }, { seat: 'B', kind: 'person', name: 'Bo' }, ...more],
  },
  result: { winner },
});

test('each game counts once, for its winner', () => {
  assert.deepEqual(countGame('t', over(1, 'B')), [
    ['Bo', 1],
    ['Ada', 0],
  ]);
  assert.deepEqual(countGame('t', over(1, 'B')), [
    ['Bo', 1],
    ['Ada', 0],
  ]);
  assert.deepEqual(
    countGame('t', over(2, null)),
    [
      ['Bo', 1],
      ['Ada', 0],
    ],
    'a draw',
  );
  assert.deepEqual(
    countGame('other', over(1, 'A')),
    [
      ['Ada', 1],
      ['Bo', 1],
    ],
    'the same people at another table',
  );
});

test('other people have a tally of their own, and bots win nothing', () => {
  const eve = { seat: 'C', kind: 'person', name: 'Eve' };
  assert.deepEqual(countGame('t', over(3, 'C', [eve])), [
    ['Eve', 1],
    ['Ada', 0],
    ['Bo', 0],
  ]);
  const bot = { seat: 'C', kind: 'bot', level: 'hard' };
  const zoe = { seat: 'D', kind: 'person', name: 'Zoe' };
  assert.equal(countGame('t', over(1, 'C', [bot, zoe])), null, 'nobody has won yet');
  assert.deepEqual(countGame('t', over(4, 'C', [bot])), [
    ['Ada', 1],
    ['Bo', 1],
  ]);
});

test('a game that goes on counts for nobody, and neither does one against bots alone', () => {
  const game = over(5, 'A');
  assert.equal(countGame('t', { ...game, table: { ...game.table, phase: 'playing' } }), null);
  assert.equal(countGame('t', { ...game, table: { ...game.table, seats: game.table.seats.slice(0, 1) } }), null);
});
