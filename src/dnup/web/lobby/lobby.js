// The lobby: seats, the link to send, bots, start. Later the same as a dialog.

import { seatName } from '../game/phrases.js';
import { refusalText } from '../refusals/refusals.js';
import { settings } from '../settings/settings.js';
import { ownLink, RefusedError, takeSeat } from '../shared/api.js';
import { currentName, DECKS, DEFAULT_DECK } from '../shared/decks.js';
import { openDialog } from '../shared/dialog.js';
import { fill, h, iconNode } from '../shared/dom.js';
import { t } from '../shared/i18n.js';
import { at } from '../shared/urls.js';
import { expertNote, updateExpertNote } from './expert-note.js';
import { ownName } from './names.js';
import { facts, otherDecks } from './options.js';

/** @typedef {import('../game/state.js').Game} Game */
/** @typedef {import('../messages.d.ts').SeatInfo} SeatInfo */
/** @typedef {import('../messages.d.ts').ClientMessage} ClientMessage */

const LEVELS = /** @type {const} */ (['easy', 'medium', 'hard', 'expert']);
/** How long a host is away before anyone seated can start the game, in milliseconds. */
const GONE_AFTER = 10_000;

/** Asks for another name. @param {string} name @param {(name: string) => void} rename */
export function openRename(name, rename) {
  const field = h('input', {
    type: 'text',
    name: 'name',
    value: name,
    required: true,
    maxlength: '24',
    autocomplete: 'nickname',
  });
  const dialog = openDialog(
    t('lobby.rename'),
    h(
      'form',
      {
        class: 'row',
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          settings.name = field.value.trim() || name;
          rename(settings.name);
          dialog.close();
        },
      },
      h('label', { class: 'field grow' }, t('lobby.name'), field),
      h('button', { class: 'btn first' }, t('lobby.rename_do')),
    ),
  );
  field.select();
}

/** The link to the table, to copy or to share, and its picture for a camera. @param {string} id */
function invitation(id) {
  const link = at(`table/${id}`);
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
  const share =
    'share' in navigator
      ? h(
          'button',
          // Dismissed, or refused by the system: the link can still be copied.
          { class: 'btn', onclick: () => void navigator.share({ title: 'dnup', url: link }).catch(() => {}) },
          iconNode('friends'),
          t('lobby.share_native'),
        )
      : null;
  return h(
    'section',
    { class: 'invite' },
    h('img', { class: 'qr', src: at(`table/${id}/qr.svg`), width: '148', height: '148', alt: t('lobby.qr') }),
    h('div', { class: 'field' }, h('h3', {}, t('lobby.share')), field, h('div', { class: 'row' }, copy, share)),
  );
}

/** Time, deck and memory. @param {Game} game */
function howItPlays(game) {
  if (!game.table) return null;
  const { options } = game.table;
  const texts = facts(options).map(([name, text]) => ({ name, place: h('dd', {}, text) }));
  const deck = currentName(options.deck ?? DEFAULT_DECK);
  const deckPlace = texts.find(({ name }) => name === t('lobby.deck'))?.place;
  if (DECKS.includes(deck) && deckPlace) {
    // The cards open beside the lobby, so that a seat is not left.
    fill(deckPlace, h('a', { href: at(`decks/#deck=${deck}`), target: '_blank' }, deckPlace.textContent ?? ''));
  } else {
    // A deck of the server's own has a title there.
    const show = (/** @type {[string, string][]} */ decks) => {
      const title = decks.find(([name]) => name === options.deck)?.[1];
      if (title && deckPlace) deckPlace.textContent = title;
    };
    otherDecks().then(show, () => {});
  }
  return h(
    'dl',
    { class: 'facts', 'aria-label': t('lobby.facts') },
    texts.map(({ name, place }) => h('div', {}, h('dt', {}, name), place)),
  );
}

