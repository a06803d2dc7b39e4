// What can be asked about one decision of a review, as in src/dnup/review/moment_details.py: what could be believed, three
// worlds, and which levels would have made the move. No DOM.

import { LEVELS } from '../engine/bots.js';
import { cardChances, grading, layout } from '../engine/kernel.js';
import { SEATS } from '../game/seats.js';
import { Estimator } from './estimators.js';

/** @typedef {import('./estimators.js').Position} Position */
/** An unseen card, one way up, in one hand, and how likely that is.
 * @typedef {{seat: string, card: string, chance: number}} Guess */
/** The cards of the others by seat, and the chance to win the match there with the move made.
 * @typedef {{hands: Record<string, string>, chance: number}} ExampleWorld */
/** @typedef {{beliefs: Guess[], wins: ExampleWorld, loses: ExampleWorld, true: ExampleWorld, played_by: Record<string,
 *   number>}} MomentDetails */
/** A decision: the view of the seat in turn, the whole position, the move made, and what everyone has seen happen.
 * @typedef {{view: Position, position: Position, made: string, history: bigint[]}} Decision */

const EXAMPLES = 48;
const PLAYOUTS = 64;
export const ASKED = ['easy', 'medium', 'hard'];
export const TRIES = 10;

/** Answers for one deck and number of players. The engine's memory is never freed: keep it for a whole game. */
export class MomentInspector {
  /** @type {Record<string, import('../engine/bots.js').Bot>} */ #bots = {};

  /** @param {import('../engine/engine.js').Engine} engine @param {import('../engine/engine.js').DeckName} deck
   * @param {number} players */
  constructor(engine, deck, players) {
    this.estimator = new Estimator(engine, deck, players);
    this.world = engine.words(1, layout.WORDS);
    this.chances = engine.floats(Number(this.estimator.deck.items[layout.CARD_COUNT]), cardChances.CHANCE_COLUMNS);
    this.seats = [...SEATS.slice(0, players)];
  }

  /** @param {Decision} decision @param {bigint} seed @returns {MomentDetails} */
  details({ view, position, made, history }, seed) {
    const { estimator } = this;
    const pool = estimator.sampleWorlds(view, history, seed);
    const worlds = pool.rows ? rowsOf(pool).slice(0, EXAMPLES) : this.#anyWorlds(view, seed);
    const chances = worlds.map((world, index) => this.#chance(view, made, world, seed, index));
    const [best, worst] = [chances.indexOf(Math.max(...chances)), chances.indexOf(Math.min(...chances))];
    const truth = estimator.trueWorld(view, position).items.slice();
    return {
      beliefs: this.#beliefs(view, pool),
      wins: this.#example(view, worlds[best], chances[best]),
      loses: this.#example(view, worlds[worst], chances[worst]),
      true: this.#example(view, truth, this.#chance(view, made, truth, seed, EXAMPLES)),
      played_by: Object.fromEntries(ASKED.map((level) => [level, this.#playedBy(level, view, made)])),
    };
  }

  /** Worlds that agree with a view, each as likely as any other. @param {Position} view @param {bigint} seed */
  #anyWorlds(view, seed) {
    const { kernel, deck, view: words, stream, state } = this.estimator;
    words.items.set(view);
    stream.items[0] = seed;
    return Array.from({ length: EXAMPLES }, () => {
      kernel.sampleWorld(deck, words, stream, state);
      return state.items.slice();
    });
  }

  /** The mover's chance with a move in one world, everyone playing the baseline policy.
   * @param {Position} view @param {string} made @param {Position} world @param {bigint} seed @param {number} number */
  #chance(view, made, world, seed, number) {
    const { estimator } = this;
    this.world.items.set(world);
    const part = estimator.seedOf(seed, number);
    const comparison = estimator.compareWithBaseline(view, made, part, this.world, PLAYOUTS);
    const grade = estimator.addBaseline(new Float64Array(grading.GRADE_COLUMNS), comparison);
    return grade[grading.BASELINE_AFTER + estimator.turnOf(view)];
  }

  /** @param {Position} view @param {Position} world @param {number} chance @returns {ExampleWorld} */
  #example(view, world, chance) {
    const own = this.estimator.turnOf(view);
    const hands = this.seats.flatMap((seat, index) => {
      const hand = world[layout.HANDS + index];
      return index === own || !hand ? [] : [[seat, this.estimator.cardsText(hand, world[layout.TURNED])]];
    });
    return { hands: Object.fromEntries(hands), chance };
  }

  /** The share of worlds in which each unseen card is in each hand, each way up; with no worlds, all are equally likely.
   * @param {Position} view @param {import('../engine/memory.js').Words} pool @returns {Guess[]} */
  #beliefs(view, pool) {
    const { kernel, deck, view: words } = this.estimator;
    words.items.set(view);
    kernel.writeCardChances(deck, words, pool, this.chances);
    const columns = cardChances.CHANCE_COLUMNS;
    return [...this.chances.items].flatMap((chance, index) => {
      if (!chance) return [];
      const card = 1n << BigInt(Math.floor(index / columns));
      const column = index % columns;
      return [{ seat: SEATS[column >> 1], card: this.estimator.cardsText(card, column % 2 ? card : 0n), chance }];
    });
  }

  /** How often a level makes the move made. @param {string} level @param {Position} view @param {string} made */
  #playedBy(level, view, made) {
    const { estimator } = this;
    const { engine, deck, equity, view: words } = estimator;
    this.#bots[level] ??= LEVELS[level]({ engine, deck, equity }, 0n);
    const bot = this.#bots[level];
    const moves = Array.from({ length: TRIES }, (_, number) => {
      bot.reseed(BigInt(number));
      words.items.set(view);
      return bot.choose(words, new BigInt64Array());
    });
    words.items.set(view);
    return moves.filter((move) => move === estimator.numberOf(made)).length;
  }
}

/** @param {import('../engine/memory.js').Words} block */
const rowsOf = (block) =>
  Array.from({ length: block.rows }, (_, row) => block.items.slice(row * layout.WORDS, (row + 1) * layout.WORDS));
