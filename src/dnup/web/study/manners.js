// How everyone of a match plays, and the worlds that each could therefore think of, as in src/dnup/study/manners.py: all numbers
// are the engine's. No DOM.

import { belief, judging, manners, tree } from '../engine/kernel.js';

/** @typedef {import('./appraiser.js').Appraiser} Appraiser */
/** @typedef {import('./appraiser.js').Position} Position */
/** A move that was made. @typedef {{round: number, seat: number, made: string, view: Position, position: Position,
 * past: {told: bigint}[]}} Decision */

const MANY_DEALS = 4 * belief.DEALS;

export class Manners {
  /** @param {Appraiser} appraiser @param {Decision[]} decisions @param {(number: number) => bigint} seedOf */
  constructor(appraiser, decisions, seedOf) {
    const { engine, players, habits } = appraiser;
    this.appraiser = appraiser;
    this.decisions = decisions;
    this.seedOf = seedOf;
    this.rows = players === 2 ? manners.ROWS : 1;
    this.chances = engine.floats(this.rows * decisions.length, manners.MANNERS);
    this.secrets = engine.words(decisions.length);
    this.moves = engine.words(decisions.length);
    this.made = engine.floats(decisions.length, manners.MANNERS);
    this.shares = Array.from({ length: players }, () => engine.floats(manners.MANNERS));
    this.habits = engine.words(habits.rows + players);
    this.habits.items.set(habits.items);
    this.tree = engine.words(0, tree.NODE_WORDS);
    this.rates = engine.floats(0, tree.RATES);
  }

  /** Find out how likely every move is in each manner, then who plays how. @param {number} tries of a decision */
  *look(tries) {
    const { appraiser, decisions, rows, chances } = this;
    const { kernel, engine, deck, view, stream, stakes } = appraiser;
    const iterations = Math.ceil(tries / judging.TRIES_A_LOOK);
    const room = kernel.nodesFor(iterations);
    if (room > this.tree.rows) {
      this.tree = engine.words(room, tree.NODE_WORDS);
      this.rates = engine.floats(room, tree.RATES);
    }
    for (const [at, { made, seat, view: seen }] of decisions.entries()) {
      const before = this.#movesBefore(at, seat).pop();
      const again = before === undefined ? 0 : Number(decisions[before].made === 'rotate');
      view.items.set(seen);
      const move = appraiser.numberOf(made);
      stream.items[0] = this.seedOf(judging.MANNERED + at);
      const secret = kernel.lookAtManners(
        deck,
        view,
        move,
        again,
        this.habits,
        stream,
        stakes,
        this.tree.first(room),
        this.rates.first(room),
        iterations,
        chances,
        rows * at,
      );
      this.secrets.items[at] = secret; // only now: memory that has grown is elsewhere
      yield;
    }
    for (const [seat, shares] of this.shares.entries()) {
      const own = [...decisions.keys()].filter((at) => decisions[at].seat === seat);
      const size = manners.MANNERS;
      for (const [row, at] of own.entries()) {
        this.made.items.set(chances.items.subarray(rows * at * size, (rows * at + 1) * size), row * size);
      }
      kernel.fitManners(this.made.first(own.length), shares, this.habits, seat);
    }
  }

  /** Worlds that who moves could think of, those more often that explain what such players did; none for any.
   * @param {number} at  the number of a decision */
  imagine(at) {
    const { appraiser } = this;
    const { kernel, deck, view, stream, pool } = appraiser;
    const { seat, view: seen, position, past } = this.decisions[at];
    const seed = this.seedOf(judging.IMAGINED + at);
    if (appraiser.players > 2) {
      return appraiser.imagine(
        seen,
        past.map(({ told }) => told),
        seed,
        this.habits,
        MANY_DEALS,
      );
    }
    const world = appraiser.openWorld(seen, position);
    const others = this.#movesBefore(at, 1 - seat);
    this.moves.items.set(others.map(BigInt));
    stream.items[0] = seed;
    const count = kernel.believeManners(
      deck,
      view,
      world,
      this.moves.first(others.length),
      this.secrets,
      this.chances,
      this.shares[1 - seat],
      stream,
      pool,
    );
    return count ? pool.first(count) : appraiser.noWorlds;
  }

  /** The numbers of a seat's moves before one of the same round. @param {number} at @param {number} by */
  #movesBefore(at, by) {
    const { round } = this.decisions[at];
    return [...Array(at).keys()].filter((i) => this.decisions[i].round === round && this.decisions[i].seat === by);
  }
}
