// The JavaScript half of the proof: plays tasks with the WebAssembly engine and says what came of them, as digests.
// tests/engine/native.py is the other half, and does the same step by step.
import { LEVELS, SearchBot, Tree } from '../../src/dnup/web/engine/bots.js';
import { Engine } from '../../src/dnup/web/engine/engine.js';
import { effects, layout, levels, limits, match, messages, moveModels } from '../../src/dnup/web/engine/kernel.js';

/** @typedef {import('../../src/dnup/web/engine/memory.js').Words} Words */
/** @typedef {import('../../src/dnup/web/engine/memory.js').Block<any>} Block */
/** @typedef {import('../../src/dnup/web/engine/bots.js').Bot} Bot */
/** A deck that does not come with dnup is brought along.
 * @typedef {{kind: string, deck: string, players: number, seed: number, core?: number, ahead?: number, rounds?: number, iterations?: number,
 *   bots?: string[], network?: string, faces?: number[], star?: number, inPlay?: string}} Task */

const ROOM = 1 << 15;
const ROUND = 500; // no round has more moves
const POOL = 16; // number of believed worlds
const [LONGEST_PROOF, PROOF_BUDGET] = [8, 300]; // the limits of proofs of forced wins: actions and positions

/** What happened, to be digested. */
class Log {
  constructor() {
    /** @type {Uint8Array[]} */
    this.parts = [];
  }

  /** @param {Block} block @param {number} items */
  memory(block, items = block.rows * block.columns) {
    const seen = block.items;
    this.parts.push(new Uint8Array(seen.buffer, seen.byteOffset, items * seen.BYTES_PER_ELEMENT).slice());
  }

  /** @param {(number | bigint)[]} numbers */
  numbers(...numbers) {
    this.parts.push(new Uint8Array(new BigInt64Array(numbers.map(BigInt)).buffer));
  }

  async digest() {
    const hash = await crypto.subtle.digest('SHA-256', await new Blob(/** @type {any} */ (this.parts)).arrayBuffer());
    return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  }
}

/** A table to play a task at. */
class Table {
  /** @param {WebAssembly.Module} module @param {Task} task */
  constructor(module, { deck, players, seed, faces, star = 0, inPlay = '' }) {
    const engine = new Engine(module);
    this.engine = engine;
    this.kernel = engine.kernel;
    this.players = players;
    this.deck = faces ? engine.deckOf(faces, star, BigInt(inPlay)) : engine.deck(deck, players);
    this.limits = this.kernel.makeLimits(limits.TURN_LIMIT, limits.STALL_LIMIT_A_PLAYER * players, 0);
    this.stream = engine.stream(BigInt(seed));
    this.state = engine.words(layout.WORDS);
    this.after = engine.words(layout.WORDS);
    this.view = engine.words(layout.WORDS);
    this.world = engine.words(layout.WORDS);
    this.moves = engine.words(ROOM);
    this.text = engine.text(256 * ROOM);
    this.log = new Log();
  }

  get game() {
    return { engine: this.engine, deck: this.deck, equity: this.engine.equity(this.players) };
  }

  /** @param {number} first */
  deal(first) {
    this.kernel.newRound(this.deck, this.state, this.stream, this.players, first, 0n, this.limits);
    this.kernel.orderCopies(this.deck, this.state);
  }

  /** The text of a move of a position, in memory. @param {Words} position @param {bigint} move */
  write(position, move) {
    const turned = position.items[layout.TURNED];
    return this.text.first(this.kernel.putMove(this.deck, this.players, turned, move, this.text, 0));
  }

  /** What the seat in turn knows. */
  look() {
    this.kernel.makeView(this.deck, this.state, this.kernel.seatInTurn(this.state) + 1, this.view);
    return this.view;
  }

  /** Make a move of that view. By its text, for a view numbers copies of a card by what its seat knows. @param {bigint} move */
  make(move) {
    const text = this.write(this.view, move);
    this.log.memory(text);
    this.log.numbers(Number(this.kernel.makeWrittenMove(this.deck, this.state, text, this.after) >= 0n));
    this.state.items.set(this.after.items);
  }
}

