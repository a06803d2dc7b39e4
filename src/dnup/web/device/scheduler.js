// Schedules what a table does without a request: bots move, the clock runs out, the next round is dealt. As
// server/tables/scheduler.py.

import { deal as dealing } from '../engine/kernel.js';
import * as decisions from './decisions.js';
import { Refusal } from './refusals.js';

/** @typedef {import('./live-table.js').LiveTable} LiveTable */
/** @typedef {import('./bot-pool.js').BotPool} BotPool */
/** Where chance comes from; tests, and the deals of a day, bring their own. `seed` is that of a bot's decision.
 * @typedef {object} Sources
 * @property {(number: number) => {hands: string[], salt: string}} deal of the round of a number, from 0
 * @property {(seat: string) => bigint} seed
 * @property {(level: string) => string} [level] the level that a bot of a level plays at, if it is another */

const STAND_IN = 'medium';
const BOT_PAUSE = 900;
/** How many times as long a bot waits whose move would end the chance to undo the one before. */
const LONGER = 3;
const WATCHED_PAUSE = 4000;
/** How long to wait before another try to store something, in milliseconds. */
const TRY_AGAIN = 3000;
/** If another tab has the bots and nothing happens for this many milliseconds, that tab sleeps. */
const ASLEEP = 8000;

/** Random bytes in hexadecimal. @param {number} count */
const hexadecimal = (count) =>
  [...crypto.getRandomValues(new Uint8Array(count))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The browser's own randomness. @param {import('./table.js').Table} table @returns {Sources} */
export const ownChance = (table) => ({
  deal: (number) => ({
    hands: table.writer.draw(number, crypto.getRandomValues(new Uint32Array(dealing.CHANCE_WORDS))),
    salt: hexadecimal(32),
  }),
  seed: () => crypto.getRandomValues(new BigUint64Array(1))[0],
});

export class Scheduler {
  /** @param {LiveTable} live @param {BotPool} botPool @param {Sources} sources
   * @param {number} pause of a bot, in milliseconds */
  constructor(live, botPool, sources, pause = BOT_PAUSE) {
    this.live = live;
    this.botPool = botPool;
    this.sources = sources;
    this.pause = pause;
    /** The scheduled action, as `what number`. */
    this.plan = '';
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** Whether this tab plays the bots, and not another that has the same table open. */
    this.mine = true;
    this.takeOver = () => {};
  }

  /** Plays the bots until the signal, which another tab may cause.
   * @param {AbortSignal} signal @returns {Promise<void>} */
  whileMine(signal) {
    this.stop();
    this.mine = true;
    this.update();
    return new Promise((done) =>
      signal.addEventListener('abort', () => {
        this.mine = false;
        this.stop();
        this.update();
        done();
      }),
    );
  }

  /** Schedules the next action. */
  update() {
    const { what, number, wait } = this.#next();
    const plan = `${what} ${number}`;
    if (plan === this.plan) return;
    this.stop();
    this.plan = plan;
    if (!what) return;
    this.timer = this.mine
      ? setTimeout(() => void this.#carryOut(what, number, plan), wait)
      : setTimeout(() => this.takeOver(), wait + ASLEEP);
  }

  stop() {
    clearTimeout(this.timer);
    this.botPool.stop();
    this.plan = '';
  }

  #next() {
    const { live } = this;
    const { phase, turn, number, positionNumber, chairs } = live.table;
    const nothing = { what: '', number: 0, wait: 0 };
    if (live.closed) return nothing;
    if (phase === 'open') return { what: 'deal', number, wait: 0 }; // all seats are taken from the start
    if (turn !== null) {
      if (live.table.chair(turn).level) return { what: 'bot', number: positionNumber, wait: 0 };
      const left = live.timeLeft();
      return left === null ? nothing : { what: 'stand-in', number: positionNumber, wait: left * 1000 };
    }
    const people = chairs.filter(({ key }) => key !== null);
    if (people.some(({ ready }) => ready)) return { what: 'deal', number, wait: 0 };
    if (!people.length && phase === 'between') return { what: 'deal', number, wait: WATCHED_PAUSE };
    return nothing;
  }

  /** @param {string} what @param {number} number @param {string} plan */
  async #carryOut(what, number, plan) {
    try {
      if (what === 'deal') await this.#deal(number);
      else await this.#botMove(what, number);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.live.send(error.write());
      if (this.plan === plan) this.timer = setTimeout(() => void this.#carryOut(what, number, plan), TRY_AGAIN);
      return;
    }
    if (this.plan === plan) this.plan = '';
    this.update();
  }

  /** @param {number} number */
  async #deal(number) {
    const { table } = this.live;
    await this.live.act(() => {
      if (table.number !== number) return [];
      const { hands, salt } = this.sources.deal(table.phase === 'between' ? table.deals.length : 0);
      return [decisions.dealt(hands, salt)];
    });
  }

  /** A bot decides for the seat in turn, and takes about as long as a person would.
   * @param {string} by @param {number} number */
  async #botMove(by, number) {
    const { table } = this.live;
    const { position, turn } = table;
    if (!position || turn === null || table.positionNumber !== number) return;
    const seed = this.sources.seed(turn);
    const longer = this.live.undoable === null ? 1 : LONGER;
    const pause = this.pause * longer * (0.75 + Number(seed % 512n) / 1024);
    const due = new Promise((done) => setTimeout(done, pause));
    const level = table.chair(turn).level ?? STAND_IN;
    const move = await this.botPool.choose(
      table.writer,
      this.sources.level?.(level) ?? level,
      { words: table.writer.view(position), history: BigInt64Array.from(table.history) },
      seed,
    );
    if (move === null) return;
    await due;
    await this.live.act(() => (table.positionNumber === number ? [{ type: 'move-made', seat: turn, move, by }] : []));
  }
}
