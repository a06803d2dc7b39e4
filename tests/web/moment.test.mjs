// What the end of a round gives reason to celebrate.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lengthOf, momentOf } from '../../src/dnup/web/play/moment.js';

/** A game of three whose round has just ended. @param {any} changes @returns {any} */
const ended = ({ view = {}, result = {}, ...more } = {}) => ({
  seat: 'A',
  table: { options: { scoring: 'letters' } },
  view: { players: 3, score: [1, 0, 2], points: [2, 1, 0], finish: ['A', 'B'], ending: 'over', ...view },
  result: { round: 2, winner: null, drawn: false, ...result },
  ...more,
});

test('each end has a kind by itself', () => {
  const kind = (/** @type {any} */ changes) => momentOf(ended(changes))?.kind;
  assert.equal(kind({}), 'round-won');
  assert.equal(kind({ seat: 'B' }), 'round-lost');
  assert.equal(kind({ result: { winner: 'A' } }), 'game-won');
  assert.equal(kind({ seat: 'C', result: { winner: 'A' } }), 'game-lost');
  assert.equal(kind({ seat: null, result: { winner: 'A' } }), 'game-won');
  assert.equal(kind({ view: { ending: 'abandoned', finish: [] } }), 'draw');
  assert.equal(kind({ result: { drawn: true } }), 'draw');
  assert.equal(momentOf({ ...ended(), result: null }), null);
});

test('the new letters light up, and the whole word when the game is won', () => {
  const { before, lit } = /** @type {any} */ (momentOf(ended()));
  assert.deepEqual([before, lit], [1, 3]);
  const won = /** @type {any} */ (momentOf(ended({ view: { score: [2, 0, 2] }, result: { winner: 'A' } })));
  assert.deepEqual([won.before, won.lit], [0, 4]);
});

test('points without letters are a number', () => {
  assert.equal(momentOf(ended({ table: { options: { scoring: 'points' } } }))?.points, 2);
});

test('a moment takes less than two seconds', () => {
  for (const kind of /** @type {const} */ (['game-won', 'game-lost', 'round-won', 'round-lost', 'draw']))
    assert.ok(lengthOf({ kind, seat: 'A', before: 0, lit: 4, points: null }) < 2000);
});
