// The page of a seat link in a browser that has another seat there: asks before it changes the seat.

import { refusalText } from '../refusals/refusals.js';
import { openSeat, RefusedError } from '../shared/api.js';
import { find } from '../shared/dom.js';
import { alsoRead, t } from '../shared/i18n.js';
import { startPage } from '../shared/shell.js';
import { at } from '../shared/urls.js';

/** What the server has put here: the table, whose seat the link is for, and who this browser is there; a host may have
 * no seat. */
const { table = '', name = '', own = '' } = document.documentElement.dataset;
const stay = /** @type {HTMLAnchorElement} */ (find('#stay'));
const button = /** @type {HTMLButtonElement} */ (find('#switch'));

function show() {
  const you = own ? t('seat_link.you', { name: own }) : t('seat_link.you_host');
  const link = name ? t('seat_link.link', { name }) : t('seat_link.link_host');
  find('#facts').textContent = `${you} ${link}`;
  button.textContent = name ? t('seat_link.switch', { name }) : t('seat_link.switch_host');
}

button.addEventListener('click', async () => {
  button.disabled = true;
  try {
    await openSeat(location.href);
    location.replace(stay.href);
  } catch (error) {
    button.disabled = false;
    find('#refused').textContent = error instanceof RefusedError ? await refusalText(error) : t('errors.offline');
  }
});

alsoRead(new URL('./words/', import.meta.url));
await startPage();
if (table) {
  stay.href = at(`table/${table}`);
  button.hidden = false;
  show();
  document.addEventListener('language', show);
}
