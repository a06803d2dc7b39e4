// A table in memory, with its one client. Every request is decided, stored, and only then applied and sent.
// As server/tables/live_table.py, for one person.

import * as decisions from './decisions.js';
import { Damaged, Elsewhere, Full, Gone, Newer, Silent } from './games.js';
import { LogVisibility, visibleLog } from './log-visibility.js';
import { Refusal } from './refusals.js';
import { summaryOf } from './summary.js';

/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('./games.js').Games} Games */
/** @typedef {import('./games.js').StoredEvent} StoredEvent */
/** @typedef {import('../messages.d.ts').ClientMessage} ClientMessage */

const PROTOCOL = 1;

export class LiveTable {
  /** @param {Table} table @param {Games} games
   * @param {{key: string, send: (text: string) => void, onChange: () => void, now: () => number}} services
   * the key of the person, and callbacks: `onChange` runs after every change and updates the scheduler */
  constructor(table, games, { key, send, onChange, now }) {
    this.table = table;
    this.games = games;
    this.key = key;
    this.send = send;
    this.onChange = onChange;
    this.now = now;
    this.turnBegan = now();
    this.closed = false;
    this.visibility = new LogVisibility(table.writer, table.options.memory);
    /** Resolves when the last request is done: requests run one after the other. @type {Promise<unknown>} */
    this.queue = Promise.resolve();
  }

  get seat() {
    return this.table.chairOf(this.key)?.seat ?? null;
  }

