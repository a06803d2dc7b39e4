// Has the engine write the JSON that clients of a table get: the same bytes that a server sends. As
// server/tables/wire_writer.py.

import { MOST_MOVES } from '../engine/bots.js';
import { deal, effects, illegality, layout, legality, limits, messages, problems, views } from '../engine/kernel.js';
import { SEATS } from '../game/seats.js';
import { explain } from './illegality.js';
import { formatMove, parseMove } from './move-parser.js';

/** @typedef {import('../engine/engine.js').Engine} Engine */
/** A position: the words of a state, of which nobody else has a copy that changes. @typedef {BigInt64Array} Position */
/** A legal move and the positions before and after it; `entry` is its word in the history.
 * @typedef {{text: string, before: Position, after: Position, move: bigint, entry: bigint}} Step */

export const BY = ['person', 'bot', 'stand-in'];
const MEMORIES = /** @type {Record<string, number>} */ ({
  table: views.REMEMBERS_TABLE,
  discards: views.REMEMBERS_DISCARDS,
  all: views.REMEMBERS_ALL,
});
const LONGEST_MOVE = 400;
/** A text of 1 << 12 bytes names at most this many cards. */
const MOST_CARDS = 1 << 10;
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** The engine at one table: its deck, and buffers. */
export class WireWriter {
  /** @param {Engine} engine @param {import('../engine/engine.js').DeckName} deck @param {number} players
   * @param {number} stallLimit @param {number} turnLimit
   * @param {boolean} finishRound  whether a round is played on after the match is won (R20) */
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
    this.input = engine.text(1 << 12);
    this.starts = engine.words(messages.PIECES + 1);
    this.facts = engine.words(illegality.FACTS + MOST_CARDS);
    this.slots = players === 2 ? ['A1', 'A2', 'B1', 'B2'] : [...SEATS.slice(0, players)];
    this.chance = engine.words(deal.CHANCE_WORDS);
  }

  /** @param {Position} position */
  #put(position) {
    this.state.items.set(position);
    return this.state;
  }

  /** Puts a text where the engine can read it. @param {string} text */
  #writeInput(text) {
    const bytes = encoder.encode(text);
    // A longer text would overwrite the buffer behind it.
    if (bytes.length > this.input.rows) throw new Error('this text is too long');
    const input = this.input.first(bytes.length);
    input.items.set(bytes);
    return input;
  }

  /** @param {number} from @param {number} to */
  #read(from, to) {
    return decoder.decode(this.text.items.subarray(from, to));
  }

  /** The round that these hands are.
   * @param {string[]} hands @param {bigint} score of the match until then @returns {Position} */
  deal(hands, score) {
    const text = this.#writeInput(hands.join('|'));
    if (!this.kernel.readDeal(this.deck, this.state, text, this.players, score, this.limits))
      throw new Error('these hands are no deal of this deck');
    return this.state.items.slice();
  }

  /** The position that is written so, as docs/notation.md has it behind the name of the deck.
   * @param {string} text @returns {Position} */
  position(text) {
    if (!this.kernel.readPosition(this.deck, this.state, this.#writeInput(text), this.players))
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

  /** The legal move that is written so; null if there is none.
   * @param {Position} position @param {string} text @returns {Step | null} */
  tryMove(position, text) {
    if (text.length > LONGEST_MOVE) return null;
    const move = this.kernel.makeWrittenMove(this.deck, this.#put(position), this.#writeInput(text), this.other);
    if (move < 0n) return null;
    const entry = this.kernel.historyWord(this.deck, this.state, move);
    return { text, before: position, after: this.other.items.slice(), move, entry };
  }

  /** What someone means by a text: the legal move, or what is wrong with the text, or why that move is not legal, as
   * JSON.
   * @param {Position} position @param {string} seat @param {string} typed
   * @returns {{move: string | null, problem: string | null, why: string | null}} */
  parseMove(position, seat, typed) {
    const { kernel, deck } = this;
    const state = this.#put(position);
    const nothing = { move: null, problem: null, why: null };
    const number = SEATS.indexOf(seat);
    let meant = parseMove(typed);
    // The slot is completed only for the seat that may move.
    if (typeof meant === 'object' && this.#code(number, formatMove(meant)) !== legality.NOT_YOUR_TURN)
      meant = this.#complete(position, meant);
    if (typeof meant === 'string') return { ...nothing, problem: problems[meant] };
    const move = formatMove(meant);
    const code = this.#code(number, move);
    if (code === legality.LEGAL) return { ...nothing, move };
    const count = kernel.findFacts(deck, state, this.#writeInput(move), code, this.facts);
    const facts = [...this.facts.items.subarray(0, illegality.FACTS + count)].map(Number);
    const turn = SEATS[kernel.seatInTurn(state)];
    return { ...nothing, why: JSON.stringify(explain(facts, meant, turn, this.slots)) };
  }

  /** LEGAL, or why the move of a text is not legal in the state, if this seat makes it.
   * @param {number} seat @param {string} move */
  #code(seat, move) {
    return this.kernel.checkWrittenMove(this.deck, this.state, seat, this.#writeInput(move));
  }

  /** An add or a take with the slot that it means, if the text left it open and only one can be meant.
   * @param {Position} position @param {import('./move-parser.js').Parsed} move
   * @returns {import('./move-parser.js').Parsed | 'ambiguous' | 'set-missing'} */
  #complete(position, move) {
    const { verb, cards, slot } = move;
    if (!['add', 'take'].includes(verb) || this.slots.includes(slot ?? '') || position[layout.ENDING]) return move;
    const sets = this.kernel.opponentsSets(this.state, cards.length ? Number(cards[0].split('/')[0]) : 0);
    const meant = this.slots.filter((name, i) => (sets >> i) & 1 && name.startsWith(slot ?? ''));
    if (meant.length > 1) return 'ambiguous';
    if (!meant.length) return slot === null ? 'set-missing' : move;
    return { ...move, slot: meant[0] };
  }

  /** The JSON of a move that became event `number`.
   * @param {Step} step @param {number} number @param {string} by */
  writeMoved({ before, after, move }, number, by) {
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

  /** The index of a seat's piece, or of the spectators'. @param {string | null} seat */
  #piece(seat) {
    return seat === null ? messages.EVERYONE : messages.SEAT + SEATS.indexOf(seat);
  }

  /** What a seat sees, and its moves if it is in turn.
   * @param {Position} position @param {string} memory @param {string | null} seat */
  writeViews(position, memory, seat) {
    const piece = this.#piece(seat);
    const { deck, moves, effects, text, starts } = this;
    this.kernel.writeViews(deck, this.#put(position), MEMORIES[memory], 1 << piece, moves, effects, text, starts);
    const at = [...starts.items].map(Number);
    return {
      view: this.#read(at[piece], at[piece + 1]),
      moves: this.#read(at[messages.MOVES], at[messages.PIECES]),
    };
  }

  /** The view of the seat in turn, as bots get it. @param {Position} position */
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
  namedCards(text) {
    return this.kernel.namedCards(this.deck, this.#writeInput(text));
  }

  /** The cards that a table of this memory still shows. @param {Position} position @param {string} memory */
  cardsInSight(position, memory) {
    return this.kernel.cardsInSight(this.deck, this.#put(position), MEMORIES[memory]);
  }

  /** How a round stands: who is in turn, or how it and the match have ended.
   * @param {Position} position @param {number} abandoned before it */
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
