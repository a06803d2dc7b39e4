// What opens over the table: the log in narrow windows, the menu, the player aid, hints. None of it but the log is part
// of the first load; it follows when there is time, or when it is asked for.

import { DeviceConnection } from '../device/connection.js';
import { isMyTurn } from '../game/state.js';
import { find } from '../shared/dom.js';
import { readMore } from '../shared/i18n.js';
import { say } from './announcer.js';
import { canTakeBack } from './page-state.js';

/** @typedef {import('./page-state.js').Page} Page */

/** When the first load is certainly over, in milliseconds. */
const LATER = 2000;

const KEY_WORDS = new URL('../table/words/', import.meta.url);

const menu = async () => {
  const [menus] = await Promise.all([import('./menu.js'), readMore(KEY_WORDS)]);
  return menus;
};
const aid = () => import('../learn/aid.js');

/** Opens something of the menu, unless a second press comes while it is loading.
 * @param {(menus: typeof import('./menu.js')) => void} open */
async function openOver(open) {
  const menus = await menu();
  if (!document.querySelector('dialog[open]')) open(menus);
}

export async function openAid() {
  await aid();
  /** @type {any} */ (find('player-aid')).open();
}

/** @param {Page} page */
const openMenu = ({ state, connection, lobby }) =>
  openOver((menus) =>
    menus.openMenu(
      state.shown,
      {
        lobby: state.local ? null : () => lobby.open(state.shown),
        leave: state.daily ? null : () => connection.send({ type: 'resign' }),
        aid: openAid,
        rename: (name) => connection.send({ type: 'rename', name }),
      },
      { hint: !find('#hint').hidden, back: !find('#take-back').hidden, undo: state.oneDevice },
    ),
  );

/** Gives help with the player's own move, where nobody else is at the table.
 * @param {Page} page @returns {() => Promise<void>} */
export function hintsOf({ state, connection, table }) {
  /** @type {Promise<import('./hints.js').Hints> | null} */
  let hints = null;
  return async () => {
    const game = state.shown;
    if (!(connection instanceof DeviceConnection) || find('#hint').hidden || !isMyTurn(game)) return;
    hints ??= import('./hints.js').then(({ Hints }) => new Hints(connection, table, say));
    const loaded = await hints;
    if (state.shown.position === game.position) await loaded.more(game);
  };
}

/** Goes back to the player's last decision, where nobody else is at the table. @param {Page} page */
export function takeBack({ state, connection }) {
  if (connection instanceof DeviceConnection && !find('#take-back').hidden && canTakeBack(state.shown))
    connection.takeBack();
}

/** Whether the log lies over the table, as in narrow windows. @param {Page} page */
const isSheet = ({ log }) =>
  document.documentElement.dataset.log === 'open' && getComputedStyle(log.element).position === 'fixed';

/** @param {Page} page @param {boolean} [open] */
export function toggleLog({ log }, open = getComputedStyle(log.element).display === 'none') {
  document.documentElement.dataset.log = open ? 'open' : 'closed';
  (open ? log.shut : find('.log-open')).focus();
}

/** Replays a move whose line in the log was pressed. @param {Page} page @param {number} number */
export function replayFromLog(page, number) {
  if (isSheet(page)) toggleLog(page, false);
  page.pace.push(number);
}

/** @param {Page} page @param {() => Promise<void>} hint */
export function listenForOverlays(page, hint) {
  // A log over the table goes away when anything else is pressed.
  find('#play').addEventListener('click', (event) => {
    if (event.target === find('#play') && isSheet(page)) toggleLog(page, false);
  });
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && isSheet(page)) toggleLog(page, false);
  });
  find('.log-open').addEventListener('click', () => toggleLog(page, true));
  find('#help').addEventListener('click', openAid);
  find('#hint').addEventListener('click', hint);
  find('#take-back').addEventListener('click', () => takeBack(page));
  find('#menu').addEventListener('click', () => void openMenu(page));
  find('#react').addEventListener('click', async () => {
    const { openReactions } = await import('../table/reactions.js');
    if (!document.querySelector('.reactions'))
      openReactions(find('#react'), (emoji) => page.connection.send({ type: 'react', emoji }));
  });
  setTimeout(() => void Promise.all([menu(), aid()]), LATER);
}
