// The daily game as in src/dnup/daily.py: the deals of a date, the seeds of its bots, and par.
// Rounds are counted from 0, and each is played from 0-0: the points of one mean nothing to the next.
import { EARLIER_HARD, ITERATIONS, LEVELS, SearchBot } from '../engine/bots.js';
import { dailySeed, layout, limits } from '../engine/kernel.js';

/** @typedef {import('../engine/engine.js').Engine} Engine */
/** @typedef {import('../engine/memory.js').Words} Words */

export const { PLAYERS, ROUNDS, SEAT } = dailySeed;
/** Of the opponents; what it makes in the person's seat is par. */
export const LEVEL = /** @type {const} */ ('hard');

const DAY = 86_400_000;
const DAY_OF_1970 = 719_163; // counted from 1 January of the year 1

/** The number of a date, which is the seed of its deals. @param {string} date  like 2026-11-16 */
const dayOf = (date) => Date.parse(`${date}T00:00Z`) / DAY + DAY_OF_1970;

/** @param {number} day */
const dateOf = (day) => new Date((day - DAY_OF_1970) * DAY).toISOString().slice(0, 10);

/** No date before has a deal. */
export const FIRST_DATE = dateOf(dailySeed.FIRST_DAY);

/** The cards of a date: those of the printed deck since 1 December 2026. @param {string} date */
export const deckOf = (date) => (dayOf(date) >= dailySeed.PRINTED_DAY ? 'printed' : 'balanced');

/** How a bot of a level plays on a date: `hard` thinks longer since 1 December 2026.
 * @param {string} date @param {string} level */
const levelOn = (date, level) => (level === 'hard' && dayOf(date) < dailySeed.PRINTED_DAY ? EARLIER_HARD : level);

/** The hands of a round as texts, seat A's first. @param {Engine} engine @param {string} date @param {number} round */
export const dealOf = (engine, date, round) => new Play(engine, date).deal(round);

/** The seed of a bot's decision: the number is how many actions there have been in the round.
 * @param {Engine} engine @param {string} date @param {number} round
 * @param {number} seat  from 0
 * @param {number} number */
export const seedOf = (engine, date, round, seat, number) =>
  engine.kernel.decisionSeed(BigInt(dayOf(date)), round, seat, number);

/** From how many days on a seed is that of another bot in the person's seat, which thinks by other chance. */
const OTHER_BOTS = 1n << 32n;

/** Where the chance of a table comes from that plays the deal of a date. What everybody knows needs no salt.
 * @param {import('./table.js').Table} table @param {string} date @returns {import('./scheduler.js').Sources} */
export const dailyChance = (table, date) => ({
  deal: (round) => ({ hands: dealOf(table.engine, date, round), salt: '0'.repeat(64) }),
  seed: (seat) => seedOf(table.engine, date, table.deals.length - 1, 'ABCD'.indexOf(seat), table.moves.length),
  level: (level) => levelOn(date, level),
});

/** What the person's seat makes in each round if a level plays there, too. Par is what the first such bot makes; others
 * think by other chance, and the opponents answer as ever.
 * @param {Engine} engine @param {string} date @param {string} [level] @param {number} [bot]  which one, from 0
 * @returns {number[]} */
export function parOf(engine, date, level = LEVEL, bot = 0) {
  const play = new Play(engine, date, bot);
  return Array.from({ length: ROUNDS }, (_, round) => {
    play.deal(round);
    while (!play.over) play.move(play.choose(round, play.turn === SEAT ? level : LEVEL));
    return play.points;
  });
}

/** How far a game has come in which these moves were made, and what the person has made in each round that was begun.
 * @param {Engine} engine @param {string} date @param {string[][]} rounds  the moves of each, as texts */
export function resultOf(engine, date, rounds) {
  const play = new Play(engine, date);
  let over = 0;
  const points = rounds.map((moves, round) => {
    play.deal(round);
    for (const move of moves) play.move(move);
    over += Number(play.over);
    return play.points;
  });
  return { points, over: over === ROUNDS };
}

/** A round of the daily game that is being played. */
export class Play {
  /** @param {Engine} engine @param {string} date @param {number} [bot]  which of those in the person's seat, from 0 */
  constructor(engine, date, bot = 0) {
    this.engine = engine;
    this.date = date;
    this.bot = BigInt(bot);
    this.deck = engine.deck(deckOf(date), PLAYERS);
    this.limits = engine.kernel.makeLimits(limits.TURN_LIMIT, limits.STALL_LIMIT_A_PLAYER * PLAYERS, 0);
    this.stream = engine.words(1);
    this.state = engine.words(layout.WORDS);
    this.after = engine.words(layout.WORDS);
    this.view = engine.words(layout.WORDS);
    this.text = engine.text(1024);
    /** What everyone has seen happen. @type {bigint[]} */
    this.history = [];
    /** A bot of each level that was asked for. @type {Record<string, import('../engine/bots.js').Bot>} */
    this.bots = {};
  }

  /** @param {number} round */
  deal(round) {
    const { engine, deck, state } = this;
    this.history = [];
    const day = BigInt(dayOf(this.date));
    engine.kernel.dealRound(deck, state, this.stream, PLAYERS, day, round, 0n, this.limits);
    engine.kernel.orderCopies(deck, state);
    const { items } = state;
    return Array.from({ length: PLAYERS }, (_, seat) =>
      this.read(engine.kernel.putCards(deck, items[layout.HANDS + seat], items[layout.TURNED], this.text, 0)),
    );
  }

  get over() {
    return this.state.items[layout.ENDING] !== 0n;
  }

  get turn() {
    return this.engine.kernel.seatInTurn(this.state);
  }

  get points() {
    return this.engine.kernel.pointsOf(this.state, SEAT);
  }

  /** What a level does in the seat in turn, as a text. @param {number} round @param {string} level */
  choose(round, level) {
    const { engine, deck, state, view, turn } = this;
    engine.kernel.makeView(deck, state, turn + 1, view);
    const other = turn === SEAT ? this.bot * OTHER_BOTS : 0n;
    const day = BigInt(dayOf(this.date)) + other;
    const seed = engine.kernel.decisionSeed(day, round, turn, Number(state.items[layout.ACTIONS]));
    this.bots[level] ??= this.#bot(levelOn(this.date, level), seed);
    this.bots[level].reseed(seed);
    const move = this.bots[level].choose(view, BigInt64Array.from(this.history));
    return this.read(engine.kernel.putMove(deck, PLAYERS, view.items[layout.TURNED], move, this.text, 0));
  }

  /** @param {string} level @param {bigint} seed */
  #bot(level, seed) {
    const game = { engine: this.engine, deck: this.deck, equity: this.engine.equity(PLAYERS) };
    return level in ITERATIONS ? new SearchBot(game, seed, ITERATIONS[level], false) : LEVELS[level](game, seed);
  }

  /** @param {string} move */
  move(move) {
    const written = this.text.first(move.length);
    written.items.set(new TextEncoder().encode(move));
    const { kernel } = this.engine;
    const number = kernel.makeWrittenMove(this.deck, this.state, written, this.after);
    if (number < 0n) throw new Error(`${move} cannot be done in the deal of ${this.date}`);
    this.history.push(kernel.historyWord(this.deck, this.state, number));
    this.state.items.set(this.after.items);
  }

  /** @param {number} end */
  read(end) {
    return String.fromCharCode(...this.text.items.subarray(0, end));
  }
}
