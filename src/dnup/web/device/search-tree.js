// One search tree of a bot; an expert adds up the votes of several. The search runs in slices, so that it can be
// stopped.

import { ITERATIONS, MOST_MOVES, Tree } from '../engine/bots.js';
import { Engine } from '../engine/engine.js';
import { layout, levels, posterior } from '../engine/kernel.js';

/** @typedef {import('../engine/memory.js').Words} Words */
/** A view as bots get it: its words, and what everyone has seen happen since the deal.
 * @typedef {{words: BigInt64Array, history: BigInt64Array}} Sight */
/** A search to run: the view, the level, which says for how long, and which of how many trees this is.
 * @typedef {{level: string, view: Sight, seed: bigint, core: number, cores: number}} Question */
/** The visits of each legal move of the view, and the sum of their values.
 * @typedef {{visits: BigInt64Array, worth: Float64Array}} Votes */

/** How many iterations pass between two looks at the clock, at levels with a time limit. */
const SLICE = 200;
/** How long it may search before it handles messages, in milliseconds. */
const BREATH = 10;

export class SearchTree {
  /** @param {WebAssembly.Module} module @param {import('../engine/engine.js').DeckName} deck @param {number} players */
  constructor(module, deck, players) {
    const engine = new Engine(module);
    this.game = { engine, deck: engine.deck(deck, players), equity: engine.equity(players) };
    this.players = players;
    /** The network that evaluates positions for an expert. @type {import('../engine/memory.js').Weights | null} */
    this.network = null;
    this.view = engine.words(layout.WORDS);
    this.moves = engine.words(MOST_MOVES);
    this.visits = engine.words(MOST_MOVES);
    this.worth = engine.floats(MOST_MOVES);
    /** By capacity and core: a table has bots of one or two levels. @type {Map<string, Tree>} */
    this.trees = new Map();
  }

  /** @param {ArrayBuffer} network its file */
  learn(network) {
    this.network = this.game.engine.network(network, this.players);
  }

  /** The tree for a question. The trees of an expert share the capacity of one, so that more cores take no more memory.
   * @param {Question} question */
  #tree({ level, seed, core, cores }) {
    const { kernel } = this.game.engine;
    const iterations = ITERATIONS[level];
    const capacity = iterations ? kernel.nodesFor(iterations) : Math.ceil(levels.MAX_NODES / cores);
    const name = `${capacity} ${core}`;
    const tree = this.trees.get(name) ?? new Tree(this.game, seed, capacity, core, false);
    this.trees.set(name, tree);
    tree.network = iterations ? null : this.network;
    tree.reseed(seed);
    return tree;
  }

  /** @param {Question} question @param {() => boolean} stopped @returns {Promise<Votes | null>} */
  async think(question, stopped) {
    const began = performance.now();
    const tree = this.#tree(question);
    this.view.items.set(question.view.words);
    tree.reroot(this.view);
    const { kernel } = this.game.engine;
    const iterations = ITERATIONS[question.level];
    const count = kernel.listMoves(this.game.deck, tree.view, this.moves);
    const [moves, visits, worth] = [this.moves.first(count), this.visits.first(count), this.worth.first(count)];
    visits.items.fill(0n);
    worth.items.fill(0);
    const { deck, equity } = this.game;
    if (iterations || !kernel.voteForForcedWins(deck, tree.view, equity, moves, visits, worth)) {
      if (iterations) tree.grow(iterations);
      else {
        tree.sampleWorlds(question.view.history, posterior.EXPERT_DEALS);
        if (!(await grow(tree, began + levels.EXPERT_MILLISECONDS, stopped))) return null;
      }
      tree.vote(moves, visits, worth);
    }
    return { visits: visits.items.slice(), worth: worth.items.slice() };
  }
}

/** Lets a tree grow until it is time, unless it is stopped.
 * @param {Tree} tree @param {number} end @param {() => boolean} stopped */
async function grow(tree, end, stopped) {
  const { port1, port2 } = new MessageChannel();
  const breathe = () =>
    new Promise((done) => {
      port1.onmessage = done;
      port2.postMessage(0);
    });
  try {
    tree.grow(SLICE); // an answer there must be, even if the time was up before it began
    for (;;) {
      for (const breath = Math.min(end, performance.now() + BREATH); performance.now() < breath; ) tree.grow(SLICE);
      if (performance.now() >= end) return true;
      await breathe();
      if (stopped()) return false;
    }
  } finally {
    port1.close();
  }
}
