// A table on the device, without a page: what is shown was kept before, bots decide alike for alike seeds, and memory is small.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { BotPool } from '../../src/dnup/web/device/bot-pool.js';
import { ME, opening } from '../../src/dnup/web/device/device.js';
import { Elsewhere, Full, Gone } from '../../src/dnup/web/device/games.js';
import { LiveTable } from '../../src/dnup/web/device/live-table.js';
import { ownChance, Scheduler } from '../../src/dnup/web/device/scheduler.js';
import { promise, Table } from '../../src/dnup/web/device/table.js';
import { LEVELS } from '../../src/dnup/web/engine/bots.js';
import { Engine } from '../../src/dnup/web/engine/engine.js';
import { decks, levels, networks } from '../../src/dnup/web/engine/kernel.js';

const module = new WebAssembly.Module(readFileSync(new URL('../../src/dnup/web/engine/dnup.wasm', import.meta.url)));

/** @param {string} fingerprint @param {number} players */
const network = async (fingerprint, players) => {
  const file = networks[players][fingerprint];
  if (!file) return null;
  const { buffer, byteOffset, length } = readFileSync(new URL(`../../src/dnup/networks/${file}`, import.meta.url));
  return /** @type {ArrayBuffer} */ (buffer.slice(byteOffset, byteOffset + length));
};

/** Keeps the events of one game, and does what it is told to with the next. */
class Memory {
  /** @param {any[]} events */
  constructor(events) {
    this.events = events;
    /** @type {Error | null} */
    this.trouble = null;
    this.sent = /** @type {string[]} */ ([]);
  }

  /** @param {string} _id @param {number} after @param {any[]} events */
  async append(_id, after, events) {
    const before = this.sent.length;
    await new Promise((done) => setTimeout(done));
    assert.equal(this.sent.length, before, 'nothing is shown before it is kept');
    const { trouble } = this;
    this.trouble = null;
    if (trouble) throw trouble;
    if (this.events.length > after) throw new Elsewhere();
    this.events.push(...events);
  }

  /** @param {string} _id @param {number} after */
  async load(_id, after) {
    return { about: {}, events: this.events.slice(after) };
  }

  async summarize() {}
}

/** A table with all that belongs to it. @param {any} [game] @param {any[]} [events] */
function open(game = {}, events = opening({ name: 'Ada', players: 3, levels: ['medium'], ...game })) {
  const games = new Memory(events);
  const table = new Table('local-table', new Engine(module));
  for (const event of events) table.apply(event);
  const live = new LiveTable(table, /** @type {any} */ (games), {
    key: ME,
    send: (text) => games.sent.push(text),
    onChange: () => scheduler.update(),
    now: () => performance.now(),
  });
  const botPool = new BotPool(module, 2, network);
  const scheduler = new Scheduler(live, botPool, ownChance(table), 0);
  return { games, table, live, scheduler, botPool };
}

const HELLO = /** @type {const} */ ({ type: 'hello', protocol: 1, table: 'local-table', last: null });
/** @param {() => boolean} there */
const until = async (there) => {
  for (let looks = 0; !there(); looks++) {
    assert.ok(looks < 3000, 'it does not happen');
    await new Promise((done) => setTimeout(done, 10));
  }
};
/** @param {Memory} games @returns {any[]} */
const heard = (games) => games.sent.map((text) => JSON.parse(text));

test('a match goes on by itself to its end, and another begins when the person wants one', async () => {
  for (const players of [2, 5]) {
    const { games, table, live, scheduler } = open({ players, deck: 'pairs', levels: ['easy', 'medium'] });
    await live.receive(HELLO);
    await until(() => table.turn !== null || table.phase !== 'open');
    while (table.game === 1) {
      await until(() => table.turn === 'A' || table.turn === null);
      if (table.turn === null) {
        const { number } = table;
        await live.receive({ type: 'ready' });
        await until(() => table.number > number + 1);
        continue;
      }
      const { moves } = heard(games).at(-1).state;
      await live.receive({ type: 'move', position: table.positionNumber, move: moves[0].move, ref: null });
    }
    scheduler.stop();
    const results = heard(games).flatMap(({ state }) => (state?.result ? [state.result] : []));
    for (const { salt, deal, commitment } of results) assert.equal(promise(salt, deal), commitment);
    assert.ok(results.some(({ winner, drawn }) => winner || drawn));
    // When it is opened later, it is as it was.
    const again = open({}, structuredClone(games.events));
    assert.deepEqual(again.table.position, table.position);
    assert.equal(again.table.game, 2);
  }
});

