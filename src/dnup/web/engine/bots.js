// Bots as in src/dnup/bots: each has the same thoughts here and there, for all of them are the engine's.
import { layout, levels, tree } from './kernel.js';

/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {import('./memory.js').Words} Words */
/** @typedef {import('./memory.js').Floats} Floats */
/** What all bots of an engine need to know of their match. @typedef {{engine: Engine, deck: Words, stakes: Floats}} Game */
/** Its moves are those of its view, which numbers copies of a card by what the seat knows: a round is told their text.
 * To `begin` is to forget everything and to draw on another seed, as a new bot would, in the memory that it has.
 * @typedef {{choose(view: Words): bigint, begin(seed: bigint): void}} Bot */

const MOST_MOVES = 1 << 15; // no hand has so many

/** A tree, kept from turn to turn as far as what happened is in it. */
export class Tree {
  /** @param {Game} game @param {bigint} seed @param {number} nodes how large it may get */
  constructor(game, seed, nodes) {
    const { engine } = game;
    const plot = () => ({
      nodes: engine.words(nodes, tree.NODE_WORDS),
      rates: engine.floats(nodes, tree.RATES),
      used: 0,
    });
    this.game = game;
    this.stream = engine.stream(engine.kernel.split(seed, 0));
    this.view = engine.words(layout.WORDS);
    this.here = plot();
    this.next = plot();
  }

  /** Be a new tree. @param {bigint} seed */
  begin(seed) {
    this.stream.items[0] = this.game.engine.kernel.split(seed, 0);
    this.clear(this.here);
  }

  /** @param {Tree['here']} plot */
  clear(plot) {
    plot.nodes.items.fill(0n, 0, plot.used * tree.NODE_WORDS);
    plot.rates.items.fill(0, 0, plot.used * tree.RATES);
    plot.used = 0;
  }

  /** Make the node of a view the root: the one found in the tree, or a new one. @param {Words} view */
  plant(view) {
    const { here, next } = this;
    this.view.items.set(view.items);
    next.used = this.game.engine.kernel.plant(view, here.nodes, here.rates, here.used, next.nodes, next.rates);
    // What is left behind is where the tree will be planted next: it has to be empty.
    this.clear(here);
    [this.here, this.next] = [next, here];
  }

  /** @param {number} iterations */
  grow(iterations) {
    const { here, game } = this;
    const { kernel } = game.engine;
    here.used = kernel.search(
      game.deck,
      this.view,
      this.stream,
      game.stakes,
      here.nodes,
      here.rates,
      here.used,
      iterations,
    );
  }

  /** Add to visits and worth of each of these moves. @param {Words} moves @param {Words} visits @param {Floats} worth */
  vote(moves, visits, worth) {
    this.game.engine.kernel.addVotes(this.game.deck, this.view, this.here.nodes, this.here.rates, moves, visits, worth);
  }
}

/** A bot that thinks ahead for so many iterations a move. @implements {Bot} */
export class SearchBot {
  /** @param {Game} game @param {bigint} seed @param {number} iterations */
  constructor(game, seed, iterations) {
    this.game = game;
    this.iterations = iterations;
    this.tree = new Tree(game, seed, game.engine.kernel.nodesFor(iterations));
    this.moves = game.engine.words(MOST_MOVES);
    this.visits = game.engine.words(MOST_MOVES);
    this.worth = game.engine.floats(MOST_MOVES);
  }

  /** @param {bigint} seed */
  begin(seed) {
    this.tree.begin(seed);
  }

  /** @param {Words} view */
  choose(view) {
    const { kernel } = this.game.engine;
    this.tree.plant(view);
    this.tree.grow(this.iterations);
    const count = kernel.listMoves(this.game.deck, view, this.moves);
    const [moves, visits, worth] = [this.moves.first(count), this.visits.first(count), this.worth.first(count)];
    visits.items.fill(0n);
    worth.items.fill(0);
    this.tree.vote(moves, visits, worth);
    return moves.items[kernel.mostVotes(visits, worth)];
  }
}

/** A bot that chooses at first sight. @implements {Bot} */
class SightBot {
  /** @param {Game} game @param {bigint} seed @param {(view: Words, moves: Words, stream: Words) => number} choice */
  constructor(game, seed, choice) {
    this.game = game;
    this.stream = game.engine.stream(seed);
    this.choice = choice;
    this.moves = game.engine.words(MOST_MOVES);
  }

  /** @param {bigint} seed */
  begin(seed) {
    this.stream.items[0] = seed;
  }

  /** @param {Words} view */
  choose(view) {
    const moves = this.moves.first(this.game.engine.kernel.listMoves(this.game.deck, view, this.moves));
    return moves.items[this.choice(view, moves, this.stream)];
  }
}

/** The levels that decide alike for alike seeds and views; an expert, who thinks as long as there is time, drives a `Tree`.
 * @type {Record<string, (game: Game, seed: bigint) => Bot>} */
export const LEVELS = {
  easy: (game, seed) =>
    new SightBot(game, seed, (view, moves, stream) => game.engine.kernel.chooseEasily(game.deck, view, stream, moves)),
  medium: (game, seed) =>
    new SightBot(game, seed, (view, moves) => game.engine.kernel.chooseAtSight(game.deck, view, moves)),
  hard: (game, seed) => new SearchBot(game, seed, levels.HARD_ITERATIONS),
};
