// What of a table is shown, written by the engine: the way from events to the bytes that a server would send.

import { MOST_MOVES } from '../engine/bots.js';
import { deal, effects, judge, layout, limits, messages, views } from '../engine/kernel.js';

/** @typedef {import('../engine/engine.js').Engine} Engine */
/** A position: the words of a state, of which nobody else has a copy that changes. @typedef {BigInt64Array} Position */
/** A legal move that may be made; `told` is what everyone will have seen of it. @typedef {{text: string, before: Position, after: Position, move: bigint, told: bigint}} Step */

export const SEATS = 'ABCDE';
export const BY = ['person', 'bot', 'stand-in'];
const MEMORIES = /** @type {Record<string, number>} */ ({
  table: views.REMEMBERS_TABLE,
  discards: views.REMEMBERS_DISCARDS,
  all: views.REMEMBERS_ALL,
});
const LONGEST_MOVE = 400;
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** The engine at one table: its deck, and room to work in. */
export class Scribe {
  /** @param {Engine} engine @param {import('../engine/engine.js').DeckName} deck @param {number} players @param {number} stallLimit
   * @param {number} turnLimit @param {boolean} finishRound  whether a round is played on after the match is won (R20) */
  constructor(engine, deck, players, stallLimit, turnLimit = limits.TURN_LIMIT, finishRound = false) {
    this.engine = engine;
    this.kernel = engine.kernel;
    this.players = players;
    this.deckName = deck;
    this.deck = engine.deck(deck, players);
    this.limits = this.kernel.makeLimits(turnLimit, stallLimit, Number(finishRound));
    this.state = engine.words(layout.WORDS);
    this.other = engine.words(layout.WORDS);
    this.moves = engine.words(MOST_MOVES);
    this.effects = engine.words(MOST_MOVES, effects.EFFECT_WORDS);
    this.text = engine.text(256 * MOST_MOVES);
    this.heard = engine.text(1 << 12);
    this.starts = engine.words(messages.PIECES + 1);
    this.chance = engine.words(deal.CHANCE_WORDS);
  }

