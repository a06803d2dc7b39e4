// The menu of the curtain: settings, scores, the way home, and a bot for somebody who has to go.

import { seatName } from '../game/phrases.js';
import { openDialog } from '../shared/dialog.js';
import { h, iconNode } from '../shared/dom.js';
import { t } from '../shared/i18n.js';
import { disc } from '../shared/people.js';
import { at } from '../shared/urls.js';

/** @typedef {import('../game/state.js').Game} Game */

/** @param {Game} game
 * @param {{settings: () => void, scores: () => void, leave: (seat: string) => void}} does */
export function openCurtainMenu(game, does) {
  const and = (/** @type {() => void} */ act) => () => {
    dialog.close();
    act();
  };
  const dialog = openDialog(
    t('menu.title'),
    h(
      'div',
      { class: 'row' },
      h('button', { class: 'btn', onclick: and(does.settings) }, iconNode('settings'), t('settings.title')),
      h('button', { class: 'btn', onclick: and(does.scores) }, iconNode('sort'), t('result.scores')),
      h(
        'button',
        { class: 'btn', 'data-do': 'go', onclick: and(() => askWhoGoes(game, does.leave)) },
        iconNode('leave'),
        t('pass.menu.go'),
      ),
      h('a', { class: 'btn quiet', href: at('') }, iconNode('back'), t('result.leave')),
    ),
  );
}

/** @param {Game} game @param {(seat: string) => void} leave */
function askWhoGoes(game, leave) {
  const people = (game.table?.seats ?? []).filter(({ kind }) => kind === 'person');
  const dialog = openDialog(
    t('pass.menu.go'),
    h('p', { class: 'note' }, t('pass.menu.who')),
    h(
      'div',
      { class: 'goes' },
      people.map(({ seat }) =>
        h(
          'button',
          {
            class: 'btn',
            'data-goes': seat,
            onclick: () => {
              dialog.close();
              leave(seat);
            },
          },
          disc(seatName(game, seat)),
          h('span', {}, seatName(game, seat)),
        ),
      ),
      h('button', { class: 'btn quiet', onclick: () => dialog.close() }, t('pass.menu.stay')),
    ),
  );
}