  /** Handles a message of the client. @param {ClientMessage} message */
  receive(message) {
    return this.#enqueue(async () => {
      try {
        await this.#answer(message);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        this.send(error.write('ref' in message ? message.ref : null));
      }
    });
  }

  /** @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  #enqueue(work) {
    const done = this.queue.then(work);
    this.queue = done.catch(() => {}); // the queue only keeps the order; the caller gets the error
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
        if (this.seat === null) throw new Refusal('not-your-seat');
        return this.send(JSON.stringify({ type: 'reaction', seat: this.seat, emoji: message.emoji }));
      case 'rename':
        return void (await this.#decideAndStore(() => decisions.rename(table, key, message.name)));
      case 'ready':
        return void (await this.#decideAndStore(() => decisions.ready(table, key)));
      case 'resign':
        return void (await this.#decideAndStore(() => decisions.resign(table, key, message.level ?? 'medium')));
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
    const kept = await this.#decideAndStore(() => decisions.move(table, seat, message));
    if (kept || seat === null) return;
    const number = decisions.repeated(table, seat, message) ?? table.number;
    this.send(JSON.stringify({ type: 'accepted', number, ref: message.ref ?? null }));
  }

  /** Carries out a decision of the scheduler, after the requests before it. @param {() => StoredEvent[]} decide */
  act(decide) {
    return this.#enqueue(() => this.#decideAndStore(decide));
  }

  /** Decides, stores, applies and sends; returns the number of events. If another tab was first, decides again.
   * @param {() => StoredEvent[]} decide */
  async #decideAndStore(decide) {
    for (;;) {
      if (this.closed) return 0;
      const events = decide();
      if (!events.length) return 0;
      try {
        await this.games.append(this.table.id, this.table.number, events);
      } catch (error) {
        if (error instanceof Elsewhere) {
          if (!(await this.#catchUp())) throw new Damaged('the database has events that cannot be read');
          continue;
        }
        throw refusalFor(error);
      }
      this.#applyAndSend(events);
      return events.length;
    }
  }

  /** Reads what another tab has stored. */
  catchUp() {
    return this.#enqueue(() => this.#catchUp());
  }

  /** Applies what another tab has stored; returns how many events that are. */
  async #catchUp() {
    const missed = await this.games.load(this.table.id, this.table.number);
    if (!missed) throw refusalFor(new Gone());
    if (missed.events.length) this.#applyAndSend(missed.events);
    return missed.events.length;
  }

  /** Applies stored events and sends an update. @param {StoredEvent[]} events */
  #applyAndSend(events) {
    const { table } = this;
    const { phase, positionNumber } = table;
    const shown = /** @type {string[]} */ ([]);
    const forgotten = /** @type {number[]} */ ([]);
    for (const event of events) {
      const text = table.apply(event);
      if (text === null) continue;
      shown.push(text);
      if (table.position)
        forgotten.push(...this.visibility.follow({ number: table.number, text, position: table.position }));
    }
    if (table.positionNumber !== positionNumber) this.turnBegan = this.now();
    // Clients cannot take anything out of their log: they get all of it again.
    if (events.some(({ type }) => type === 'moves-taken-back')) return this.#welcome(null);
    const plain = table.phase === phase && events.length === 1 && events[0].type === 'move-made';
    this.send(`{"type":"update","events":[${shown.join(',')}],"state":${this.#state(!plain, forgotten)}}`);
    this.#summarize();
    this.onChange();
  }

  /** The `State` of a message, as JSON. @param {boolean} whole  with the table itself @param {number[]} forgotten */
  #state(whole, forgotten) {
    const { table } = this;
    const parts = [`"number":${table.number}`];
    if (table.position) parts.push(`"position":${table.positionNumber}`);
    if (whole) parts.push(`"table":${JSON.stringify(this.info())}`);
    if (table.position) {
      const { view, moves } = table.writer.writeViews(table.position, table.options.memory, this.seat);
      parts.push(`"view":${view}`);
      if (moves) parts.push(`"moves":${moves}`);
      const clock = this.#clock();
      if (clock) parts.push(`"clock":${clock}`);
      if (table.turn === null) parts.push(`"result":${this.#result()}`);
    }
    if (forgotten.length) parts.push(`"forgotten":${JSON.stringify(forgotten)}`);
    return `{${parts.join(',')}}`;
  }

  /** The public facts of the table (`TableInfo`). */
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
    return { id, options, seats, phase, game, round, spectators, host_here: true, star, rounds, goes_on_in: null };
  }

  #result() {
    const { deals, winner, drawn, writer, position } = this.table;
    const { hands: deal, salt, commitment } = deals[deals.length - 1];
    const hands = position ? writer.hands(position) : [];
    return JSON.stringify({ round: deals.length, winner, drawn, hands, deal, salt, commitment, shuffle: null });
  }

  /** Seconds left of the turn; null if there is no clock. */
  timeLeft() {
    const { options, turn } = this.table;
    if (!options.seconds || turn === null || this.table.chair(turn).key === null) return null;
    return Math.max(0, options.seconds - (this.now() - this.turnBegan) / 1000);
  }

  #clock() {
    const left = this.timeLeft();
    return left === null ? null : `{"seconds":${this.table.options.seconds},"left":${left.toFixed(1)}}`;
  }

  /** @param {number | null} last the last event that the page has */
  #welcome(last) {
    this.turnBegan = this.now(); // the clock stands still while nobody is connected
    const { table } = this;
    const { log, numbers, deals, options } = table;
    const fresh = last === null || !numbers.length || last < numbers[0] || last < table.rewound || last > table.number;
    const { events, gone, visibility } = visibleLog(log, table.writer, options.memory);
    this.visibility = visibility;
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
    this.onChange();
  }

  /** Stores how the game stands, for *My games*. It may be late or missing: the events decide. */
  #summarize() {
    const { table, seat } = this;
    this.games.summarize(table.id, summaryOf(table, seat)).catch(() => {}); // only the list of games shows it, and the next move writes it again
  }
}

/** The refusal for an error of the storage. @param {unknown} error */
export function refusalFor(error) {
  if (error instanceof Damaged) return error;
  if (error instanceof Gone) return new Refusal('unknown-table');
  if (error instanceof Full) return new Refusal('device-full');
  if (error instanceof Newer) return new Refusal('newer-page');
  if (error instanceof Silent) return new Refusal('storage-silent');
  return new Refusal('not-saved');
}
