// A table on the device, without a page: what is shown was kept before, bots decide alike for alike seeds, and memory is small.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { LEVELS } from '../../src/dnup/web/engine/bots.js';
import { Engine } from '../../src/dnup/web/engine/engine.js';
import { decks, levels, networks } from '../../src/dnup/web/engine/kernel.js';
import { Agenda, ownChance } from '../../src/dnup/web/local/agenda.js';
import { Elsewhere, Full, Gone } from '../../src/dnup/web/local/games.js';
import { ME, opening } from '../../src/dnup/web/local/local.js';
import { Room } from '../../src/dnup/web/local/room.js';
import { promise, Table } from '../../src/dnup/web/local/table.js';
import { Thinkers } from '../../src/dnup/web/local/thinkers.js';

const module = new WebAssembly.Module(readFileSync(new URL('../../src/dnup/web/engine/dnup.wasm', import.meta.url)));

/** @param {string} fingerprint */
const network = async (fingerprint) => {
  const file = networks[fingerprint];
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
  const room = new Room(table, /** @type {any} */ (games), {
    key: ME,
    send: (text) => games.sent.push(text),
    changed: () => agenda.update(),
    now: () => performance.now(),
  });
  const thinkers = new Thinkers(module, 2, network);
  const agenda = new Agenda(room, thinkers, ownChance(table), 0);
  return { games, table, room, agenda, thinkers };
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
    const { games, table, room, agenda } = open({ players, deck: 'pairs', levels: ['easy', 'medium'] });
    await room.hear(HELLO);
    await until(() => table.turn !== null || table.phase !== 'open');
    while (table.game === 1) {
      await until(() => table.turn === 'A' || table.turn === null);
      if (table.turn === null) {
        const { number } = table;
        await room.hear({ type: 'ready' });
        await until(() => table.number > number + 1);
        continue;
      }
      const { moves } = heard(games).at(-1).state;
      await room.hear({ type: 'move', position: table.positionNumber, move: moves[0].move, ref: null });
    }
    agenda.stop();
    const results = heard(games).flatMap(({ state }) => (state?.result ? [state.result] : []));
    for (const { salt, deal, commitment } of results) assert.equal(promise(salt, deal), commitment);
    assert.ok(results.some(({ winner, drawn }) => winner || drawn));
    // Whoever opens it later finds it as it was.
    const again = open({}, structuredClone(games.events));
    assert.deepEqual(again.table.position, table.position);
    assert.equal(again.table.game, 2);
  }
});

test('what another tab has done is taken in, and what cannot be kept does not happen', async () => {
  const { games, table, room, agenda } = open({ players: 2 });
  await room.hear(HELLO);
  await until(() => table.turn === 'A');
  agenda.stop();
  const { moves } = heard(games).at(-1).state;
  const position = table.positionNumber;
  for (const [trouble, code] of [
    [new Full(), 'full'],
    [new Gone(), 'unknown-table'],
  ]) {
    games.trouble = /** @type {Error} */ (trouble);
    await room.hear({ type: 'move', position, move: moves[0].move, ref: 3 });
    const refused = heard(games).at(-1);
    assert.deepEqual([refused.type, refused.code, refused.ref, table.positionNumber], ['refused', code, 3, position]);
  }
  games.events.push({ type: 'move-made', seat: 'A', move: moves[0].move, by: 'person' });
  await room.hear({ type: 'move', position, move: moves[0].move, ref: 4 });
  agenda.stop();
  const [update, accepted] = heard(games).slice(-2);
  assert.deepEqual([update.type, accepted], ['update', { type: 'accepted', number: position + 1, ref: 4 }]);
});

test('every deck is dealt whole, to everyone, and never twice alike', () => {
  for (const deck of Object.keys(decks)) {
    for (const players of [2, 3, 4, 5]) {
      const { table } = open({ deck, players });
      const sources = ownChance(table);
      const dealt = Array.from({ length: 20 }, (_, round) => sources.deal(round));
      for (const { hands } of dealt) assert.equal(table.pen.deal(hands, 0n).length, 24);
      assert.equal(new Set(dealt.map(({ hands }) => hands.join())).size, 20);
      assert.throws(() => table.pen.deal(dealt[0].hands.slice(1), 0n));
    }
  }
});

test('a bot that thinks in slices decides as one that was made anew, as often as it is asked', async () => {
  const { table, thinkers } = open({ players: 3 });
  table.apply({ type: 'round-dealt', ...ownChance(table).deal(0) });
  const { pen, position } = table;
  const view = pen.view(/** @type {any} */ (position));
  const history = BigInt64Array.from(table.history);
  const engine = new Engine(module);
  const game = { engine, deck: engine.deck('printed', 3), stakes: engine.stakes(3) };
  const words = engine.words(24);
  for (const level of ['easy', 'medium', 'hard']) {
    for (const seed of [7n, 2n ** 63n + 1n, 7n]) {
      words.items.set(view);
      const expected = pen.moveText(view, LEVELS[level](game, seed).choose(words, history));
      assert.equal(await thinkers.choose(pen, level, { words: view, history }, seed), expected, `${level} ${seed}`);
    }
  }
});

test('an expert keeps its time, can be stopped, and takes no more memory on more cores', async () => {
  const { table, thinkers } = open({ players: 2 });
  table.apply({ type: 'round-dealt', ...ownChance(table).deal(0) });
  const { pen, position } = table;
  const view = pen.view(/** @type {any} */ (position));
  const history = BigInt64Array.from(table.history);
  const began = performance.now();
  assert.ok(
    pen.foresee(
      /** @type {any} */ (position),
      /** @type {string} */ (await thinkers.choose(pen, 'expert', { words: view, history }, 1n)),
    ),
  );
  assert.ok(performance.now() - began >= levels.EXPERT_MILLISECONDS);
  const stopped = thinkers.choose(pen, 'expert', { words: view, history }, 2n);
  thinkers.stop();
  assert.equal(await stopped, null);
  const minds = thinkers.thinkers.map((thinker) => /** @type {any} */ (thinker).mind);
  assert.equal(minds.length, 2);
  const engines = [table.engine, ...minds.map(({ game }) => game.engine)];
  const size = engines.reduce((sum, { memory }) => sum + memory.buffer.byteLength, 0);
  assert.ok(size <= 64 * 2 ** 20, `the engines of a table with experts take ${size} bytes`);
});
