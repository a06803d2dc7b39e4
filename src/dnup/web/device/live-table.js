// A table in memory, with its one client. Every request is decided, stored, and only then applied and sent.
// As server/tables/live_table.py, for one person, or for several who hand the device round: then the client gets a hand
// only while its owner has opened it.

import * as decisions from './decisions.js';
import { isOwn } from './device.js';
import { Damaged, Elsewhere, Full, Gone, Newer, Silent } from './games.js';
import { LogVisibility, visibleLog } from './log-visibility.js';
import { Refusal } from './refusals.js';
import { summaryOf } from './summary.js';

/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('./games.js').Games} Games */
/** @typedef {import('./games.js').StoredEvent} StoredEvent */
/** @typedef {import('../messages.d.ts').ClientMessage} ClientMessage */

const PROTOCOL = 1;

/** How a device that several people share stands: whose hand is open, who may open theirs next, and whose last move can
 * be undone.
 * @typedef {{viewer: string | null, next: string | null, undo: string | null}} Handover */

export class LiveTable {
  /** @param {Table} table @param {Games} games
   * @param {{key: string, send: (text: string) => void, onChange: () => void, now: () => number, onHandover?:
   *   (handover: Handover | null) => void}} services  the key of the person, and callbacks: `onChange` runs after every
   *   change and updates the scheduler, `onHandover` before every message that shows the table */
  constructor(table, games, { key, send, onChange, now, onHandover = () => {} }) {
    this.table = table;
    this.games = games;
    this.ownKey = key;
    this.send = send;
    this.onChange = onChange;
    this.onHandover = onHandover;
    this.now = now;
    /** Whether hands are covered until their owners open them: several people share this device, or did when a hand was
     * last opened. */
    this.covers = this.#own.length > 1;
    /** Whose hand is open on such a device. @type {string | null} */
    this.viewer = null;
    this.turnBegan = now();
    this.closed = false;
    this.visibility = new LogVisibility(table.writer, table.options.memory);
    /** Resolves when the last request is done: requests run one after the other. @type {Promise<unknown>} */
    this.queue = Promise.resolve();
  }

  /** The chairs of the people at this device. */
  get #own() {
    return this.table.chairs.filter(({ key }) => isOwn(key, this.ownKey));
  }

  /** The key of the person who acts; that of nobody while all hands are covered. */
  get key() {
    if (!this.covers) return this.#own[0]?.key ?? this.ownKey;
    return this.#own.find(({ seat }) => seat === this.viewer)?.key ?? '';
  }

  get seat() {
    return this.table.chairOf(this.key)?.seat ?? null;
  }

  /** Whose last move can be undone, on a device that several share. */
  get undoable() {
    return this.covers ? decisions.undoable(this.table) : null;
  }

  /** The next person to play, after the bots before them; null if the round ends before. The engine says who follows
   * whom: every bot may rotate (R9). */
  get next() {
    const { table } = this;
    const own = new Set(this.#own.map(({ seat }) => seat));
    let { position } = table;
    for (let turns = 0; position && turns < 2 * table.chairs.length; turns++) {
      const { turn } = table.writer.standing(position, 0);
      if (turn === null || own.has(turn)) return turn;
      position = table.writer.tryMove(position, 'rotate')?.after ?? null;
    }
    return null;
  }

  /** Opens the hand of the person who is next: its cards are sent when it is noted. @param {string} seat */
  open(seat) {
    return this.#enqueue(async () => {
      if (!this.covers) return;
      await this.#decideAndStore(() => decisions.openHand(this.table, seat, this.next));
      this.viewer = seat;
      // The last person at the device needs no cover any more.
      this.covers = this.#own.length > 1;
      this.#welcome(null);
    });
  }

  /** Covers the open hand: nothing of it is sent any more. */
  cover() {
    return this.#enqueue(async () => {
      if (!this.covers || this.table.turn === null) return;
      this.viewer = null;
      this.#welcome(null);
    });
  }

  /** Undoes the last move, on a device that several share. */
  undo() {
    return this.#enqueue(() => this.#decideAndStore(() => decisions.undo(this.table)));
  }

  /** A bot plays on for one of the people at the device. @param {string} seat @param {string} level */
  leave(seat, level) {
    const key = () => this.#own.find((chair) => chair.seat === seat)?.key ?? '';
    return this.#enqueue(() => this.#decideAndStore(() => decisions.resign(this.table, key(), level)));
  }

  /** Covers the hand if another person comes next, and before a new round. @param {StoredEvent[]} events
   * @returns {boolean}  whether another hand is shown now than before */
  #handOver(events) {
    if (this.#own.length > 1) this.covers = true;
    const before = this.viewer;
    const dealt = events.some(({ type }) => type === 'round-dealt');
    if (dealt || (this.table.turn !== null && this.viewer !== this.next)) this.viewer = null;
    return this.covers && this.viewer !== before;
  }

  /** Tells the client how the device is shared, before it gets the table. */
  #tellHandover() {
    const { viewer, next, undoable: undo } = this;
    this.onHandover(this.covers ? { viewer, next, undo } : null);
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
      case 'ready': {
        // At the end of a round everyone looks at the device, and anyone may go on.
        const anyone = this.covers ? (this.#own[0]?.key ?? key) : key;
        return void (await this.#decideAndStore(() => decisions.ready(table, anyone)));
      }
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
    // Clients cannot take anything out of their log, nor change their seat: they get all of it again.
    const rewound = events.some(({ type }) => type === 'moves-taken-back');
    if (this.#handOver(events) || rewound) return this.#welcome(null);
    const plain = table.phase === phase && events.length === 1 && events[0].type === 'move-made';
    this.#tellHandover();
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
    this.#tellHandover();
    this.send(`${head.slice(0, -1)},"log":[${shown.join(',')}],"state":${state},"commitment":${commitment}}`);
    this.onChange();
  }

  /** Stores how the game stands, for *My games*. It may be late or missing: the events decide. */
  #summarize() {
    const { table, covers, seat } = this;
    this.games.summarize(table.id, summaryOf(table, covers ? null : seat)).catch(() => {}); // only the list of games shows it, and the next move writes it again
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