/** A round of random moves with all that there is to see, to be told and to ask about. @param {Table} table @param {Task} task */
function round(table, { players, seed }) {
  const { kernel, deck, state, after, stream, moves, log, engine } = table;
  const outcomes = engine.words(ROOM, effects.EFFECT_WORDS);
  const starts = engine.words(messages.PIECES + 1);
  const told = engine.text(1 << 16);
  const everyone = (1 << (players + 1)) - 1;
  table.deal(seed % players);
  const dealt = state.items.slice();
  const turned = dealt[layout.TURNED];
  /** @type {string[]} */
  const lines = [];
  const history = engine.words(ROUND);
  const usual = engine.words(moveModels[players].length);
  const pool = engine.words(POOL, layout.WORDS);
  const [choices, found, line] = [engine.words(ROOM), engine.words(ROOM), engine.words(POOL)];
  usual.items.set(moveModels[players].map(BigInt));
  for (let seat = 0; seat < players; seat++) {
    log.memory(table.text, kernel.putCards(deck, dealt[layout.HANDS + seat], turned, table.text, 0));
  }
  for (let number = 0; ; number++) {
    const count = kernel.countMoves(deck, state);
    log.numbers(count, kernel.listMoves(deck, state, moves), kernel.winnerOf(state), kernel.scoreAfter(state));
    log.memory(state);
    log.memory(moves, count);
    for (const viewer of [...Array(players).keys()].map((seat) => seat + 1).concat(layout.SPECTATOR)) {
      kernel.makeView(deck, state, viewer, table.view);
      kernel.sampleWorld(deck, table.view, stream, table.world);
      log.memory(table.view);
      log.memory(table.world);
    }
    kernel.makeView(deck, state, (number % players) + 1, table.view);
    if (number % 4 === 0) {
      const found = kernel.samplePosterior(deck, table.view, history.first(number), 2, usual, stream, pool);
      log.numbers(found);
      log.memory(pool, found * layout.WORDS);
    }
    kernel.writeViews(deck, state, number % 3, everyone, moves, outcomes, table.text, starts);
    log.memory(starts);
    log.memory(table.text, Number(starts.items[messages.PIECES]));
    if (!count) break;
    const view = table.look();
    const legal = choices.first(kernel.listMoves(deck, view, choices));
    const lengths = found.first(count);
    log.numbers(kernel.findForcedWins(deck, view, legal, lengths, LONGEST_PROOF, PROOF_BUDGET, 1));
    log.memory(lengths);
    const first = lengths.items.findIndex((length) => length > 0n);
    if (first >= 0) {
      const length = Number(lengths.items[first]);
      const made = kernel.writeForcedLine(deck, view, legal.items[first], length, PROOF_BUDGET, pool, line);
      log.numbers(made);
      log.memory(line, made);
    }
    const move = kernel.nthMove(deck, state, kernel.below(stream, count));
    log.numbers(
      move,
      kernel.chooseWithNoise(deck, state, stream, moves.first(count)),
      kernel.chooseEasily(deck, state, stream, moves.first(count)),
    );
    for (const other of [move, move ^ 1n, move ^ (1n << 57n), move ^ (1n << 60n)])
      log.numbers(kernel.checkMove(deck, state, other));
    const text = table.write(state, move);
    log.memory(text);
    lines.push(String.fromCharCode(...text.items));
    log.numbers(kernel.readMove(deck, state, text, 0, text.rows - 1));
    log.numbers(kernel.makeWrittenMove(deck, state, text, after));
    const end = kernel.putMoved(deck, state, after, move, number, number % 3, moves, outcomes, told, 0);
    log.memory(told, end);
    history.items[number] = kernel.advance(deck, state, move);
    log.memory(after);
  }
  for (let seat = 0; seat < players; seat++) log.numbers(kernel.pointsOf(state, seat));
  const written = table.text.first(lines.join('\n').length);
  written.items.set(new TextEncoder().encode(lines.join('\n')));
  after.items.set(dealt);
  kernel.start(deck, after);
  log.memory(history, lines.length);
  log.numbers(kernel.replayMoves(deck, after, written, history));
  log.memory(after);
  log.memory(history, lines.length);
}

