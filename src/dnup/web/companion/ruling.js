// The referee's answer: may this set be played, added to or taken? The sets and the move are written down as a position of
// the game, with made-up cards where nobody has said which they are, and the engine is asked. Nothing is decided here.

import { WireWriter } from '../device/wire-writer.js';
import { readDeck } from '../engine/decks.js';
import { layout, limits } from '../engine/kernel.js';
import { ascending, parseCards } from '../game/notation.js';
import { SEATS } from '../game/seats.js';

/** @typedef {import('../engine/engine.js').Engine} Engine */
/** @typedef {import('../messages.d.ts').Why} Why */
/** A set on the table. `others` are the values that wait on its cards, where they are known; `finished` says that its owner
 * has no cards left.
 * @typedef {{value: number, size: number, others?: (number | null)[], finished?: boolean}} LaidSet */
/** @typedef {{verb: 'play' | 'add' | 'take' | 'rotate', value?: number, size?: number, slot?: string}} Asked */
/** A question: how many play, the sets by slot, and the move. The player who asks has seat A, and with two players turns
 * to area 1.
 * @typedef {{players: number, sets: Record<string, LaidSet>, move: Asked}} Question */
/** The answer. `beats` is the slot of a set that is beaten, `to` the seat whose hand cards go to, and `values` what they
 * show there: null where nobody has said. `table` means that these sets cannot lie on a table together.
 * @typedef {{kind: 'table'} | {kind: 'no', why: Why}
 *   | {kind: 'yes', beats: string | null, to: string | null, values: (number | null)[]}} Ruling */

const ASKER = 'A';
/** Values that the printed cards do not have: made-up cards have them on their other half. */
const MADE_UP = [11, 12, 13, 14, 15];

/** The slots that may hold a set while the player who asks has their turn: not their own, which is discarded first (R8).
 * @param {number} players */
export const slotsFor = (players) => (players === 2 ? ['B1', 'B2', 'A2'] : [...SEATS.slice(1, players)]);

/** Whether a card's other value is made up. @param {number} value */
const isMadeUp = (value) => value >= MADE_UP[0];

export class Referee {
  /** By number of players; each question brings another deck. @type {Map<number, WireWriter>} */
  #writers = new Map();

  /** @param {Engine} engine */
  constructor(engine) {
    this.engine = engine;
  }

  /** @param {Question} question @returns {Ruling} */
  rule(question) {
    return this.#lieTogether(Object.values(question.sets)) ? this.#ask(question) : { kind: 'table' };
  }

