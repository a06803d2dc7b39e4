// The bar above the table: the round, what is played for, and the state of the connection.

import { personal } from '../game/phrases.js';
import { decidedFor, isMyTurn } from '../game/state.js';
import { fill, find, h, iconNode } from '../shared/dom.js';
import { plain, t, words } from '../shared/i18n.js';
import { at } from '../shared/urls.js';
import { say } from './announcer.js';
import { canTakeBack, goalKey } from './page-state.js';
import { showWaiting } from './waiting.js';

/** @typedef {import('./page-state.js').Page} Page */
/** @typedef {import('./connection.js').ConnectionState} ConnectionState */

/** States in which there is no table to show, and the locale's key for what is shown instead.
 * @type {Partial<Record<ConnectionState, string>>} */
const NOTICES = { gone: 'lobby.gone', full: 'lobby.crowded', damaged: 'lobby.damaged', broken: 'lobby.broken' };
/** States in which the connection does not come back by itself, and the locale's key for the button that reloads the
 * page.
 * @type {Partial<Record<ConnectionState, string>>} */
const ENDS = { old: 'line.reload', silent: 'line.reload', replaced: 'line.here' };

/** @param {ConnectionState} state */
export const hasNoTable = (state) => state in NOTICES;

/** @param {Page} page @param {import('../game/state.js').Game} game */
export function showBar({ state }, game) {
  const { table, view } = game;
  const decided = decidedFor(game);
  const parts = decided ? [plain(personal(words, game, 'bar.decided', decided))] : [];
  if (!decided && view && table) parts.push(t(goalKey(game, state.daily)));
  if (table?.spectators && !state.local) parts.push(t('bar.watchers', { count: table.spectators }));
  find('#round').textContent = view && table ? t('bar.round', { round: table.round }) : '';
  find('#goal').textContent = parts.join(' · ');
  find('#watching').hidden = game.seat !== null || !view || state.oneDevice;
  find('#react').hidden = game.seat === null || !view || state.local;
  /** @type {HTMLButtonElement} */ (find('#hint')).disabled = !isMyTurn(game);
  /** @type {HTMLButtonElement} */ (find('#take-back')).disabled = !canTakeBack(game);
}

/** @param {Page} page @param {ConnectionState} connected */
export function showConnection({ state, table, log, lobby, connection }, connected) {
  const place = find('#line');
  const ok = connected === 'ok';
  const notice = NOTICES[connected];
  const fleeting = ok && !connection.lasting;
  const end = ENDS[connected];
  const key = fleeting ? 'fleeting' : connected === 'old' && state.local ? 'newer' : connected;
  place.className = `link ${ok ? 'ok' : 'wait'} ${fleeting || end ? 'sentence' : ''}`;
  place.hidden = Boolean(notice) || (state.local && (connected === 'connecting' || (ok && !fleeting)));
  fill(
    place,
    iconNode(ok && !fleeting ? 'link' : 'wait'),
    h('span', { class: ok && !fleeting ? 'wide' : '' }, t(notice ?? `line.${key}`)),
    end ? h('button', { class: 'btn', onclick: () => location.reload() }, t(end)) : null,
  );
  document.documentElement.dataset.line = connected;
  if (!notice) return;
  table.hidden = log.element.hidden = true;
  showWaiting(false);
  lobby.showNotice(t(notice));
  say(t(notice));
  if (connected === 'damaged') void showDamaged(lobby, state.id);
}

/** What can be done with a game on this device that cannot be played.
 * @param {Page['lobby']} lobby @param {string} id */
async function showDamaged(lobby, id) {
  const { damagedParts } = await import('../home/games-here.js');
  lobby.showNotice(t('lobby.damaged'), ...damagedParts(id, () => location.assign(at(''))));
}
