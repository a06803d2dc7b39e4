// One seat at the table: the cards it holds, its plate, and its set or, with two players, its two areas.

import { active, areaOf, parseCards, seatOf } from '../game/notation.js';
import { calledName, cardLabel, scoreText, seatName, status } from '../game/phrases.js';
import { letters, SEATS } from '../game/seats.js';
import { isMine, seatInfo, total } from '../game/state.js';
import { cardNode, layInFan } from '../shared/cards.js';
import { drawing, fill, h, iconNode, isNew, orderChildren } from '../shared/dom.js';
import { logo } from '../shared/glyphs.js';
import { words } from '../shared/i18n.js';

/** @typedef {import('../game/state.js').Game} Game */

/** From how many letters on a name is written smaller: on a phone, and everywhere. */
const MID = 7;
const LONG = 13;
const LEVELS = ['easy', 'medium', 'hard', 'expert'];

/** Fills the plate of a seat: name, what they do, score. Each is left alone while it says the same.
 * @param {HTMLElement} plate @param {Game} game @param {string} seat */
export function fillPlate(plate, game, seat) {
  if (!plate.childElementCount) plate.append(h('span'), ' ', h('span'), ' ', h('span'));
  const [called, does, score] = plate.children;
  const name = calledName(words, game, seat);
  if (isNew(called, [name])) {
    called.className = `name ${name.length >= LONG ? 'long' : name.length >= MID ? 'mid' : ''}`;
    fill(called, name);
  }
  const { text, kind } = status(words, game, seat);
  const level = seatInfo(game, seat)?.level ?? 'medium';
  if (isNew(does, [words.language, text, kind, level])) {
    does.className = `who ${kind}`;
    // The bars beside it tell that it is a bot.
    const said = kind === 'bot' ? h('span', { class: 'wide' }, words.text(`levels.${level}`)) : h('span', {}, text);
    fill(does, said, signOf(kind, level));
  }
  const index = SEATS.indexOf(seat);
  const points = game.view ? total(game.view, index) : 0;
  const { scoring } = game.table?.options ?? {};
  if (isNew(score, [scoring, points, scoreText(words, game, index)])) fillScore(score, game, index, points);
  plate.classList.toggle('many', score.querySelector('b') !== null);
}

/** The sign beside what they do. @param {string} kind @param {string} level */
function signOf(kind, level) {
  if (kind === 'turn') return h('span', { class: 'dot' });
  if (kind === 'away') return iconNode('wait');
  if (kind !== 'bot') return null;
  const bars = LEVELS.map((_, i) => h('i', { class: i <= LEVELS.indexOf(level) ? 'full' : '' }));
  return h('span', { class: 'level' }, bars);
}

/** @param {Element} score @param {Game} game @param {number} index @param {number} points */
function fillScore(score, game, index, points) {
  const label = h('span', { class: 'sr' }, scoreText(words, game, index));
  const plain = game.table?.options.scoring === 'points';
  score.className = plain ? 'score plain' : 'score';
  if (plain) return fill(score, String(points), label);
  const { lit, more } = letters(points, game.view?.players ?? 3);
  return fill(score, drawing(logo(lit)), more ? h('b', { 'aria-hidden': 'true' }, `+${more}`) : null, label);
}

/** The values of cards, small. @param {string[]} cards */
const chipRow = (cards) =>
  h(
    'span',
    { class: 'chips' },
    cards.map((card) =>
      drawing(
        `<span class="chip v${active(card)}"><svg viewBox="0 0 64 117"><use href="#n${active(card)}"/></svg></span>`,
      ),
    ),
  );

/** The flag on what moved last. */
const lastFlag = () => h('span', { class: 'last-flag', hidden: true, 'aria-hidden': 'true' });
/** @param {HTMLElement} flag @param {boolean} shown */
function showFlag(flag, shown) {
  flag.hidden = !shown;
  if (shown) flag.textContent = words.text('table.last_move');
}

/** A set on the table, or the place for one. */
export class SetView {
  /** @param {string} slot @param {boolean} own  whether it is the viewer's, who can neither add to nor take it */
  constructor(slot, own) {
    this.slot = slot;
    this.own = own;
    this.cards = '';
    this.label = '';
    this.element = h(own ? 'div' : 'button', { class: 'set', 'data-slot': slot, 'data-drop': own ? 'own' : slot });
    if (own) this.element.setAttribute('role', 'img');
    this.spread = h('span', { class: 'spread' });
    this.badge = h('span', { class: 'returns', hidden: true });
    this.flag = lastFlag();
    this.element.append(this.spread, this.badge, this.flag);
  }

