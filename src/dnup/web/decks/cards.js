// The cards of a deck as an editable list, and as text in deck files and links.

/** @typedef {'happy' | 'neutral' | 'sad'} Symbol */
/** A card of a deck, lower value first.
 * @typedef {{low: number, high: number, star: boolean, symbol: Symbol | null}} DeckCard */
/** What cannot be read, as the key of a text and what it speaks of. */
export class Unreadable extends Error {
  /** @param {string} key @param {Record<string, string | number>} [about] */
  constructor(key, about = {}) {
    super(key);
    this.key = key;
    this.about = about;
  }
}

/** @type {Symbol[]} */
export const SYMBOLS = ['happy', 'neutral', 'sad'];
/** No deck has more cards; the rest of a longer text is not read. */
const MOST_ENTRIES = 200;
const SIGNS = /** @type {Record<string, Symbol>} */ ({ '😊': 'happy', '😐': 'neutral', '☹': 'sad', '🙁': 'sad' });

/** A card from its text in a deck file: `1/6`, `1/5 star`, `1/5*`, `1/10 happy`, `1/10 😊`.
 * @param {string} text @param {number} number @returns {DeckCard} */
function readCard(text, number) {
  const about = { number, text: text.slice(0, 30) };
  const [values, ...marks] = text.replace(/[*★]/g, ' star ').replaceAll('\ufe0f', '').trim().split(/\s+/);
  const found = /^(\d{1,2})\/(\d{1,2})$/.exec(values);
  if (!found || marks.length > 1) throw new Unreadable('entry', about);
  const mark = /** @type {string | null} */ (SIGNS[marks[0]] ?? marks[0] ?? null);
  if (mark !== null && mark !== 'star' && !SYMBOLS.includes(/** @type {any} */ (mark)))
    throw new Unreadable('symbol', about);
  const [low, high] = [Number(found[1]), Number(found[2])].sort((a, b) => a - b);
  return { low, high, star: mark === 'star', symbol: mark === 'star' ? null : /** @type {Symbol | null} */ (mark) };
}

/** @param {string[]} texts */
export function readCards(texts) {
  if (texts.length > MOST_ENTRIES) throw new Unreadable('many_cards', { number: texts.length });
  return texts.map((text, i) => readCard(text, i + 1));
}

/** The values of a card. @param {DeckCard} card */
export const valuesOf = ({ low, high }) => `${low}/${high}`;

/** As it stands in a deck file. @param {DeckCard} card */
export const writeCard = (card) =>
  [valuesOf(card), ...(card.star ? ['star'] : card.symbol ? [card.symbol] : [])].join(' ');

/** @param {DeckCard} a @param {DeckCard} b */
export const inOrder = (a, b) => a.low - b.low || a.high - b.high;

/** A deck in an address: every card with one letter for its mark. @param {string} title @param {DeckCard[]} cards */
export function toLink(title, cards) {
  const letters = { happy: 'h', neutral: 'n', sad: 's' };
  const texts = cards.map((card) => `${valuesOf(card)}${card.star ? '*' : card.symbol ? letters[card.symbol] : ''}`);
  return `#cards=${texts.join('.')}&title=${encodeURIComponent(title)}`;
}

/** A deck from such an address; null if it holds none. @param {string} hash */
export function fromLink(hash) {
  const given = new URLSearchParams(hash.slice(1));
  const cards = given.get('cards');
  if (cards === null) return null;
  const names = /** @type {Record<string, string>} */ ({ h: ' happy', n: ' neutral', s: ' sad' });
  const texts = cards.split('.').map((text) => text.replace(/[hns]$/, (letter) => names[letter]));
  return { title: given.get('title') ?? '', cards: readCards(texts) };
}
