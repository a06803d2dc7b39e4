// Read and write deck files (docs/deck.md): the subset of TOML that they need.

import { WITHOUT } from '../shared/own-decks.js';
import { readCards, Unreadable, writeCard } from './cards.js';

/** @typedef {import('./cards.js').DeckCard} DeckCard */
/** @typedef {string | number | boolean} Plain */
/** @typedef {Plain | Plain[]} Value */

/** The largest deck file that is read, in bytes. */
export const MOST_BYTES = 65_536;

/** What stands in a file: values by key, those of a table under its name. Everything is a Map, for a key can have any
 * name. */
class Reader {
  /** @param {string} text */
  constructor(text) {
    this.text = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
    this.at = 0;
    /** @type {Map<string, Map<string, Value>>} */
    this.tables = new Map([['', new Map()]]);
  }

  /** @returns {never} */
  #fail() {
    const line = this.text.slice(0, this.at).split('\n').length;
    throw new Unreadable('line', { number: line, text: (this.text.split('\n')[line - 1] ?? '').trim().slice(0, 40) });
  }

  /** What a pattern finds here; it is passed over. @param {RegExp} pattern  sticky */
  #take(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at += found[0].length;
    return found;
  }

  /** Blanks, line ends and comments. */
  #skip() {
    this.#take(/(?:\s|#[^\n]*)*/y);
  }

  read() {
    let table = /** @type {Map<string, Value>} */ (this.tables.get(''));
    for (this.#skip(); this.at < this.text.length; this.#skip()) {
      const header = this.#take(/\[[ \t]*([A-Za-z0-9_-]+)[ \t]*\]/y);
      if (header) {
        if (this.tables.has(header[1])) this.#fail();
        table = new Map();
        this.tables.set(header[1], table);
      } else {
        const key = this.#take(/([A-Za-z0-9_-]+|"[^"\\\n]*"|'[^'\n]*')[ \t]*=[ \t]*/y);
        const name = key?.[1].replace(/^["']|["']$/g, '');
        if (name === undefined || table.has(name)) this.#fail();
        table.set(name, this.#value());
      }
      if (!this.#take(/[ \t]*(?:#[^\n]*)?(?:\n|$)/y)) this.#fail();
    }
    return this.tables;
  }

  /** @returns {Value} */
  #value() {
    if (!this.#take(/\[/y)) return this.#plain();
    /** @type {Plain[]} */
    const list = [];
    for (this.#skip(); !this.#take(/\]/y); this.#skip()) {
      list.push(this.#plain());
      this.#skip();
      if (!this.#take(/,/y) && this.text[this.at] !== ']') this.#fail();
    }
    return list;
  }

  /** @returns {Plain} */
  #plain() {
    const long = this.#take(/"{3}\n?((?:[^"\\]|\\[\s\S]|"(?!""))*)"{3}|'{3}\n?((?:[^']|'(?!''))*)'{3}/y);
    if (long) return long[1] ?? long[2];
    const literal = this.#take(/'([^'\n]*)[']/y);
    if (literal) return literal[1];
    const text = this.#take(/"(?:[^"\\\n]|\\[^\n])*["]/y);
    if (text) {
      try {
        return JSON.parse(text[0]);
      } catch {
        this.#fail();
      }
    }
    const word = this.#take(/true|false|[+-]?\d{1,15}(?![\w.])/y);
    if (!word) this.#fail();
    return /\d/.test(word[0]) ? Number(word[0]) : word[0] === 'true';
  }
}

/** A deck from a deck file. @param {string} text @returns {{title: string, cards: DeckCard[]}} */
export function readFile(text) {
  if (text.length > MOST_BYTES) throw new Unreadable('large');
  const tables = new Reader(text).read();
  const top = /** @type {Map<string, Value>} */ (tables.get(''));
  const cards = top.get('cards');
  if (!Array.isArray(cards)) throw new Unreadable('no_cards');
  const read = readCards(cards.map(String));
  const used = new Set(read.map(({ symbol }) => symbol));
  const leaving = (/** @type {Plain[]} */ faces) => faces.filter((face) => used.has(/** @type {any} */ (face)));
  for (const [count, faces] of tables.get('without') ?? []) {
    const usual = leaving(WITHOUT[Number(count)] ?? []);
    if (!Array.isArray(faces) || leaving(faces).sort().join() !== usual.sort().join())
      throw new Unreadable('without', { number: count });
  }
  const title = top.get('title') ?? top.get('name') ?? '';
  return { title: String(title), cards: read };
}

/** @param {string} text */
const quoted = (text) => JSON.stringify(text);

/** A name that a file and a record can have. @param {string} title */
export const fileName = (title) =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'deck';

/** A deck file of a deck. @param {string} title @param {DeckCard[]} cards */
export function writeFile(title, cards) {
  const groups = [null, 'happy', 'neutral', 'sad'].map((symbol) => cards.filter((card) => card.symbol === symbol));
  const lines = groups
    .filter((group) => group.length)
    .map((group) => `  ${group.map((card) => quoted(writeCard(card))).join(', ')},`);
  const without = Object.entries(WITHOUT).map(([count, faces]) => `${count} = [${faces.map(quoted).join(', ')}]`);
  return [
    `name = ${quoted(`own-${fileName(title)}`)}`,
    `title = ${quoted(title)}`,
    '',
    'cards = [',
    ...lines,
    ']',
    '',
    '[symbols]',
    'sad = "☹"',
    'neutral = "😐"',
    'happy = "😊"',
    '',
    '[without]',
    ...without,
    '',
  ].join('\n');
}
