// Replay a record in the engine: every position, every seat's view, every event. It runs in a worker.

import { MomentInspector } from '../analysis/moment-details.js';
import { WireWriter } from '../device/wire-writer.js';
import { cardsOf } from '../engine/engine.js';
import { layout, limits, match } from '../engine/kernel.js';
import { SEATS } from '../game/seats.js';
import { NotARecord } from './record.js';

/** @typedef {import('./record.js').Recorded} Recorded */
/** @typedef {import('../device/wire-writer.js').Position} Position */
/** @typedef {import('../device/wire-writer.js').Step} Step */
/** @typedef {import('../messages.d.ts').Moved} Moved */
/** @typedef {import('../messages.d.ts').SeatView} SeatView */
/** @typedef {import('../messages.d.ts').LegalMove} LegalMove */
/** A position of the game, after some moves of a round. `step` is the move that led there.
 * @typedef {{round: number, move: number, position: Position, step: Step | null}} Stop */
/** What the page knows of the whole game from the start.
 * @typedef {object} Outline
 * @property {string[]} players
 * @property {(string | null)[]} levels  of the bots, by seat
 * @property {string} star
 * @property {{first: number, moves: number, points: number[], over: boolean}[]} rounds  `first` is the stop where it was dealt
 * @property {(string | null)[]} turns  who is to move at each stop
 * @property {(Moved | null)[]} events  what led to each stop
 * @property {string | null} winner
 * @property {boolean} over  whether the match came to its end
 * @property {boolean} playable  whether a table of this device can play it on */
/** What is shown of a move that was not made in the game. @typedef {{view: SeatView, event: Moved}} Followed */
/** What is shown of a stop: a seat's view, with its moves if it is in turn, and all hands.
 * @typedef {{view: SeatView, moves: LegalMove[], hands: string[]}} Shown */

export class Replay {
  /** @param {import('../engine/engine.js').Engine} engine @param {Recorded} record */
  constructor(engine, record) {
    const { deck, players, stallLimit, turnLimit, finishRound } = record;
    this.record = record;
    this.engine = engine;
    /** @type {MomentInspector | null} */
    this.inspector = null;
    this.writer = new WireWriter(engine, deck, players.length, stallLimit, turnLimit, finishRound);
    /** @type {Stop[]} */
    this.stops = [];
    /** @type {{first: number, moves: number, points: number[], over: boolean}[]} */
    this.rounds = [];
    this.winner = /** @type {string | null} */ (null);
    this.over = false;
    let score = 0n;
    let abandoned = 0;
    for (const [index, { deal, moves }] of record.rounds.entries()) {
      const round = index + 1;
      if (this.over) throw new NotARecord('not_legal', { round, move: 0 });
      const first = this.stops.length;
      const end = this.#play(round, deal, moves, score);
      const { points, score: after, abandoned: row, result, winner, turn } = this.writer.standing(end, abandoned);
      if (turn !== null && round < record.rounds.length)
        throw new NotARecord('not_legal', { round, move: moves.length });
      this.rounds.push({ first, moves: moves.length, points, over: turn === null });
      if (turn !== null) break;
      [score, abandoned] = [after, row];
      this.winner = winner;
      this.over = result !== match.UNFINISHED;
    }
  }

