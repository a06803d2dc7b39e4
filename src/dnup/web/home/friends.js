// Playing with friends: create a table, or say how to get a server.
import { openDialog } from '../shared/dialog.js';
import { h } from '../shared/dom.js';
import { t } from '../shared/i18n.js';
import { hasServer } from '../shared/urls.js';

// What makes a table is no part of the first load.
export const withFriends = async () => {
  const create = hasServer && (await import('../lobby/create.js'));
  if (document.querySelector('dialog[open]')) return null; // it was pressed twice, perhaps
  return create
    ? create.openCreate()
    : openDialog(
        t('home.friends'),
        h('p', {}, t('home.friends_server')),
        h('p', {}, h('code', {}, 'dnup serve --host 0.0.0.0')),
        h('p', {}, t('home.friends_address')),
      );
};
