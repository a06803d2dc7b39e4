// The state of a table on this device, made by its events. As server/tables/table.py, with the same events.

import { cardsOf } from '../engine/engine.js';
import { limits, match } from '../engine/kernel.js';
import { SEATS } from '../game/seats.js';
import { sha256 } from '../game/sha256.js';
import { currentName } from '../shared/decks.js';
import { WireWriter } from './wire-writer.js';

/** @typedef {import('../engine/engine.js').Engine} Engine */
/** @typedef {import('./wire-writer.js').Position} Position */
/** @typedef {import('./wire-writer.js').Step} Step */
/** @typedef {import('./games.js').StoredEvent} StoredEvent */
/** Who sits in a seat: a person with their key, or a bot of a level.
 * @typedef {{seat: string, name: string | null, key: string | null, level: string | null, ready: boolean}} Chair */
/** A deal with the salt that hides it in its commitment.
 * @typedef {{hands: string[], salt: string, commitment: string}} Deal */
/** An event since the deal: its number, its JSON as clients get it, and the position after it.
 * @typedef {{number: number, text: string, position: Position}} LoggedEvent */

/** The promise of a deal. @param {string} salt @param {string[]} hands */
export const promise = (salt, hands) => sha256([salt, ...hands].join('|'));

export class Table {
  /** @type {WireWriter | undefined} */
  #writer;

  /** @param {string} id @param {Engine} engine
   * @param {number | null} length of a daily game, in rounds that are all from 0-0; other games go on until they are
   *   won */
  constructor(id, engine, length = null) {
    this.id = id;
    this.engine = engine;
    this.length = length;
    this.number = 0;
    /** @type {Record<string, any>} */
    this.options = {};
    this.host = '';
    /** @type {Chair[]} */
    this.chairs = [];
    /** @type {'open' | 'playing' | 'between' | 'over'} */
    this.phase = 'open';
    this.game = 0;
    /** @type {Deal[]} */
    this.deals = [];
    /** Points of the rounds of this game that have ended, and how many in a row were abandoned. @type {number[][]} */
    this.rounds = [];
    this.abandoned = 0;
    /** How many hints were taken in this game, and how often a move was taken back. */
    this.hints = 0;
    this.takeBacks = 0;
    /** Where in another game this one began: nothing before it is taken back. @type {{round: number, move: number}} */
    this.start = { round: 1, move: 0 };
    /** Of the match before this round, as the engine has it. */
    this.score = 0n;
    /** @type {Position | null} */
    this.position = null;
    /** The number of the event that made the position. */
    this.positionNumber = 0;
    /** @type {string | null} */
    this.turn = null;
    this.starter = '';
    /** @type {string | null} */
    this.winner = null;
    this.drawn = false;
    /** The moves of this round. @type {string[]} */
    this.moves = [];
    /** Who made them: a seat, and its person or a bot; `seen` is whether another person has opened their hand since, and
     * so may know of it. @type {{seat: string, by: string, seen: boolean}[]} */
    this.makers = [];
    /** What everyone has seen of them, as the engine has it, for bots. @type {bigint[]} */
    this.history = [];
    /** The number of the deal's event and those of the moves. @type {number[]} */
    this.numbers = [];
    /** The events since the deal, as clients got them. @type {LoggedEvent[]} */
    this.log = [];
    /** The number of the last event that took moves back: what clients have of the log before it is out of date. */
    this.rewound = 0;
    /** How often names or seats have changed since the deal. */
    this.renewed = 0;
    /** The result of the last `tryMove` in this position. @type {Step | null} */
    this.step = null;
  }

  /** @param {string} key */
  chairOf(key) {
    return this.chairs.find((chair) => chair.key === key) ?? null;
  }

  /** @param {string} seat */
  chair(seat) {
    return this.chairs[SEATS.indexOf(seat)];
  }

  /** Applies the next event; returns its JSON as clients get it, or null if they get none.
   * @param {StoredEvent} event @returns {string | null} */
  apply(event) {
    this.number++;
    const text = this.#change(event);
    if (text !== null && this.position) this.log.push({ number: this.number, text, position: this.position });
    return text;
  }

