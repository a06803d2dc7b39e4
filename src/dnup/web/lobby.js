// Before the game: who sits where, the link to send, bots for the rest, start. Later the same as a dialog.
import { RefusedError, ownLink, takeSeat } from './api.js';
import { openDialog } from './dialog.js';
import { fill, h, iconNode } from './dom.js';
import { t } from './i18n.js';
import { seatName } from './game/phrases.js';
import { settings } from './settings.js';

/** @typedef {import('./game/state.js').Game} Game */
/** @typedef {import('./messages.d.ts').SeatInfo} SeatInfo */
/** @typedef {import('./messages.d.ts').ClientMessage} ClientMessage */

const LEVELS = /** @type {const} */ (['easy', 'medium', 'hard', 'expert']);

/** The link to the table, to copy or to share, and its picture for a camera. @param {string} id */
function invitation(id) {
  const link = `${location.origin}/table/${id}`;
  const field = h('input', { type: 'text', readonly: true, value: link, 'aria-label': t('lobby.share') });
  const copy = h('button', { class: 'btn' }, iconNode('copy'), h('span', {}, t('lobby.copy')));
  copy.addEventListener('click', async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      document.execCommand('copy');
    }
    fill(copy, iconNode('link'), h('span', { role: 'status' }, t('lobby.copied')));
  });
  const share = 'share' in navigator ? h('button', { class: 'btn', onclick: () => void navigator.share({ title: 'dnup', url: link }).catch(() => {}) }, iconNode('friends'), t('lobby.share_native')) : null;
  return h('section', { class: 'invite' },
    h('img', { class: 'qr', src: `/table/${id}/qr.svg`, width: '148', height: '148', alt: t('lobby.qr') }),
    h('div', { class: 'field' }, h('h3', {}, t('lobby.share')), field, h('div', { class: 'row' }, copy, share)));
}

export class Lobby {
  /** @param {string} id @param {{send: (message: ClientMessage) => void, rejoin: () => void}} does */
  constructor(id, does) {
    this.id = id;
    this.does = does;
    this.key = '';
    this.element = h('section', { class: 'lobby', hidden: true });
    this.problem = h('p', { class: 'problem', role: 'alert', hidden: true });
  }

