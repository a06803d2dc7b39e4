// The end of a round and of the game: who went out, all hands, the fairness check, and what next.

import { verdictOf } from '../game/fairness.js';
import { parseCards } from '../game/notation.js';
import { calledName, personal, scoreOf, seatName } from '../game/phrases.js';
import { letters, SEATS } from '../game/seats.js';
import { ownPart } from '../game/shuffle-share.js';
import { awaitsMe, isMine } from '../game/state.js';
import { drawing, fill, h, iconNode, nextFrame, nodes } from '../shared/dom.js';
import { logo } from '../shared/glyphs.js';
import { plain, t, tp, words } from '../shared/i18n.js';
import { at } from '../shared/urls.js';
import { cardRow } from './known.js';
import { scoreRule, scoreTable, standingsOf, worth } from './scores.js';
import { countGame } from './tally.js';

/** @typedef {import('../game/state.js').Game} Game */
/** @typedef {import('../messages.d.ts').RoundResult} RoundResult */
/** @typedef {import('../shared/i18n.js').Part} Part */

export class ResultView {
  /** @param {string} id
   * @param {{shared: boolean, ready: () => void, save: () => void, help: () => Promise<{hints: number, takeBacks:
   *   number} | null>}} table  whether others can come to it, how to go on and to save the record of one on this device,
   *   and how often the player was helped there */
  constructor(id, { shared, ready, save, help }) {
    this.id = id;
    this.shared = shared;
    this.ready = ready;
    this.save = save;
    this.help = help;
    /** @type {HTMLDialogElement | null} */
    this.dialog = null;
    this.reopen = h('button', { class: 'btn first reopen', hidden: true, onclick: () => this.#open() });
    /** The date of the daily game that is played here, if it is one. @type {string | null} */
    this.daily = null;
    /** Where in another game this one was begun, if it was. @type {string | null} */
    this.from = null;
    /** @type {Game | null} */
    this.game = null;
    this.seen = '';
    /** Whether this player has asked to go on: then the result may close by itself. */
    this.asked = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** Counts down to the next round. @type {ReturnType<typeof setInterval> | undefined} */
    this.countdown = undefined;
  }

  /** @param {Game} game @param {number} after  milliseconds until it opens by itself */
  update(game, after) {
    this.game = game;
    const { result } = game;
    if (!result) {
      clearTimeout(this.timer);
      clearInterval(this.countdown);
      this.reopen.hidden = true;
      this.seen = '';
      // What somebody reads does not vanish: the next round waits behind it.
      if (this.asked || !this.shared || game.seat === null) this.dialog?.close();
      else this.#begun();
      this.asked = false;
      return;
    }
    const key = `${game.table?.game} ${result.round}`;
    if (key === this.seen) {
      if (this.dialog) this.#foot();
      return;
    }
    this.seen = key;
    this.timer = setTimeout(() => this.#open(), after);
  }

  relabel() {
    this.dialog?.close();
    this.seen = '';
  }

  async #open() {
    const { game } = this;
    const result = game?.result;
    if (!game || !result || this.dialog) return;
    this.reopen.hidden = true;
    const title = h('h2', { tabindex: '-1', id: 'result-title' }, nodes(headline(game, result)));
    const foot = h('div', { class: 'foot' });
    const dialog = h(
      'dialog',
      { class: 'result', 'aria-labelledby': 'result-title' },
      h(
        'div',
        { class: 'inner' },
        h(
          'p',
          { class: 'note' },
          t('result.round', { round: result.round }),
          this.from ? ` · ${t('result.played_on', { place: this.from })}` : '',
        ),
        game.oneDevice ? h('p', { class: 'everyone' }, iconNode('eye'), t('pass.everyone')) : null,
        title,
        result.drawn ? h('p', { class: 'note' }, t('result.drawn_why')) : null,
        standings(game, this.daily !== null),
        h('p', { class: 'note rule' }, this.daily ? t('daily.rule') : scoreRule(game)),
        this.#helped(),
        this.#tally(game),
        byRound(game),
        hands(game, result),
        this.from ? null : fold('proof', t('proof.title'), () => proof(this.id, this.shared, game, result)),
        foot,
      ),
    );
    dialog.addEventListener('close', () => {
      dialog.remove();
      clearInterval(this.countdown);
      this.dialog = null;
      this.reopen.textContent = t('result.show_result');
      this.reopen.hidden = !this.game?.result;
    });
    await nextFrame(); // everything under it is restyled: enough for one task
    if (this.dialog || !this.game?.result) return;
    document.body.append(dialog);
    this.dialog = dialog;
    this.foot = foot;
    this.#foot();
    dialog.showModal();
    title.focus({ preventScroll: true });
    void nextFrame().then(() => hang(dialog));
  }

  /** How many hints were taken and how many moves were taken back, if any were. */
  #helped() {
    const note = h('p', { class: 'note hints', hidden: true });
    void this.help().then((help) => {
      const { hints, takeBacks } = help ?? { hints: 0, takeBacks: 0 };
      note.hidden = !hints && !takeBacks;
      const told = [
        hints ? t('result.hints', { count: hints }) : '',
        takeBacks ? t('result.take_backs', { count: takeBacks }) : '',
      ];
      note.textContent = told.filter(Boolean).join(' ');
    });
    return note;
  }

  /** A picture of how the game has ended, with names instead of "you". */
  async #share() {
    const { game } = this;
    const { result, view } = game ?? {};
    if (!game || !view || !result?.winner) return;
    const { sharePicture } = await import('../shared/picture.js');
    const rows = standingsOf(game, false);
    await sharePicture({
      name: `dnup-${this.id}`,
      kicker: t('result.round', { round: result.round }),
      title: t('result.won', { name: seatName(game, result.winner) }),
      lit: 4,
      lines: rows.map(({ seat, sum }) => [seatName(game, seat), String(worth(game, sum))]),
    });
  }

