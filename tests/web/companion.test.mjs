// The companion of the printed cards, without a page: the score, the referee, the cards that leave.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { boxCards, facesOut } from '../../src/dnup/web/companion/faces.js';
import { anotherGame, keepPad, namesOf, newPad, readPad, withPlayers } from '../../src/dnup/web/companion/pad.js';
import { otherValues, Referee, slotsFor } from '../../src/dnup/web/companion/ruling.js';
import { Scoring } from '../../src/dnup/web/companion/scoring.js';
import { Engine } from '../../src/dnup/web/engine/engine.js';

const web = new URL('../../src/dnup/web/', import.meta.url);
const engine = new Engine(new WebAssembly.Module(readFileSync(new URL('engine/dnup.wasm', web))));
const { printed } = JSON.parse(readFileSync(new URL('decks/decks.json', web), 'utf8'));
const scoring = new Scoring(engine);
const referee = new Referee(engine);

/** Storage as a browser has it. @param {Record<string, string>} kept */
function withStorage(kept) {
  globalThis.localStorage = /** @type {any} */ ({
    getItem: (/** @type {string} */ key) => kept[key] ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ text) => {
      kept[key] = text;
    },
  });
  return kept;
}

test('the first gets two letters, the second one, and the fourth letter ends the game at once', () => {
  const { points, asks, winner, rounds } = scoring.standing(4, false, [0, 1, 2, 0, 0]);
  assert.deepEqual([points, asks, winner], [[5, 1, 2, 0], null, 0]);
  assert.deepEqual(
    rounds.map(({ first, second }) => [first, second]),
    [
      [0, 1],
      [2, 0],
      [0, null],
    ],
  );
  assert.equal(scoring.standing(4, false, []).asks, 'first');
  assert.equal(scoring.standing(4, false, [3]).asks, 'second');
  // The fourth letter may come with a second place.
  const second = scoring.standing(3, false, [0, 1, 1, 2, 2, 1]);
  assert.deepEqual([second.points, second.winner, second.asks], [[2, 4, 3], 1, null]);
});

test('where the round is played on, the game ends with its second, and the winner stays', () => {
  const taps = [0, 1, 0];
  assert.deepEqual([scoring.standing(3, true, taps).winner, scoring.standing(3, true, taps).asks], [0, 'second']);
  const over = scoring.standing(3, true, [...taps, 1]);
  assert.deepEqual([over.winner, over.asks, over.points], [0, null, [4, 2, 0]]);
});

test('two players count rounds, and two of them win', () => {
  assert.equal(scoring.standing(2, false, [1]).asks, 'round');
  const { points, winner, asks } = scoring.standing(2, false, [1, 0, 1]);
  assert.deepEqual([points, winner, asks], [[1, 2], 1, null]);
});

test('taps that cannot be are not counted', () => {
  assert.deepEqual(scoring.standing(3, false, [0, 0, 1]).points, [2, 0, 0]);
  assert.deepEqual(scoring.standing(3, false, [7, 1]).points, [0, 0, 0]);
  assert.deepEqual(scoring.standing(2, false, [0, 0, 1, 1, 1]).points, [2, 0]);
});

test('a pad is what was stored, whatever that is', () => {
  const kept = withStorage({});
  assert.deepEqual(readPad(), newPad());
  const pad = { ...withPlayers(newPad(), 3), names: ['Ada', 'Ada', ' '], taps: [1, 2], star: 1, open: true };
  assert.ok(keepPad(pad));
  assert.deepEqual(readPad(), { ...pad, names: ['Ada', 'Ada', ''] });
  assert.deepEqual(
    namesOf(pad.names, (number) => `Player ${number}`),
    ['Ada', 'Ada 2', 'Player 3'],
  );
  for (const bad of ['[', '{"names":["a"]}', '{"names":"abc"}', '7']) {
    kept['score pad'] = bad;
    assert.deepEqual(readPad(), newPad());
  }
  kept['score pad'] = '{"names":[1,{}],"taps":[0,9,"x"],"star":5,"won":[-1,"7"],"open":1}';
  assert.deepEqual(readPad(), { ...withPlayers(newPad(), 2), taps: [0], names: ['', ''] });
  assert.deepEqual(anotherGame({ ...pad, won: [0, 2, 0] }, 1).won, [0, 3, 0]);
  globalThis.localStorage.setItem = () => {
    throw new Error('full');
  };
  assert.equal(keepPad(pad), false);
});

