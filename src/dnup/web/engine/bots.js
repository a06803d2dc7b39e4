// The bots of src/dnup/bots, running on the engine: search trees and the levels up to `hard`.
import { layout, levels, moveModels, posterior, tree } from './kernel.js';

/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {import('./memory.js').Words} Words */
/** @typedef {import('./memory.js').Floats} Floats */
/** @typedef {import('./memory.js').Weights} Weights */
/** What all bots of an engine need to know of their match.
 * @typedef {{engine: Engine, deck: Words, equity: Floats}} Game */
/** A bot. The numbers of its moves belong to its view, which numbers copies of a card by what the seat knows, so a round
 * gets their text. The history is what everyone has seen happen since the deal (src/dnup/kernel/history.py).
 * Reuse a bot with another seed instead of making one for each move: memory of the engine is never freed.
 * @typedef {{choose(view: Words, history: BigInt64Array): bigint, reseed(seed: bigint): void}} Bot */

export const MOST_MOVES = 1 << 15; // no hand has more

/** Buffers for a tree; `used` is the number of its nodes. @typedef {{nodes: Words, rates: Floats, used: number}} Plot */

/** @param {Plot} plot */
function clear(plot) {
  plot.nodes.items.fill(0n, 0, plot.used * tree.NODE_WORDS);
  plot.rates.items.fill(0, 0, plot.used * tree.RATES);
  plot.used = 0;
}

/** A search tree. The part of it that follows from the moves made is kept for the next turn. */
export class Tree {
  /** @param {Game} game @param {bigint} seed @param {number} nodes how large it may get
   * @param {number} core which of the trees of an expert it is
   * @param {boolean} kept whether it is kept for the next turn, which takes twice the memory */
  constructor(game, seed, nodes, core = 0, kept = true) {
    const { engine } = game;
    const plot = (/** @type {number} */ rows) => ({
      nodes: engine.words(rows, tree.NODE_WORDS),
      rates: engine.floats(rows, tree.RATES),
      used: 0,
    });
    this.game = game;
    this.core = core;
    this.stream = engine.stream(0n);
    this.view = engine.words(layout.WORDS);
    this.here = plot(kept ? nodes : 1);
    this.next = plot(nodes);
    this.kept = kept;
    /** The network that evaluates positions; without one, rollouts do. @type {Weights | null} */
    this.network = null;
    this.anyWorld = engine.words(0, layout.WORDS);
    /** Worlds to think about; without any, all that agree with the view. */
    this.pool = this.anyWorld;
    /** Buffers for sampling them. @type {{worlds: Words, history: Words, coefficients: Words} | null} */
    this.imagination = null;
    this.reseed(seed);
  }

  /** Behave like a new bot with this seed. @param {bigint} seed */
  reseed(seed) {
    this.stream.items[0] = this.game.engine.kernel.split(seed, this.core);
    clear(this.here);
    if (!this.kept && this.here.nodes.rows > this.next.nodes.rows) [this.here, this.next] = [this.next, this.here];
  }

  /** Make the node of a view the root: the one found in the tree, or a new one. @param {Words} view */
  reroot(view) {
    const { here, next } = this;
    this.view.items.set(view.items);
    next.used = this.game.engine.kernel.reroot(view, here.nodes, here.rates, here.used, next.nodes, next.rates);
    // The next call of `reroot` writes into this buffer, so it has to be empty.
    clear(here);
    [this.here, this.next] = [next, here];
    this.pool = this.anyWorld;
  }

  /** Search in worlds weighted by the posterior, instead of all that agree with the view.
   * @param {BigInt64Array} history @param {number} deals */
  sampleWorlds(history, deals) {
    const { engine, deck } = this.game;
    const usual = moveModels[Number(this.view.items[layout.PLAYERS])];
    this.imagination ??= {
      worlds: engine.words(posterior.POOL, layout.WORDS),
      history: engine.words(posterior.LONGEST),
      coefficients: engine.words(usual.length),
    };
    const { worlds, history: past, coefficients: counts } = this.imagination;
    if (history.length > past.rows) return;
    counts.items.set(usual.map(BigInt));
    past.items.set(history);
    const found = engine.kernel.samplePosterior(
      deck,
      this.view,
      past.first(history.length),
      deals,
      counts,
      this.stream,
      worlds,
    );
    if (found) this.pool = worlds.first(found);
  }

