// What this browser has kept can be damaged: nothing of it reaches the engine, and no page breaks.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, test } from 'node:test';
import { readDiary, streaks, verdict } from '../../src/dnup/web/daily/daily-history.js';
import { lookUp } from '../../src/dnup/web/daily/day.js';
import { ME, opening } from '../../src/dnup/web/device/device.js';
import { Damaged, Elsewhere } from '../../src/dnup/web/device/games.js';
import { GamesInMemory } from '../../src/dnup/web/device/games-in-memory.js';
import { LiveTable } from '../../src/dnup/web/device/live-table.js';
import { recordsOf } from '../../src/dnup/web/device/record.js';
import { ownChance, Scheduler } from '../../src/dnup/web/device/scheduler.js';
import { rebuild, textOf } from '../../src/dnup/web/device/stored-game.js';
import { Engine } from '../../src/dnup/web/engine/engine.js';
import { ownPart } from '../../src/dnup/web/game/shuffle-share.js';
import { forget, inOrder, myGames, standingsHere } from '../../src/dnup/web/home/games.js';
import { readProgress } from '../../src/dnup/web/puzzles/puzzle-store.js';
import { settings } from '../../src/dnup/web/settings/settings.js';
import { choose, preferred } from '../../src/dnup/web/shared/i18n.js';
import { readStored } from '../../src/dnup/web/shared/local-storage.js';
import { WorkerError } from '../../src/dnup/web/shared/worker-rpc.js';

const module = new WebAssembly.Module(readFileSync(new URL('../../src/dnup/web/engine/dnup.wasm', import.meta.url)));
/** Memory that an engine has given away comes back only with the engine. @param {any} game */
const read = (game) => rebuild('x', new Engine(module), game);

/** As a browser has them. */
class Shelf {
  /** @type {Map<string, string>} */
  #kept = new Map();
  getItem = (/** @type {string} */ key) => this.#kept.get(key) ?? null;
  setItem = (/** @type {string} */ key, /** @type {string} */ value) => void this.#kept.set(key, String(value));
  removeItem = (/** @type {string} */ key) => void this.#kept.delete(key);
}
/** @type {any} */
const scope = globalThis;
beforeEach(() => {
  scope.localStorage = new Shelf();
  scope.sessionStorage = new Shelf();
  scope.matchMedia = () => ({ matches: false });
});

/** A game of some rounds, as it is kept. @param {number} players */
function kept(players) {
  /** @type {any[]} */
  const events = opening({ name: 'Ada', players, levels: ['easy'], deck: 'pairs' });
  const table = read({ about: {}, events });
  const add = (/** @type {any} */ event) => {
    table.apply(event);
    events.push(event);
  };
  const { deal } = ownChance(table);
  for (let round = 0; round < 2; round++) {
    if (round) add({ type: 'seat-ready', seat: 'A' });
    add({ type: 'round-dealt', ...deal(round) });
    for (let moves = 0; table.turn !== null && moves < 600 && (round === 0 || moves < 5); moves++) {
      const { turn, position, writer } = table;
      const choices = JSON.parse(writer.writeViews(/** @type {any} */ (position), 'all', turn).moves);
      const { move } = choices[(7 * moves) % choices.length];
      add({ type: 'move-made', seat: turn, move, by: turn === 'A' ? 'person' : 'bot' });
    }
    if (table.turn !== null) break;
  }
  return { about: { created: '2026-11-18T00:00:00.000Z' }, events };
}

const cyclic = /** @type {any} */ ({ type: 'created' });
cyclic.options = cyclic;

/** The ways in which a game was found damaged, and more. `at` is the number of its first deal.
 * @type {Record<string, (game: any, at: number) => any>} */
