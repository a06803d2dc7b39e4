// The options of a table, in words.
import { listDecks } from '../shared/api.js';
import { currentName, DECKS, DEFAULT_DECK } from '../shared/decks.js';
import { t } from '../shared/i18n.js';
import { titleOf } from '../shared/own-decks.js';

export const MEMORIES = /** @type {const} */ (['all', 'discards', 'table']);

/** @param {number | null | undefined} seconds */
export const timeText = (seconds) =>
  !seconds
    ? t('lobby.no_limit')
    : seconds < 60
      ? t('lobby.seconds', { count: seconds })
      : seconds < 3600
        ? t('lobby.minutes', { count: seconds / 60 })
        : t('lobby.day');

/** The title of a deck: built-in ones have one in each language, others the server's. @param {string} name */
export const deckText = (name) =>
  DECKS.includes(currentName(name)) ? t(`lobby.deck_${currentName(name)}`) : (titleOf(name) ?? name);

/** The decks that this server offers beside those that every page knows: their names and titles.
 * @returns {Promise<[string, string][]>} */
export async function otherDecks() {
  const { decks } = await listDecks();
  return decks.filter(({ name }) => !DECKS.includes(name)).map(({ name, title }) => [name, title || name]);
}

/** @param {import('../messages.d.ts').Options} options @returns {[string, string][]} */
export const facts = (options) => [
  [t('lobby.time'), timeText(options.seconds)],
  [t('lobby.deck'), deckText(options.deck ?? DEFAULT_DECK)],
  [t('lobby.memory'), t(`lobby.memory_${options.memory ?? 'all'}`)],
  .../** @type {[string, string][]} */ (
    options.finish_round ? [[t('lobby.last_round'), t('lobby.last_round_finished')]] : []
  ),
];