/** Random rounds at full speed. @param {Table} table @param {Task} task */
function random(table, { players, rounds = 1 }) {
  table.log.numbers(table.kernel.randomRounds(table.deck, players, rounds, table.limits, table.stream));
  table.log.memory(table.stream);
}

/** A tree that grows in slices, decides, and is planted again when it is that seat's turn again, the first time in some worlds alone. @param {Table} table @param {Task} task */
function search(table, { seed, core = 0, ahead = 0, iterations = 1, network }) {
  const { kernel, deck, state, log, engine } = table;
  const game = table.game;
  const visits = engine.words(ROOM);
  const worth = engine.floats(ROOM);
  const tree = new Tree(game, BigInt(seed), levels.MAX_NODES, core);
  if (network)
    tree.network = engine.network(Uint8Array.from(atob(network), (byte) => byte.charCodeAt(0)).buffer, table.players);
  log.memory(game.deck);
  log.memory(game.equity);
  table.deal(0);
  for (let made = 0; made < ahead && kernel.countMoves(deck, state); made++) {
    kernel.advance(
      deck,
      state,
      kernel.nthMove(deck, state, kernel.below(table.stream, kernel.countMoves(deck, state))),
    );
  }
  const seat = kernel.seatInTurn(state);
  for (let turn = 0; turn < 3 && !state.items[layout.ENDING]; ) {
    const view = table.look();
    const moves = table.moves.first(kernel.listMoves(deck, view, table.moves));
    if (kernel.seatInTurn(state) !== seat) {
      table.make(moves.items[kernel.chooseWithNoise(deck, view, table.stream, moves)]);
      continue;
    }
    turn++;
    tree.reroot(view);
    log.numbers(tree.here.used);
    if (turn === 2) {
      tree.pool = engine.words(POOL, layout.WORDS);
      for (let row = 0; row < POOL; row++) {
        kernel.sampleWorld(deck, view, tree.stream, table.world);
        tree.pool.items.set(table.world.items, row * layout.WORDS);
      }
    }
    for (let slice = 0; slice < 4; slice++) tree.grow(Math.floor(iterations / 4));
    const { nodes, rates, used } = tree.here;
    const votes = visits.first(moves.rows);
    const worths = worth.first(moves.rows);
    log.numbers(used);
    log.memory(nodes, used * nodes.columns);
    log.memory(rates, used * rates.columns);
    votes.items.fill(0n);
    worths.items.fill(0);
    tree.vote(moves, votes, worths);
    log.memory(votes);
    log.memory(worths);
    table.make(moves.items[kernel.mostVisited(view, moves, votes, worths)]);
  }
  log.memory(tree.stream);
}

/** A whole match between bots. @param {Table} table @param {Task} task */
function play(table, { players, seed, bots = [] }) {
  const { kernel, deck, state, log } = table;
  const game = table.game;
  const seats = bots.map((name, seat) => {
    const [kind, budget] = name.split(':');
    return kind === 'search' ? new SearchBot(game, BigInt(seat), Number(budget)) : LEVELS[kind](game, BigInt(seat));
  });
  let score = 0n;
  let abandoned = 0;
  for (let number = 0; abandoned < match.ROUNDS_TO_DRAW; number++) {
    kernel.dealRound(deck, state, table.stream, players, BigInt(seed), number, score, table.limits);
    kernel.orderCopies(deck, state);
    while (!state.items[layout.ENDING]) {
      table.make(seats[kernel.seatInTurn(state)].choose(table.look(), new BigInt64Array()));
    }
    log.memory(state);
    abandoned = Number(state.items[layout.ENDING]) === layout.ABANDONED ? abandoned + 1 : 0;
    score = kernel.scoreAfter(state);
    if (kernel.winnerOf(state) >= 0) break;
  }
  log.numbers(score);
}

/** @type {Record<string, (table: Table, task: Task) => void>} */
const KINDS = { round, random, search, match: play };

/** The digest of what comes of a task. @param {WebAssembly.Module} module @param {Task} task */
export async function answer(module, task) {
  const table = new Table(module, task);
  KINDS[task.kind](table, task);
  return table.log.digest();
}
