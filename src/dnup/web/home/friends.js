// Playing with friends: a table is made for them; where there is no server, how they can be had.
import { openCreate } from '../lobby/create.js';
import { openDialog } from '../shared/dialog.js';
import { h } from '../shared/dom.js';
import { t } from '../shared/i18n.js';
import { hasServer } from '../shared/place.js';

export const withFriends = () =>
  hasServer
    ? openCreate()
    : openDialog(
        t('home.friends'),
        h('p', {}, t('home.friends_server')),
        h('p', {}, h('code', {}, 'dnup serve --host 0.0.0.0')),
        h('p', {}, t('home.friends_address')),
      );
