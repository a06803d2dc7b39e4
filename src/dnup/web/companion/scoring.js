// The score of a game with printed cards: what every tap on the score pad comes to. The points, and who has won, are the
// engine's. No DOM.

import { layout } from '../engine/kernel.js';

/** @typedef {import('../engine/engine.js').Engine} Engine */

/** Who emptied their hand first and second in a round, as numbers of players, and what everyone made in it.
 * @typedef {{first: number, second: number | null, points: number[]}} PaddedRound */
/** How a game stands: its rounds, the last of which may go on, everyone's points, and who has won. `asks` is what the next
 * tap says.
 * @typedef {{rounds: PaddedRound[], points: number[], winner: number | null, asks: 'first' | 'second' | 'round' | null}}
 *   Standing */

/** Bits of a seat in the words FINISH and SCORE. */
const SEAT_BITS = 8n;

export class Scoring {
  /** @param {Engine} engine */
  constructor(engine) {
    this.kernel = engine.kernel;
    this.state = engine.words(layout.WORDS);
  }

  /** How a game stands after these taps. @param {number} players
   * @param {boolean} finishRound  whether the last round is played on for second place (R20)
   * @param {number[]} taps  numbers of players, in the order in which they emptied their hands */
  standing(players, finishRound, taps) {
    const pair = players === 2;
    /** @type {Standing} */
    const standing = {
      rounds: [],
      points: Array(players).fill(0),
      winner: null,
      asks: pair ? 'round' : 'first',
    };
    let score = 0n;
    for (const tap of taps) {
      if (standing.asks === null || !(tap >= 0 && tap < players)) break;
      let round = standing.rounds.at(-1);
      if (standing.asks === 'second' && round) {
        if (round.first === tap) break;
        round.second = tap;
      } else {
        round = { first: tap, second: null, points: [] };
        standing.rounds.push(round);
      }
      const { points, winner, after } = this.#round(players, score, round);
      round.points = points;
      standing.points = Array.from({ length: players }, (_, i) => points[i] + byte(score, i));
      standing.winner = winner;
      const ended = pair || round.second !== null || (winner !== null && !finishRound);
      if (ended) score = after;
      standing.asks = !ended ? 'second' : winner !== null ? null : pair ? 'round' : 'first';
    }
    return standing;
  }

  /** @param {number} players @param {bigint} score  before the round @param {PaddedRound} round */
  #round(players, score, { first, second }) {
    const { kernel, state } = this;
    const { items } = state;
    items.fill(0n);
    items[layout.PLAYERS] = BigInt(players);
    items[layout.SCORE] = score;
    items[layout.FINISH] = BigInt(first + 1) | (BigInt((second ?? -1) + 1) << SEAT_BITS);
    const winner = kernel.winnerOf(state);
    return {
      points: Array.from({ length: players }, (_, seat) => kernel.pointsOf(state, seat)),
      winner: winner < 0 ? null : winner,
      after: kernel.scoreAfter(state),
    };
  }
}

/** @param {bigint} word @param {number} i */
const byte = (word, i) => Number((word >> (SEAT_BITS * BigInt(i))) & 255n);
