// The reviewer, as in src/dnup/review/reviewer.py: it estimates everything coarsely first, then more closely, the
// costliest moves first. Its numbers are those of Python, bit for bit. No DOM.

import { grading } from '../engine/kernel.js';
import { SEATS } from '../game/seats.js';
import { Estimator } from './estimators.js';
import { PlayStyles } from './play-styles.js';

/** @typedef {import('../engine/engine.js').Engine} Engine */
/** @typedef {import('./estimators.js').Position} Position */
/** @typedef {import('./estimators.js').MoveValues} MoveValues */
/** @typedef {import('./estimators.js').HandValue} HandValue */
/** A round: every position of it, the last one where nobody moves any more, the moves between them, and what everyone
 * has seen of each.
 * @typedef {{positions: Position[], moves: string[], history: bigint[]}} PlayedRound */
/** The values of moves in belief-weighted worlds, and the number of the key evidence in its round, from 1 on; 0 for
 * none.
 * @typedef {MoveValues & {evidence: number}} BeliefValues */
/** @typedef {{deck: import('../engine/engine.js').DeckName, players: string[], rounds: PlayedRound[], winner: string |
 *   null}} Played */

export const MARKS = ['forced', 'best', 'fine', 'inaccuracy', 'mistake', 'blunder'];
export const LEVELS = ['expert', 'hard', 'medium', 'easy', 'random'];
export const NORMAL = 8000;
/** The first pass gives every decision an eighth of the tries. */
const FIRST_PASS = 8;

export class Reviewer {
  effort = 0;
  /** @type {(MoveValues | null)[]} */
  #values;
  /** The same with all hands open. @type {(MoveValues | null)[]} */
  #openHand;
  /** The same in belief-weighted worlds. @type {(BeliefValues | null)[]} */
  #belief;
  /** Moves compared with the baseline policy. @type {(Float64Array | null)[]} */
  #comparisons;
  /** @type {HandValue[]} */
  #hands;
  /** By decision and best move. @type {Map<string, import('./estimators.js').LineMove[]>} */
  #lines = new Map();

