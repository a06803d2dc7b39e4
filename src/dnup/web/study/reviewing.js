// A review in the making, as in src/dnup/study/review.py: the match is gone through twice, the second time more closely, what
// seems to have cost most first. What comes out is what Python would say, number for number. No DOM.

import { judging } from '../engine/kernel.js';
import { Appraiser } from './appraiser.js';
import { Manners } from './manners.js';

/** @typedef {import('../engine/engine.js').Engine} Engine */
/** @typedef {import('./appraiser.js').Position} Position */
/** @typedef {import('./appraiser.js').Appraisal} Appraisal */
/** @typedef {import('./appraiser.js').HandWorth} HandWorth */
/** A round: every position of it, the last one where nobody moves any more, the moves between them, and what everyone has
 * seen of each. @typedef {{positions: Position[], moves: string[], told: bigint[]}} PlayedRound */
/** What is said of a move to who reads what others did, and which move of the round told, from 1 on; 0 for none.
 * @typedef {Appraisal & {told: number}} Believed */
/** @typedef {{deck: import('../engine/engine.js').DeckName, players: string[], rounds: PlayedRound[], winner: string | null}} Played */

export const MARKS = ['forced', 'best', 'fine', 'inaccuracy', 'mistake', 'blunder'];
export const LEVELS = ['expert', 'hard', 'medium', 'easy', 'random'];
export const NORMAL = 8000;
const FIRST_LOOK = 8;
const SEATS = 'ABCDE';

export class Reviewing {
  effort = 0;
  /** @type {(Appraisal | null)[]} */
  #appraisals;
  /** The same with all cards open. @type {(Appraisal | null)[]} */
  #opened;
  /** The same with beliefs from what others did. @type {(Believed | null)[]} */
  #believed;
  /** Moves compared with usual play. @type {(Float64Array | null)[]} */
  #weighed;
  /** @type {HandWorth[]} */
  #hands;

