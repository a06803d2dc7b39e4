// Public cards: discards, and known cards in hands. Shown as far as the table remembers it.

import { parseCards } from '../game/notation.js';
import { cardLabel, seatName } from '../game/phrases.js';
import { SEATS } from '../game/seats.js';
import { cardNode } from '../shared/cards.js';
import { openDialog } from '../shared/dialog.js';
import { h } from '../shared/dom.js';
import { t, words } from '../shared/i18n.js';

/** @typedef {import('../game/state.js').Game} Game */

/** @param {string[]} cards */
export const cardRow = (cards) =>
  h(
    'div',
    { class: 'cards-row' },
    cards.map((card) =>
      h('span', { class: 'card', role: 'img', 'aria-label': cardLabel(words, card) }, cardNode(card)),
    ),
  );

/** The pile and the plates of a table open what everyone has seen.
 * @param {HTMLElement} table @param {() => Game | null} shown */
export function listenForKnown(table, shown) {
  table.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target.closest('[data-person], [data-pile]') : null;
    const game = shown();
    if (game && target instanceof HTMLElement) openKnown(game, target.dataset.person ?? null);
  });
}

/** @param {Game} game @param {string | null} seat  whose hand; null for the discards */
function openKnown(game, seat) {
  const { view } = game;
  if (!view) return;
  if (seat === null) {
    const cards = parseCards(view.discards);
    openDialog(
      t('menu.discards'),
      cards.length ? cardRow(cards) : h('p', { class: 'note' }, t('table.pile_label', { count: view.discarded })),
    );
    return;
  }
  const index = SEATS.indexOf(seat);
  const known = parseCards(view.known?.[index]);
  const rest = view.sizes[index] - known.length;
  openDialog(
    t('seat.hand_of', { name: seatName(game, seat) }),
    h('p', { class: 'note' }, known.length ? t('seat.known', { name: seatName(game, seat) }) : t('seat.known_none')),
    known.length ? cardRow(known) : null,
    rest > 0 && known.length ? h('p', { class: 'note' }, t('seat.hidden', { count: rest })) : null,
  );
}
