// Taking back against bots: the round is as it was at the person's last decision, it is counted, and records tell.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as decisions from '../../src/dnup/web/device/decisions.js';
import { ME, opening } from '../../src/dnup/web/device/device.js';
import { Elsewhere } from '../../src/dnup/web/device/games.js';
import { LiveTable } from '../../src/dnup/web/device/live-table.js';
import { recordsOf } from '../../src/dnup/web/device/record.js';
import { Refusal } from '../../src/dnup/web/device/refusals.js';
import { rebuild } from '../../src/dnup/web/device/stored-game.js';
import { Engine } from '../../src/dnup/web/engine/engine.js';
import { NOTHING, receive } from '../../src/dnup/web/game/state.js';
import { canTakeBack, isTakenBack } from '../../src/dnup/web/play/page-state.js';

const module = new WebAssembly.Module(readFileSync(new URL('../../src/dnup/web/engine/dnup.wasm', import.meta.url)));
/** By number of players; the first card of every hand is the star's, so A begins. */
const DEALS = /** @type {Record<number, string[]>} */ ({
  2: ['1/5 1/6 2/4', '3/4 3/5 2/6'],
  3: ['1/5 1/6 1/7', '3/4 3/5 2/6', '4/8 4/6 5/2'],
});

const DECKS = /** @type {Record<number, string[]>} */ ({
  2: ['1/5*', '1/6', '2/4', '2/6', '3/4', '3/5'],
  3: ['1/5*', '1/6', '1/7', '2/5', '2/6', '3/4', '3/5', '4/6', '4/8'],
});

/** A game with its events, in which these hands are dealt. @param {number} players @param {object} [about] */
function start(players, about = {}) {
  const events = /** @type {any[]} */ (opening({ name: 'Ada', players, levels: ['easy'] }));
  events[0].deck = DECKS[players];
  events.push({ type: 'round-dealt', hands: DEALS[players], salt: '00' });
  const table = rebuild('x', new Engine(module), { about, events });
  const add = (/** @type {any} */ event) => {
    table.apply(event);
    events.push(event);
  };
  const move = (/** @type {string} */ text) =>
    add({ type: 'move-made', seat: table.turn, move: text, by: table.turn === 'A' ? 'person' : 'bot' });
  return { events, table, add, move };
}

/** @param {() => unknown} decide */
const refusal = (decide) => {
  try {
    decide();
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error));
    return error.code;
  }
  return null;
};

test('the round goes back to the last decision, past what bots have done since', () => {
  const { table, events, add, move } = start(3);
  const dealt = table.position;
  assert.equal(
    refusal(() => decisions.takeBack(table, ME)),
    'nothing-to-take-back',
  );
  move('play 1/5');
  move('play 3/4 3/5');
  move('rotate');
  const asked = table.positionNumber;
  const [event] = decisions.takeBack(table, ME);
  assert.deepEqual(event, { type: 'moves-taken-back', seat: 'A', moves: 3, counts: true });
  add(event);
  assert.deepEqual(table.position, dealt);
  assert.deepEqual([table.turn, table.moves, table.makers, table.history.length], ['A', [], [], 0]);
  assert.equal(table.takeBacks, 1);
  // A move for a position from before is late, and not taken for one that was made.
  const late = { type: /** @type {const} */ ('move'), position: asked, move: 'rotate', ref: 1 };
  assert.equal(
    refusal(() => decisions.move(table, 'A', late)),
    'stale',
  );
  move('play 1/6 1/7');
  assert.deepEqual(table.moves, ['play 1/6 1/7']);
  // What is kept makes the same table.
  const again = rebuild('x', new Engine(module), { about: {}, events });
  assert.deepEqual(
    [again.position, again.moves, again.numbers, again.takeBacks],
    [table.position, table.moves, table.numbers, 1],
  );
});

test('two players: the second turn goes back to the first', () => {
  const { table, add, move } = start(2);
  move('play 1/5'); // with the star there is one turn only (R24)
  move('play 3/4');
  move('rotate');
  move('rotate');
  assert.equal(table.turn, 'A');
  const [event] = decisions.takeBack(table, ME);
  assert.equal(event.moves, 1);
  add(event);
  assert.deepEqual([table.turn, table.moves.length], ['A', 3]);
  add(decisions.takeBack(table, ME)[0]);
  assert.deepEqual([table.moves.length, table.takeBacks], [0, 2]);
  assert.equal(
    refusal(() => decisions.takeBack(table, ME)),
    'nothing-to-take-back',
  );
});

