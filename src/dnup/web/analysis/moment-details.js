// What can be asked about one decision of a review, as in src/dnup/review/moment_details.py: what could be believed, three
// worlds, and which levels would have made the move. No DOM.

import { LEVELS } from '../engine/bots.js';
import { grading, layout } from '../engine/kernel.js';
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

/** @param {bigint} mask */
function* bitsOf(mask) {
  for (let rest = mask; rest; rest &= rest - 1n) yield rest & -rest;
}
/** @param {bigint} mask */
const count = (mask) => [...bitsOf(mask)].length;

/** Answers for one deck and number of players. The engine's memory is never freed: keep it for a whole game. */
export class MomentInspector {
  /** @type {Record<string, import('../engine/bots.js').Bot>} */ #bots = {};

  /** @param {import('../engine/engine.js').Engine} engine @param {import('../engine/engine.js').DeckName} deck
   * @param {number} players */
  constructor(engine, deck, players) {
    this.estimator = new Estimator(engine, deck, players);
    this.world = engine.words(1, layout.WORDS);
    this.seats = [...SEATS.slice(0, players)];
  }

  /** @param {Decision} decision @param {bigint} seed @returns {MomentDetails} */
  details({ view, position, made, history }, seed) {
    const { estimator } = this;
    const pool = rowsOf(estimator.sampleWorlds(view, history, seed));
    const worlds = pool.length ? pool.slice(0, EXAMPLES) : this.#anyWorlds(view, seed);
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

  /** The share of worlds in which each unseen card is in each hand, each way up. @param {Position} view
   * @param {Position[]} pool @returns {Guess[]} */
  #beliefs(view, pool) {
    const deck = this.estimator.deck.items;
    const own = this.estimator.turnOf(view);
    const hidden = deck[layout.IN_PLAY] & ~view[layout.SHOWN] & ~view[layout.HANDS + own];
    const star = (1n << deck[layout.STAR]) & hidden;
    const starter = Number(view[layout.STARTER]);
    const free = this.seats.map((_, seat) => {
      const size = Number((view[layout.SIZES] >> BigInt(8 * seat)) & 255n);
      const unknown = seat === own ? 0 : size - count(view[layout.HANDS + seat]);
      return unknown - Number(star !== 0n && seat === starter);
    });
    const places = free.reduce((sum, one) => sum + one, 0);
    /** @param {number} seat @param {bigint} card @param {bigint} turned */
    const chanceOf = (seat, card, turned) => {
      if (!pool.length) return card === star ? (seat === starter ? 0.5 : 0) : (0.5 * free[seat]) / places;
      const there = pool.filter(
        (world) => world[layout.HANDS + seat] & card && (world[layout.TURNED] & card) === turned,
      );
      return there.length / pool.length;
    };
    const guesses = /** @type {Map<string, Guess>} */ (new Map());
    for (const card of bitsOf(hidden)) {
      for (const [index, seat] of this.seats.entries()) {
        for (const turned of [0n, card]) {
          const chance = chanceOf(index, card, turned);
          if (!chance) continue;
          const text = this.estimator.cardsText(card, turned);
          const before = guesses.get(`${seat} ${text}`)?.chance ?? 0;
          guesses.set(`${seat} ${text}`, { seat, card: text, chance: before + chance });
        }
      }
    }
    return [...guesses.values()].sort(byCard);
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

/** By card as it is printed, then by seat, then the lower value first. @param {Guess} one @param {Guess} other */
function byCard(one, other) {
  const [a, b] = [one.card.split('/').map(Number), other.card.split('/').map(Number)];
  const printed = Math.min(...a) - Math.min(...b) || Math.max(...a) - Math.max(...b);
  return printed || one.seat.localeCompare(other.seat) || a[0] - b[0];
}