  /** @param {StoredEvent} event */
  #change(event) {
    const { number } = this;
    const { type, seat } = event;
    switch (type) {
      case 'move-made':
        return this.#move(event);
      case 'round-dealt':
        return this.#deal(event);
      case 'created':
        this.#create(event);
        return null;
      case 'seated':
        this.#sit(seat, { name: event.name, key: event.key });
        return JSON.stringify({ type: 'sat', number, seat, name: event.name });
      case 'bot-seated':
        this.#sit(seat, { level: event.level });
        return JSON.stringify({ type: 'filled', number, seat, level: event.level });
      case 'seat-ready':
        this.chair(seat).ready = true;
        return null;
      case 'hint-taken':
        if (event.depth === 1) this.hints++; // further ones about the same decision tell more of it
        return null;
      case 'hand-opened': {
        const maker = this.makers.at(-1);
        if (maker && maker.seat !== seat) maker.seen = true;
        return null;
      }
      case 'moves-taken-back':
        this.#takeBack(event);
        return null;
      case 'seat-renamed': {
        const was = this.chair(seat).name;
        this.chair(seat).name = event.name;
        this.renewed++;
        return JSON.stringify({ type: 'renamed', number, seat, name: event.name, was });
      }
      case 'seat-resigned': {
        const { name } = this.chair(seat);
        this.#sit(seat, { level: event.level });
        this.renewed++;
        return JSON.stringify({ type: 'resigned', number, seat, level: event.level, name });
      }
      default:
        throw new Error(`${type} is not the type of an event`);
    }
  }

  /** @param {StoredEvent} event */
  #create({ options, deck: kept, key, stall_limit }) {
    const deck = typeof kept === 'string' ? currentName(kept) : kept;
    this.options = typeof deck === 'string' ? { ...options, deck } : options;
    this.host = key;
    this.#writer = new WireWriter(
      this.engine,
      deck,
      options.players,
      stall_limit,
      limits.TURN_LIMIT,
      options.finish_round === true,
    );
    const { faces, star } = cardsOf(deck, options.players);
    this.star = `${faces[2 * star]}/${faces[2 * star + 1]}`;
    for (const seat of SEATS.slice(0, options.players)) this.#sit(seat, {});
  }

  /** @param {string} seat @param {Partial<Chair>} who */
  #sit(seat, who) {
    this.chairs[SEATS.indexOf(seat)] = { seat, name: null, key: null, level: null, ready: false, ...who };
  }

  /** Writes what the clients of this table are sent. */
  get writer() {
    if (!this.#writer) throw new Error('a table begins with its creation');
    return this.#writer;
  }

  /** @param {StoredEvent} event */
  #deal({ hands, salt }) {
    if (this.phase !== 'between') {
      this.game++;
      this.deals = [];
      this.rounds = [];
      this.abandoned = 0;
      this.score = 0n;
      this.hints = 0;
      this.takeBacks = 0;
    }
    if (this.length) this.score = 0n;
    this.deals.push({ hands, salt, commitment: promise(salt, hands) });
    this.moves = [];
    this.makers = [];
    this.history = [];
    this.numbers = [this.number];
    this.log = [];
    this.renewed = 0;
    for (const chair of this.chairs) chair.ready = false;
    this.#setPosition(this.writer.deal(hands, this.score));
    const { number, game, deals, starter } = this;
    const { commitment } = deals[deals.length - 1];
    return JSON.stringify({ type: 'dealt', number, game, round: deals.length, starter, commitment, shuffle: null });
  }

  /** The legal move with this text and the position after it; null if there is none. @param {string} text */
  tryMove(text) {
    if (this.step?.text !== text) this.step = this.position && this.writer.tryMove(this.position, text);
    return this.step;
  }

  /** @param {StoredEvent} event */
  #move({ seat, move, by }) {
    const step = this.tryMove(move);
    if (!step) throw new Error(`${move} is not a legal move`);
    this.moves.push(move);
    this.makers.push({ seat, by, seen: false });
    this.history.push(step.entry);
    this.numbers.push(this.number);
    this.#setPosition(step.after);
    return this.writer.writeMoved(step, this.number, by);
  }

  /** The round is as it was before its last moves. @param {StoredEvent} event */
  #takeBack({ moves, counts }) {
    const left = this.moves.length - moves;
    const position = this.positionBefore(left);
    const last = this.numbers[left];
    this.log = this.log.filter(({ number }) => number <= last);
    for (const list of [this.moves, this.makers, this.history]) list.length = left;
    this.numbers = [...this.numbers.slice(0, left), this.number];
    if (counts) this.takeBacks++;
    this.rewound = this.number;
    this.#setPosition(position);
  }

  /** The index of the last move of this round that the person at a seat decided on; -1 if there is none.
   * @param {string} seat */
  lastDecision(seat) {
    const { round, move } = this.start;
    const first = this.game === 1 && this.deals.length === round ? move : 0;
    const index = this.makers.findLastIndex((maker) => maker.seat === seat && maker.by === 'person');
    return index < first ? -1 : index;
  }

  /** @param {Position} position */
  #setPosition(position) {
    this.position = position;
    this.positionNumber = this.number;
    this.step = null;
    const { turn, starter, points, score, abandoned, result, winner } = this.writer.standing(position, this.abandoned);
    this.turn = turn;
    this.starter = starter;
    this.winner = winner;
    this.drawn = result === match.TIED && !this.length;
    this.phase = 'playing';
    if (turn !== null) return;
    this.rounds.push(points);
    this.score = score;
    this.abandoned = abandoned;
    const goesOn = this.length ? this.rounds.length < this.length : result === match.UNFINISHED;
    this.phase = goesOn ? 'between' : 'over';
  }

  /** The position of this round in which its move with this index was made. @param {number} index */
  positionBefore(index) {
    const before = this.log.findLast(({ number }) => number <= this.numbers[index]);
    if (!before) throw new Error('no round has been dealt');
    return before.position;
  }
}