test('nothing is taken back of a round that is over, and the record counts', () => {
  const { table, events, add, move } = start(2);
  move('play 1/5');
  add(decisions.takeBack(table, ME)[0]);
  move('play 1/5 1/6');
  move('rotate');
  move('rotate');
  move('play 2/4');
  assert.equal(table.phase, 'between');
  assert.equal(
    refusal(() => decisions.takeBack(table, ME)),
    'nothing-to-take-back',
  );
  const [record] = recordsOf(new Engine(module), events).map((line) => JSON.parse(line));
  assert.deepEqual(record.rounds[0].moves, ['play 1/5 1/6', 'rotate', 'rotate', 'play 2/4']);
  assert.equal(record.take_backs, 1);
  // The next round begins without any.
  add({ type: 'seat-ready', seat: 'A' });
  add({ type: 'round-dealt', hands: DEALS[2], salt: '00' });
  assert.equal(
    refusal(() => decisions.takeBack(table, ME)),
    'nothing-to-take-back',
  );
});

test('the daily game and moves of another game stay as they are', () => {
  const { events } = start(3);
  const moves = [
    { type: 'move-made', seat: 'A', move: 'play 1/5', by: 'person' },
    { type: 'move-made', seat: 'B', move: 'rotate', by: 'bot' },
    { type: 'move-made', seat: 'C', move: 'rotate', by: 'bot' },
    { type: 'move-made', seat: 'A', move: 'rotate', by: 'person' },
  ];
  const at = (/** @type {object} */ about, /** @type {number} */ count) =>
    rebuild('x', new Engine(module), { about, events: [...events, ...moves.slice(0, count)] });
  assert.equal(
    refusal(() => decisions.takeBack(at({ daily: '2026-11-18' }, 4), ME)),
    'daily-take-back',
  );
  assert.equal(
    refusal(() => decisions.takeBack(at({ from: 'r1m3' }, 3), ME)),
    'nothing-to-take-back',
  );
  assert.equal(decisions.takeBack(at({ from: 'r1m3' }, 4), ME)[0].moves, 1);
  assert.equal(decisions.takeBack(at({ from: 'r2m3' }, 3), ME)[0].moves, 3);
});

test('clients get the whole log again, also a tab that has missed it', async () => {
  const { table, events, move } = start(3);
  const sent = /** @type {any[]} */ ([]);
  const games = {
    /** @param {string} _id @param {number} after @param {any[]} more */
    append: async (_id, after, more) => {
      if (events.length > after) throw new Elsewhere();
      events.push(...more);
    },
    /** @param {string} _id @param {number} after */
    load: async (_id, after) => ({ about: {}, events: events.slice(after) }),
    summarize: async () => {},
  };
  const live = new LiveTable(table, /** @type {any} */ (games), {
    key: ME,
    send: (text) => sent.push(JSON.parse(text)),
    onChange: () => {},
    now: () => 0,
  });
  await live.receive({ type: 'hello', protocol: 1, table: 'x', last: null });
  move('play 1/5');
  move('rotate');
  await live.receive({ type: 'hello', protocol: 1, table: 'x', last: null });
  const before = sent.reduce((game, message) => receive(game, message, 0), NOTHING);
  assert.ok(canTakeBack(before));
  await live.act(() => decisions.takeBack(table, ME));
  const welcome = sent.at(-1);
  assert.deepEqual([welcome.type, welcome.fresh, welcome.log.length], ['welcome', true, 1]);
  const after = receive(before, welcome, 0);
  assert.ok(isTakenBack(before, after) && !isTakenBack(after, after) && !canTakeBack(after));
  assert.deepEqual([after.last, after.past.size, after.view?.turn], [null, 0, 'A']);
  // The next round, whose commitment a page knows before its deal if it is opened during the shuffle, takes nothing back.
  const dealt = /** @type {any} */ ({ type: 'dealt', number: before.number + 1, commitment: before.commitment });
  const next = { ...before, number: dealt.number, last: null, log: [...before.log, dealt] };
  assert.equal(isTakenBack(before, next), false);
  // The other tab reads it, and one that connects again with an old log gets all of it.
  events.push({ type: 'move-made', seat: 'A', move: 'rotate', by: 'person' });
  events.push({ type: 'moves-taken-back', seat: 'A', moves: 1, counts: true });
  await live.catchUp();
  assert.deepEqual([sent.at(-1).type, sent.at(-1).log.length, table.takeBacks], ['welcome', 1, 2]);
  await live.receive({ type: 'hello', protocol: 1, table: 'x', last: after.number });
  assert.equal(sent.at(-1).fresh, true);
  await live.receive({ type: 'hello', protocol: 1, table: 'x', last: table.number });
  assert.equal(sent.at(-1).fresh, false);
});
