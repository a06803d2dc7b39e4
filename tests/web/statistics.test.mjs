// The statistics without a page: their numbers, as in Python, and the games that they count.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { seating } from '../../src/dnup/web/device/device.js';
import { rebuild } from '../../src/dnup/web/device/stored-game.js';
import { Engine } from '../../src/dnup/web/engine/engine.js';
import { entriesOf } from '../../src/dnup/web/stats/games.js';
import * as numbers from '../../src/dnup/web/stats/numbers.js';
import { exported, imported, merged, readEntry } from '../../src/dnup/web/stats/store.js';

const module = new WebAssembly.Module(readFileSync(new URL('../../src/dnup/web/engine/dnup.wasm', import.meta.url)));
const cases = JSON.parse(readFileSync(new URL('../data/statistics.json', import.meta.url), 'utf8'));

/** Equal up to the rounding of sums. @param {any} found @param {any} wanted @param {string} where */
function same(found, wanted, where) {
  if (typeof wanted === 'number') assert.ok(Math.abs(found - wanted) < 1e-9, `${where}: ${found}, not ${wanted}`);
  else if (typeof wanted !== 'object' || wanted === null) assert.equal(found, wanted, where);
  else for (const key of Object.keys(wanted)) same(found[key], wanted[key], `${where}.${key}`);
}

test('the numbers are those of Python', () => {
  const { games } = cases;
  same(numbers.lossPerDecision(games), cases.loss, 'loss');
  same(numbers.trend(games), cases.trend, 'trend');
  same(numbers.costs(games), cases.costs, 'costs');
  same(numbers.luck(games), cases.luck, 'luck');
  same(numbers.levelLosses(games), cases.levels, 'levels');
  same(numbers.improvement(games), cases.improvement, 'improvement');
  for (const { won, played, ...rate } of cases.rates) same(numbers.winRate(won, played), rate, `${won} of ${played}`);
});

test('kinds of decisions are those of Python', () => {
  for (const { move, cards, kinds } of cases.kinds) assert.deepEqual(numbers.kindsOf(move, cards), kinds);
});

test('few games say little', () => {
  assert.equal(numbers.improvement(cases.games.slice(0, 12)), null);
  assert.equal(numbers.lossPerDecision(cases.games.slice(0, 1)).error, null);
  assert.deepEqual(numbers.lossPerDecision([]), { games: 0, decisions: 0, mean: 0, error: null });
  assert.deepEqual(numbers.winRate(0, 0), { won: 0, played: 0, rate: 0, low: 0, high: 1 });
  assert.deepEqual(numbers.luck([]).walk, []);
  assert.deepEqual(numbers.winsInARow([true, true, false, true]), { now: 1, longest: 2 });
});

/** The events of a finished game at a table of the device. @param {any[]} takers */
function finished(takers) {
  const engine = new Engine(module);
  const deck = ['1/5*', '1/6', '1/7', '2/5', '2/6', '3/4', '3/5', '4/6', '4/8'];
  const hands = ['1/5 1/6 3/4', '2/5 2/6 3/5', '1/7 4/6 4/8'];
  /** @type {any[]} */
  const events = seating(takers, { deck });
  let seed = 3;
  for (let steps = 0; steps < 3000; steps++) {
    const table = rebuild('x', engine, { about: {}, events });
    if (table.phase === 'over') return events;
    const seat = table.turn;
    if (seat === null) {
      events.push({ type: 'round-dealt', hands, salt: '00' });
      continue;
    }
    const { moves } = table.writer.writeViews(/** @type {any} */ (table.position), 'all', seat);
    const all = JSON.parse(moves).map((/** @type {any} */ { move }) => move);
    const plays = all.filter((/** @type {string} */ move) => /^(play|add)/.test(move));
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    const legal = plays.length ? plays : all;
    events.push({
      type: 'move-made',
      seat,
      move: legal[seed % legal.length],
      by: table.chair(seat).level ? 'bot' : 'person',
    });
  }
  throw new Error('the game does not end');
}

const bot = { level: 'easy' };

test('a finished game of one person counts, one of several only if a seat is chosen', () => {
  const engine = new Engine(module);
  const listed = { id: 'local-x', about: { created: '' }, at: 7, summary: null };
  const alone = finished([bot, { name: 'Ada' }, bot]);
  const [entry, ...more] = entriesOf(engine, listed, alone);
  assert.equal(more.length, 0);
  assert.deepEqual([entry.key, entry.seat, entry.at, entry.table], ['local-x#1', 'B', 7, 'local-x']);
  assert.equal(JSON.parse(entry.record).format, 'dnup-record');
  const several = finished([{ name: 'Ada' }, { name: 'Bea' }, bot]);
  assert.deepEqual(
    entriesOf(engine, listed, several).map(({ seat, people }) => [seat, people]),
    [[null, { A: 'Ada', B: 'Bea' }]],
  );
  // A game that goes on, a daily game, and what is another game up to a moment.
  assert.deepEqual(entriesOf(engine, listed, alone.slice(0, -1)), []);
  for (const about of [{ daily: '2026-11-18' }, { from: 'r1m3' }])
    assert.deepEqual(entriesOf(engine, { ...listed, about: { created: '', ...about } }, alone), []);
});

test('a file brings games once, and what is known on either device stays known', () => {
  const entry = { key: 'a#1', table: 'a', at: 5, seat: 'B', people: { B: 'Ada' }, record: '{}', review: null };
  const { review } = { review: cases.games[0].review };
  const [back, ...more] = imported(exported([entry]));
  assert.deepEqual([back, more], [{ ...entry, table: null }, []]);
  assert.deepEqual(merged(entry, { ...back, review }), { ...entry, review });
  assert.deepEqual(merged({ ...entry, review }, back), { ...entry, review });
  // The review of another seat is none of this one.
  assert.deepEqual(merged(entry, { ...back, seat: 'C', review }), entry);
  assert.deepEqual(merged({ ...entry, seat: null }, { ...back, review }), { ...entry, review });
  assert.deepEqual(merged(null, back), back);
  for (const bad of ['', '[]', '{}', 'x', '{"format":"dnup-my-play","version":2}', '{"format":"dnup-record"}\n'])
    assert.throws(() => imported(bad), bad);
  assert.equal(readEntry({ ...entry, review: { version: 1 } })?.review, null);
  assert.equal(readEntry({ ...entry, seat: 'X' })?.seat, null);
  assert.equal(readEntry({ ...entry, at: 'yesterday' }), null);
});
