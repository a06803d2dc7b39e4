// Share a moment: as a link, or as a file if the game is too long.

import { openDialog } from '../shared/dialog.js';
import { h, iconNode } from '../shared/dom.js';
import { saveText } from '../shared/download.js';
import { t } from '../shared/i18n.js';
import { at } from '../shared/urls.js';
import { formatAddress } from './address.js';
import { pack } from './link-encoding.js';

/** @typedef {import('./address.js').Address} Address */
/** @typedef {import('./sources.js').Source} Source */

/** The link to a moment; null if the game is too long to be in it.
 * @param {Source} source
 * @param {string} line  the record
 * @param {Address} address */
export async function linkTo({ link }, line, address) {
  if (link) return `${link}#${formatAddress({ ...address, packed: null })}`;
  const packed = await pack(line);
  return packed && `${at('review/')}#${formatAddress({ ...address, packed })}`;
}

/** @param {Source} source @param {string} line @param {Address} address */
export async function openSharing(source, line, address) {
  const link = await linkTo(source, line, address);
  const save = h(
    'button',
    { class: 'btn', onclick: () => saveText(`dnup-${source.name}.jsonl`, `${line}\n`) },
    iconNode('save'),
    t('result.save'),
  );
  if (!link) {
    openDialog(t('review.share'), h('p', {}, t('review.too_long')), h('div', { class: 'row' }, save));
    return;
  }
  const field = h('input', { type: 'text', readonly: true, value: link });
  const said = h('p', { class: 'note', role: 'status' }, t(source.link ? 'review.share_server' : 'review.share_link'));
  const copy = h('button', { class: 'btn first', id: 'copy' }, iconNode('copy'), t('lobby.copy'));
  copy.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(link);
      said.style.minHeight = `${said.offsetHeight}px`; // the button stays under the finger
      said.textContent = t('daily.copied');
    } catch {
      field.select();
    }
  });
  openDialog(
    t('review.share'),
    h('label', { class: 'field' }, t('review.link'), field),
    said,
    h('div', { class: 'row' }, copy, save),
  );
}
