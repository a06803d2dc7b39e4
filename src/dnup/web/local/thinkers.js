// The bots of a table: those who think ahead do so in workers of their own, an expert in several, whose trees are added up.

import { LEVELS, MOST_MOVES } from '../engine/bots.js';
import { fingerprintOf } from '../engine/engine.js';
import { Mind } from './mind.js';

/** @typedef {import('./scribe.js').Scribe} Scribe */
/** @typedef {import('./mind.js').Sight} Sight */
/** @typedef {import('./mind.js').Votes} Votes */
/** @typedef {import('./mind.js').Question} Question */

/** Whoever thinks about a question, and can be told to stop. @typedef {{ask(question: Question): Promise<Votes | null>,
 * learn(network: ArrayBuffer): void, stop(): void}} Thinker */

/** Levels that need no time: what looks best at first sight. */
const AT_SIGHT = ['easy', 'medium'];
/** The only level whose trees are added up; others have a number of iterations, and decide alike wherever they are. */
const ON_ALL_CORES = 'expert';

/** A thinker in a worker. @implements {Thinker} */
class FarThinker {
  /** @param {WebAssembly.Module} module @param {import('../engine/engine.js').DeckName} deck @param {number} players */
  constructor(module, deck, players) {
    this.worker = new Worker(new URL('./thinker.js', import.meta.url), { type: 'module' });
    this.worker.postMessage({ module, deck, players });
    this.number = 0;
    /** @type {(votes: Votes | null) => void} */
    this.answer = () => {};
    this.worker.addEventListener('message', ({ data }) => {
      if (data.number === this.number) this.answer(data);
    });
  }

  /** @param {Question} question @returns {Promise<Votes | null>} */
  ask(question) {
    this.stop();
    const number = ++this.number;
    this.worker.postMessage({ number, question });
    return new Promise((done, failed) => {
      this.answer = done;
      this.worker.onerror = failed;
    });
  }

  /** @param {ArrayBuffer} network */
  learn(network) {
    this.worker.postMessage({ network });
  }

  stop() {
    this.answer(null);
    this.answer = () => {};
    this.worker.postMessage({ number: 0 });
  }
}

/** A thinker without one, where workers have none of their own: it thinks here, slice by slice. @implements {Thinker} */
export class NearThinker {
  /** @param {WebAssembly.Module} module @param {import('../engine/engine.js').DeckName} deck @param {number} players */
  constructor(module, deck, players) {
    this.mind = new Mind(module, deck, players);
    this.number = 0;
  }

  /** @param {Question} question */
  ask(question) {
    const number = ++this.number;
    return this.mind.think(question, () => number !== this.number);
  }

  /** @param {ArrayBuffer} network */
  learn(network) {
    this.mind.learn(network);
  }

  stop() {
    this.number++;
  }
}

export class Thinkers {
  /** @param {WebAssembly.Module} module @param {number} cores on so many an expert thinks
   * @param {(fingerprint: string) => Promise<ArrayBuffer | null>} findNetwork  by the fingerprint of the cards in play */
  constructor(module, cores, findNetwork) {
    this.module = module;
    this.cores = cores;
    this.findNetwork = findNetwork;
    /** The number of the question that is of interest. */
    this.question = 0;
    /** Those who know the network, or that there is none. @type {Set<Thinker>} */
    this.learned = new Set();
    /** Whether there are no workers to think in. */
    this.near = typeof Worker !== 'function';
    /** @type {Thinker[]} */
    this.thinkers = [];
    /** @type {Map<string, import('../engine/bots.js').Bot>} */
    this.bots = new Map();
    /** Room to add up in. @type {{visits: import('../engine/memory.js').Words, worth: import('../engine/memory.js').Floats} | null} */
    this.sums = null;
  }

  /** The text of the move that a bot chooses; null if it was stopped. It decides as one that was made anew with this seed.
   * @param {Scribe} scribe @param {string} level @param {Sight} view @param {bigint} seed @returns {Promise<string | null>} */
  async choose(scribe, level, view, seed) {
    if (AT_SIGHT.includes(level)) return this.#atSight(scribe, level, view, seed);
    const cores = level === ON_ALL_CORES ? this.cores : 1;
    const question = ++this.question;
    this.#gather(scribe, cores);
    if (level === ON_ALL_CORES) await this.#learn(scribe);
    if (question !== this.question) return null;
    const asked = this.thinkers.slice(0, cores).map((thinker, core) => thinker.ask({ level, view, seed, core, cores }));
    const votes = await Promise.all(asked).catch(() => undefined);
    if (!votes) {
      this.near = true; // workers that cannot be had: then here
      this.thinkers = [];
      return this.choose(scribe, level, view, seed);
    }
    return votes.includes(null) ? null : this.#decide(scribe, view, /** @type {Votes[]} */ (votes));
  }

  stop() {
    this.question++;
    for (const thinker of this.thinkers) thinker.stop();
  }

  /** @param {Scribe} scribe @param {number} cores */
  #gather({ deckName, players }, cores) {
    const Kind = this.near ? NearThinker : FarThinker;
    while (this.thinkers.length < cores) this.thinkers.push(new Kind(this.module, deckName, players));
  }

  /** Have all thinkers know the experts' network. Without a line it may not be there: then they play rounds to their end.
   * @param {Scribe} scribe */
  async #learn({ deckName, players }) {
    const ignorant = this.thinkers.filter((thinker) => !this.learned.has(thinker));
    if (!ignorant.length) return;
    const network = await this.findNetwork(fingerprintOf(deckName, players)).catch(() => null);
    for (const thinker of ignorant) {
      if (network) thinker.learn(network);
      this.learned.add(thinker);
    }
  }

  /** @param {Scribe} scribe @param {string} level @param {Sight} view @param {bigint} seed */
  #atSight(scribe, level, view, seed) {
    const { engine, deck } = scribe;
    const bot = this.bots.get(level) ?? LEVELS[level]({ engine, deck, stakes: engine.floats(0) }, seed);
    this.bots.set(level, bot);
    bot.reseed(seed);
    scribe.other.items.set(view.words);
    return scribe.moveText(view.words, bot.choose(scribe.other, view.history));
  }

  /** The move that most of all trees speak for. @param {Scribe} scribe @param {Sight} view @param {Votes[]} votes */
  #decide(scribe, view, votes) {
    const { kernel, engine, deck, other, moves } = scribe;
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
    return scribe.moveText(view.words, moves.items[kernel.mostVotes(other, moves, visits, worth)]);
  }
}
