// Share a moment: as a link, or as a file if the game is too long.

import { seatName } from '../game/phrases.js';
import { isMine } from '../game/state.js';
import { openDialog } from '../shared/dialog.js';
import { h, iconNode } from '../shared/dom.js';
import { saveText } from '../shared/download.js';
import { plain, t, words } from '../shared/i18n.js';
import { at } from '../shared/urls.js';
import { formatAddress } from './address.js';
import { moveWords } from './explanations.js';
import { against, chancesOf, kindOf } from './findings.js';
import { pack } from './link-encoding.js';
import { percent } from './luck.js';

/** @typedef {import('./address.js').Address} Address */
/** @typedef {import('./grading-worker.js').GradedMove} GradedMove */
/** @typedef {import('./sources.js').Source} Source */

/** The link to a moment; null if the game is too long to be in it.
 * @param {Source} source
 * @param {string} line  the record
 * @param {Address} address */
async function linkTo({ link }, line, address) {
  if (link) return `${link}#${formatAddress({ ...address, packed: null })}`;
  const packed = await pack(line);
  return packed && `${at('review/')}#${formatAddress({ ...address, packed })}`;
}

/** A moment as a picture: what was played, and what was better.
 * @param {string} name  of the file @param {import('../game/state.js').Game} game  the table before the move
 * @param {GradedMove} moment */
async function shareMoment(name, game, moment) {
  const { sharePicture } = await import('../shared/picture.js');
  const { best } = against(moment);
  const chances = chancesOf(moment);
  const said = (/** @type {string} */ move) => plain(moveWords(words, game, move));
  const where = t('review.where', { round: moment.round, move: moment.move });
  const who = isMine(game, moment.seat) ? t('seat.you') : seatName(game, moment.seat);
  await sharePicture({
    name: `dnup-${name}`,
    kicker: `${t('review.title')} · ${where}`,
    title: `${t(`review.marks.${kindOf(moment)}`)}: ${who}, ${said(moment.made)}`,
    lit: 4,
    lines: [
      [said(moment.made), percent(chances.made)],
      ...(chances.lost
        ? [/** @type {[string, string]} */ ([`${t('review.better')}: ${said(best)}`, percent(chances.best)])]
        : []),
    ],
  });
}

/** @param {Source} source @param {string} line @param {Address} address
 * @param {{game: import('../game/state.js').Game, moment: GradedMove} | null} shown  the moment that is looked at, unless its
 *   better move is still to be found */
export async function openSharing(source, line, address, shown) {
  const link = await linkTo(source, line, address);
  const picture = shown
    ? h(
        'button',
        { class: 'btn', id: 'picture', onclick: () => void shareMoment(source.name, shown.game, shown.moment) },
        iconNode('share'),
        t('review.picture'),
      )
    : null;
  const save = h(
    'button',
    { class: 'btn', onclick: () => saveText(`dnup-${source.name}.jsonl`, `${line}\n`) },
    iconNode('save'),
    t('result.save'),
  );
  if (!link) {
    openDialog(t('review.share'), h('p', {}, t('review.too_long')), h('div', { class: 'row' }, save, picture));
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
    h('div', { class: 'row' }, copy, save, picture),
  );
}