const WAYS = {
  'no events': (game) => ({ ...game, events: [] }),
  'events that are no list': (game) => ({ ...game, events: { 0: game.events[0] } }),
  'nothing but null': (game) => ({ ...game, events: game.events.map(() => null) }),
  'no facts about it': (game) => ({ ...game, about: null }),
  'facts of another kind': (game) => ({ ...game, about: 'daily' }),
  'a date that is none': (game) => ({ ...game, about: { daily: '2026-99-99' } }),
  'a date that is a number': (game) => ({ ...game, about: { daily: 7 } }),
  'the first event is missing': (game) => ({ ...game, events: game.events.slice(1) }),
  'a seat is missing': (game) => ({ ...game, events: game.events.toSpliced(1, 1) }),
  'the deal is missing': (game, at) => ({ ...game, events: game.events.toSpliced(at, 1) }),
  'a move is missing': (game, at) => ({ ...game, events: game.events.toSpliced(at + 1, 1) }),
  'a move is there twice': (game, at) => ({ ...game, events: game.events.toSpliced(at + 1, 0, game.events[at + 1]) }),
  'two deals in a row': (game, at) => ({ ...game, events: game.events.toSpliced(at, 0, game.events[at]) }),
  'made twice': (game, at) => ({ ...game, events: game.events.toSpliced(at, 0, game.events[0]) }),
  'in cyclic order': (game) => ({ ...game, events: [...game.events.slice(3), ...game.events.slice(0, 3)] }),
  backwards: (game) => ({ ...game, events: game.events.toReversed() }),
  'an event that refers to itself': (game) => ({ ...game, events: game.events.with(0, cyclic) }),
  'an event of the future': (game, at) => ({
    ...game,
    events: game.events.with(at, { type: 'cards-swapped', version: 9 }),
  }),
  'an event called __proto__': (game, at) => ({ ...game, events: game.events.with(at, { type: '__proto__' }) }),
  'an event called toString': (game, at) => ({ ...game, events: game.events.with(at, { type: 'toString' }) }),
  'an event without a type': (game, at) => ({ ...game, events: game.events.with(at, {}) }),
  ...fields(0, {
    options: [undefined, null, 7, {}, []],
    deck: [undefined, null, 'no such deck', '__proto__', [], ['1/5*'], Array(1_000_000).fill('1/6'), ['x', 'y', 'z']],
    key: [undefined, 7],
    stall_limit: [undefined, -1, Number.NaN, 1e300, '60', 2n],
  }),
  ...Object.fromEntries(
    [0, 1, 6, Number.NaN, 2.5, '3', null, 1e9].map((players) => [
      `${players} players`,
      (/** @type {any} */ game) => ({
        ...game,
        events: game.events.with(0, { ...game.events[0], options: { ...game.events[0].options, players } }),
      }),
    ]),
  ),
  'a memory that nobody has': (game) => ({
    ...game,
    events: game.events.with(0, { ...game.events[0], options: { ...game.events[0].options, memory: 'everything' } }),
  }),
  'seconds that are no number': (game) => ({
    ...game,
    events: game.events.with(0, { ...game.events[0], options: { ...game.events[0].options, seconds: Number.NaN } }),
  }),
  ...fields(1, { seat: [undefined, 'F', 0, 'AB'], name: [undefined, null, 7, 'x'.repeat(5000)], key: [undefined, {}] }),
  ...fields(2, { seat: ['F', null], level: [undefined, 'grandmaster', '__proto__', 3] }),
};

/** @param {number} index @param {Record<string, any[]>} wrong @returns {typeof WAYS} */
function fields(index, wrong) {
  return Object.fromEntries(
    Object.entries(wrong).flatMap(([field, values]) =>
      values.map((value, i) => [
        `${field} of event ${index}, ${i}`,
        (/** @type {any} */ game) => ({
          ...game,
          events: game.events.with(index, { ...game.events[index], [field]: value }),
        }),
      ]),
    ),
  );
}
/** @param {string} field @param {any[]} values @param {number} after the deal @returns {typeof WAYS} */
const later = (field, values, after) =>
  Object.fromEntries(
    values.map((value, i) => [
      `${field} ${after} after the deal, ${i}`,
      (/** @type {any} */ game, /** @type {number} */ at) => ({
        ...game,
        events: game.events.with(at + after, { ...game.events[at + after], [field]: value }),
      }),
    ]),
  );
Object.assign(
  WAYS,
  later(
    'hands',
    [undefined, null, 'x', [], ['1/6'], ['1/6', '1/6', '1/6'], [7, 8, 9], ['x'.repeat(100_000)], Array(6).fill('')],
    0,
  ),
  later('salt', [undefined, 7, {}], 0),
  later('move', [undefined, null, 7, '', 'rotate twice', 'play 9/9', 'x'.repeat(100_000), '\u0000', 'play 1/5 ☃'], 1),
  later('seat', [undefined, 'F', null, 7], 1),
  later('by', [undefined, 'ghost', 7], 1),
);

test('a whole game is read as it was kept', () => {
  for (const players of [2, 3, 5]) {
    const game = kept(players);
    assert.equal(read(game).number, game.events.length);
    const [record] = recordsOf(new Engine(module), game.events, {}).map((line) => JSON.parse(line));
    assert.deepEqual(record.bots, [...'BCDE'.slice(0, players - 1)]);
  }
});

for (const players of [2, 3])
  test(`a damaged game is said to be damaged, ${players} players`, () => {
    const game = kept(players);
    const at = game.events.findIndex(({ type }) => type === 'round-dealt');
    assert.ok(Object.keys(WAYS).length > 60);
    for (const [way, damage] of Object.entries(WAYS)) {
      const damaged = damage(game, at);
      assert.throws(() => read(damaged), Damaged, way);
      assert.ok(textOf(damaged).endsWith('\n'), way);
    }
  });

