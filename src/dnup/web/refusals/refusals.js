// What the page says when a server or a table on this device refuses something, in the player's language. The English
// sentences of the message itself are for programs and never shown. The words are loaded with the first refusal: most
// players meet none.

import { t, Words, words } from '../shared/i18n.js';

/** @typedef {{code: string, facts?: Record<string, string | number>}} Refused */

/** By language. @type {Map<string, Promise<Words>>} */
const loaded = new Map();

/** @param {import('../shared/i18n.js').Language} language */
async function load(language) {
  const answer = await fetch(new URL(`./words/${language}.json`, import.meta.url));
  return new Words(language, await answer.json());
}

/** The words for refusals in the page's language. */
function refusalWords() {
  const { language } = words;
  const known = loaded.get(language) ?? load(language);
  loaded.set(language, known);
  known.catch(() => loaded.delete(language)); // the next refusal tries again
  return known;
}

/** The text of a refusal; a code or facts that this page does not know get a general one.
 * @param {Words} own @param {Refused} refused */
export function phrase(own, { code, facts = {} }) {
  try {
    return own.text(`refused.${code}`, facts);
  } catch {
    return own.text('refused.other');
  }
}

/** @param {Refused} refused @returns {Promise<string>} */
export async function refusalText(refused) {
  try {
    return phrase(await refusalWords(), refused);
  } catch {
    return t('errors.offline'); // the words could not be fetched
  }
}