  /** Whether these sets can lie on a table: each could be played beside each of the others, and would beat nothing.
   * @param {LaidSet[]} sets */
  #lieTogether(sets) {
    return sets.every(({ value, size }, i) =>
      sets.slice(0, i).every((other) => {
        const sets = { B: { value: other.value, size: other.size } };
        const ruling = this.#ask({ players: 3, sets, move: { verb: 'play', value, size } });
        return ruling.kind === 'yes' && ruling.beats === null;
      }),
    );
  }

  /** @param {Question} question @returns {Ruling} */
  #ask({ players, sets, move }) {
    const cards = new Cards();
    const table = slotsAll(players).map((slot) => (sets[slot] ? cards.set(sets[slot]) : []));
    const hands = Array.from({ length: players }, (_, i) =>
      Object.entries(sets).some(([slot, set]) => set.finished && slot === SEATS[i]) ? [] : [cards.idle()],
    );
    const finished = Object.entries(sets).flatMap(([slot, set]) => (set.finished ? [slot] : []));
    const text = this.#text(cards, move, sets, hands[0]);
    const deck = cards.deck();
    if (!readDeck(deck, players)) return { kind: 'table' };
    const writer = this.#writer(deck, players);
    /** @type {import('../device/wire-writer.js').Position} */
    let position;
    try {
      position = writer.position(
        [
          players === 2 ? `${ASKER}1` : ASKER,
          `0/${limits.TURN_LIMIT}`,
          Array(players).fill(0).join(),
          finished.join('') || '-',
          ASKER,
          written(hands),
          written(table),
          '-',
        ].join(' '),
      );
    } catch {
      return { kind: 'table' };
    }
    return this.#answer(writer, position, text);
  }

  /** @param {string[]} deck @param {number} players */
  #writer(deck, players) {
    const writer =
      this.#writers.get(players) ?? new WireWriter(this.engine, deck, players, limits.STALL_LIMIT_A_PLAYER * players);
    this.#writers.set(players, writer);
    writer.deckName = deck;
    writer.deck = this.engine.deck(deck, players);
    return writer;
  }

  /** The move as text; the cards it needs are in the hand. @param {Cards} cards @param {Asked} move
   * @param {Record<string, LaidSet>} sets @param {string[]} hand */
  #text(cards, { verb, value = 0, size = 1, slot = '' }, sets, hand) {
    if (verb === 'rotate') return verb;
    if (verb === 'take') return `take ${slot}`;
    const played = cards.set(verb === 'add' ? { value: value || (sets[slot]?.value ?? 0), size: 1 } : { value, size });
    hand.push(...played);
    return verb === 'add' ? `add ${played[0]} to ${slot}` : `play ${played.join(' ')}`;
  }

  /** @param {WireWriter} writer @param {import('../device/wire-writer.js').Position} position @param {string} text
   * @returns {Ruling} */
  #answer(writer, position, text) {
    const { move, why } = writer.parseMove(position, ASKER, text);
    if (why !== null) return { kind: 'no', why: JSON.parse(why) };
    const step = move === null ? null : writer.tryMove(position, move);
    if (!step) return { kind: 'table' };
    const { effects } = JSON.parse(writer.writeMoved(step, Number(position[layout.ACTIONS]) + 1, 'person'));
    const values = parseCards(effects?.returns).map((card) => {
      const value = Number(card.split('/')[0]);
      return isMadeUp(value) ? null : value;
    });
    return { kind: 'yes', beats: effects?.beats ?? null, to: effects?.hand ?? null, values };
  }
}

/** @param {number} players */
const slotsAll = (players) => (players === 2 ? ['A1', 'A2', 'B1', 'B2'] : [...SEATS.slice(0, players)]);

/** @param {string[][]} places */
const written = (places) => places.map((cards) => cards.sort(ascending).join(',') || '-').join('|');

/** The cards of one question, and the deck that they are. */
class Cards {
  /** @type {string[]} */
  #all = [];
  /** How often each made-up value is used. */
  #used = new Map(MADE_UP.map((value) => [value, 0]));

  /** The made-up value that is used least: a deck holds a limited number of cards of one value. @param {number} [but] */
  #spare(but) {
    const [least] = [...this.#used].filter(([value]) => value !== but).sort((a, b) => a[1] - b[1]);
    this.#used.set(least[0], least[1] + 1);
    return least[0];
  }

  /** Cards that show this value. @param {LaidSet} set */
  set({ value, size, others = [] }) {
    const cards = Array.from({ length: size }, (_, i) => `${value}/${others[i] ?? this.#spare()}`);
    this.#all.push(...cards);
    return cards;
  }

  /** A card that has nothing to do with the question: nobody else's hand is empty. */
  idle() {
    const one = this.#spare();
    const card = `${one}/${this.#spare(one)}`;
    this.#all.push(card);
    return card;
  }

  /** As the engine takes a deck: lower value first, one of them with the star. */
  deck() {
    const faces = this.#all.map((card) =>
      card
        .split('/')
        .map(Number)
        .sort((a, b) => a - b),
    );
    faces.sort(([a, b], [c, d]) => a - c || b - d);
    // The last card has made-up values only, or is alone of its kind: no copy of it lacks the star.
    return faces.map(([low, high], i) => `${low}/${high}${i === faces.length - 1 ? '*' : ''}`);
  }
}

/** The values that wait on cards with this value, in a deck: what may come back. @param {string[]} faces  `3/6` …
 * @param {number} value */
export const otherValues = (faces, value) =>
  [
    ...new Set(
      faces.flatMap((card) => {
        const [low, high] = card.split('/').map(Number);
        return low === value ? [high] : high === value ? [low] : [];
      }),
    ),
  ].sort((a, b) => a - b);