  /** A round from its deal to its end; returns where it came to.
   * @param {number} round @param {string[]} deal @param {string[]} moves @param {bigint} score */
  #play(round, deal, moves, score) {
    let position;
    try {
      position = this.writer.deal(deal, score);
    } catch {
      throw new NotARecord('not_legal', { round, move: 0 });
    }
    this.stops.push({ round, move: 0, position, step: null });
    for (const [index, text] of moves.entries()) {
      const step = this.#step(position, text);
      if (!step) throw new NotARecord('not_legal', { round, move: index + 1 });
      position = step.after;
      this.stops.push({ round, move: index + 1, position, step });
    }
    return position;
  }

  /** A move as it is written, or, as people may write one, as it is meant.
   * @param {Position} position @param {string} text */
  #step(position, text) {
    const { writer } = this;
    const step = writer.tryMove(position, text);
    const { turn } = writer.standing(position, 0);
    if (step || turn === null) return step;
    const { move } = writer.parseMove(position, turn, text);
    return move === null ? null : writer.tryMove(position, move);
  }

  /** @returns {Outline} */
  outline() {
    const { record, writer, stops, rounds, winner, over } = this;
    const { faces, star } = cardsOf(record.deck, record.players.length);
    return {
      players: record.players,
      levels: record.levels,
      star: `${faces[2 * star]}/${faces[2 * star + 1]}`,
      rounds,
      turns: stops.map(({ position }) => writer.standing(position, 0).turn),
      events: stops.map(({ step }, index) => (step ? JSON.parse(writer.writeMoved(step, index, 'person')) : null)),
      winner,
      over,
      playable: record.turnLimit === limits.TURN_LIMIT,
    };
  }

  /** @param {number} index @param {string | null} seat @returns {Shown} */
  show(index, seat) {
    const { position } = this.stops[index];
    const { view, moves } = this.writer.writeViews(position, 'all', seat);
    return { view: JSON.parse(view), moves: moves ? JSON.parse(moves) : [], hands: this.writer.hands(position) };
  }

  /** The table after each move of a line, as a seat sees it, with what happened.
   * @param {import('../analysis/estimators.js').LineMove[]} line @param {string} seat @returns {Followed[]} */
  follow(line, seat) {
    return line.flatMap(({ position, move }) => {
      const before = this.writer.position(position);
      const step = this.writer.tryMove(before, move);
      if (!step) return [];
      const { view } = this.writer.writeViews(step.after, 'all', seat);
      const event = this.writer.writeMoved(step, Number(before[layout.ACTIONS]) + 1, 'person');
      return [{ view: JSON.parse(view), event: JSON.parse(event) }];
    });
  }

  /** Why something is no move at a stop; null if it is one. @param {number} index @param {string} text */
  whyNot(index, text) {
    const { position } = this.stops[index];
    const { why } = this.writer.parseMove(position, this.writer.standing(position, 0).turn ?? 'A', text);
    return why === null ? null : JSON.parse(why);
  }

  /** Stops as docs/notation.md writes positions; none where the deck has no name. @param {number[]} stops */
  positions(stops) {
    const { deck } = this.record;
    if (typeof deck !== 'string') return [];
    return stops.map((stop) => `${deck} ${this.writer.positionText(this.stops[stop].position)}`);
  }

  /** What can be asked about the decision at a stop: what could be believed, three worlds, and who would play so.
   * @param {number} index @returns {import('../analysis/moment-details.js').MomentDetails} */
  details(index) {
    const { stops } = this;
    const { inspector, view } = this.#inspect(index);
    const { position } = stops[index];
    const { first } = this.rounds[stops[index].round - 1];
    const history = stops.slice(first + 1, index + 1).flatMap(({ step }) => (step ? [step.entry] : []));
    return inspector.details({ view, position, made: stops[index + 1].step?.text ?? '', history }, BigInt(index));
  }

  /** What other moves of a stop are worth measured by one that somebody tries.
   * @param {number} index @param {string} tried @param {string[]} others */
  measure(index, tried, others) {
    const { inspector, view } = this.#inspect(index);
    return inspector.estimator.measure(view, tried, others, BigInt(index));
  }

  /** What the seat in turn at a stop sees, and who knows about decisions. @param {number} index */
  #inspect(index) {
    const { record } = this;
    this.inspector ??= new MomentInspector(this.engine, record.deck, record.players.length);
    const { position } = this.stops[index];
    const seat = SEATS.indexOf(this.writer.standing(position, 0).turn ?? 'A');
    return { inspector: this.inspector, view: this.inspector.estimator.viewOf(position, seat) };
  }

  /** The game as it is judged: every position, and the moves between them.
   * @returns {import('../analysis/reviewer.js').Played} */
  played() {
    const { record, rounds, stops, winner } = this;
    const played = rounds.map(({ first, moves }) => {
      const all = stops.slice(first, first + moves + 1);
      return {
        positions: all.map(({ position }) => position),
        moves: all.flatMap(({ step }) => (step ? [step.text] : [])),
        history: all.flatMap(({ step }) => (step ? [step.entry] : [])),
      };
    });
    return { deck: record.deck, players: record.players, rounds: played, winner };
  }
}
