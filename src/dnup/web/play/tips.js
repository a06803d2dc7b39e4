// Tips in the first games: one line above the buttons, each shown once, when its moment has come.

import { seatOf } from '../game/notation.js';
import { seatName } from '../game/phrases.js';
import { seatNames } from '../game/seats.js';
import { isMyTurn } from '../game/state.js';
import { settings } from '../settings/settings.js';
import { h, iconNode, nodes } from '../shared/dom.js';
import { plain, t, tp } from '../shared/i18n.js';
import { say } from './announcer.js';
import { turnLasts } from './page-state.js';

/** @typedef {import('./page-state.js').Page} Page */
/** @typedef {import('../game/state.js').Game} Game */
/** @typedef {import('../messages.d.ts').Moved} Moved */
/** What there is to tell, and whom it is about: { id: 'few', seat: 'B' }
 * @typedef {{id: 'choose' | 'beaten' | 'lasted' | 'stuck' | 'few', seat: string}} Tip */

/** The ids of all tips. */
export const TIPS = /** @type {const} */ (['choose', 'beaten', 'lasted', 'stuck', 'few']);
/** A player with this many cards or fewer is about to go out. */
const FEW = 2;

/** The tip for a player whose turn begins; null if there is none.
 * @param {Game} game @param {Set<string>} seen  the tips that this player knows @returns {Tip | null} */
export function tipFor(game, seen) {
  const { seat, view, moves } = game;
  if (seat === null || !view || !isMyTurn(game)) return null;
  const moved = /** @type {Moved[]} */ (game.log.filter(({ type }) => type === 'moved')).sort(
    (one, other) => one.number - other.number,
  );
  const last = moved.findLastIndex((event) => event.seat === seat);
  const since = moved.slice(Math.max(last, 0));
  const few = seatNames(view.players).find((other, i) => {
    const size = view.sizes[i];
    return other !== seat && size > 0 && size <= FEW;
  });
  /** @type {[Tip['id'], boolean | undefined][]} */
  const tips = [
    ['choose', last < 0],
    ['beaten', since.some((one) => one.seat !== seat && one.effects?.beats && one.effects.hand === seat)],
    ['lasted', since.some(({ discarded }) => discarded?.some((slot) => seatOf(slot) === seat))],
    ['stuck', moves.every(({ verb }) => verb !== 'play')],
    ['few', few !== undefined],
  ];
  const found = tips.find(([id, now]) => now && !seen.has(id));
  return found ? { id: found[0], seat: found[0] === 'few' ? (few ?? '') : seat } : null;
}

/** Shows the tip for a turn that begins, if there is one. @param {Page} page @param {Game} game */
export function showTip({ state, table }, game) {
  if (!settings.tips || state.oneDevice || !turnLasts(game, state.shown) || table.selected) return;
  const tip = tipFor(game, settings.tipsSeen);
  if (!tip) return;
  settings.tipsSeen = settings.tipsSeen.add(tip.id);
  const text = tp(`tips.${tip.id}`, { name: { bold: seatName(game, tip.seat) } });
  const off = h(
    'button',
    {
      class: 'tool',
      'aria-label': t('tips.off'),
      title: t('tips.off'),
      onclick: () => {
        settings.tips = false;
        element.remove();
      },
    },
    iconNode('close'),
  );
  const element = h('div', { class: 'tip' }, iconNode('hint'), h('p', {}, nodes(text)), off);
  document.querySelector('.tip')?.remove();
  table.actions.element.append(element);
  say(plain(text));
  // It goes as soon as the player does something, or the game goes on.
  const over = new AbortController();
  const end = (/** @type {Event} */ { target }) => {
    if (target instanceof Node && element.contains(target)) return;
    element.remove();
    over.abort();
  };
  for (const event of ['selected', 'move']) table.addEventListener(event, end, { signal: over.signal });
  for (const event of ['pointerdown', 'keydown']) addEventListener(event, end, { capture: true, signal: over.signal });
}