  /** @param {Game} game */
  update(game) {
    const cards = game.view?.table[this.slot] ?? '';
    const list = parseCards(cards);
    if (cards !== this.cards) {
      this.cards = cards;
      this.spread.style.setProperty('--n', String(list.length));
      fill(this.spread, ...list.map((card) => h('span', { class: 'card', 'data-card': card }, cardNode(card))));
    }
    this.element.classList.toggle('empty', !list.length);
    this.label = this.#label(game, list);
    this.#name();
    if (!this.own) this.element.tabIndex = list.length ? 0 : -1;
  }

  /** Whose place this is, in words. @param {Game} game */
  owner(game) {
    const seat = seatOf(this.slot);
    const area = areaOf(this.slot);
    if (this.own && isMine(game, seat))
      return words.text(area ? 'table.your_area' : 'table.your_set', { area: area ?? 0 });
    return area ? words.text('table.area_of', { name: seatName(game, seat), area }) : seatName(game, seat);
  }

  /** @param {Game} game @param {string[]} list */
  #label(game, list) {
    const owner = this.owner(game);
    return list.length
      ? words.text('table.set_label', { owner, cards: list.map((card) => cardLabel(words, card)).join('; ') })
      : words.text('table.set_empty', { owner });
  }

  /** Shows that the last move put these cards here; null if it was elsewhere. @param {string[] | null} cards */
  markLast(cards) {
    const all = [...this.spread.children];
    const whole = cards?.length === all.length;
    this.element.classList.toggle('last', cards !== null);
    this.spread.classList.toggle('last-move', whole);
    const missing = whole ? [] : [...(cards ?? [])];
    // Of equal cards the last one is new.
    for (const card of all.reverse()) {
      const at = missing.indexOf(/** @type {HTMLElement} */ (card).dataset.card ?? '');
      if (at >= 0) missing.splice(at, 1);
      card.classList.toggle('last-move', at >= 0);
    }
    showFlag(this.flag, cards !== null);
    this.#name();
  }

  #name() {
    this.element.setAttribute('aria-label', this.flag.hidden ? this.label : `${this.label}, ${this.flag.textContent}`);
  }

  /** Shows what the move on the button would do here.
   * @param {{reachable: boolean, selected: boolean, beaten: string[] | null, grows: boolean}} state */
  mark({ reachable, selected, beaten, grows }) {
    const { classList } = this.element;
    classList.toggle('reachable', reachable);
    classList.toggle('chosen', selected);
    classList.toggle('grows', grows);
    classList.toggle('beaten', beaten !== null);
    if (!this.own) this.element.setAttribute('aria-pressed', String(selected));
    this.badge.hidden = !beaten?.length;
    if (beaten?.length) fill(this.badge, iconNode('turn'), chipRow(beaten));
  }
}

/** An opponent, or for a spectator any player. */
export class SeatView {
  /** @param {string} seat @param {string} place @param {string[]} slots */
  constructor(seat, place, slots) {
    this.seat = seat;
    /** What is drawn of the hand. */
    this.held = '';
    this.sets = slots.map((slot) => new SetView(slot, false));
    this.backs = h('span', { class: 'backs' });
    this.count = h('b', { class: 'count' });
    this.plate = h('span', { class: 'plate' });
    this.person = h(
      'button',
      { class: 'person', 'data-person': seat },
      this.plate,
      h('span', { class: 'held' }, this.backs, this.count),
    );
    this.bubble = h('span', { class: 'bubble', hidden: true, 'aria-hidden': 'true' });
    this.flag = lastFlag();
    this.gained = h('span', { class: 'returns gained', hidden: true, 'aria-hidden': 'true' });
    this.marks = h('div', { class: 'marks' }, this.flag, this.gained);
    this.element = h(
      'section',
      { class: `seat ${place}`, 'data-seat': seat },
      h('div', { class: 'who-box' }, this.person, this.marks, this.bubble),
    );
    if (slots.length === 1) this.element.append(this.sets[0].element);
    this.areas = slots.length === 1 ? [] : this.sets.map((set, i) => new AreaView(set, `far${i}`));
  }