  /** @param {Engine} engine @param {Played} played @param {bigint} seed */
  constructor(engine, { deck, players, rounds, winner }, seed = 0n) {
    this.engine = engine;
    this.seed = seed;
    this.players = players;
    this.appraiser = new Appraiser(engine, deck, players.length);
    this.decisions = rounds.flatMap(({ positions, moves, told }, round) => {
      const movers = moves.map((_, index) => this.appraiser.turnOf(positions[index]));
      return moves.map((made, index) => {
        const seat = movers[index];
        const view = this.appraiser.viewOf(positions[index], seat);
        const past = moves.slice(0, index).map((move, i) => ({ move, told: told[i], seat: movers[i] }));
        return { round, number: index + 1, seat, made, view, past, position: positions[index] };
      });
    });
    this.manners = new Manners(this.appraiser, this.decisions, (number) => this.#seed(number));
    this.deals = rounds.map(({ positions }) => positions[0]);
    this.views = this.deals.flatMap((deal) => players.map((_, seat) => this.appraiser.viewOf(deal, seat)));
    const end = rounds[rounds.length - 1].positions[rounds[rounds.length - 1].moves.length];
    const result =
      winner === null ? this.appraiser.worthOf(end) : players.map((_, seat) => Number(SEATS[seat] === winner));
    this.worth = [...this.deals.map((deal) => this.appraiser.worthOf(deal)), result];
    this.room = {
      said: this.engine.floats(this.decisions.length, judging.JUDGMENT),
      opened: this.engine.floats(this.deals.length, players.length),
      doubted: this.engine.floats(this.deals.length, players.length),
      worth: this.engine.floats(this.worth.length, players.length),
      account: this.engine.floats(judging.ACCOUNT),
      rating: this.engine.floats(judging.RATING),
      line: this.engine.floats(this.decisions.length),
    };
    this.#appraisals = this.decisions.map(() => null);
    this.#opened = this.decisions.map(() => null);
    this.#believed = this.decisions.map(() => null);
    this.#weighed = this.decisions.map(() => null);
    this.#hands = this.views.map(() => ({ chance: 0, error: 0 }));
  }

  /** Give every decision so many tries, after a first look at them all; yields how far it has come.
   * @param {number} effort @returns {Generator<number, void>} */
  *think(effort = NORMAL) {
    const steps = 6 * this.decisions.length + 2 * this.views.length;
    const first = Math.ceil(effort / FIRST_LOOK);
    let done = 0;
    const parts = [this.#goThrough(first), this.#weigh(effort), this.#goThrough(effort), this.#judgeAgain(first)];
    for (const part of parts) for (const _ of part) yield ++done / steps;
  }

  /** Bring everything to so many tries. @param {number} tries */
  *#goThrough(tries) {
    for (const index of this.#order()) {
      const { view, made } = this.decisions[index];
      this.appraiser.begin(view, made, this.#seed(index));
      this.appraiser.think(tries); // memory is scarce here: so a second look begins anew, and comes to the same
      this.#appraisals[index] = this.appraiser.appraisal();
      yield;
    }
    for (const [index, view] of this.views.entries()) {
      this.#hands[index] = this.appraiser.appraiseHand(view, this.#seed(judging.OPENINGS + index), tries);
      yield;
    }
    this.effort = tries;
  }

  /** Compare everything with usual play, in the worlds that moves of just these others speak for. @param {number} tries */
  *#weigh(tries) {
    yield* this.manners.look(tries);
    const worlds = Math.ceil(tries / judging.WORLDS_A_TRY);
    for (const [index, { view, made }] of this.decisions.entries()) {
      const seed = this.#seed(judging.WEIGHED + index);
      this.#weighed[index] = this.appraiser.weigh(view, made, seed, this.manners.imagine(index), worlds);
      yield;
    }
  }

  /** Judge everything with all cards open, and by what could be read from the others' moves. @param {number} tries */
  *#judgeAgain(tries) {
    for (const [index, { view, made, position }] of this.decisions.entries()) {
      const world = this.appraiser.openWorld(view, position);
      this.appraiser.begin(view, made, this.#seed(judging.OPENED + index), world);
      this.appraiser.think(tries);
      this.#opened[index] = this.appraiser.appraisal();
      yield;
      this.#believed[index] = this.#believe(index, tries);
      yield;
    }
  }

  /** If a move seems wrong only to who reads the others' moves, that is looked at closely. @param {number} index
   * @param {number} tries @returns {Believed | null} */
  #believe(index, tries) {
    const { appraiser } = this;
    const { view, made, past } = this.decisions[index];
    const worlds = this.#imagined(index);
    if (!worlds.rows) return null;
    const seed = this.#seed(judging.BELIEVED + index);
    appraiser.begin(view, made, seed, worlds);
    appraiser.think(tries);
    let said = appraiser.appraisal();
    if (!isWrong(said) || isWrong(this.#appraisals[index])) return { ...said, told: 0 };
    appraiser.think(FIRST_LOOK * tries);
    said = appraiser.appraisal();
    if (!isWrong(said)) return { ...said, told: 0 };
    const history = past.map(({ told }) => told);
    return { ...said, told: 1 + appraiser.tellingMove(view, history, seed, made, bestOf(said)) };
  }

  /** @param {number} index of a decision */
  #imagined(index) {
    const { view, past } = this.decisions[index];
    const history = past.map(({ told }) => told);
    return this.appraiser.imagine(view, history, this.#seed(judging.IMAGINED + index));
  }

  /** @param {number} number of a part of the work */
  #seed(number) {
    return this.appraiser.seedOf(this.seed, number);
  }

  /** What seems to have cost most comes first. */
  #order() {
    const leads = this.#appraisals.map((one) => Math.max(...(one?.worths.map(({ more }) => more) ?? [0])));
    return leads.map((_, index) => index).sort((a, b) => leads[b] - leads[a]);
  }

