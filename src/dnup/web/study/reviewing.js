// A review in the making, as in src/dnup/study/review.py: the match is gone through twice, the second time more closely, what
// seems to have cost most first. What comes out is what Python would say, number for number. No DOM.

import { judging } from '../engine/kernel.js';
import { Appraiser } from './appraiser.js';

/** @typedef {import('../engine/engine.js').Engine} Engine */
/** @typedef {import('./appraiser.js').Position} Position */
/** @typedef {import('./appraiser.js').Appraisal} Appraisal */
/** @typedef {import('./appraiser.js').HandWorth} HandWorth */
/** A round: every position of it, the last one where nobody moves any more, and the moves between them.
 * @typedef {{positions: Position[], moves: string[]}} PlayedRound */
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
  /** @type {HandWorth[]} */
  #hands;

  /** @param {Engine} engine @param {Played} played @param {bigint} seed */
  constructor(engine, { deck, players, rounds, winner }, seed = 0n) {
    this.engine = engine;
    this.seed = seed;
    this.players = players;
    this.appraiser = new Appraiser(engine, deck, players.length);
    this.decisions = rounds.flatMap(({ positions, moves }, round) =>
      moves.map((made, index) => {
        const seat = this.appraiser.turnOf(positions[index]);
        const view = this.appraiser.viewOf(positions[index], seat);
        return { round, number: index + 1, seat, made, view, position: positions[index] };
      }),
    );
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
    this.#hands = this.views.map(() => ({ chance: 0, error: 0 }));
  }

  /** Give every decision so many tries, after a first look at them all; yields how far it has come.
   * @param {number} effort @returns {Generator<number, void>} */
  *think(effort = NORMAL) {
    const steps = 3 * this.decisions.length + 2 * this.views.length;
    const first = Math.ceil(effort / FIRST_LOOK);
    let done = 0;
    for (const tries of [first, effort]) {
      for (const index of this.#order()) {
        this.#appraisals[index] = this.#appraise(index, tries);
        yield ++done / steps;
      }
      for (const [index, view] of this.views.entries()) {
        const seed = this.appraiser.seedOf(this.seed, judging.OPENINGS + index);
        this.#hands[index] = this.appraiser.appraiseHand(view, seed, tries);
        yield ++done / steps;
      }
      this.effort = tries;
    }
    for (const index of this.decisions.keys()) {
      this.#opened[index] = this.#appraise(index, first, true);
      yield ++done / steps;
    }
  }

  /** What seems to have cost most comes first. */
  #order() {
    const leads = this.#appraisals.map((one) => Math.max(...(one?.worths.map(({ more }) => more) ?? [0])));
    return leads.map((_, index) => index).sort((a, b) => leads[b] - leads[a]);
  }

  /** Memory is scarce here: so a second look begins anew, and comes to the same. @param {number} index @param {number} tries
   * @param {boolean} open  whether all cards are */
  #appraise(index, tries, open = false) {
    const { view, made, position } = this.decisions[index];
    const seed = this.appraiser.seedOf(this.seed, (open ? judging.OPENED : 0) + index);
    this.appraiser.begin(view, made, seed, open ? position : null);
    this.appraiser.think(tries);
    return this.appraiser.appraisal();
  }

  /** As far as it has come: what `dnup review --json` writes. What was not looked at yet is not in it. */
  review() {
    const seen = this.#appraisals.flatMap((one, index) =>
      one ? [{ ...one, ...this.decisions[index], opened: this.#opened[index] }] : [],
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

  /** @param {Appraisal & {round: number, number: number, seat: number, made: string, view: Position, opened: Appraisal | null}} one */
  #move({ round, number, seat, made, view, worths, judgment, tries, opened }) {
    const bySeat = (/** @type {number} */ first) => [...judgment.slice(first, first + this.players.length)];
    const best = worths[judgment[judging.BEST]].move;
    const mark = MARKS[judgment[judging.MARK]];
    const open = opened && openedOf(opened);
    return {
      round: round + 1,
      move: number,
      seat: SEATS[seat],
      made,
      best,
      mark,
      only_move: Boolean(judgment[judging.ONLY_MOVE]),
      loss: judgment[judging.LOSS],
      error: judgment[judging.LOSS_ERROR],
      before: bySeat(judging.BEFORE),
      after: bySeat(judging.AFTER),
      after_error: bySeat(judging.AFTER_ERROR),
      moves: worths.slice().sort((a, b) => Number(a.move !== best) - Number(b.move !== best) || b.more - a.more),
      tries,
      verdict: isWrong(mark) ? 'wrong' : open && isWrong(open.mark) ? 'unlucky' : 'right',
      opened: open,
      why: best === made ? [] : this.appraiser.explain(view, made, best),
    };
  }
}

/** @param {string} mark */
const isWrong = (mark) => MARKS.indexOf(mark) >= judging.INACCURACY;

/** @param {Appraisal} opened */
const openedOf = ({ worths, judgment }) => ({
  best: worths[judgment[judging.BEST]].move,
  loss: judgment[judging.LOSS],
  error: judgment[judging.LOSS_ERROR],
  mark: MARKS[judgment[judging.MARK]],
});