  /** @param {number} iterations */
  grow(iterations) {
    const { here, network } = this;
    const { engine, deck, equity } = this.game;
    const { nodes, rates, used } = here;
    here.used = network
      ? engine.kernel.guidedSearch(
          deck,
          this.view,
          this.stream,
          equity,
          network,
          this.pool,
          nodes,
          rates,
          used,
          iterations,
        )
      : engine.kernel.search(deck, this.view, this.stream, equity, this.pool, nodes, rates, used, iterations);
  }

  /** Add to visits and worth of each of these moves.
   * @param {Words} moves @param {Words} visits @param {Floats} worth */
  vote(moves, visits, worth) {
    this.game.engine.kernel.addRootStatistics(
      this.game.deck,
      this.view,
      this.here.nodes,
      this.here.rates,
      moves,
      visits,
      worth,
    );
  }
}

/** A bot that searches a number of iterations for each move. @implements {Bot} */
export class SearchBot {
  /** @param {Game} game @param {bigint} seed @param {number} iterations
   * @param {boolean} forcedWins whether it plays a move that wins by force without a search */
  constructor(game, seed, iterations, forcedWins = true) {
    this.game = game;
    this.iterations = iterations;
    this.forcedWins = forcedWins;
    this.tree = new Tree(game, seed, game.engine.kernel.nodesFor(iterations));
    this.moves = game.engine.words(MOST_MOVES);
    this.visits = game.engine.words(MOST_MOVES);
    this.worth = game.engine.floats(MOST_MOVES);
  }

  /** @param {bigint} seed */
  reseed(seed) {
    this.tree.reseed(seed);
  }

  /** @param {Words} view */
  choose(view) {
    const { engine, deck, equity } = this.game;
    const { kernel } = engine;
    const count = kernel.listMoves(deck, view, this.moves);
    const [moves, visits, worth] = [this.moves.first(count), this.visits.first(count), this.worth.first(count)];
    visits.items.fill(0n);
    worth.items.fill(0);
    if (!this.forcedWins || !kernel.voteForForcedWins(deck, view, equity, moves, visits, worth)) {
      this.tree.reroot(view);
      this.tree.grow(this.iterations);
      this.tree.vote(moves, visits, worth);
    }
    return moves.items[kernel.mostVisited(view, moves, visits, worth)];
  }
}

/** A bot that chooses with a heuristic, without a search. @implements {Bot} */
class SightBot {
  /** @param {Game} game @param {bigint} seed @param {(view: Words, moves: Words, stream: Words) => number} choice */
  constructor(game, seed, choice) {
    this.game = game;
    this.choice = choice;
    this.moves = game.engine.words(MOST_MOVES);
    this.stream = game.engine.stream(seed);
  }

  /** @param {bigint} seed */
  reseed(seed) {
    this.stream.items[0] = seed;
  }

  /** @param {Words} view */
  choose(view) {
    const moves = this.moves.first(this.game.engine.kernel.listMoves(this.game.deck, view, this.moves));
    return moves.items[this.choice(view, moves, this.stream)];
  }
}

/** The levels that decide alike for alike seeds and views; an expert, who thinks as long as there is time, drives a
 * `Tree`.
 * @type {Record<string, (game: Game, seed: bigint) => Bot>} */
export const LEVELS = {
  easy: (game, seed) =>
    new SightBot(game, seed, (view, moves, stream) => game.engine.kernel.chooseEasily(game.deck, view, stream, moves)),
  medium: (game, seed) =>
    new SightBot(game, seed, (view, moves, stream) =>
      game.engine.kernel.chooseWithNoise(game.deck, view, stream, moves),
    ),
  hard: (game, seed) => new SearchBot(game, seed, levels.HARD_ITERATIONS, false),
};

/** The level `hard` as it was until November 2026: the opponents of earlier daily games. */
export const EARLIER_HARD = 'earlier-hard';

/** The iterations of levels that have a number of them. @type {Record<string, number>} */
export const ITERATIONS = { hard: levels.HARD_ITERATIONS, [EARLIER_HARD]: levels.EARLIER_HARD_ITERATIONS };
