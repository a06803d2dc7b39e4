// A table on this device that someone is at: what they ask for is decided, kept, and only then happens and is shown.
// As server/tables/room.py, for one person.

import * as decisions from './decisions.js';
import { Refusal } from './decisions.js';
import { Damaged, Elsewhere, Full, Gone, Newer, Silent } from './games.js';
import { recall, Screen } from './screen.js';

/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('./games.js').Games} Games */
/** @typedef {import('./games.js').Kept} Kept */
/** @typedef {import('../messages.d.ts').ClientMessage} ClientMessage */

const PROTOCOL = 1;

export class Room {
  /** @param {Table} table @param {Games} games @param {{key: string, send: (text: string) => void, changed: () => void, now: () => number}} house */
  constructor(table, games, { key, send, changed, now }) {
    this.table = table;
    this.games = games;
    this.key = key;
    this.send = send;
    this.changed = changed;
    this.now = now;
    this.turnBegan = now();
    this.closed = false;
    this.screen = new Screen(table.pen, table.options.memory);
    /** What is being done: one thing after the other. @type {Promise<unknown>} */
    this.doing = Promise.resolve();
  }

  get seat() {
    return this.table.chairOf(this.key)?.seat ?? null;
  }

  /** Someone says something. @param {ClientMessage} message */
  hear(message) {
    return this.#next(async () => {
      try {
        await this.#answer(message);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        this.send(error.told('ref' in message ? message.ref : null));
      }
    });
  }

  /** @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  #next(work) {
    const done = this.doing.then(work);
    this.doing = done.catch(() => {});
    return done;
  }

  /** @param {ClientMessage} message */
  async #answer(message) {
    const { table, key } = this;
    switch (message.type) {
      case 'hello':
        return this.#welcome(message.last ?? null);
      case 'move':
        return this.#move(message);
      case 'why': {
        const { ref, move } = message;
        const why = decisions.whyNot(table, key, move);
        return this.send(`${JSON.stringify({ type: 'because', ref, move }).slice(0, -1)},"why":${why}}`);
      }
      case 'ping':
        return this.send(JSON.stringify({ type: 'pong', ref: message.ref ?? 0 }));
      case 'react':
        if (this.seat === null) throw new Refusal('not-your-seat', 'only who sits at the table can react', 'sit down');
        return this.send(JSON.stringify({ type: 'reaction', seat: this.seat, emoji: message.emoji }));
      case 'rename':
        return void (await this.#do(() => decisions.rename(table, key, message.name)));
      case 'ready':
        return void (await this.#do(() => decisions.ready(table, key)));
      case 'resign':
        return void (await this.#do(() => decisions.resign(table, key, message.level ?? 'medium')));
      case 'stand-in':
        return void decisions.noStandIn(table, key, message.seat);
      case 'commit':
      case 'reveal':
        return void decisions.noShuffle();
      default:
        return void decisions.begun();
    }
  }

  /** @param {import('../messages.d.ts').MakeMove} message */
  async #move(message) {
    const { seat, table } = this;
    const kept = await this.#do(() => decisions.move(table, seat, message));
    if (kept || seat === null) return;
    const number = decisions.repeated(table, seat, message) ?? table.number;
    this.send(JSON.stringify({ type: 'accepted', number, ref: message.ref ?? null }));
  }

  /** Lets something happen by itself, after what was asked for before. @param {() => Kept[]} decide */
  act(decide) {
    return this.#next(() => this.#do(decide));
  }

  /** Decides, keeps, lets it happen, and returns how much did. If another tab was first, decides anew. @param {() => Kept[]} decide */
  async #do(decide) {
    for (;;) {
      if (this.closed) return 0;
      const events = decide();
      if (!events.length) return 0;
      try {
        await this.games.append(this.table.id, this.table.number, events);
      } catch (error) {
        if (error instanceof Elsewhere) {
          if (!(await this.#catchUp())) throw new Damaged('there is more than can be read');
          continue;
        }
        throw trouble(error);
      }
      this.#happen(events);
      return events.length;
    }
  }

  /** Another tab has kept something. */
  catchUp() {
    return this.#next(() => this.#catchUp());
  }

  /** Takes in what another tab has kept; returns how much that is. */
  async #catchUp() {
    const missed = await this.games.load(this.table.id, this.table.number);
    if (!missed) throw trouble(new Gone());
    if (missed.events.length) this.#happen(missed.events);
    return missed.events.length;
  }

  /** Kept events happen, and the person is told. @param {Kept[]} events */
  #happen(events) {
    const { table } = this;
    const { phase, positionNumber } = table;
    const told = /** @type {string[]} */ ([]);
    const forgotten = /** @type {number[]} */ ([]);
    for (const event of events) {
      const text = table.apply(event);
      if (text === null) continue;
      told.push(text);
      if (table.position)
        forgotten.push(...this.screen.follow({ number: table.number, text, position: table.position }));
    }
    if (table.positionNumber !== positionNumber) this.turnBegan = this.now();
    const plain = table.phase === phase && events.length === 1 && events[0].type === 'move-made';
    this.send(`{"type":"update","events":[${told.join(',')}],"state":${this.#state(!plain, forgotten)}}`);
    this.#summarize();
    this.changed();
  }

  /** All that is shown, as JSON. @param {boolean} whole with the table itself @param {number[]} forgotten */
  #state(whole, forgotten) {
    const { table } = this;
    const parts = [`"number":${table.number}`];
    if (table.position) parts.push(`"position":${table.positionNumber}`);
    if (whole) parts.push(`"table":${JSON.stringify(this.info())}`);
    if (table.position) {
      const { view, moves } = table.pen.look(table.position, table.options.memory, this.seat);
      parts.push(`"view":${view}`);
      if (moves) parts.push(`"moves":${moves}`);
      const clock = this.#clock();
      if (clock) parts.push(`"clock":${clock}`);
      if (table.turn === null) parts.push(`"result":${this.#result()}`);
    }
    if (forgotten.length) parts.push(`"forgotten":${JSON.stringify(forgotten)}`);
    return `{${parts.join(',')}}`;
  }

  /** What everyone may know of a table. */
  info() {
    const { table } = this;
    const { id, options, phase, game, deals, star, rounds } = table;
    const seats = table.chairs.map(({ seat, name, key, level, ready }) => {
      const mine = key !== null;
      const kind = mine ? 'person' : level ? 'bot' : 'open';
      return {
        seat,
        kind,
        name,
        level,
        host: mine && key === table.host,
        here: mine,
        stand_in: false,
        ready,
        stand_in_offered: false,
      };
    });
    const spectators = this.seat === null ? 1 : 0;
    const round = deals.length;
    return { id, options, seats, phase, game, round, spectators, host_here: true, star, rounds };
  }

  #result() {
    const { deals, winner, drawn, pen, position } = this.table;
    const { hands: deal, salt, commitment } = deals[deals.length - 1];
    const hands = position ? pen.hands(position) : [];
    return JSON.stringify({ round: deals.length, winner, drawn, hands, deal, salt, commitment, shuffle: null });
  }

  /** Seconds that are left of the turn; null if there is no clock. */
  left() {
    const { options, turn } = this.table;
    if (!options.seconds || turn === null || this.table.chair(turn).key === null) return null;
    return Math.max(0, options.seconds - (this.now() - this.turnBegan) / 1000);
  }

  #clock() {
    const left = this.left();
    return left === null ? null : `{"seconds":${this.table.options.seconds},"left":${left.toFixed(1)}}`;
  }

  /** @param {number | null} last the last event that the page has */
  #welcome(last) {
    this.turnBegan = this.now(); // nobody loses time while nobody is there
    const { table } = this;
    const { log, numbers, deals, options } = table;
    const fresh = last === null || !numbers.length || last < numbers[0] || last > table.number;
    const { events, gone, screen } = recall(log, table.pen, options.memory);
    this.screen = screen;
    const known = fresh ? -1 : last;
    const shown = [...events].filter(([number]) => number > known).map(([, text]) => text);
    const head = JSON.stringify({
      type: 'welcome',
      protocol: PROTOCOL,
      server: 'local',
      seat: this.seat,
      host: this.key === table.host,
      fresh,
    });
    const forgotten = gone.filter((number) => number <= known).sort((one, other) => one - other);
    const commitment = JSON.stringify(deals.at(-1)?.commitment ?? null);
    const state = this.#state(true, forgotten);
    this.#summarize();
    this.send(`${head.slice(0, -1)},"log":[${shown.join(',')}],"state":${state},"commitment":${commitment}}`);
    this.changed();
  }

  /** Tells *My games* how it stands. It can be late, or missing: what is kept are the events. */
  #summarize() {
    const { table, seat } = this;
    const { phase, turn, winner, drawn, rounds, deals, chairs, options } = table;
    const score = chairs.map((_, i) => rounds.reduce((sum, points) => sum + points[i], 0));
    const opponents = chairs
      .filter((chair) => chair.seat !== seat)
      .map(({ seat: other, level }) => ({ seat: other, level }));
    const result = phase === 'over' ? { winner, drawn } : null;
    const summary = {
      players: options.players,
      seat,
      score,
      phase,
      turn,
      round: deals.length,
      opponents,
      result,
      when: Date.now(),
    };
    this.games.summarize(table.id, summary).catch(() => {});
  }
}

/** What is said when nothing could be kept. @param {unknown} error */
export function trouble(error) {
  if (error instanceof Damaged) return error;
  if (error instanceof Gone)
    return new Refusal('unknown-table', 'this game is no longer on this device', 'begin another');
  if (error instanceof Full)
    return new Refusal('full', 'this device has no room to keep the game', 'make room, then try again');
  if (error instanceof Newer)
    return new Refusal('wrong-protocol', 'a newer page keeps the games of this device', 'load this page again');
  if (error instanceof Silent)
    return new Refusal(
      'database-down',
      'this browser does not answer when it is asked for a game',
      'load this page again',
    );
  return new Refusal('database-down', 'this browser could not keep the move', 'try again in a moment; nothing is lost');
}