  /** @param {Engine} engine @param {Played} played @param {bigint} seed */
  constructor(engine, { deck, players, rounds, winner }, seed = 0n) {
    this.engine = engine;
    this.seed = seed;
    this.players = players;
    this.estimator = new Estimator(engine, deck, players.length);
    this.decisions = rounds.flatMap(({ positions, moves, history }, round) => {
      const movers = moves.map((_, index) => this.estimator.turnOf(positions[index]));
      return moves.map((made, index) => {
        const seat = movers[index];
        const view = this.estimator.viewOf(positions[index], seat);
        const past = moves.slice(0, index).map((move, i) => ({ move, entry: history[i], seat: movers[i] }));
        return { round, number: index + 1, seat, made, view, past, position: positions[index] };
      });
    });
    this.styles = new PlayStyles(this.estimator, this.decisions, (number) => this.#seed(number));
    this.deals = rounds.map(({ positions }) => positions[0]);
    this.views = this.deals.flatMap((deal) => players.map((_, seat) => this.estimator.viewOf(deal, seat)));
    const end = rounds[rounds.length - 1].positions[rounds[rounds.length - 1].moves.length];
    const result =
      winner === null ? this.estimator.scoreValue(end) : players.map((_, seat) => Number(SEATS[seat] === winner));
    this.scoreValues = [...this.deals.map((deal) => this.estimator.scoreValue(deal)), result];
    this.buffers = {
      grades: this.engine.floats(this.decisions.length, grading.GRADE_COLUMNS),
      handValues: this.engine.floats(this.deals.length, players.length),
      handErrors: this.engine.floats(this.deals.length, players.length),
      scoreValues: this.engine.floats(this.scoreValues.length, players.length),
      account: this.engine.floats(grading.ACCOUNT_COLUMNS),
      rating: this.engine.floats(grading.RATING_COLUMNS),
      chances: this.engine.floats(this.decisions.length),
    };
    this.#values = this.decisions.map(() => null);
    this.#openHand = this.decisions.map(() => null);
    this.#belief = this.decisions.map(() => null);
    this.#comparisons = this.decisions.map(() => null);
    this.#hands = this.views.map(() => ({ chance: 0, error: 0 }));
  }

  /** Give every decision `effort` tries, after a coarse first pass; yields the share of the work that is done.
   * @param {number} effort @returns {Generator<number, void>} */
  *think(effort = NORMAL) {
    const steps = 6 * this.decisions.length + 2 * this.views.length;
    const first = Math.ceil(effort / FIRST_PASS);
    let done = 0;
    const parts = [
      this.#estimateValues(first),
      this.#compareWithBaseline(effort),
      this.#estimateValues(effort),
      this.#estimateVerdicts(first),
    ];
    for (const part of parts) for (const _ of part) yield ++done / steps;
  }

  /** Bring the values of all moves and hands to this many tries. @param {number} tries */
  *#estimateValues(tries) {
    for (const index of this.#order()) {
      const { view, made } = this.decisions[index];
      this.estimator.begin(view, made, this.#seed(index));
      this.estimator.think(tries); // starts over to save memory: the result is the same
      this.#values[index] = this.estimator.moveValues();
      yield;
    }
    for (const [index, view] of this.views.entries()) {
      this.#hands[index] = this.estimator.handValue(view, this.#seed(grading.HAND_SEEDS + index), tries);
      yield;
    }
    this.effort = tries;
  }

  /** Compare every move with the baseline policy, in worlds weighted by these players' styles. @param {number} tries */
  *#compareWithBaseline(tries) {
    yield* this.styles.estimate(tries);
    const worlds = Math.ceil(tries / grading.TRIES_PER_WORLD);
    for (const [index, { view, made }] of this.decisions.entries()) {
      const seed = this.#seed(grading.BASELINE_SEEDS + index);
      this.#comparisons[index] = this.estimator.compareWithBaseline(
        view,
        made,
        seed,
        this.styles.sampleWorlds(index),
        worlds,
      );
      yield;
    }
  }

  /** Grade every move with open hands, and in belief-weighted worlds. @param {number} tries */
  *#estimateVerdicts(tries) {
    for (const [index, { view, made, position }] of this.decisions.entries()) {
      const world = this.estimator.trueWorld(view, position);
      this.estimator.begin(view, made, this.#seed(grading.OPEN_HAND_SEEDS + index), world);
      this.estimator.think(tries);
      this.#openHand[index] = this.estimator.moveValues();
      yield;
      this.#belief[index] = this.#gradeByBelief(index, tries);
      yield;
    }
  }

  /** The values of a decision in belief-weighted worlds; a move that is wrong only there gets all tries.
   * @param {number} index @param {number} tries @returns {BeliefValues | null} */
  #gradeByBelief(index, tries) {
    const { estimator } = this;
    const { view, made, past } = this.decisions[index];
    const history = past.map(({ entry }) => entry);
    const worlds = estimator.sampleWorlds(view, history, this.#seed(grading.WORLD_SEEDS + index));
    if (!worlds.rows) return null;
    const seed = this.#seed(grading.BELIEF_SEEDS + index);
    estimator.begin(view, made, seed, worlds);
    estimator.think(tries);
    let values = estimator.moveValues();
    if (!isWrong(values) || isWrong(this.#values[index])) return { ...values, evidence: 0 };
    estimator.think(FIRST_PASS * tries);
    values = estimator.moveValues();
    if (!isWrong(values)) return { ...values, evidence: 0 };
    return { ...values, evidence: 1 + estimator.keyEvidence(view, history, seed, made, bestOf(values)) };
  }

  /** The seed of one estimate; `grading` says which numbers are whose. @param {number} number */
  #seed(number) {
    return this.estimator.seedOf(this.seed, number);
  }

  /** The costliest moves first. */
  #order() {
    const leads = this.#values.map((one) => Math.max(...(one?.values.map(({ more }) => more) ?? [0])));
    return leads.map((_, index) => index).sort((a, b) => leads[b] - leads[a]);
  }

  /** The review so far, as `dnup review --json` writes it; moves without values yet are left out. */
  review() {
    const seen = this.#values.flatMap((one, index) =>
      one ? [{ ...one, ...this.decisions[index], ...this.#others(index, one) }] : [],
    );
    const rows = [...this.deals.keys()].map((round) =>
      this.#hands.slice(round * this.players.length, (round + 1) * this.players.length),
    );
    const handValues = rows.map((hands) => hands.map(({ chance }) => chance));
    const handErrors = rows.map((hands) => hands.map(({ error }) => error));
    const tables = this.#tables(seen, handValues, handErrors);
    const seats = this.players.map((_, seat) => seat);
    return {
      format: 'dnup-review',
      version: 1,
      seed: Number(this.seed),
      effort: this.effort,
      players: this.players,
      worth: this.scoreValues,
      openings: handValues,
      doubts: handErrors,
      chances: seats.map((seat) => [
        ...this.#chances(tables, seat),
        this.scoreValues[this.scoreValues.length - 1][seat],
      ]),
      moves: seen.map((one) => this.#move(one)),
      // Without all comparisons an account would say of play that it did nothing.
      accounts: this.#comparisons.includes(null) ? [] : seats.map((seat) => this.#account(tables, seat)),
      ratings: seats.map((seat) => this.#rating(tables, seat)),
    };
  }

  /** The other grades of a decision. @param {number} index @param {MoveValues} one */
  #others(index, { grade }) {
    const comparison = this.#comparisons[index];
    return {
      grade: comparison ? this.estimator.addBaseline(grade, comparison) : grade,
      openHand: this.#openHand[index],
      belief: this.#belief[index],
    };
  }

  /** The tables from which the engine makes chances, accounts and ratings.
   * @param {{grade: Float64Array, round: number}[]} seen @param {number[][]} handValues
   * @param {number[][]} handErrors */
  #tables(seen, handValues, handErrors) {
    for (const [index, { grade, round }] of seen.entries()) {
      this.buffers.grades.items.set(grade, index * grading.GRADE_COLUMNS);
      this.buffers.grades.items[index * grading.GRADE_COLUMNS + grading.ROUND] = round;
    }
    this.buffers.handValues.items.set(handValues.flat());
    this.buffers.handErrors.items.set(handErrors.flat());
    this.buffers.scoreValues.items.set(this.scoreValues.flat());
    return { ...this.buffers, grades: this.buffers.grades.first(seen.length) };
  }

  /** @typedef {Reviewer['buffers']} Tables */
  /** @param {Tables} tables @param {number} seat */
  #chances({ grades, handValues, chances }, seat) {
    const line = chances.first(grades.rows);
    this.engine.kernel.followChances(grades, handValues, seat, line);
    return line.items.slice();
  }

  /** @param {Tables} tables @param {number} seat */
  #account({ grades, handValues, handErrors, scoreValues, account }, seat) {
    this.engine.kernel.writeLuckAccount(grades, handValues, handErrors, scoreValues, seat, account);
    const parts = account.items;
    return {
      seat: SEATS[seat],
      fair: parts[grading.FAIR],
      cards: parts[grading.CARDS],
      decisions: parts[grading.DECISIONS],
      gifts: parts[grading.GIFTS],
      luck: parts[grading.LUCK],
      result: parts[grading.RESULT],
      cards_error: parts[grading.CARDS_ERROR],
      decisions_error: parts[grading.DECISIONS_ERROR],
      gifts_error: parts[grading.GIFTS_ERROR],
      luck_error: parts[grading.LUCK_ERROR],
    };
  }

  /** @param {Tables} tables @param {number} seat */
  #rating({ grades, rating }, seat) {
    this.engine.kernel.ratePlay(grades, seat, this.players.length, rating);
    const parts = rating.items;
    return {
      seat: SEATS[seat],
      decisions: parts[grading.DECISION_COUNT],
      lost: parts[grading.LOST],
      per_decision: parts[grading.LOST_PER_DECISION],
      error: parts[grading.LOST_ERROR],
      like: LEVELS[parts[grading.LIKE_LEVEL]],
      marks: Object.fromEntries(MARKS.slice(1).map((mark, index) => [mark, parts[grading.MARK_COUNTS + 1 + index]])),
    };
  }

  /** How the best move of a decision wins by force, or what can follow it. A review is read often, and a line changes
   * only with its move.
   * @param {Decision} decision @param {string} best @param {number} forced */
  #line({ round, number, view }, best, forced) {
    const key = `${round} ${number} ${best} ${forced}`;
    const line = this.#lines.get(key) ?? this.estimator.lineAfter(view, best, forced);
    this.#lines.set(key, line);
    return line;
  }

  /** @typedef {Reviewer['decisions'][number]} Decision */
  /** @param {MoveValues & Decision & {openHand: MoveValues | null, belief: BeliefValues | null}} one */
  #move(one) {
    const { round, number, seat, made, view, values, grade, tries, openHand, belief, past } = one;
    const bySeat = (/** @type {number} */ first) => [...grade.slice(first, first + this.players.length)];
    const best = bestOf(one);
    const forced = forcedBy(one, best, made);
    const evidence = belief?.evidence ? past[belief.evidence - 1] : null;
    return {
      round: round + 1,
      move: number,
      seat: SEATS[seat],
      made,
      best,
      mark: MARKS[grade[grading.MARK]],
      only_move: Boolean(grade[grading.ONLY_MOVE]),
      loss: grade[grading.LOSS],
      error: grade[grading.LOSS_ERROR],
      before: bySeat(grading.BEFORE),
      after: bySeat(grading.AFTER),
      after_error: bySeat(grading.AFTER_ERROR),
      moves: values.slice().sort((a, b) => Number(a.move !== best) - Number(b.move !== best) || b.more - a.more),
      tries,
      verdict: isWrong(one) ? 'wrong' : isWrong(belief) ? 'told' : isWrong(openHand) ? 'unlucky' : 'right',
      opened: openHand && briefly(openHand),
      believed: belief && {
        ...briefly(belief),
        told: evidence && { move: belief.evidence, seat: SEATS[evidence.seat], made: evidence.move },
      },
      why: best === made ? [] : this.estimator.explain(view, made, best, forced),
      line: best === made ? [] : this.#line(one, best, forced),
    };
  }
}

/** Whether a move cost enough for a mark. @param {MoveValues | null} values */
const isWrong = (values) => values !== null && values.grade[grading.MARK] >= grading.INACCURACY;

/** The number of actions in which a move wins by force, if another does not.
 * @param {{values: import('./estimators.js').MoveValue[]}} values @param {string} best @param {string} other */
export function forcedBy({ values }, best, other) {
  const lengthOf = (/** @type {string} */ text) => values.find(({ move }) => move === text)?.forced ?? 0;
  return lengthOf(other) ? 0 : lengthOf(best);
}

/** @param {MoveValues} values */
const bestOf = ({ values, grade }) => values[grade[grading.BEST]].move;

/** @param {MoveValues} values */
const briefly = (values) => ({
  best: bestOf(values),
  loss: values.grade[grading.LOSS],
  error: values.grade[grading.LOSS_ERROR],
  mark: MARKS[values.grade[grading.MARK]],
});
