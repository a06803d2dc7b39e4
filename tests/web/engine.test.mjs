// The engine by itself: that it needs nothing, is small, and how its memory is used.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { LEVELS, Tree } from '../../src/dnup/web/engine/bots.js';
import { cardsOf, Engine, fingerprintOf } from '../../src/dnup/web/engine/engine.js';
import { tree as at, kernelOf, layout, levels, networks, posterior } from '../../src/dnup/web/engine/kernel.js';
import { hasNetwork } from '../../src/dnup/web/engine/networks.js';

const folder = new URL('../../src/dnup/web/engine/', import.meta.url);
const bytes = readFileSync(new URL('dnup.wasm', folder));
const module = new WebAssembly.Module(bytes);

test('the module has no imports: no library of the system, and nothing that could differ between them', () => {
  assert.deepEqual(WebAssembly.Module.imports(module), []);
});

test('the module is small enough to be sent', () => {
  assert.ok(brotliCompressSync(bytes).length <= 70_000);
});

test('every function of the module has a name in JavaScript, and the other way round', () => {
  const exported = WebAssembly.Module.exports(module)
    .map(({ name }) => name)
    .filter((name) => !['memory', 'reserve'].includes(name));
  const asked = new Set();
  const door = new Proxy(
    {},
    {
      get(_, name) {
        asked.add(name);
        return () => 0n;
      },
    },
  );
  const nothing = { at: 0, rows: 0, columns: 0 };
  for (const call of Object.values(kernelOf(door))) /** @type {any} */ (call)(...Array(call.length).fill(nothing));
  assert.deepEqual([...asked].sort(), exported.sort());
});

test('what was written stays when memory grows', () => {
  const engine = new Engine(module);
  const stream = engine.stream(2n ** 64n - 1n);
  const before = stream.items;
  engine.words(1 << 20);
  assert.equal(before.length, 0, 'memory is elsewhere now');
  assert.equal(BigInt.asUintN(64, stream.items[0]), 2n ** 64n - 1n);
});

test('memory that is not to be had is an error, not nonsense', () => {
  const engine = new Engine(module);
  assert.throws(() => engine.text(2 ** 32 - 1), WebAssembly.RuntimeError);
});

test('searching on and on takes no more memory', () => {
  const engine = new Engine(module);
  const { kernel } = engine;
  const deck = engine.deck('balanced', 2);
  const [state, view] = [engine.words(layout.WORDS), engine.words(layout.WORDS)];
  kernel.newRound(deck, state, engine.stream(3n), 2, 0, 0n, kernel.makeLimits(500, 40, 0));
  kernel.makeView(deck, state, kernel.seatInTurn(state) + 1, view);
  const game = { engine, deck, equity: engine.equity(2) };
  const tree = new Tree(game, 1n, levels.MAX_NODES);
  tree.reroot(view);
  tree.grow(10);
  const size = engine.memory.buffer.byteLength;
  assert.ok(size <= 64 * 2 ** 20, `the engine of an expert takes ${size} bytes`);
  for (let slice = 0; slice < 200; slice++) tree.grow(10);
  assert.equal(engine.memory.buffer.byteLength, size);
  assert.deepEqual(Object.keys(LEVELS), ['easy', 'medium', 'hard']);
});

test('an expert thinks in worlds that explain what was done', () => {
  const engine = new Engine(module);
  const { kernel } = engine;
  const deck = engine.deck('balanced', 3);
  const [state, view] = [engine.words(layout.WORDS), engine.words(layout.WORDS)];
  kernel.newRound(deck, state, engine.stream(3n), 3, 0, 0n, kernel.makeLimits(500, 60, 0));
  const first = kernel.nthMove(deck, state, 0);
  const entry = kernel.historyWord(deck, state, first);
  kernel.advance(deck, state, first);
  const seat = kernel.seatInTurn(state);
  kernel.makeView(deck, state, seat + 1, view);
  const tree = new Tree({ engine, deck, equity: engine.equity(3) }, 1n, levels.MAX_NODES);
  tree.reroot(view);
  tree.sampleWorlds(new BigInt64Array(), posterior.EXPERT_DEALS);
  assert.equal(tree.pool.rows, 0, 'nothing is entry yet');
  tree.sampleWorlds(BigInt64Array.of(entry), posterior.EXPERT_DEALS);
  assert.equal(tree.pool.rows, posterior.POOL);
  const hands = new Set();
  for (let row = 0; row < posterior.POOL; row++) {
    const world = tree.pool.items.subarray(row * layout.WORDS, (row + 1) * layout.WORDS);
    assert.equal(world[layout.HANDS + seat], view.items[layout.HANDS + seat]);
    hands.add(world.subarray(layout.HANDS, layout.HANDS + 3).join());
  }
  assert.ok(hands.size > 100, `${hands.size} deals`);
  tree.grow(1000);
  assert.equal(tree.here.nodes.items[at.VISITS], 1000n);
  const size = engine.memory.buffer.byteLength;
  assert.ok(size <= 64 * 2 ** 20, `the engine of an expert takes ${size} bytes`);
  tree.reroot(view);
  assert.equal(tree.pool.rows, 0);
});

test('what docs/engine.md shows is a move', async () => {
  const page = readFileSync(new URL('../../docs/engine.md', import.meta.url), 'utf8');
  const shown = /** @type {RegExpMatchArray} */ (page.match(/```js\n([^`]*)```/))[1];
  const code = shown.replaceAll("'./", `'${folder}`).replace(/await .*;/, 'globalThis.dnup;');
  const file = join(mkdtempSync(join(tmpdir(), 'dnup-')), 'shown.mjs');
  writeFileSync(file, `${code}\nexport { after };`);
  Object.assign(globalThis, { dnup: module });
  const { after } = await import(pathToFileURL(file).href);
  assert.equal(after.items[layout.ACTIONS], 1n);
});

test('a network is known by the cards it has learnt with, whatever the deck is called', () => {
  for (const players of [2, 3, 4, 5]) {
    assert.equal(hasNetwork('balanced', players), true);
    assert.equal(hasNetwork('standard', players), true); // its old name
    assert.equal(hasNetwork('printed', players), Object.hasOwn(networks[players], fingerprintOf('printed', players)));
    assert.equal(hasNetwork('Ada’s box', players), false);
    // Five players have the 36 pairs that four have; the network of four is of no use to them.
    assert.equal(hasNetwork('pairs', players), players < 5);
  }
  const cards = cardsOf('balanced', 5).faces;
  const texts = Array.from({ length: cards.length / 2 }, (_, i) => `${cards[2 * i]}/${cards[2 * i + 1]}`);
  const star = texts.map((text) => (text === '1/5' ? `${text}*` : text));
  assert.equal(hasNetwork(star, 5), true);
  assert.equal(hasNetwork(star.slice(0, -1), 5), false);
});
