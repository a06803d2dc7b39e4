// The review page without a page: where it is in a game, and what it asks its player.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addressOf,
  currentMoment,
  isExercise,
  isOver,
  isUpToDate,
  newReview,
  nextMoment,
  roundStart,
  seatOf,
  seatsOf,
  unluckyMove,
  within,
} from '../../src/dnup/web/review/page-state.js';

/** Two rounds: a deal and three moves, a deal and two moves. B plays a blunder as the second move of each, A one bad move. */
const outline = /** @type {any} */ ({
  players: ['Ada', 'Bo'],
  events: Array(7).fill({}),
  turns: ['A', 'B', 'A', null, 'B', 'A', null],
  rounds: [
    { first: 0, moves: 3 },
    { first: 4, moves: 2 },
  ],
  over: true,
});
const grade = (/** @type {any} */ facts) => ({
  mark: 'blunder',
  loss: 0.2,
  verdict: 'wrong',
  moves: [],
  after: [0.5, 0.5],
  ...facts,
});
const review = /** @type {any} */ ({
  moves: [
    grade({ round: 1, move: 1, seat: 'A', mark: 'good', loss: 0, verdict: 'unlucky' }),
    grade({ round: 1, move: 2, seat: 'B' }),
    grade({ round: 1, move: 3, seat: 'A' }),
    grade({ round: 2, move: 2, seat: 'B' }),
  ],
});
const at = (/** @type {number} */ stop, more = {}) =>
  /** @type {any} */ ({ ...newReview(true), outline, at: stop, seat: 'B', own: 'B', ...more });

test('a stop is always one that the game has', () => {
  assert.equal(within(at(0), -4), 0);
  assert.equal(within(at(0), Number.MAX_SAFE_INTEGER), 6);
  assert.equal(within(newReview(true), 3), 0);
});

test('back goes to the beginning of the round first, then to the one before', () => {
  assert.equal(roundStart(at(6), -1), 4);
  assert.equal(roundStart(at(4), -1), 0);
  assert.equal(roundStart(at(0), -1), 0);
  assert.equal(roundStart(at(2), 1), 4);
  assert.equal(roundStart(at(5), 1), 4);
});

test('moments are those of the seat that is looked from, in the order of the game', () => {
  const first = nextMoment(at(0), review, 1) ?? -1;
  const second = nextMoment(at(first), review, 1) ?? -1;
  assert.ok(0 < first && first < second);
  assert.equal(nextMoment(at(second), review, 1), undefined);
  assert.equal(nextMoment(at(second), review, -1), first);
  assert.equal(nextMoment(at(0), null, 1), undefined);
  assert.equal(currentMoment(at(first), review), review.moves[1]);
  assert.equal(currentMoment(at(first, { seat: 'A' }), review), null);
});

test('a better move is looked for by the player who missed it, until it has been shown', () => {
  const moment = review.moves[1];
  const stop = nextMoment(at(0), review, 1) ?? -1;
  assert.equal(isExercise(at(stop), moment), true);
  assert.equal(isExercise(at(stop, { finding: false }), moment), false);
  assert.equal(isExercise(at(stop, { own: 'A' }), moment), false);
  assert.equal(isExercise(at(stop, { revealed: new Set([stop]) }), moment), false);
});

test('a move that was right by all its player knew is only bad luck', () => {
  assert.equal(unluckyMove(at(0, { seat: 'A' }), review), review.moves[0]);
  assert.equal(unluckyMove(at(0, { seat: 'B' }), review), null);
});

test('an address names a seat of the game, or means the player’s own', () => {
  assert.deepEqual(seatsOf(at(0)), ['A', 'B']);
  assert.equal(seatOf(at(0), 'A'), 'A');
  assert.equal(seatOf(at(0), 'E'), 'B');
  assert.equal(seatOf(at(0, { own: null }), null), 'A');
  assert.deepEqual(addressOf(at(5)), { place: { round: 2, move: 1 }, seat: null, open: false, packed: null });
  assert.equal(addressOf(at(5, { seat: 'A' })).seat, 'A');
});

test('the table is up to date when stop, seat and hands are as they should be', () => {
  assert.equal(isUpToDate(at(5)), false);
  const shown = { at: 5, seat: 'B', open: false, game: {} };
  assert.equal(isUpToDate(at(5, { shown })), true);
  assert.equal(isUpToDate(at(6, { shown })), false);
  assert.equal(isUpToDate(at(5, { shown, open: true })), false);
});

test('only the last stop of the last round is the end', () => {
  assert.equal(isOver(at(6)), true);
  assert.equal(isOver(at(3)), false);
});