  /** How many games each of these people has won, at a table where several play. @param {Game} game */
  #tally(game) {
    const sums = game.seat === null && !game.oneDevice ? null : countGame(this.id, game);
    if (!sums) return null;
    const scores = plain(words.list(sums.map(([name, count]) => [`${name} ${count}`])));
    return h('p', { class: 'note tally' }, t('tally.games', { scores }));
  }

  /** The address of the review of this round. */
  get #review() {
    const round = this.game?.result?.round ?? 1;
    // Each round of the daily game is a match by itself.
    if (this.daily) return at(`review/?game=${this.id}&n=${round}`);
    const place = `#r${round}m0`;
    return at(`${this.shared ? `game/${this.id}` : `review/?game=${this.id}`}${place}`);
  }

  /** The next round has begun while the result was being read. */
  #begun() {
    if (!this.dialog || !this.foot) return;
    fill(
      this.foot,
      h('p', { class: 'note', role: 'status' }, t('result.begun')),
      h(
        'button',
        { class: 'btn first', onclick: () => this.dialog?.close() },
        iconNode('play'),
        t('result.show_table'),
      ),
    );
  }

  /** Who is ready, who is awaited, and when the table goes on anyway. @param {Game} game */
  #readiness(game) {
    const people = (game.table?.seats ?? []).filter(({ kind }) => kind === 'person');
    if (!this.shared || people.length < 2 || !people.some(({ ready }) => ready)) return null;
    const line = h('span', { class: 'in' });
    const tick = () => {
      const seconds = Math.max(0, Math.ceil(((game.goesOn ?? 0) - Date.now()) / 1000));
      line.textContent = game.goesOn === null ? '' : t('result.goes_on', { count: seconds });
    };
    clearInterval(this.countdown);
    this.countdown = setInterval(tick, 1000);
    tick();
    return h(
      'div',
      { class: 'readiness' },
      h(
        'ul',
        { 'aria-label': t('result.who_is_ready') },
        people.map(({ seat, ready }) =>
          h(
            'li',
            { class: ready ? 'ready' : 'awaited' },
            iconNode(ready ? 'link' : 'wait'),
            h('span', {}, calledName(words, game, seat)),
            h('span', { class: 'sr' }, t(ready ? 'result.is_ready' : 'result.is_awaited')),
          ),
        ),
      ),
      line,
    );
  }

  #foot() {
    const { game } = this;
    if (!game || !this.foot) return;
    const over = game.table?.phase === 'over';
    const waits = awaitsMe(game);
    const late = (game.table?.seats ?? []).filter(
      (info) => info.kind === 'person' && !info.ready && info.seat !== game.seat,
    );
    const plays = game.seat !== null || Boolean(game.oneDevice);
    const focused = this.foot.contains(document.activeElement);
    const ended = over && this.daily;
    fill(
      this.foot,
      this.#readiness(game),
      ended
        ? h(
            'a',
            { class: 'btn first', 'data-do': 'daily', href: at(`daily/#${ended}`) },
            iconNode('link'),
            t('daily.see_result'),
          )
        : null,
      plays && waits && !ended
        ? h(
            'button',
            {
              class: 'btn first',
              'data-do': 'ready',
              onclick: () => {
                this.asked = true;
                this.ready();
              },
            },
            iconNode(over ? 'turn' : 'play'),
            t(over ? 'result.rematch' : 'result.next'),
          )
        : null,
      plays && !waits && !ended
        ? h(
            'p',
            { class: 'note', role: 'status' },
            t('result.waiting', { names: late.map(({ seat }) => seatName(game, seat)).join(', ') }),
          )
        : null,
      h('a', { class: 'btn', 'data-do': 'review', href: this.#review }, iconNode('eye'), t('result.review')),
      h(
        'div',
        { class: 'row more' },
        h('button', { class: 'btn', onclick: () => this.dialog?.close() }, iconNode('back'), t('result.show_table')),
        this.shared
          ? h(
              'a',
              { class: 'btn', href: at(`api/tables/${this.id}/record`), download: `dnup-${this.id}.jsonl` },
              iconNode('save'),
              t('result.save'),
            )
          : h('button', { class: 'btn', 'data-do': 'save', onclick: this.save }, iconNode('save'), t('result.save')),
        over && !this.daily && game.result?.winner
          ? h(
              'button',
              { class: 'btn', 'data-do': 'picture', onclick: () => void this.#share() },
              iconNode('share'),
              t('picture.share'),
            )
          : null,
        over ? h('a', { class: 'btn', href: at('') }, iconNode('leave'), t('result.leave')) : null,
      ),
    );
    if (focused) /** @type {HTMLElement | null} */ (this.foot.querySelector('button, a'))?.focus();
  }
}

/** Lets a dialog grow downwards only: what is pressed to unfold something stays under the finger.
 * @param {HTMLElement} dialog */
function hang(dialog) {
  dialog.style.setProperty('--top', `${dialog.offsetTop}px`);
  dialog.classList.add('hangs');
  addEventListener('resize', () => dialog.classList.remove('hangs'), { once: true });
}

/** @param {Game} game @param {RoundResult} result @returns {Part[]} */
export function headline(game, result) {
  if (result.winner) return personal(words, game, 'result.won', result.winner);
  if (result.drawn) return tp('result.drawn');
  const first = game.view?.finish[0];
  if (!first || game.view?.ending === 'abandoned')
    return tp(
      game.view?.stall_limit && game.view.stalled === game.view.stall_limit ? 'result.circles' : 'result.abandoned',
    );
  return personal(words, game, game.view?.players === 2 ? 'result.round_won' : 'result.first', first);
}

/** @param {Game} game @param {boolean} adds  whether each round begins at 0, and they are added up */
function standings(game, adds) {
  const { view } = game;
  if (!view) return null;
  return h(
    'ol',
    { class: 'standings', 'aria-label': t('result.scores') },
    standingsOf(game, adds).map(({ seat, gained, sum, place }) => {
      const { lit, more } = letters(sum, view.players);
      const plainScore = game.table?.options.scoring === 'points';
      return h(
        'li',
        { class: isMine(game, seat) ? 'mine' : null },
        h('span', { class: 'name' }, calledName(words, game, seat)),
        h(
          'small',
          {},
          place < 0 || view.players === 2 || (place === 0 && !game.result?.winner)
            ? ''
            : t(place ? 'place.second' : 'place.first'),
        ),
        h('b', { class: 'gain' }, gained ? t('result.points', { count: worth(game, gained) }) : ''),
        h(
          'span',
          { class: `score ${plainScore ? 'plain' : ''}`, role: 'img', 'aria-label': scoreOf(words, game, sum) },
          plainScore ? String(sum) : drawing(logo(lit)),
          more && !plainScore ? h('b', {}, `+${more}`) : null,
        ),
      );
    }),
  );
}

/** A section whose content is made when somebody opens it: most people never do, and it would delay the result.
 * @param {string} name @param {string} title @param {() => Node[]} make
 * @param {boolean} [open]  whether it is open from the start */
function fold(name, title, make, open = false) {
  const summary = h('summary', {}, title);
  const details = h('details', { class: name, open }, summary);
  const fill = () => details.childElementCount < 2 && details.append(...make());
  if (open) fill();
  summary.addEventListener('click', fill);
  details.addEventListener('toggle', fill); // the browser's search opens it without a click
  return details;
}

/** @param {Game} game */
const byRound = (game) => fold('by-round', t('score.by_round'), () => [scoreTable(game)]);

/** @param {Game} game @param {RoundResult} result */
const hands = (game, result) =>
  fold(
    'hands',
    t('result.hands'),
    () =>
      result.hands.map((hand, i) => {
        const seat = SEATS[i];
        const cards = parseCards(hand);
        return h(
          'div',
          { class: 'hand-row' },
          h('span', { class: 'name' }, calledName(words, game, seat)),
          cards.length ? cardRow(cards) : h('span', { class: 'note' }, t('result.no_cards')),
        );
      }),
    game.oneDevice,
  );

/** What the check found, as a sign and a color.
 * @type {Record<import('../game/fairness.js').Verdict | 'device', [Parameters<typeof iconNode>[0], string]>} */
const SIGNS = {
  mine: ['link', ''],
  others: ['link', ''],
  server: ['help', ''],
  device: ['link', ''],
  late: ['help', 'doubt'],
  changed: ['close', 'bad'],
  list: ['close', 'bad'],
  left_out: ['close', 'bad'],
};

/** @param {string} id @param {boolean} shared @param {Game} game @param {RoundResult} result */
function proof(id, shared, game, result) {
  const { shuffle } = result;
  const own = ownPart(id, `${game.table?.game}.${result.round}`);
  const found = verdictOf(result, game.commitment, own);
  // On the player's device nobody else could have chosen the deal.
  const verdict = found === 'server' && !shared ? 'device' : found;
  const [icon, kind] = SIGNS[verdict];
  const row = (/** @type {string} */ text) => h('dd', {}, h('code', {}, text));
  return [
    h('p', { role: 'status', class: `verdict ${kind}` }, iconNode(icon), t(`proof.${verdict}`)),
    h(
      'div',
      { class: 'how' },
      h('p', { class: 'note' }, t(`proof.how${shuffle ? '_shuffle' : shared ? '' : '_device'}`)),
      h(
        'dl',
        {},
        h('dt', {}, t('proof.promise')),
        row(result.commitment),
        h('dt', {}, t(shuffle ? 'proof.secret' : 'proof.salt')),
        row(result.salt),
        shuffle ? h('dt', {}, t('proof.people')) : null,
        shuffle?.people.map(({ seat, bits }) => row(`${seatName(game, seat)}: ${bits ?? t('proof.nothing')}`)) ?? null,
        h('dt', {}, t('proof.deal')),
        result.deal.map((hand, i) => row(`${seatName(game, SEATS[i])}: ${hand}`)),
      ),
    ),
  ];
}
