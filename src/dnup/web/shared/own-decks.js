// The player's own decks, in local storage.

/** What it is called, and its cards as a deck file lists them: `1/5 star`, `1/6`, `1/10 happy`.
 * @typedef {{title: string, cards: string[]}} OwnDeck */

const KEPT = 'decks';
/** Stands before the title where a deck is named, so that nobody takes it for one that comes with dnup. */
const OWN = 'own:';

/** The faces whose cards stay out, by number of players (R3): as `STANDARD_WITHOUT` in src/dnup/cards/deck.py.
 * @type {Record<number, string[]>} */
export const WITHOUT = { 2: ['sad', 'neutral', 'happy'], 3: ['sad', 'neutral'], 4: ['sad'], 5: [] };

/** What was kept and can be read. @returns {OwnDeck[]} */
export function ownDecks() {
  const isCard = (/** @type {any} */ card) => /^\d{1,2}\/\d{1,2}( (star|happy|neutral|sad))?$/.test(card);
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    return kept.filter((/** @type {any} */ deck) => typeof deck?.title === 'string' && deck.cards?.every(isCard));
  } catch {
    return []; // another program has written there
  }
}

/** Keeps a deck in the place of one with the same title. @param {OwnDeck} deck */
export const keepDeck = (deck) => localStorage.setItem(KEPT, JSON.stringify([...others(deck.title), deck]));
/** @param {string} title */
export const forgetDeck = (title) => localStorage.setItem(KEPT, JSON.stringify(others(title)));
/** @param {string} title */
const others = (title) => ownDecks().filter((deck) => deck.title !== title);

/** The id of a player's own deck among all decks. @param {string} title */
export const nameOwn = (title) => OWN + title;
/** The title of a player's own deck by its id; null for another deck. @param {string} name */
export const titleOf = (name) => (name.startsWith(OWN) ? name.slice(OWN.length) : null);
/** @param {string} name @returns {OwnDeck | null} */
export const findOwn = (name) => ownDecks().find((deck) => nameOwn(deck.title) === name) ?? null;

/** The cards in play with a number of players, ascending, as records list them.
 * @param {string[]} cards @param {number} players */
export const inPlay = (cards, players) =>
  cards
    .map((card) => card.split(' '))
    .filter(([, mark]) => !WITHOUT[players].includes(mark))
    .map(([values, mark]) => ({ values: values.split('/').map(Number), star: mark === 'star' ? '*' : '' }))
    .sort((a, b) => a.values[0] - b.values[0] || a.values[1] - b.values[1])
    .map(({ values, star }) => `${values.join('/')}${star}`);
