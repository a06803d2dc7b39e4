// The names of the decks that every page knows; their cards are in engine/kernel.js.

/** What a game is played with unless somebody chooses: as `DEFAULT_DECK` in src/dnup/cards/deck.py. */
export const DEFAULT_DECK = 'printed';

export const DECKS = ['printed', 'balanced', 'pairs'];

/** Names that decks had in earlier versions: they are read for ever and never written.
 * @type {Record<string, string>} */
export const OLD_NAMES = { standard: 'balanced' };

/** The name that a deck has now. @param {string} name */
export const currentName = (name) => (Object.hasOwn(OLD_NAMES, name) ? OLD_NAMES[name] : name);