  /** @param {Game} game */
  update(game) {
    const open = game.table?.phase === 'open';
    this.element.hidden = !open;
    if (!open || !game.table) return;
    const key = game.shuffle ? 'shuffle' : JSON.stringify([game.table.seats, game.seat, game.host]);
    if (key === this.key) return;
    this.key = key;
    if (game.shuffle) {
      fill(this.element, h('p', { class: 'shuffling', role: 'status' }, t('lobby.shuffling')));
      return;
    }
    const focused = document.activeElement?.getAttribute('data-key');
    if (!this.element.querySelector('.invite')) {
      this.seats = h('ol', { class: 'seats' });
      this.foot = h('div', { class: 'foot' });
      fill(this.element, h('div', { class: 'inner' }, h('h2', {}, t('lobby.waiting')), invitation(this.id),
        h('h3', { class: 'sr' }, t('lobby.seats')), this.seats, this.problem, this.foot));
    }
    fill(/** @type {HTMLElement} */ (this.seats), ...game.table.seats.map((info) => this.#seat(game, info)));
    fill(/** @type {HTMLElement} */ (this.foot), ...this.#foot(game));
    if (focused) /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-key="${focused}"]`))?.focus();
  }

  relabel() {
    this.key = '';
    this.element.replaceChildren();
  }

  /** The link and the seats, while the game goes on. @param {Game} game */
  open(game) {
    const own = game.seat === null ? null : ownLink(this.id);
    openDialog(t('menu.link'), invitation(this.id),
      own ? h('label', { class: 'field' }, t('lobby.own_link'), h('input', { type: 'text', readonly: true, value: new URL(own, location.href).href })) : null,
      h('ol', { class: 'seats' }, (game.table?.seats ?? []).map((info) => this.#seat(game, info))));
  }

  /** Why there is no table to show. @param {string} text */
  showNotice(text) {
    this.key = '';
    this.element.hidden = false;
    fill(this.element, h('div', { class: 'inner' }, h('h2', {}, text), h('a', { class: 'btn first', href: '/' }, t('result.leave'))));
  }

  /** @param {Game} game @param {SeatInfo} info */
  #seat(game, info) {
    const { seat } = info, mine = seat === game.seat, open = game.table?.phase === 'open', rules = game.host && open;
    const marks = [mine ? t('lobby.you') : '', info.host ? t('lobby.host') : '', info.kind === 'person' && !info.here ? t('seat.away') : '',
      info.kind === 'bot' ? t(`levels.${info.level ?? 'medium'}`) : ''].filter(Boolean).join(', ');
    const name = info.kind === 'open' ? t('lobby.open') : seatName(game, seat);
    return h('li', { class: `${info.kind} ${mine ? 'mine' : ''}` },
      h('span', { class: 'letter-tag', 'aria-hidden': 'true' }, seat),
      iconNode(info.kind === 'bot' ? 'bot' : info.kind === 'person' ? 'seat' : 'friends'),
      h('span', { class: 'who-name' }, h('b', {}, name), marks ? h('small', {}, marks) : null),
      info.kind === 'open' && open && game.seat === null ? h('button', { class: 'btn', 'data-key': `sit${seat}`, onclick: () => void this.#sit(seat) }, t('lobby.sit')) : null,
      rules && info.kind !== 'person' ? this.#level(info) : null,
      (rules && info.kind !== 'open' && !mine) || (mine && open && !game.host)
        ? h('button', { class: 'tool', 'data-key': `free${seat}`, 'aria-label': mine ? t('lobby.stand_up') : t('lobby.remove', { seat }), onclick: () => this.does.send({ type: 'free', seat }) }, iconNode('close')) : null);
  }

  /** @param {SeatInfo} info */
  #level({ seat, kind, level }) {
    const select = h('select', { 'data-key': `level${seat}`, 'aria-label': t('lobby.bot_level', { seat }) },
      kind === 'open' ? h('option', { value: '' }, t('lobby.put_bot')) : null,
      LEVELS.map((one) => h('option', { value: one, selected: one === level }, t(`level.${one}`))));
    select.addEventListener('change', () => { if (select.value) this.does.send({ type: 'fill', seat, level: /** @type {any} */ (select.value) }); });
    return select;
  }

  /** @param {Game} game @returns {Node[]} */
  #foot(game) {
    if (game.host) {
      const free = game.table?.seats.some(({ kind }) => kind === 'open');
      return [
        free ? h('p', { class: 'note' }, t('lobby.fill')) : document.createTextNode(''),
        h('button', { class: 'btn first big', 'data-key': 'start', onclick: () => this.does.send({ type: 'start', level: settings.level }) }, iconNode('play'), t('lobby.start')),
      ];
    }
    const host = game.table?.seats.find((info) => info.host);
    const waits = h('p', { class: 'note' }, t('lobby.start_wait', { name: host?.name ?? t('lobby.host') }));
    if (game.seat !== null) return [waits];
    if (!game.table?.seats.some(({ kind }) => kind === 'open')) return [h('p', { class: 'note' }, t('lobby.full')), waits];
    const name = h('input', { type: 'text', id: 'name', value: settings.name, maxlength: '24', autocomplete: 'nickname', placeholder: t('lobby.name_default') });
    return [h('form', { class: 'row', onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); void this.#sit(null); } },
      h('label', { class: 'field grow' }, t('lobby.name'), name), h('button', { class: 'btn first', 'data-key': 'sit' }, iconNode('seat'), t('lobby.take_seat'))), waits];
  }

  /** @param {string | null} seat */
  async #sit(seat) {
    const field = /** @type {HTMLInputElement | null} */ (this.element.querySelector('#name'));
    settings.name = field?.value.trim() || settings.name;
    try {
      await takeSeat(this.id, { name: settings.name || t('lobby.name_default'), seat });
      settings.table = this.id;
      // The cookie that came with the seat is read when the line opens.
      this.does.rejoin();
    } catch (error) {
      this.problem.hidden = false;
      this.problem.textContent = error instanceof RefusedError ? `${t('errors.join')} ${error.message}` : t('errors.offline');
    }
  }
}