export class Lobby {
  /** @param {string} id @param {{send: (message: ClientMessage) => void, rejoin: () => void}} does */
  constructor(id, does) {
    this.id = id;
    this.does = does;
    this.key = '';
    this.element = h('section', { class: 'lobby', hidden: true });
    this.problem = h('p', { class: 'problem', role: 'alert', hidden: true });
    /** Whether the host was here when this was last shown, and since when that is not so. */
    this.hostHere = true;
    this.hostSeen = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** @param {Game} game */
  update(game) {
    const open = game.table?.phase === 'open' && !game.shuffle;
    clearTimeout(this.timer);
    this.#appear(open);
    if (!open || !game.table) return;
    const alone = this.#hostIsGone(game);
    const key = JSON.stringify([game.table.seats, game.seat, game.host, alone]);
    if (key === this.key) return;
    this.key = key;
    this.problem.hidden = true;
    const focused = document.activeElement?.getAttribute('data-key');
    const free = game.table.seats.some(({ kind }) => kind === 'open');
    const role = !free ? 'full' : game.host ? 'host' : game.seat === null ? 'guest' : 'other';
    if (this.element.dataset.role !== role || !this.seats) this.#build(game, role);
    fill(/** @type {HTMLElement} */ (this.seats), ...game.table.seats.map((info) => this.#seat(game, info)));
    const { seats, options } = game.table;
    void updateExpertNote(/** @type {HTMLElement} */ (this.note), () => ({
      expert: seats.some(({ level }) => level === 'expert'),
      deck: options.deck ?? DEFAULT_DECK,
      players: seats.length,
    }));
    fill(/** @type {HTMLElement} */ (this.foot), ...this.#foot(game, alone));
    if (focused) /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-key="${focused}"]`))?.focus();
  }

  /** Says why something is not done. @param {string} text */
  explain(text) {
    this.problem.hidden = false;
    this.problem.textContent = text;
  }

  relabel() {
    this.key = '';
    this.seats = undefined;
  }

  /** What comes first is what there is to do: for the host the link to send, for a guest a name and a seat. At a full table
   * all wait for the start.
   * @param {Game} game @param {'host' | 'guest' | 'other' | 'full'} role */
  #build(game, role) {
    this.element.dataset.role = role;
    this.seats = h('ol', { class: 'seats' });
    this.note = expertNote();
    this.foot = h('div', { class: 'foot' });
    const invite = invitation(this.id);
    const folded = () => h('details', { class: 'fold' }, h('summary', {}, t('lobby.invite')), invite);
    const table = howItPlays(game);
    const seats = [h('h3', { class: 'sr' }, t('lobby.seats')), this.seats, this.note];
    fill(
      this.element,
      h(
        'div',
        { class: 'inner' },
        h('h2', {}, t(role === 'full' ? 'lobby.table_full' : 'lobby.waiting')),
        ...(role === 'host'
          ? [invite, ...seats, table, this.problem, this.foot]
          : [role === 'guest' ? this.#form() : null, this.problem, ...seats, this.foot, table, folded()]),
      ),
    );
  }

  /** Where a guest says who they are. It stays as it is while others come and go. */
  #form() {
    const name = h('input', {
      type: 'text',
      id: 'name',
      value: ownName(),
      required: true,
      maxlength: '24',
      autocomplete: 'nickname',
    });
    return h(
      'form',
      {
        class: 'row',
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void this.#sit(null);
        },
      },
      h('label', { class: 'field grow' }, t('lobby.name'), name),
      h('button', { class: 'btn first', 'data-key': 'sit' }, iconNode('seat'), t('lobby.take_seat')),
    );
  }

  /** Whether others may start without the host; if they may later, the lobby is drawn again then.
   * @param {Game} game */
  #hostIsGone(game) {
    const here = game.host || game.table?.host_here === true;
    if (here || this.hostHere) this.hostSeen = Date.now();
    this.hostHere = here;
    const left = this.hostSeen + GONE_AFTER - Date.now();
    if (!here && left > 0) this.timer = setTimeout(() => this.update(game), left);
    return left <= 0;
  }

  /** The link and the seats, while the game goes on. @param {Game} game */
  open(game) {
    const own = game.seat === null ? null : ownLink(this.id);
    openDialog(
      t('menu.link'),
      invitation(this.id),
      own
        ? h(
            'label',
            { class: 'field' },
            t('lobby.own_link'),
            h('input', { type: 'text', readonly: true, value: new URL(own, location.href).href }),
          )
        : null,
      h(
        'ol',
        { class: 'seats' },
        (game.table?.seats ?? []).map((info) => this.#seat(game, info)),
      ),
      howItPlays(game),
    );
  }

  /** The page scrolls where there is a lobby in it. @param {boolean} open */
  #appear(open) {
    this.element.hidden = !open;
    document.documentElement.toggleAttribute('data-lobby', open);
  }

  /** Why there is no table to show. @param {string} text @param {Node[]} more */
  showNotice(text, ...more) {
    this.key = '';
    this.#appear(true);
    fill(
      this.element,
      h(
        'div',
        { class: 'inner' },
        h('h2', {}, text),
        ...more,
        h('a', { class: 'btn first', href: at('') }, t('result.leave')),
      ),
    );
  }

  /** @param {Game} game @param {SeatInfo} info */
  #seat(game, info) {
    const { seat } = info;
    const mine = seat === game.seat;
    const open = game.table?.phase === 'open';
    const rules = game.host && open;
    const marks = [
      mine ? t('lobby.you') : '',
      info.host ? t('lobby.host') : '',
      info.kind === 'person' && !info.here ? t('seat.away') : '',
      info.kind === 'bot' ? t(`levels.${info.level ?? 'medium'}`) : '',
    ]
      .filter(Boolean)
      .join(', ');
    const name = info.kind === 'open' ? t('lobby.open') : seatName(game, seat);
    return h(
      'li',
      { class: `${info.kind} ${mine ? 'mine' : ''}` },
      h('span', { class: 'letter-tag', 'aria-hidden': 'true' }, seat),
      iconNode(info.kind === 'bot' ? 'bot' : info.kind === 'person' ? 'seat' : 'friends'),
      h('span', { class: 'who-name' }, h('b', {}, name), marks ? h('small', {}, marks) : null),
      mine && open
        ? h(
            'button',
            {
              class: 'tool',
              'data-key': 'rename',
              'aria-label': t('lobby.rename'),
              onclick: () => openRename(info.name ?? '', (name) => this.does.send({ type: 'rename', name })),
            },
            iconNode('edit'),
          )
        : null,
      info.kind === 'open' && open && game.seat === null
        ? h('button', { class: 'btn', 'data-key': `sit${seat}`, onclick: () => void this.#sit(seat) }, t('lobby.sit'))
        : null,
      rules && info.kind !== 'person' ? this.#level(info) : null,
      (rules && info.kind !== 'open' && !mine) || (mine && open && !game.host)
        ? h(
            'button',
            {
              class: 'tool',
              'data-key': `free${seat}`,
              'aria-label': mine ? t('lobby.stand_up') : t('lobby.remove', { seat }),
              onclick: () => this.does.send({ type: 'free', seat }),
            },
            iconNode('close'),
          )
        : null,
    );
  }

  /** @param {SeatInfo} info */
  #level({ seat, kind, level }) {
    const select = h(
      'select',
      { 'data-key': `level${seat}`, 'aria-label': t('lobby.bot_level', { seat }) },
      kind === 'open' ? h('option', { value: '' }, t('lobby.put_bot')) : null,
      LEVELS.map((one) => h('option', { value: one, selected: one === level }, t(`level.${one}`))),
    );
    select.addEventListener('change', () => {
      if (select.value) this.does.send({ type: 'fill', seat, level: /** @type {any} */ (select.value) });
    });
    return select;
  }

  /** @param {Game} game @param {boolean} alone  whether the host is gone @returns {Node[]} */
  #foot(game, alone) {
    const hosting = game.table?.seats.find((info) => info.host && info.name);
    const host = hosting ? seatName(game, hosting.seat) : t('lobby.host');
    const starts = game.seat !== null && alone;
    const free = game.table?.seats.some(({ kind }) => kind === 'open');
    if (game.host || starts) {
      return [
        h(
          'p',
          { class: 'note' },
          [starts && !game.host ? t('lobby.host_gone', { name: host }) : '', free ? t('lobby.fill') : ''].join(' '),
        ),
        h(
          'button',
          {
            class: 'btn first big',
            'data-key': 'start',
            onclick: () => this.does.send({ type: 'start', level: settings.level }),
          },
          iconNode('play'),
          t('lobby.start'),
        ),
      ];
    }
    const waits = h('p', { class: 'note' }, t('lobby.start_wait', { name: host }));
    return game.seat === null && !free ? [h('p', { class: 'note' }, t('lobby.full')), waits] : [waits];
  }

  /** @param {string | null} seat */
  async #sit(seat) {
    const field = /** @type {HTMLInputElement | null} */ (this.element.querySelector('#name'));
    settings.name = field?.value.trim() || settings.name;
    try {
      await takeSeat(this.id, { name: ownName(), seat });
      // The cookie that came with the seat is sent when the connection opens.
      this.does.rejoin();
    } catch (error) {
      this.explain(
        error instanceof RefusedError ? `${t('errors.join')} ${await refusalText(error)}` : t('errors.offline'),
      );
    }
  }
}