  /** @param {Game} game */
  update(game) {
    const index = SEATS.indexOf(this.seat);
    const size = game.view?.sizes[index] ?? 0;
    this.element.setAttribute('aria-label', seatName(game, this.seat));
    if (isNew(this.count, [words.language, size]))
      fill(this.count, String(size), h('span', { class: 'sr' }, ` ${words.text('seat.cards_word', { count: size })}`));
    this.#showHeld(size, game.hands?.[index] ?? null);
    fillPlate(this.plate, game, this.seat);
    const turn = game.view?.turn;
    this.plate.classList.toggle('in-turn', Boolean(turn) && seatOf(turn ?? '') === this.seat);
    this.element.classList.toggle('is-out', game.view?.finish.includes(this.seat) ?? false);
    for (const set of this.sets) set.update(game);
    for (const area of this.areas) area.update(game);
  }

  /** The backs of the hand or, where hands lie open, small faces in their places.
   * @param {number} size @param {string | null} hand */
  #showHeld(size, hand) {
    const held = hand === null ? String(size) : `open ${hand}`;
    if (held === this.held) return;
    const wasOpen = this.held.startsWith('open');
    this.held = held;
    const cards = hand === null ? Array.from({ length: Math.min(size, 12) }, () => 'small') : parseCards(hand);
    this.backs.style.setProperty('--m', String(cards.length - 1));
    this.backs.classList.toggle('faces', hand !== null);
    // Backs are all alike: those that are there stay.
    const there = /** @type {HTMLElement[]} */ (hand === null && !wasOpen ? [...this.backs.children] : []);
    const nodes = cards.map(
      (card, i) =>
        there[i]
        ?? h(
          'span',
          { class: 'card', ...(hand === null ? {} : { role: 'img', 'aria-label': cardLabel(words, card) }) },
          cardNode(card),
        ),
    );
    for (const [i, node] of nodes.entries()) layInFan(node, i, nodes.length);
    orderChildren(this.backs, nodes);
  }

  /** Shows that the last move was theirs, where no set of their own tells it, and what it brought into their hand.
   * @param {import('../game/last-move.js').Highlight | null} mark */
  markLast(mark) {
    const theirs = mark?.seat === this.seat;
    const cards = mark?.gained?.hand === this.seat ? mark.gained.cards : [];
    this.plate.classList.toggle('last-move', theirs && mark?.verb !== 'play');
    showFlag(this.flag, theirs && mark?.slot === null);
    const turns = theirs && mark?.verb === 'rotate';
    this.gained.hidden = !cards.length && !turns;
    this.marks.classList.toggle('gaining', !this.gained.hidden);
    if (!this.gained.hidden) fill(this.gained, iconNode('turn'), cards.length ? chipRow(cards) : null);
  }

  /** @param {Element} sign */
  react(sign) {
    showBubble(this.bubble, sign);
  }
}

/** @param {HTMLElement} bubble @param {Element} sign */
export function showBubble(bubble, sign) {
  fill(bubble, sign);
  bubble.hidden = false;
  for (const running of bubble.getAnimations()) running.cancel();
  bubble.animate(
    [
      { opacity: 0, scale: '.4' },
      { opacity: 1, scale: '1', offset: 0.08 },
      { opacity: 1, scale: '1', offset: 0.85 },
      { opacity: 0, scale: '1' },
    ],
    { duration: 2600 },
  ).onfinish = () => {
    bubble.hidden = true;
  };
}

/** A play area of the game for two: its number, its set, and whether it is in turn (R22, R23). */
export class AreaView {
  /** @param {SetView} set @param {string} place  of the grid */
  constructor(set, place) {
    this.set = set;
    this.flag = h('span', { class: 'flag' });
    this.next = h('span', { class: 'then' });
    this.element = h(
      'div',
      { class: `area ${place}`, role: 'group', 'data-area': set.slot, 'data-drop': set.own ? 'own' : set.slot },
      h(
        'span',
        { class: 'tag' },
        drawing(`<svg viewBox="0 0 64 100" aria-hidden="true"><use href="#n${areaOf(set.slot)}"/></svg>`),
      ),
      this.flag,
      this.next,
      set.element,
    );
  }

  /** @param {Game} game */
  update(game) {
    const turn = game.view?.turn ?? '';
    const now = turn === this.set.slot;
    const mine = isMine(game, seatOf(this.set.slot));
    this.element.classList.toggle('now', now);
    this.flag.hidden = !now;
    this.flag.textContent = words.text(mine ? 'table.area_now' : 'table.area_their');
    const name = this.set.owner(game);
    this.element.setAttribute('aria-label', now ? `${name}, ${this.flag.textContent}` : name);
    // Only for a player who has two turns in a row.
    this.next.hidden = game.view?.next !== this.set.slot || seatOf(turn) !== seatOf(this.set.slot);
    this.next.textContent = words.text('table.area_next');
  }
}
