// The rules, messages and search of dnup, as in Python. An engine is one instance of the WebAssembly module with its
// own memory.

import { sha256 } from '../game/sha256.js';
import { currentName } from '../shared/decks.js';
import { decks, kernelOf, layout } from './kernel.js';
import { Block } from './memory.js';

/** @typedef {import('./memory.js').Words} Words */
/** @typedef {import('./memory.js').Floats} Floats */
/** @typedef {import('./memory.js').Text} Text */
/** @typedef {import('./memory.js').Weights} Weights */

/** A deck as records and events name it: one that comes with dnup by its name, any other as its cards in play, `1/5*`
 * having the star.
 * @typedef {string | string[]} DeckName */

/** The values of its cards, the one with the star, and a mask of those in play.
 * @param {DeckName} deck @param {number} players */
export function cardsOf(deck, players) {
  if (typeof deck === 'string') {
    const { faces, star, inPlay } = decks[currentName(deck)];
    return { faces, star, inPlay: inPlay[players] };
  }
  const faces = deck.flatMap((card) => card.replace('*', '').split('/').map(Number));
  return { faces, star: deck.findIndex((card) => card.endsWith('*')), inPlay: (1n << BigInt(deck.length)) - 1n };
}

/** What identifies the cards in play, as `Deck.fingerprint` in Python.
 * @param {DeckName} deck @param {number} players */
export function fingerprintOf(deck, players) {
  const { faces, star, inPlay } = cardsOf(deck, players);
  const cards = Array.from({ length: faces.length / 2 }, (_, card) => card).filter(
    (card) => (inPlay >> BigInt(card)) & 1n,
  );
  const texts = cards.map((card) => `${faces[2 * card]}/${faces[2 * card + 1]}${card === star ? '*' : ''}`);
  return sha256(texts.join(' ')).slice(0, 16);
}

/** An engine made from the compiled module. Its memory is freed only together with the engine. */
export class Engine {
  /** @param {WebAssembly.Module} module
   * @param {WebAssembly.Instance} instance  pages may have to wait for one; workers need not */
  constructor(module, instance = new WebAssembly.Instance(module)) {
    const door = /** @type {Record<string, any>} */ (instance.exports);
    this.kernel = kernelOf(door);
    /** @type {WebAssembly.Memory} */
    this.memory = door.memory;
    /** @type {(bytes: number) => number} */
    this.reserve = (bytes) => door.reserve(bytes) >>> 0;
  }

  /** @param {number} rows @param {number} columns @returns {Words} */
  words(rows, columns = 1) {
    return new Block(this.memory, BigInt64Array, this.reserve(8 * rows * columns), rows, columns);
  }

  /** @param {number} rows @param {number} columns @returns {Floats} */
  floats(rows, columns = 1) {
    return new Block(this.memory, Float64Array, this.reserve(8 * rows * columns), rows, columns);
  }

  /** @param {number} bytes @returns {Text} */
  text(bytes) {
    return new Block(this.memory, Uint8Array, this.reserve(bytes), bytes);
  }

  /** A stream of random numbers that starts at a seed from 0 to 2**64 - 1. @param {bigint} seed */
  stream(seed) {
    const stream = this.words(1);
    stream.items[0] = seed;
    return stream;
  }

  /** The words of a deck. @param {DeckName} name @param {number} players */
  deck(name, players) {
    const { faces, star, inPlay } = cardsOf(name, players);
    return this.deckOf(faces, star, inPlay);
  }

  /** The words of any deck: lower and higher value card by card, in ascending order.
   * @param {number[]} faces @param {number} star @param {bigint} inPlay */
  deckOf(faces, star, inPlay) {
    const values = this.words(faces.length);
    const deck = this.words(layout.DECK_WORDS);
    values.items.set(faces.map(BigInt));
    this.kernel.writeDeck(values, star, inPlay, deck);
    return deck;
  }

  /** A network from its file: the first layer in bytes, for there most of it is, and the rest in 16 bits. Null if it is
   * damaged. @param {ArrayBuffer} data @param {number} players @returns {Weights | null} */
  network(data, players) {
    const first = this.kernel.secondLayer(players);
    const count = this.kernel.weightCount(players);
    if (data.byteLength !== first + 2 * (count - first)) return null; // cut off on its way, or of another version
    const weights = new Block(this.memory, Int16Array, this.reserve(2 * count), count);
    weights.items.set(new Int8Array(data, 0, first));
    weights.items.set(new Int16Array(data, first), first);
    return weights;
  }

  /** What a round is worth in a match, by the number of players. @param {number} players */
  equity(players) {
    const equity = this.floats(this.kernel.equityRows(players), players);
    this.kernel.writeEquity(equity);
    return equity;
  }
}
