// A note that the expert plays without a network, shown for cards that no network was trained with.
import { h } from '../shared/dom.js';
import { t } from '../shared/i18n.js';
import { findOwn, inPlay } from '../shared/own-decks.js';

/** The note, hidden until it is known to be true. */
export const expertNote = () => h('p', { class: 'note expert-note', hidden: true }, t('lobby.expert_note'));

/** Show the sentence if an expert plays with these cards and has no network for them.
 * @param {HTMLElement} note
 * @param {() => {expert: boolean, deck: string, players: number}} current  asked again after waiting */
export async function updateExpertNote(note, current) {
  if (!current().expert) {
    note.hidden = true;
    return;
  }
  // The tables of decks and networks are no part of the first load.
  const { hasNetwork } = await import('../engine/networks.js');
  const { expert, deck, players } = current();
  const own = findOwn(deck);
  note.hidden = !expert || hasNetwork(own ? inPlay(own.cards, players) : deck, players);
}