test('what another tab has done is taken in, and what cannot be kept does not happen', async () => {
  const { games, table, live, scheduler } = open({ players: 2 });
  await live.receive(HELLO);
  await until(() => table.turn === 'A');
  scheduler.stop();
  const { moves } = heard(games).at(-1).state;
  const position = table.positionNumber;
  for (const [trouble, code] of [
    [new Full(), 'device-full'],
    [new Gone(), 'unknown-table'],
  ]) {
    games.trouble = /** @type {Error} */ (trouble);
    await live.receive({ type: 'move', position, move: moves[0].move, ref: 3 });
    const refused = heard(games).at(-1);
    assert.deepEqual([refused.type, refused.code, refused.ref, table.positionNumber], ['refused', code, 3, position]);
  }
  games.events.push({ type: 'move-made', seat: 'A', move: moves[0].move, by: 'person' });
  await live.receive({ type: 'move', position, move: moves[0].move, ref: 4 });
  scheduler.stop();
  const [update, accepted] = heard(games).slice(-2);
  assert.deepEqual([update.type, accepted], ['update', { type: 'accepted', number: position + 1, ref: 4 }]);
});

test('every deck is dealt whole, to everyone, and never twice alike', () => {
  for (const deck of Object.keys(decks)) {
    for (const players of [2, 3, 4, 5]) {
      const { table } = open({ deck, players });
      const sources = ownChance(table);
      const dealt = Array.from({ length: 20 }, (_, round) => sources.deal(round));
      for (const { hands } of dealt) assert.equal(table.writer.deal(hands, 0n).length, 24);
      assert.equal(new Set(dealt.map(({ hands }) => hands.join())).size, 20);
      assert.throws(() => table.writer.deal(dealt[0].hands.slice(1), 0n));
    }
  }
});

test('a bot that thinks in slices decides like a new one, every time it is asked', async () => {
  const { table, botPool } = open({ players: 3 });
  table.apply({ type: 'round-dealt', ...ownChance(table).deal(0) });
  const { writer, position } = table;
  const view = writer.view(/** @type {any} */ (position));
  const history = BigInt64Array.from(table.history);
  const engine = new Engine(module);
  const game = { engine, deck: engine.deck('printed', 3), equity: engine.equity(3) };
  const words = engine.words(24);
  for (const level of ['easy', 'medium', 'hard']) {
    for (const seed of [7n, 2n ** 63n + 1n, 7n]) {
      words.items.set(view);
      const expected = writer.moveText(view, LEVELS[level](game, seed).choose(words, history));
      assert.equal(await botPool.choose(writer, level, { words: view, history }, seed), expected, `${level} ${seed}`);
    }
  }
});

test('an expert keeps its time, can be stopped, and takes no more memory on more cores', async () => {
  const { table, botPool } = open({ players: 2 });
  table.apply({ type: 'round-dealt', ...ownChance(table).deal(0) });
  const { writer, position } = table;
  const view = writer.view(/** @type {any} */ (position));
  const history = BigInt64Array.from(table.history);
  const began = performance.now();
  assert.ok(
    writer.tryMove(
      /** @type {any} */ (position),
      /** @type {string} */ (await botPool.choose(writer, 'expert', { words: view, history }, 1n)),
    ),
  );
  assert.ok(performance.now() - began >= levels.EXPERT_MILLISECONDS);
  const stopped = botPool.choose(writer, 'expert', { words: view, history }, 2n);
  botPool.stop();
  assert.equal(await stopped, null);
  const trees = botPool.searchers.map((searcher) => /** @type {any} */ (searcher).tree);
  assert.equal(trees.length, 2);
  const engines = [table.engine, ...trees.map(({ game }) => game.engine)];
  const size = engines.reduce((sum, { memory }) => sum + memory.buffer.byteLength, 0);
  assert.ok(size <= 64 * 2 ** 20, `the engines of a table with experts take ${size} bytes`);
});
