// Draw attention to the player's turn: the title, a sound, and if allowed a notification.

import { settings } from '../settings/settings.js';
import { t } from '../shared/i18n.js';
import { play } from '../shared/sounds.js';
import { at } from '../shared/urls.js';

export class Attention {
  /** @type {Notification | null} */ #notice = null;

  /** @param {boolean} news  whether others have moved since the player last did */
  turn(news) {
    entitle(t('page.your_turn'));
    if (!news) return;
    play('turn');
    if (
      !document.hidden
      || !settings.notify
      || !('Notification' in globalThis)
      || Notification.permission !== 'granted'
    )
      return;
    this.#notice = new Notification(t('notify.title'), {
      body: t('notify.body'),
      icon: at('icons/icon-192.png'),
      tag: location.href,
    });
    this.#notice.onclick = () => focus();
  }

  clear() {
    entitle(t('page.table'));
    this.#notice?.close();
    this.#notice = null;
  }
}

/** A title goes to the whole browser, so it is set only if it differs. @param {string} title */
function entitle(title) {
  if (document.title !== title) document.title = title;
}
