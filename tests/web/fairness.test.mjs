// This browser's part in a shuffle, and the check afterwards: a server that cheats is found out.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { promised, shuffledHands, verdictOf } from '../../src/dnup/web/game/fairness.js';
import { sha256 } from '../../src/dnup/web/game/sha256.js';
import { Chance, nextDeal, ownPart, promiseAhead } from '../../src/dnup/web/game/shuffle-share.js';
import { NOTHING } from '../../src/dnup/web/game/state.js';

const deals = JSON.parse(readFileSync(new URL('../data/shuffles.json', import.meta.url), 'utf8'));
const reference = (/** @type {string} */ text) => createHash('sha256').update(text).digest('hex');

/** @returns {any} */
function memory() {
  /** @type {Map<string, string>} */
  const kept = new Map();
  return {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
  };
}

describe('SHA-256', () => {
  test('is what it is elsewhere, for texts of every length around a block, and for every alphabet', () => {
    for (let length = 0; length < 200; length++)
      assert.equal(sha256('x'.repeat(length)), reference('x'.repeat(length)));
    for (const text of ['è ½ € 🂡', '1/5 2/4|'.repeat(500)]) assert.equal(sha256(text), reference(text));
  });
});

describe('a deal', () => {
  test('is the same here as in Python', () => {
    for (const { secret, people, first, hands } of deals) {
      const cards = hands.flatMap((/** @type {string} */ hand) => hand.split(' ')).reverse();
      assert.deepEqual(shuffledHands(secret, people, cards, hands.length, first), hands);
    }
  });
});

/** The end of a round that this browser, in seat A, and another shuffled. */
function played() {
  const storage = memory();
  const chance = new Chance('t1', storage);
  const table = /** @type {any} */ ({ phase: 'open', game: 0, round: 0 });
  const game = { ...NOTHING, seat: 'A', table };
  const [commit] = /** @type {any[]} */ (chance.hear(game, /** @type {any} */ ({ type: 'welcome' })));
  assert.equal(commit.type, 'commit');
  assert.deepEqual(chance.hear(game, /** @type {any} */ ({ type: 'presence' })), [], 'a promise is said once');
  chance.hear(game, { type: 'committed', commitment: commit.commitment });
  const secret = 'ab'.repeat(32);
  const other = 'cd'.repeat(32);
  const people = [
    { seat: 'A', commitment: commit.commitment, bits: null },
    { seat: 'B', commitment: sha256(other), bits: null },
  ];
  const shuffle = { commitment: sha256(secret), people };
  const [reveal] = /** @type {any[]} */ (chance.hear({ ...game, shuffle }, /** @type {any} */ ({ type: 'update' })));
  assert.equal(sha256(reveal.bits), commit.commitment);
  const thrown = [
    { ...people[0], bits: reveal.bits },
    { ...people[1], bits: other },
  ];
  const cards = deals[0].hands.flatMap((/** @type {string} */ hand) => hand.split(' '));
  /** @param {any[]} list @param {string} [salt] @returns {any} */
  const result = (list, salt = secret) => ({
    round: 1,
    salt,
    commitment: sha256(salt),
    deal: shuffledHands(salt, list, cards, 2, 0),
    shuffle: { commitment: sha256(salt), people: list },
  });
  return {
    storage,
    chance,
    game,
    shuffle,
    thrown,
    result,
    secret,
    own: /** @type {any} */ (ownPart('t1', '1.1', storage)),
    commitment: sha256(secret),
  };
}

