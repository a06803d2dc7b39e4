// The play styles of a match, and worlds weighted by them, as in src/dnup/review/play_styles.py: all numbers are the
// engine's. No DOM.

import { grading, playStyles, posterior, tree } from '../engine/kernel.js';

/** @typedef {import('./estimators.js').Estimator} Estimator */
/** @typedef {import('./estimators.js').Position} Position */
/** A move that was made. @typedef {{round: number, seat: number, made: string, view: Position, position: Position,
 * past: {entry: bigint}[]}} Decision */

const MANY_DEALS = 4 * posterior.DEALS;

export class PlayStyles {
  /** @param {Estimator} estimator @param {Decision[]} decisions @param {(number: number) => bigint} seedOf */
  constructor(estimator, decisions, seedOf) {
    const { engine, players, coefficients } = estimator;
    this.estimator = estimator;
    this.decisions = decisions;
    this.seedOf = seedOf;
    this.rows = players === 2 ? playStyles.ROWS : 1;
    this.likelihoods = engine.floats(this.rows * decisions.length, playStyles.STYLES);
    this.secrets = engine.words(decisions.length);
    this.moves = engine.words(decisions.length);
    this.made = engine.floats(decisions.length, playStyles.STYLES);
    this.shares = Array.from({ length: players }, () => engine.floats(playStyles.STYLES));
    this.coefficients = engine.words(coefficients.rows + players);
    this.coefficients.items.set(coefficients.items);
    this.tree = engine.words(0, tree.NODE_WORDS);
    this.rates = engine.floats(0, tree.RATES);
  }

  /** Estimate the likelihood of every move in each style, then fit the mixtures. @param {number} tries of a decision */
  *estimate(tries) {
    const { estimator, decisions, rows, likelihoods } = this;
    const { kernel, engine, deck, view, stream, equity } = estimator;
    const iterations = Math.ceil(tries / grading.TRIES_PER_ITERATION);
    const size = kernel.nodesFor(iterations);
    if (size > this.tree.rows) {
      this.tree = engine.words(size, tree.NODE_WORDS);
      this.rates = engine.floats(size, tree.RATES);
    }
    for (const [at, { made, seat, view: seen }] of decisions.entries()) {
      const before = this.#movesBefore(at, seat).pop();
      const again = before === undefined ? 0 : Number(decisions[before].made === 'rotate');
      view.items.set(seen);
      const move = estimator.numberOf(made);
      stream.items[0] = this.seedOf(grading.STYLE_SEEDS + at);
      const secret = kernel.estimateLikelihoods(
        deck,
        view,
        move,
        again,
        this.coefficients,
        stream,
        equity,
        this.tree.first(size),
        this.rates.first(size),
        iterations,
        likelihoods,
        rows * at,
      );
      this.secrets.items[at] = secret; // after the call, which may have moved the memory
      yield;
    }
    for (const [seat, shares] of this.shares.entries()) {
      const own = [...decisions.keys()].filter((at) => decisions[at].seat === seat);
      const columns = playStyles.STYLES;
      for (const [row, at] of own.entries()) {
        this.made.items.set(likelihoods.items.subarray(rows * at * columns, (rows * at + 1) * columns), row * columns);
      }
      kernel.fitStyle(this.made.first(own.length), shares, this.coefficients, seat);
    }
  }

  /** Worlds for the mover, sampled by how well they explain the moves of these players; none means uniform.
   * @param {number} at  the number of a decision */
  sampleWorlds(at) {
    const { estimator } = this;
    const { kernel, deck, view, stream, pool } = estimator;
    const { seat, view: seen, position, past } = this.decisions[at];
    const seed = this.seedOf(grading.WORLD_SEEDS + at);
    if (estimator.players > 2) {
      return estimator.sampleWorlds(
        seen,
        past.map(({ entry }) => entry),
        seed,
        this.coefficients,
        MANY_DEALS,
      );
    }
    const world = estimator.trueWorld(seen, position);
    const others = this.#movesBefore(at, 1 - seat);
    this.moves.items.set(others.map(BigInt));
    stream.items[0] = seed;
    const count = kernel.sampleByStyle(
      deck,
      view,
      world,
      this.moves.first(others.length),
      this.secrets,
      this.likelihoods,
      this.shares[1 - seat],
      stream,
      pool,
    );
    return count ? pool.first(count) : estimator.noWorlds;
  }

  /** The indices of a seat's moves of the same round before one. @param {number} at @param {number} by */
  #movesBefore(at, by) {
    const { round } = this.decisions[at];
    return [...Array(at).keys()].filter((i) => this.decisions[i].round === round && this.decisions[i].seat === by);
  }
}
