// The menu of the table.

import { seatInfo } from '../game/state.js';
import { openRename } from '../lobby/lobby.js';
import { openDialog } from '../shared/dialog.js';
import { h, iconNode } from '../shared/dom.js';
import { keyName, t } from '../shared/i18n.js';
import { openSettings } from '../shared/shell.js';
import { signNode } from '../shared/signs.js';
import { at } from '../shared/urls.js';
import { KEYS } from '../table/keys.js';
import { scoreRule, scoreTable } from './scores.js';

/** @typedef {import('../game/state.js').Game} Game */
/** @param {Game} game
 * @param {{lobby: (() => void) | null, leave: (() => void) | null, aid: () => void, rename: (name: string) => void}}
 *   does
 * @param {Record<string, boolean>} offers  which of the keys that not every table has do something here: { hint: false } */
export function openMenu(game, does, offers) {
  const { leave } = does;
  const and = (/** @type {() => void} */ act) => () => {
    dialog.close();
    act();
  };
  const seated = game.seat !== null && game.table?.phase !== 'open';
  const own = game.seat && seatInfo(game, game.seat)?.name;
  const dialog = openDialog(
    t('menu.title'),
    h(
      'div',
      { class: 'row' },
      h(
        'button',
        { class: 'btn', 'data-do': 'settings', onclick: and(() => void openSettings()) },
        iconNode('settings'),
        t('settings.title'),
      ),
      does.lobby
        ? h(
            'button',
            { class: 'btn', 'data-do': 'lobby', onclick: and(does.lobby) },
            iconNode('friends'),
            t('menu.link'),
          )
        : null,
      game.view
        ? h(
            'button',
            { class: 'btn', 'data-do': 'scores', onclick: and(() => openScores(game)) },
            signNode('star'),
            t('result.scores'),
          )
        : null,
      own
        ? h(
            'button',
            { class: 'btn', 'data-do': 'rename', onclick: and(() => openRename(own, does.rename)) },
            iconNode('edit'),
            t('lobby.rename'),
          )
        : null,
      h('button', { class: 'btn', onclick: and(does.aid) }, iconNode('help'), t('bar.help')),
      h('a', { class: 'btn', href: at('rules/'), target: '_blank' }, iconNode('learn'), t('menu.rules')),
    ),
    h(
      'details',
      { class: 'keys' },
      h('summary', {}, t('keys.title')),
      h(
        'dl',
        {},
        KEYS.filter(([, text]) => offers[text] ?? true).flatMap(([keys, text]) => [
          h(
            'dt',
            {},
            keys.flatMap((key, i) => [i ? ' – ' : '', h('kbd', {}, keyName(key))]),
          ),
          h('dd', {}, t(`keys.${text}`)),
        ]),
      ),
    ),
    h(
      'div',
      { class: 'row' },
      h('a', { class: 'btn quiet', href: at('') }, iconNode('back'), t('result.leave')),
      seated && leave
        ? h(
            'button',
            { class: 'btn quiet', 'data-do': 'leave', onclick: and(() => askToLeave(leave)) },
            iconNode('leave'),
            t('lobby.leave_seat'),
          )
        : null,
    ),
  );
}

/** @param {Game} game */
export const openScores = (game) =>
  openDialog(t('result.scores'), scoreTable(game), h('p', { class: 'note' }, scoreRule(game)));

/** Says what has happened to someone who has left, and where to go from here. */
export function openLeft() {
  const dialog = openDialog(
    t('left.title'),
    h('p', {}, t('left.text')),
    h(
      'div',
      { class: 'row' },
      h(
        'button',
        { class: 'btn', 'data-do': 'watch', onclick: () => dialog.close() },
        iconNode('eye'),
        t('left.watch'),
      ),
      h('a', { class: 'btn first', href: at('') }, iconNode('leave'), t('result.leave')),
    ),
  );
}

/** @param {() => void} leave */
function askToLeave(leave) {
  const dialog = openDialog(
    t('lobby.leave_question'),
    h('p', { class: 'note' }, t('lobby.away_is_fine')),
    h(
      'div',
      { class: 'row' },
      h('button', { class: 'btn', onclick: () => dialog.close() }, t('lobby.leave_no')),
      h(
        'button',
        {
          class: 'btn first',
          onclick: () => {
            dialog.close();
            leave();
          },
        },
        t('lobby.leave_yes'),
      ),
    ),
  );
}