describe('the check', () => {
  test('an honest server is found honest', () => {
    const { result, thrown, own, commitment } = played();
    assert.equal(verdictOf(result(thrown), commitment, own), 'mine');
    assert.equal(verdictOf(result(thrown), commitment, null), 'others');
    assert.equal(verdictOf(result([thrown[0], { ...thrown[1], bits: null }]), commitment, own), 'mine');
  });
  test('a server that picks another secret is found out', () => {
    const { result, thrown, own, commitment } = played();
    assert.equal(verdictOf(result(thrown, 'ef'.repeat(32)), commitment, own), 'changed');
    assert.equal(verdictOf({ ...result(thrown, 'ef'.repeat(32)), commitment }, commitment, own), 'changed');
    // Even if it has sent another promise with the deal: the list was another before.
    assert.equal(verdictOf(result(thrown, 'ef'.repeat(32)), sha256('ef'.repeat(32)), own), 'list');
  });
  test('a server that picks another deal is found out', () => {
    const { result, thrown, own, commitment } = played();
    const [a, b] = result(thrown).deal;
    assert.equal(verdictOf({ ...result(thrown), deal: [b, a] }, commitment, own), 'changed');
  });
  test('a server that drops what was thrown in is found out', () => {
    const { result, thrown, own, commitment } = played();
    assert.equal(verdictOf(result([{ ...thrown[0], bits: null }, thrown[1]]), commitment, own), 'late');
    assert.equal(verdictOf(result([thrown[1]]), commitment, own), 'list');
    assert.equal(verdictOf(result([{ ...thrown[0], bits: '00'.repeat(32) }, thrown[1]]), commitment, own), 'changed');
  });
  test('a server that adds someone late is found out', () => {
    const { result, thrown, own, commitment } = played();
    const late = { seat: 'B', commitment: sha256('11'.repeat(32)), bits: '11'.repeat(32) };
    assert.equal(verdictOf(result([...thrown, late]), commitment, own), 'list');
    assert.equal(verdictOf(result([thrown[0], late]), commitment, own), 'list');
  });
  test('a server that leaves out a promise it had acknowledged is found out', () => {
    const { result, thrown, own, commitment } = played();
    assert.equal(verdictOf(result([thrown[1]]), commitment, { ...own, list: null }), 'left_out');
    const plain = { round: 1, salt: 's', deal: ['1/5', '2/4'], shuffle: null };
    const fingerprint = sha256(promised(plain));
    assert.equal(verdictOf(/** @type {any} */ ({ ...plain, commitment: fingerprint }), fingerprint, own), 'left_out');
    assert.equal(verdictOf(/** @type {any} */ ({ ...plain, commitment: fingerprint }), fingerprint, null), 'server');
    assert.equal(
      verdictOf(/** @type {any} */ ({ ...plain, commitment: fingerprint, salt: 'z' }), fingerprint, null),
      'changed',
    );
  });
});

describe('this browser', () => {
  test('shows its bits for one list alone, and only if that has its promise', () => {
    const { chance, game, shuffle, own } = played();
    const welcome = /** @type {any} */ ({ type: 'welcome' });
    assert.deepEqual(
      chance.hear({ ...game, shuffle }, welcome),
      [{ type: 'reveal', bits: own.bits }],
      'after a break it says so again',
    );
    const late = { ...shuffle, people: [...shuffle.people, { seat: 'C', commitment: '0'.repeat(64), bits: null }] };
    assert.deepEqual(chance.hear({ ...game, shuffle: late }, welcome), []);
    const fresh = new Chance('t2', memory());
    fresh.hear(game, welcome);
    assert.deepEqual(fresh.hear({ ...game, shuffle }, welcome), [], 'the list has not its promise');
  });
  test('has other bits for every deal, and the same after the page was loaded again', () => {
    const { storage, game, own } = played();
    const again = new Chance('t1', storage);
    const welcome = /** @type {any} */ ({ type: 'welcome' });
    assert.deepEqual(again.hear(game, welcome), [{ type: 'commit', commitment: own.commitment }]);
    const between = { ...game, table: /** @type {any} */ ({ phase: 'between', game: 1, round: 1 }) };
    assert.notEqual(/** @type {any} */ (again.hear(between, welcome)[0]).commitment, own.commitment);
    assert.equal(ownPart('t1', '1.1', storage)?.bits, own.bits, 'the last round can still be checked');
    assert.deepEqual(
      again.hear({ ...game, table: /** @type {any} */ ({ phase: 'playing', game: 1, round: 1 }) }, welcome),
      [],
    );
    assert.deepEqual(again.hear({ ...game, seat: null }, welcome), [], 'who watches takes no part');
  });
  test('keeps little: the last deals alone', () => {
    const storage = memory();
    for (let i = 0; i < 100; i++) promiseAhead(storage).for(`t${i}`);
    assert.equal(ownPart('t99', '1.1', storage)?.kept, true);
    assert.equal(ownPart('t9', '1.1', storage), null);
    assert.ok(storage.getItem('chance').length < 8000);
  });
  test('knows which deal comes next', () => {
    const next = (/** @type {string} */ phase, /** @type {number} */ game, /** @type {number} */ round) =>
      nextDeal(/** @type {any} */ ({ phase, game, round }));
    assert.deepEqual(
      [next('open', 0, 0), next('playing', 1, 1), next('between', 1, 1), next('over', 1, 3)],
      ['1.1', null, '1.2', '2.1'],
    );
  });
});
