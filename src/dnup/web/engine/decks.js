// Look up decks by name for the engine. No DOM.
import { currentName } from '../shared/decks.js';
import { decks } from './kernel.js';

/** As in kernel/layout.py. */
const MOST_CARDS = 56;
const HIGHEST_VALUE = 15;
const MOST_OF_A_VALUE = 12;

/** The deck as the engine takes it, its cards in order; null if it cannot be played with this number of players.
 * @param {unknown} deck @param {number} players @returns {string | string[] | null} */
export function readDeck(deck, players) {
  if (typeof deck === 'string') {
    const name = currentName(deck);
    return Object.hasOwn(decks, name) && decks[name].inPlay[players] !== undefined ? name : null;
  }
  // By its length first: a list of a million cards is not looked through.
  if (!Array.isArray(deck) || deck.length < players || deck.length > MOST_CARDS) return null;
  const faces = deck.map((card) => {
    const found = typeof card === 'string' ? /^([1-9][0-9]?)\/([1-9][0-9]?)(\*?)$/.exec(card) : null;
    return { card, low: Number(found?.[1]), high: Number(found?.[2]) };
  });
  if (!faces.every(({ low, high }) => low < high && high <= HIGHEST_VALUE)) return null;
  const values = faces.flatMap(({ low, high }) => [low, high]);
  if (values.some((value) => values.filter((other) => other === value).length > MOST_OF_A_VALUE)) return null;
  if (deck.filter((card) => card.endsWith('*')).length !== 1) return null;
  return faces.sort((a, b) => a.low - b.low || a.high - b.high).map(({ card }) => card);
}
