// The bots of a table. Those that search do so in workers, an expert in several, whose votes are added up. As
// server/tables/bot_pool.py.

import { LEVELS, MOST_MOVES } from '../engine/bots.js';
import { fingerprintOf } from '../engine/engine.js';
import { WorkerClient } from '../shared/worker-rpc.js';
import { SearchTree } from './search-tree.js';

/** @typedef {import('./wire-writer.js').WireWriter} WireWriter */
/** @typedef {import('./search-tree.js').Sight} Sight */
/** @typedef {import('./search-tree.js').Votes} Votes */
/** @typedef {import('./search-tree.js').Question} Question */

/** Answers a question with the votes of a search tree, and can be stopped.
 * @typedef {{ask(question: Question): Promise<Votes | null>, learn(network: ArrayBuffer): void, stop(): void}} Searcher
 */

/** Levels without a search. */
const WITHOUT_SEARCH = ['easy', 'medium'];
/** The only level that searches on several cores; others have a fixed number of iterations and decide alike on every
 * device. */
const ON_ALL_CORES = 'expert';

/** A searcher in a worker. @implements {Searcher} */
class WorkerSearcher {
  /** @param {WebAssembly.Module} module @param {import('../engine/engine.js').DeckName} deck @param {number} players */
  constructor(module, deck, players) {
    this.worker = new WorkerClient(() => new Worker(new URL('./bot-worker.js', import.meta.url), { type: 'module' }));
    this.worker.notify('start', { module, deck, players });
    this.thinking = new AbortController();
  }

  /** @param {Question} question @returns {Promise<Votes | null>} */
  async ask(question) {
    this.stop();
    this.thinking = new AbortController();
    const { signal } = this.thinking;
    try {
      return await this.worker.call('think', question, { signal });
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  }

  /** @param {ArrayBuffer} network */
  learn(network) {
    this.worker.notify('learn', network);
  }

  stop() {
    this.thinking.abort();
  }
}

/** A searcher in this thread, slice by slice, where a worker cannot start another worker.
 * @implements {Searcher} */
class LocalSearcher {
  /** @param {WebAssembly.Module} module @param {import('../engine/engine.js').DeckName} deck @param {number} players */
  constructor(module, deck, players) {
    this.tree = new SearchTree(module, deck, players);
    this.number = 0;
  }

  /** @param {Question} question */
  ask(question) {
    const number = ++this.number;
    return this.tree.think(question, () => number !== this.number);
  }

  /** @param {ArrayBuffer} network */
  learn(network) {
    this.tree.learn(network);
  }

  stop() {
    this.number++;
  }
}

export class BotPool {
  /** @param {WebAssembly.Module} module
   * @param {number} cores  how many an expert uses
   * @param {(fingerprint: string, players: number) => Promise<ArrayBuffer | null>} findNetwork  by the fingerprint of
   *   the cards in play, for a number of players
   */
  constructor(module, cores, findNetwork) {
    this.module = module;
    this.cores = cores;
    this.findNetwork = findNetwork;
    /** The number of the last question; answers to older ones are dropped. */
    this.question = 0;
    /** Searchers that have the network, or know that there is none. @type {Set<Searcher>} */
    this.learned = new Set();
    /** Whether searches run in this thread. */
    this.near = typeof Worker !== 'function';
    /** @type {Searcher[]} */
    this.searchers = [];
    /** @type {Map<string, import('../engine/bots.js').Bot>} */
    this.bots = new Map();
    /** Buffers for the sums of votes.
     * @type {{visits: import('../engine/memory.js').Words, worth: import('../engine/memory.js').Floats} | null} */
    this.sums = null;
  }

  /** The text of the move that a bot chooses; null if it was stopped. It decides like a new bot with this seed.
   * @param {WireWriter} writer @param {string} level @param {Sight} view @param {bigint} seed
   * @returns {Promise<string | null>} */
  async choose(writer, level, view, seed) {
    if (WITHOUT_SEARCH.includes(level)) return this.#withoutSearch(writer, level, view, seed);
    const cores = level === ON_ALL_CORES ? this.cores : 1;
    const question = ++this.question;
    this.#startSearchers(writer, cores);
    if (level === ON_ALL_CORES) await this.#learn(writer);
    if (question !== this.question) return null;
    const asked = this.searchers
      .slice(0, cores)
      .map((searcher, core) => searcher.ask({ level, view, seed, core, cores }));
    const votes = await Promise.all(asked).catch(() => undefined);
    if (!votes) {
      this.near = true; // no worker could start
      this.searchers = [];
      return this.choose(writer, level, view, seed);
    }
    return votes.includes(null) ? null : this.#decide(writer, view, /** @type {Votes[]} */ (votes));
  }

  stop() {
    this.question++;
    for (const searcher of this.searchers) searcher.stop();
  }

  /** @param {WireWriter} writer @param {number} cores */
  #startSearchers({ deckName, players }, cores) {
    const Kind = this.near ? LocalSearcher : WorkerSearcher;
    while (this.searchers.length < cores) this.searchers.push(new Kind(this.module, deckName, players));
  }

  /** Loads the experts' network into all searchers. Offline it may be missing: then they use rollouts.
   * @param {WireWriter} writer */
  async #learn({ deckName, players }) {
    const without = this.searchers.filter((searcher) => !this.learned.has(searcher));
    if (!without.length) return;
    const network = await this.findNetwork(fingerprintOf(deckName, players), players).catch(() => null);
    for (const searcher of without) {
      if (network) searcher.learn(network);
      this.learned.add(searcher);
    }
  }

  /** @param {WireWriter} writer @param {string} level @param {Sight} view @param {bigint} seed */
  #withoutSearch(writer, level, view, seed) {
    const { engine, deck } = writer;
    const bot = this.bots.get(level) ?? LEVELS[level]({ engine, deck, equity: engine.floats(0) }, seed);
    this.bots.set(level, bot);
    bot.reseed(seed);
    writer.other.items.set(view.words);
    return writer.moveText(view.words, bot.choose(writer.other, view.history));
  }

  /** The move with the most votes of all trees.
   * @param {WireWriter} writer @param {Sight} view @param {Votes[]} votes */
  #decide(writer, view, votes) {
    const { kernel, engine, deck, other, moves } = writer;
    this.sums ??= { visits: engine.words(MOST_MOVES), worth: engine.floats(MOST_MOVES) };
    other.items.set(view.words);
    const count = kernel.listMoves(deck, other, moves);
    const [visits, worth] = [this.sums.visits.first(count), this.sums.worth.first(count)];
    const sums = votes.reduce((all, one) => ({
      visits: all.visits.map((visited, i) => visited + one.visits[i]),
      worth: all.worth.map((value, i) => value + one.worth[i]),
    }));
    visits.items.set(sums.visits);
    worth.items.set(sums.worth);
    return writer.moveText(view.words, moves.items[kernel.mostVisited(other, moves, visits, worth)]);
  }
}
