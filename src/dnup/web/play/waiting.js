// The empty mat that stands where the table will be, until there is one.

import { fill, find, h } from '../shared/dom.js';
import { t } from '../shared/i18n.js';

/** @param {boolean} waits @param {boolean} [shuffles]  whether the next deal is being shuffled, which is said */
export function showWaiting(waits, shuffles = false) {
  for (const element of document.querySelectorAll('.waiting')) /** @type {HTMLElement} */ (element).hidden = !waits;
  const text = shuffles ? t('lobby.shuffling') : '';
  if (find('.mat.waiting').textContent !== text)
    fill(find('.mat.waiting'), text ? h('p', { class: 'shuffling', role: 'status' }, text) : null);
}