test('the cards that leave are those of the deck', () => {
  const out = (/** @type {number} */ players) => {
    const cards = boxCards(printed, players);
    return [facesOut(cards).join(), cards.filter(({ inPlay }) => inPlay).length];
  };
  assert.deepEqual([2, 3, 4, 5].map(out), [
    ['sad,neutral,happy', 26],
    ['sad,neutral', 30],
    ['sad', 36],
    ['', 40],
  ]);
});

/** @param {number} players @param {Record<string, any>} sets @param {any} move */
const ask = (players, sets, move) => referee.rule({ players, sets, move });
/** @param {any} ruling */
const short = (ruling) => (ruling.kind === 'no' ? [ruling.why.code, ruling.why.rule, ruling.why.slot] : ruling);

test('the referee asks the engine: a higher set of the same size beats, and comes back turned', () => {
  const sets = { B: { value: 7, size: 2, others: [1, null] } };
  assert.deepEqual(ask(4, sets, { verb: 'play', value: 8, size: 2 }), {
    kind: 'yes',
    beats: 'B',
    to: 'B',
    values: [1, null],
  });
  assert.deepEqual(short(ask(4, sets, { verb: 'play', value: 7, size: 2 })), ['not-higher', 'R10', 'B']);
  assert.deepEqual(ask(4, sets, { verb: 'play', value: 1, size: 3 }).kind, 'yes');
});

test('a grown set meets the sets of its new size', () => {
  const sets = { B: { value: 7, size: 2 }, C: { value: 5, size: 3 } };
  assert.deepEqual(/** @type {any} */ (ask(5, sets, { verb: 'add', slot: 'B' })).beats, 'C');
  assert.deepEqual(short(ask(5, { ...sets, B: { value: 4, size: 2 } }, { verb: 'add', slot: 'B' })), [
    'grown-not-higher',
    'R11',
    'C',
  ]);
  assert.deepEqual(ask(5, sets, { verb: 'take', slot: 'C' }), {
    kind: 'yes',
    beats: null,
    to: 'A',
    values: [null, null, null],
  });
  assert.equal(ask(3, {}, { verb: 'rotate' }).kind, 'yes');
});

test('a beaten set of someone who has finished comes back to nobody (R18)', () => {
  const ruling = ask(4, { C: { value: 4, size: 1, finished: true } }, { verb: 'play', value: 9, size: 1 });
  assert.deepEqual(ruling, { kind: 'yes', beats: 'C', to: null, values: [] });
});

test('with two players own sets conflict, and are not taken (R25, R26)', () => {
  assert.deepEqual(slotsFor(2), ['B1', 'B2', 'A2']);
  const sets = { A2: { value: 4, size: 2 }, B1: { value: 9, size: 1 } };
  assert.deepEqual(/** @type {any} */ (ask(2, sets, { verb: 'play', value: 8, size: 2 })).beats, 'A2');
  assert.deepEqual(short(ask(2, sets, { verb: 'play', value: 3, size: 2 })), ['not-higher', 'R10', 'A2']);
  assert.deepEqual(short(ask(2, sets, { verb: 'take', slot: 'A2' })), ['own-set', 'R26', 'A2']);
});

test('two sets of one size are no table (R16), and nothing crashes on the largest question', () => {
  const sets = { B: { value: 7, size: 2 }, C: { value: 9, size: 2 } };
  assert.deepEqual(ask(4, sets, { verb: 'rotate' }), { kind: 'table' });
  const large = Object.fromEntries([...'BCDE'].map((seat, i) => [seat, { value: 10 - i, size: 8 - i }]));
  assert.equal(ask(5, large, { verb: 'play', value: 1, size: 4 }).kind, 'yes');
  for (let i = 0; i < 200; i++) assert.equal(ask(5, large, { verb: 'play', value: 1, size: 8 }).kind, 'no');
});

test('what may wait on the other half of a card', () => {
  assert.deepEqual(otherValues(['1/10', '2/10', '1/6'], 10), [1, 2]);
  assert.deepEqual(otherValues(['1/10', '2/10', '1/6', '1/6'], 1), [6, 10]);
});