test('moves that cannot be taken back are damage', () => {
  const game = kept(3);
  const { moves } = read(game);
  const taken = (/** @type {any} */ fields) => () =>
    read({
      ...game,
      events: [...game.events, { type: 'moves-taken-back', seat: 'A', moves: 1, counts: true, ...fields }],
    });
  assert.equal(taken({})().moves.length, moves.length - 1);
  for (const fields of [
    { moves: moves.length + 1 },
    { moves: 0 },
    { moves: -1 },
    { moves: 1.5 },
    { moves: '1' },
    { moves: undefined },
    { counts: 1 },
    { seat: 'F' },
  ])
    assert.throws(taken(fields), Damaged, JSON.stringify(fields));
  const end = game.events.findLastIndex(({ type }) => type === 'seat-ready');
  const over = {
    ...game,
    events: [...game.events.slice(0, end), { type: 'moves-taken-back', seat: 'A', moves: 1, counts: true }],
  };
  assert.throws(() => read(over), Damaged, 'a round that is over');
});

test('events with anything in them are a game or damaged, and nothing else', () => {
  const game = kept(3);
  const values = [
    undefined,
    null,
    0,
    -1,
    Number.NaN,
    1e308,
    '',
    'A',
    'E',
    'rotate',
    '__proto__',
    [],
    {},
    true,
    3n,
    'x'.repeat(3000),
  ];
  let seed = 20261118;
  const draw = (/** @type {number} */ below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  let wrong = 0;
  for (let i = 0; i < 200; i++) {
    const events = structuredClone(game.events);
    const index = draw(events.length);
    const fields = Object.keys(events[index]);
    const field = fields[draw(fields.length)];
    if (draw(4)) events[index][field] = values[draw(values.length)];
    else if (draw(2)) delete events[index][field];
    else events.splice(index, 1 + draw(3));
    try {
      read({ about: game.about, events });
    } catch (error) {
      assert.ok(error instanceof Damaged, String(error));
      wrong++;
    }
  }
  assert.ok(wrong > 100);
});

test('a game that lacks events does not wait for them for ever', async () => {
  const game = kept(2);
  const table = read(game);
  /** Another tab seems to have kept something, and there is nothing to read. */
  const games = {
    append: async () => {
      throw new Elsewhere();
    },
    load: async () => ({ about: {}, events: [] }),
    summarize: async () => {},
  };
  const live = new LiveTable(table, /** @type {any} */ (games), {
    key: ME,
    send: () => {},
    onChange: () => {},
    now: () => 0,
  });
  await assert.rejects(
    live.act(() => [{ type: 'hint-taken', seat: 'A', depth: 1 }]),
    Damaged,
  );
  const scheduler = new Scheduler(live, /** @type {any} */ ({ stop: () => {} }), ownChance(table), 0);
  scheduler.stop();
});

test('a damaged game is listed, so that it can be saved and deleted', () => {
  const summaries = [
    null,
    7,
    'x',
    [],
    { seat: 9, phase: 'sleeping', opponents: 7, score: 'x', result: 7, turn: {} },
    { opponents: [null, { seat: 'Z' }, { seat: 'B', level: {} }] },
    { earlier: 7 },
    { earlier: [null, 7, { phase: 'x' }] },
  ];
  for (const summary of summaries)
    for (const about of [null, 7, { daily: 'x' }, { daily: {} }])
      for (const when of [0, Number.NaN, 1e300, 'x', null]) {
        const listed = /** @type {any} */ ({ id: 'local-x', at: when, about, summary });
        const [game, ...more] = standingsHere(listed, '');
        assert.deepEqual(more, []);
        assert.deepEqual(
          [game.id, game.seat, game.phase, game.here, game.daily],
          ['local-x', 'A', 'playing', true, undefined],
        );
        assert.ok(new Date(game.at).getTime() >= 0);
      }
});

test('a network that was cut off on its way is none', () => {
  const { buffer, byteOffset, length } = readFileSync(
    new URL('../../src/dnup/networks/balanced-2.bin', import.meta.url),
  );
  const data = /** @type {ArrayBuffer} */ (buffer.slice(byteOffset, byteOffset + length));
  for (const bytes of [0, 1, 1000, length - 1, length - 2]) {
    const engine = new Engine(module);
    assert.equal(engine.network(data.slice(0, bytes), 2), null);
  }
});

test('what is written about anything ends', () => {
  /** @type {any} */
  const round = { number: 1n, none: Number.NaN, act: () => {} };
  round.self = [round];
  assert.equal(textOf(round), '{"number":"1","none":"NaN","act":"() => {}","self":["(as above)"]}\n');
  /** @type {any} */
  let deep = [];
  for (let i = 0; i < 100_000; i++) deep = [deep];
  assert.equal(textOf(deep), '"nested too deep"\n');
});

test('the games of a browser are those that are some', () => {
  const fine = {
    id: 'abc',
    seat: 'A',
    at: 5,
    phase: 'over',
    round: 2,
    turn: null,
    winner: 'B',
    names: { A: 'Ada', B: 'Bo\u001b[2J' },
    levels: { B: 'hard' },
    game: 1,
    score: [1, 2],
  };
  const garbage = [
    null,
    7,
    'x',
    [],
    {},
    { ...fine, id: 7 },
    { ...fine, seat: 'AB' },
    { ...fine, names: null },
    { ...fine, phase: '__proto__' },
  ];
  const mendable = { ...fine, at: 1e300, round: 'x', turn: 7, winner: {}, score: 'x', levels: { B: 'x', Z: 'easy' } };
  for (const text of ['null', '7', '{}', '"x"', '[null]', '[[]]', 'x', '[', JSON.stringify(garbage)]) {
    localStorage.setItem('games', text);
    assert.deepEqual(myGames(), [], text);
    forget('abc');
  }
  localStorage.setItem('games', JSON.stringify([...garbage, fine]));
  assert.deepEqual(myGames(), [{ ...fine, names: { A: 'Ada', B: 'Bo[2J' } }]);
  localStorage.setItem('games', JSON.stringify([{ ...mendable, game: 'x' }]));
  const [mended] = inOrder(myGames());
  assert.deepEqual([mended.at, mended.round, mended.turn, mended.winner, mended.score], [0, 1, null, null, []]);
  assert.deepEqual([mended.levels, mended.game], [{}, 1]);
});

test('a language is one that there is', () => {
  scope.navigator ??= { languages: ['fi-FI'] };
  for (const language of ['__proto__', 'constructor', 'toString', 'xx', '']) {
    localStorage.setItem('language', language);
    assert.equal(preferred(), choose(navigator.languages));
    assert.equal(choose([language]), 'en');
  }
});

test('settings are within what can be set', () => {
  for (const value of ['__proto__', '-1', 'NaN', '1e9', '', 'null', '☃']) {
    for (const key of ['players', 'level', 'motion', 'volume', 'sound', 'sorts', 'notify', 'knows'])
      localStorage.setItem(key, value);
    const { players, level, motion, volume } = settings;
    assert.deepEqual([players, level, motion], [3, 'medium', 'normal']);
    assert.ok(volume >= 0 && volume <= 1);
  }
});

test('a diary has days, a shelf has numbers, and a promise its bits', () => {
  const day = '2026-11-17';
  for (const text of [
    'null',
    '[]',
    '7',
    'x',
    '{"2026-11-17":null}',
    '{"2026-11-17":7}',
    '{"2026-11-17":{"game":7}}',
    '{"__proto__":{"game":"x"}}',
    '{"x":{"game":"x"}}',
  ]) {
    localStorage.setItem('daily', text);
    assert.deepEqual(readDiary(), {}, text);
  }
  for (const points of ['"x"', 'null', '[null]', '[1e999]', '{}', `[${Array(99).fill(1)}]`]) {
    localStorage.setItem('daily', `{"${day}":{"game":"x","points":${points},"par":[1,2,3]}}`);
    assert.equal(verdict(readDiary()[day]), 'open', points);
    assert.equal(streaks(readDiary(), day).now, 0);
  }
  for (const text of ['null', '[]', '7', 'x', '{"solved":{},"seen":[null,"x"],"row":"x"}']) {
    localStorage.setItem('puzzles', text);
    assert.deepEqual(readProgress(), { solved: [], seen: [], row: 0 }, text);
  }
  for (const text of ['null', '{}', '7', 'x', '[null]', '[{"table":"t","deal":"1.1"}]']) {
    localStorage.setItem('chance', text);
    assert.equal(ownPart('t', '1.1'), null, text);
  }
  sessionStorage.setItem('local-x', '{');
  assert.equal(readStored(sessionStorage, 'local-x'), null);
});

test('a damaged game of the day is as good as gone', async () => {
  const date = '2026-11-17';
  const counting = /** @type {any} */ ({
    count: async () => {
      throw new WorkerError({ name: 'Damaged', message: 'as the worker says it' });
    },
    par: async () => [1, 1, 1],
  });
  const games = new GamesInMemory();
  await games.create('local-a', [], /** @type {any} */ (null));
  await games.create('local-b', [], { created: `${date}T12:00:00`, daily: date });
  await games.create('local-c', [], /** @type {any} */ ({ created: 7, daily: date }));
  const day = await lookUp(date, date, games, counting);
  assert.deepEqual([day.record, day.played, day.practice], ['gone', null, null]);
});
