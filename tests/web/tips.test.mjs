// Which tip a player's first games give, and when.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TIPS, tipFor } from '../../src/dnup/web/play/tips.js';

/** A game of three in which seat A is in turn. @param {any} [changes] @returns {any} */
const inTurn = (changes) => ({
  seat: 'A',
  view: { players: 3, sizes: [9, 8, 7] },
  moves: [{ verb: 'play' }, { verb: 'rotate' }],
  log: [own(1)],
  ...changes,
});
const own = (/** @type {number} */ number) => ({ type: 'moved', number, seat: 'A', verb: 'play', effects: null });
const beat = (/** @type {number} */ number, hand = 'A') => ({
  type: 'moved',
  number,
  seat: 'B',
  verb: 'play',
  effects: { beats: hand, hand, returns: '4/3' },
});
const none = new Set();

test('the first turn tells what to do, once', () => {
  assert.deepEqual(tipFor(inTurn({ log: [] }), none), { id: 'choose', seat: 'A' });
  assert.equal(tipFor(inTurn({ log: [] }), new Set(['choose'])), null);
  assert.equal(tipFor(inTurn(), none), null);
});

test('an own set that came back, and one that was discarded', () => {
  assert.equal(tipFor(inTurn({ log: [own(1), beat(2)] }), none)?.id, 'beaten');
  assert.equal(tipFor(inTurn({ log: [beat(2), own(3)] }), none), null, 'it came back before the last turn');
  assert.equal(tipFor(inTurn({ log: [own(1), beat(2, 'C')] }), none), null, 'it was that of somebody else');
  const discarded = { ...own(2), seat: 'C', discarded: ['A'] };
  assert.equal(tipFor(inTurn({ log: [own(1), discarded] }), none)?.id, 'lasted');
});

test('a hand that fits nowhere, and somebody with few cards', () => {
  assert.equal(tipFor(inTurn({ moves: [{ verb: 'take' }, { verb: 'rotate' }] }), none)?.id, 'stuck');
  assert.deepEqual(tipFor(inTurn({ view: { players: 3, sizes: [1, 0, 2] } }), none), { id: 'few', seat: 'C' });
});

test('there are five, each comes once, and none comes in the turn of others', () => {
  assert.equal(TIPS.length, 5);
  assert.equal(tipFor(inTurn({ log: [], moves: [] }), none), null);
  assert.equal(tipFor(inTurn({ log: [] }), new Set(TIPS)), null);
});