  /** As far as it has come: what `dnup review --json` writes. What was not looked at yet is not in it. */
  review() {
    const seen = this.#appraisals.flatMap((one, index) =>
      one ? [{ ...one, ...this.decisions[index], ...this.#others(index, one) }] : [],
    );
    const rows = [...this.deals.keys()].map((round) =>
      this.#hands.slice(round * this.players.length, (round + 1) * this.players.length),
    );
    const openings = rows.map((hands) => hands.map(({ chance }) => chance));
    const doubts = rows.map((hands) => hands.map(({ error }) => error));
    const { said, opened, doubted, worth } = this.#tables(seen, openings, doubts);
    const seats = this.players.map((_, seat) => seat);
    return {
      format: 'dnup-review',
      version: 1,
      seed: Number(this.seed),
      effort: this.effort,
      players: this.players,
      worth: this.worth,
      openings,
      doubts,
      chances: seats.map((seat) => [...this.#chances(said, opened, seat), this.worth[this.worth.length - 1][seat]]),
      moves: seen.map((one) => this.#move(one)),
      accounts: seats.map((seat) => this.#account(said, opened, doubted, worth, seat)),
      ratings: seats.map((seat) => this.#rating(said, seat)),
    };
  }

  /** What else there is to say of a decision. @param {number} index @param {Appraisal} one */
  #others(index, { judgment }) {
    const weighed = this.#weighed[index];
    return {
      judgment: weighed ? this.appraiser.addUsual(judgment, weighed) : judgment,
      opened: this.#opened[index],
      believed: this.#believed[index],
    };
  }

  /** What the engine needs to sum up.
   * @param {{judgment: Float64Array, round: number}[]} seen @param {number[][]} openings @param {number[][]} doubts */
  #tables(seen, openings, doubts) {
    for (const [index, { judgment, round }] of seen.entries()) {
      this.room.said.items.set(judgment, index * judging.JUDGMENT);
      this.room.said.items[index * judging.JUDGMENT + judging.ROUND] = round;
    }
    this.room.opened.items.set(openings.flat());
    this.room.doubted.items.set(doubts.flat());
    this.room.worth.items.set(this.worth.flat());
    return { ...this.room, said: this.room.said.first(seen.length) };
  }

  /** @typedef {import('../engine/memory.js').Floats} Floats */
  /** @param {Floats} said @param {Floats} opened @param {number} seat */
  #chances(said, opened, seat) {
    const line = this.room.line.first(said.rows);
    this.engine.kernel.followChances(said, opened, seat, line);
    return line.items.slice();
  }

  /** @param {Floats} said @param {Floats} opened @param {Floats} doubted @param {Floats} worth @param {number} seat */
  #account(said, opened, doubted, worth, seat) {
    const { account } = this.room;
    this.engine.kernel.accountFor(said, opened, doubted, worth, seat, account);
    const parts = account.items;
    return {
      seat: SEATS[seat],
      fair: parts[judging.FAIR],
      cards: parts[judging.CARDS],
      decisions: parts[judging.DECISIONS],
      gifts: parts[judging.GIFTS],
      luck: parts[judging.LUCK],
      result: parts[judging.RESULT],
      cards_error: parts[judging.CARDS_ERROR],
      decisions_error: parts[judging.DECISIONS_ERROR],
      gifts_error: parts[judging.GIFTS_ERROR],
      luck_error: parts[judging.LUCK_ERROR],
    };
  }

  /** @param {Floats} said @param {number} seat */
  #rating(said, seat) {
    const { rating } = this.room;
    this.engine.kernel.ratePlay(said, seat, this.players.length, rating);
    const parts = rating.items;
    return {
      seat: SEATS[seat],
      decisions: parts[judging.DECIDED],
      lost: parts[judging.LOST],
      per_decision: parts[judging.LOST_EACH],
      error: parts[judging.LOST_ERROR],
      like: LEVELS[parts[judging.LIKE]],
      marks: Object.fromEntries(MARKS.slice(1).map((mark, index) => [mark, parts[judging.MARKED + 1 + index]])),
    };
  }

  /** @typedef {Reviewing['decisions'][number]} Decision */
  /** @param {Appraisal & Decision & {opened: Appraisal | null, believed: Believed | null}} one */
  #move(one) {
    const { round, number, seat, made, view, worths, judgment, tries, opened, believed, past } = one;
    const bySeat = (/** @type {number} */ first) => [...judgment.slice(first, first + this.players.length)];
    const best = bestOf(one);
    const told = believed?.told ? past[believed.told - 1] : null;
    return {
      round: round + 1,
      move: number,
      seat: SEATS[seat],
      made,
      best,
      mark: MARKS[judgment[judging.MARK]],
      only_move: Boolean(judgment[judging.ONLY_MOVE]),
      loss: judgment[judging.LOSS],
      error: judgment[judging.LOSS_ERROR],
      before: bySeat(judging.BEFORE),
      after: bySeat(judging.AFTER),
      after_error: bySeat(judging.AFTER_ERROR),
      moves: worths.slice().sort((a, b) => Number(a.move !== best) - Number(b.move !== best) || b.more - a.more),
      tries,
      verdict: isWrong(one) ? 'wrong' : isWrong(believed) ? 'told' : isWrong(opened) ? 'unlucky' : 'right',
      opened: opened && briefly(opened),
      believed: believed && {
        ...briefly(believed),
        told: told && { move: believed.told, seat: SEATS[told.seat], made: told.move },
      },
      why: best === made ? [] : this.appraiser.explain(view, made, best),
    };
  }
}

/** Whether a move cost enough for a mark. @param {Appraisal | null} said */
const isWrong = (said) => said !== null && said.judgment[judging.MARK] >= judging.INACCURACY;

/** @param {Appraisal} said */
const bestOf = ({ worths, judgment }) => worths[judgment[judging.BEST]].move;

/** @param {Appraisal} said */
const briefly = (said) => ({
  best: bestOf(said),
  loss: said.judgment[judging.LOSS],
  error: said.judgment[judging.LOSS_ERROR],
  mark: MARKS[said.judgment[judging.MARK]],
});