  /** @param {Position} position */
  #put(position) {
    this.state.items.set(position);
    return this.state;
  }

  /** A text, where the engine can read it. @param {string} text */
  #hear(text) {
    const bytes = encoder.encode(text);
    // What is longer would go over what lies behind it.
    if (bytes.length > this.heard.rows) throw new Error('this text is too long');
    const heard = this.heard.first(bytes.length);
    heard.items.set(bytes);
    return heard;
  }

  /** @param {number} from @param {number} to */
  #read(from, to) {
    return decoder.decode(this.text.items.subarray(from, to));
  }

  /** The round that these hands are. @param {string[]} hands @param {bigint} score of the match until then @returns {Position} */
  deal(hands, score) {
    const text = this.#hear(hands.join('|'));
    if (!this.kernel.readDeal(this.deck, this.state, text, this.players, score, this.limits))
      throw new Error('these hands are no deal of this deck');
    return this.state.items.slice();
  }

  /** The position that is written so, as docs/notation.md has it behind the name of the deck. @param {string} text @returns {Position} */
  position(text) {
    if (!this.kernel.readPosition(this.deck, this.state, this.#hear(text), this.players))
      throw new Error(`"${text}" is not a position`);
    return this.state.items.slice();
  }

  /** And how a position is written. @param {Position} position */
  positionText(position) {
    return this.#read(0, this.kernel.putPosition(this.deck, this.#put(position), this.text, 0));
  }

  /** Hands that chance has dealt, as texts. @param {number} number of the round, from 0 @param {Uint32Array} chance */
  draw(number, chance) {
    this.chance.items.set([...chance].map(BigInt));
    const first = this.kernel.dealtFirst(this.players, number);
    this.kernel.drawRound(this.deck, this.state, this.chance, this.players, first, 0n, this.limits);
    return this.hands(this.state.items.slice());
  }

  /** All hands of a position, as texts. @param {Position} position */
  hands(position) {
    const turned = position[layout.TURNED];
    return Array.from({ length: this.players }, (_, seat) =>
      this.#read(0, this.kernel.putCards(this.deck, position[layout.HANDS + seat], turned, this.text, 0)),
    );
  }

  /** The legal move that is written so; null if there is none. @param {Position} position @param {string} text @returns {Step | null} */
  foresee(position, text) {
    if (text.length > LONGEST_MOVE) return null;
    const move = this.kernel.makeWrittenMove(this.deck, this.#put(position), this.#hear(text), this.other);
    if (move < 0n) return null;
    const told = this.kernel.tellMove(this.deck, this.state, move);
    return { text, before: position, after: this.other.items.slice(), move, told };
  }

  /** What someone means by a text: the legal move, or what is wrong with the text, or why that move is not legal, as JSON.
   * @param {Position} position @param {string} seat @param {string} said
   * @returns {{move: string | null, problem: string | null, why: string | null}} */
  understand(position, seat, said) {
    const { kernel, deck, text } = this;
    const state = this.#put(position);
    const nothing = { move: null, problem: null, why: null };
    const number = SEATS.indexOf(seat);
    let end = kernel.tidyMove(this.#hear(said.trim().split(/\s+/).join(' ')), text);
    // Who may not move now is told so, whatever set is meant.
    if (end > 0 && kernel.judgeWritten(deck, state, number, this.#hear(this.#read(0, end))) !== judge.NOT_YOUR_TURN)
      end = kernel.completeMove(state, this.#hear(this.#read(0, end)), text);
    if (end < 0) return { ...nothing, problem: this.#read(0, kernel.writeProblem(-end, text)) };
    const move = this.#read(0, end);
    const code = kernel.judgeWritten(deck, state, number, this.#hear(move));
    if (code === judge.LEGAL) return { ...nothing, move };
    return { ...nothing, why: this.#read(0, kernel.writeWhy(deck, state, this.#hear(move), code, text)) };
  }

  /** What everyone is told of a step that has become event `number`. @param {Step} step @param {number} number @param {string} by */
  moved({ before, after, move }, number, by) {
    this.other.items.set(after);
    const end = this.kernel.putMoved(
      this.deck,
      this.#put(before),
      this.other,
      move,
      number,
      BY.indexOf(by),
      this.moves,
      this.effects,
      this.text,
      0,
    );
    return this.#read(0, end);
  }

  /** The piece of a seat, or of who only watches. @param {string | null} seat */
  #piece(seat) {
    return seat === null ? messages.EVERYONE : messages.SEAT + SEATS.indexOf(seat);
  }

  /** What a seat sees, and its moves if it is in turn. @param {Position} position @param {string} memory @param {string | null} seat */
  look(position, memory, seat) {
    const piece = this.#piece(seat);
    const { deck, moves, effects, text, starts } = this;
    this.kernel.writeViews(deck, this.#put(position), MEMORIES[memory], 1 << piece, moves, effects, text, starts);
    const at = [...starts.items].map(Number);
    return {
      view: this.#read(at[piece], at[piece + 1]),
      moves: this.#read(at[messages.MOVES], at[messages.PIECES]),
    };
  }

  /** The view of whoever is in turn, as bots get it. @param {Position} position */
  view(position) {
    this.kernel.makeView(this.deck, this.#put(position), this.kernel.seatInTurn(this.state) + 1, this.other);
    return this.other.items.slice();
  }

  /** A move of such a view as text. @param {BigInt64Array} view @param {bigint} move */
  moveText(view, move) {
    const end = this.kernel.putMove(this.deck, this.players, view[layout.TURNED], move, this.text, 0);
    return this.#read(0, end);
  }

  /** The cards that a text names. @param {string} text */
  named(text) {
    return this.kernel.namedCards(this.deck, this.#hear(text));
  }

  /** The cards that a table of this memory still shows. @param {Position} position @param {string} memory */
  inSight(position, memory) {
    return this.kernel.cardsInSight(this.deck, this.#put(position), MEMORIES[memory]);
  }

  /** How a round stands: who is in turn, or how it and the match have ended. @param {Position} position @param {number} abandoned before it */
  standing(position, abandoned) {
    const state = this.#put(position);
    const over = position[layout.ENDING] !== 0n;
    const row = over ? this.kernel.abandonedInARow(state, abandoned) : abandoned;
    // While a round is played on, the match is won, and not over.
    const winner = over ? this.kernel.winnerOf(state) : -1;
    return {
      turn: over ? null : SEATS[this.kernel.seatInTurn(state)],
      starter: SEATS[Number(position[layout.STARTER])],
      points: Array.from({ length: this.players }, (_, seat) => this.kernel.pointsOf(state, seat)),
      score: this.kernel.scoreAfter(state),
      abandoned: row,
      result: over ? this.kernel.resultOf(state, row) : 0,
      winner: winner < 0 ? null : SEATS[winner],
    };
  }
}
