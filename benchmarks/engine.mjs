// The WebAssembly engine on the clock: reads questions, a line each, and answers "moves or iterations, seconds of a processor".
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Engine } from '../src/dnup/web/engine/engine.js';
import { layout, limits, tree } from '../src/dnup/web/engine/kernel.js';

const bytes = readFileSync(process.argv[2]);
const module = new WebAssembly.Module(bytes);

/** The deck that networks know; all else is measured with the default deck. */
const NETWORK_DECK = 'balanced';

/** The file of a network, if there is one. @param {number} players */
function networkFile(players) {
  const file = new URL(`../src/dnup/networks/${NETWORK_DECK}-${players}.bin`, import.meta.url);
  return existsSync(file) ? new Uint8Array(readFileSync(file)).buffer : null;
}

/** Everything that a table needs, made once. @param {string} name of the deck @param {number} players */
function setUp(name, players) {
  const engine = new Engine(module);
  const { kernel } = engine;
  const deck = engine.deck(name, players);
  const file = name === NETWORK_DECK ? networkFile(players) : null;
  return {
    engine,
    kernel,
    players,
    deck,
    network: file && engine.network(file, players),
    worlds: engine.words(0, layout.WORDS),
    equity: engine.equity(players),
    limits: kernel.makeLimits(limits.TURN_LIMIT, limits.STALL_LIMIT_A_PLAYER * players, 0),
    stream: engine.stream(0n),
    state: engine.words(layout.WORDS),
    view: engine.words(layout.WORDS),
    nodes: engine.words(NODES, tree.NODE_WORDS),
    rates: engine.floats(NODES, tree.RATES),
  };
}

const NODES = 100_000;
const tables = new Map(
  ['printed', NETWORK_DECK].flatMap((name) =>
    [2, 3, 4, 5].map((players) => [`${name} ${players}`, setUp(name, players)]),
  ),
);

function clock() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Deal a round and let a tree grow. @param {ReturnType<typeof setUp>} table @param {() => void} think @param {number} iterations
 * @returns {[number, number]} */
function grow({ kernel, deck, players, limits, stream, state, view, nodes, rates }, think, iterations) {
  nodes.items.fill(0n);
  rates.items.fill(0);
  const started = clock();
  kernel.newRound(deck, state, stream, players, 0, 0n, limits);
  kernel.makeView(deck, state, kernel.seatInTurn(state) + 1, view);
  think();
  return [iterations, clock() - started];
}

/** @type {Record<string, (table: ReturnType<typeof setUp>, size: number) => [number, number]>} */
const RUNS = {
  random({ kernel, deck, players, limits, stream }, rounds) {
    const started = clock();
    const moves = kernel.randomRounds(deck, players, rounds, limits, stream);
    return [moves, clock() - started];
  },
  search(table, iterations) {
    const { kernel, deck, stream, view, equity, worlds, nodes, rates } = table;
    return grow(
      table,
      () => kernel.search(deck, view, stream, equity, worlds, nodes, rates, 1, iterations),
      iterations,
    );
  },
  champion(table, iterations) {
    const { kernel, deck, stream, view, equity, network, worlds, nodes, rates } = table;
    if (!network) throw new Error('there is no network for this number of players');
    return grow(
      table,
      () => kernel.guidedSearch(deck, view, stream, equity, network, worlds, nodes, rates, 1, iterations),
      iterations,
    );
  },
  start({ players }) {
    const started = clock();
    const engine = new Engine(new WebAssembly.Module(bytes));
    engine.deck('printed', players);
    engine.equity(players);
    return [1, clock() - started];
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const [what, players, size, seed] = line.split(' ');
  const table = /** @type {ReturnType<typeof setUp>} */ (
    tables.get(`${what === 'champion' ? NETWORK_DECK : 'printed'} ${players}`)
  );
  table.stream.items[0] = BigInt(seed);
  console.log(RUNS[what](table, Number(size)).join(' '), String(table.stream.items[0]));
}
