// The curtain: the back of a card as large as the screen, between two people who share a device. On it is only what
// everyone may see: who is next, what happened since their last turn, the letters.

import { scoreOf, seatName } from '../game/phrases.js';
import { letters, SEATS } from '../game/seats.js';
import { seatInfo, total } from '../game/state.js';
import { drawing, fill, h, iconNode, isNew, nodes } from '../shared/dom.js';
import { logo } from '../shared/glyphs.js';
import { t, words } from '../shared/i18n.js';
import { disc, littleCards } from '../shared/people.js';
import { signNode } from '../shared/signs.js';
import { Guard } from './guard.js';
import { storyOf } from './story.js';

/** @typedef {import('../game/state.js').Game} Game */
/** What the curtain shows: a game as a spectator sees it, the next player, whose move can be undone, whether
 * the device changes hands, and a sentence if something is wrong.
 * @typedef {{game: Game, next: string, undo: string | null, handed: boolean, problem: string}} Shown */

/** How long it takes to fall and to lift, in milliseconds. */
const FALL = 420;
/** How long a press is held to open, if the players have chosen that, in milliseconds. */
const HOLD = 500;
/** From how many letters on a name is written smaller, and much smaller. */
const LONG = 9;
const LONGER = 15;

export class Curtain {
  #guard = new Guard();
  /** When the press on the button began; null if none has. @type {number | null} */
  #pressed = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #holding = undefined;
  /** Whether the curtain is down. */
  closed = false;

  /** @param {{open: () => void, undo: () => void, menu: () => void, holds: () => boolean}} does  `holds` is whether it is
   *   opened by a long press */
  constructor(does) {
    this.does = does;
    this.round = h('span', { class: 'rd' });
    this.lead = h('p', { class: 'to', id: 'hand-to' });
    this.whose = h('h1', { id: 'whose', tabindex: '-1' });
    this.story = h('section', { class: 'story', 'aria-live': 'polite' });
    this.stand = h('ul', { class: 'stand' });
    this.problem = h('p', { class: 'problem', role: 'alert', hidden: true });
    this.label = h('span');
    this.button = h(
      'button',
      { class: 'open', 'data-do': 'open-hand' },
      h('span', { class: 'fill' }),
      iconNode('eye'),
      this.label,
    );
    this.hush = h('p', { class: 'hush' });
    this.menu = h('button', { class: 'tool', 'data-do': 'menu', onclick: does.menu }, iconNode('menu'));
    this.element = h(
      'div',
      { class: 'curtain', role: 'dialog', 'aria-modal': 'true', 'aria-labelledby': 'hand-to whose', hidden: true },
      h('div', { class: 'ground', 'aria-hidden': 'true' }),
      h(
        'div',
        { class: 'top' },
        h('span', { class: 'brand', 'aria-hidden': 'true' }, drawing(logo())),
        this.round,
        this.menu,
      ),
      h('div', { class: 'middle' }, h('div', { class: 'named' }, this.lead, this.whose), this.story),
      this.stand,
      h('div', { class: 'foot' }, this.problem, this.button, this.hush),
      drawing(
        '<svg class="hem" viewBox="0 0 1000 70" preserveAspectRatio="none" aria-hidden="true"><path d="M0 0H1000V22C850 -8 640 -8 500 30S150 70 0 38Z"/></svg>',
      ),
    );
    this.#listen();
  }

  #listen() {
    const { button } = this;
    button.addEventListener('pointerdown', (event) => {
      this.#pressed = event.timeStamp;
      if (this.does.holds() && this.#guard.takes(event.timeStamp)) this.#hold();
    });
    for (const kind of ['pointerup', 'pointercancel', 'pointerleave'])
      button.addEventListener(kind, () => this.#letGo());
    button.addEventListener('contextmenu', (event) => event.preventDefault());
    // A key that is still held from the move before opens nothing.
    button.addEventListener('keydown', (event) => {
      if (event.repeat) event.preventDefault();
    });
    button.addEventListener('click', (event) => {
      const byPointer = event.detail > 0;
      const began = byPointer ? (this.#pressed ?? 0) : event.timeStamp;
      this.#pressed = null;
      if (byPointer && this.does.holds()) return;
      if (this.closed && this.#guard.takes(began)) this.does.open();
    });
  }

  #hold() {
    this.button.classList.add('held');
    this.#holding = setTimeout(() => {
      this.#letGo();
      if (this.closed) this.does.open();
    }, HOLD);
  }

  #letGo() {
    clearTimeout(this.#holding);
    this.button.classList.remove('held');
  }

  /** Lowers the curtain. @param {boolean} falls  whether the fall is animated */
  close(falls) {
    this.closed = true;
    this.#letGo();
    this.#pressed = null;
    this.element.classList.remove('up');
    this.element.classList.toggle('falls', falls);
    this.element.hidden = false;
    this.#guard.begin();
  }

  /** Lifts the curtain, when the table behind it has been drawn. */
  lift() {
    if (!this.closed) return;
    this.closed = false;
    this.element.classList.remove('falls');
    this.element.classList.add('up');
    setTimeout(() => {
      if (!this.closed) this.element.hidden = true;
    }, FALL);
  }

  /** @param {Shown} shown */
  update({ game, next, undo, handed, problem }) {
    const name = seatName(game, next);
    this.round.textContent = game.table ? t('bar.round', { round: game.table.round }) : '';
    this.menu.setAttribute('aria-label', t('bar.menu'));
    this.menu.title = t('bar.menu');
    this.lead.textContent = t(handed ? 'pass.hand_to' : 'pass.turn_of');
    if (isNew(this.whose, [name])) {
      this.whose.className = name.length >= LONGER ? 'longer' : name.length >= LONG ? 'long' : '';
      fill(this.whose, disc(name), h('span', {}, name));
    }
    this.label.textContent = t(this.does.holds() ? 'pass.hold' : 'pass.open', { name });
    this.hush.textContent = t('pass.only', { name });
    this.problem.hidden = !problem;
    this.problem.textContent = problem;
    this.#tell(game, next, undo);
    this.#score(game, next);
  }

  /** What happened, in lines that stay while they say the same: only what is new is read aloud.
   * @param {Game} game @param {string} next @param {string | null} undo */
  #tell(game, next, undo) {
    const { first, lines } = storyOf(words, game, next);
    const facts = [words.language, next, undo, first, lines, game.log.length];
    if (!isNew(this.story, facts)) return;
    fill(
      this.story,
      h('h2', {}, t(first ? 'pass.dealt' : 'pass.since')),
      h(
        'ol',
        {},
        lines.map((line) => lineNode(game, line)),
      ),
      undo === null
        ? null
        : h(
            'button',
            { class: 'undo', 'data-do': 'undo', onclick: () => this.does.undo() },
            iconNode('back'),
            h('span', {}, t('pass.undo', { name: seatName(game, undo) })),
          ),
    );
  }

  /** Everyone's letters. @param {Game} game @param {string} next */
  #score(game, next) {
    const { view } = game;
    const seats = (game.table?.seats ?? []).map(({ seat }) => seat);
    const points = seats.map((seat) => (view ? total(view, SEATS.indexOf(seat)) : 0));
    this.stand.setAttribute('aria-label', t('result.scores'));
    if (!isNew(this.stand, [words.language, seats.map((seat) => seatName(game, seat)), points, next])) return;
    fill(
      this.stand,
      ...seats.map((seat, i) => {
        const { lit, more } = letters(points[i], seats.length);
        return h(
          'li',
          { class: seat === next ? 'me' : null },
          h('b', {}, seatName(game, seat)),
          h(
            'span',
            { class: 'score', role: 'img', 'aria-label': scoreOf(words, game, points[i]) },
            drawing(logo(lit)),
            more ? h('b', {}, `+${more}`) : null,
          ),
        );
      }),
    );
  }
}

/** A line of the story: a disc, what was done, and with which cards. @param {Game} game
 * @param {import('./story.js').Line} line */
export function lineNode(game, { seat, text, cards, sign, yours, waits }) {
  const kinds = [yours ? 'yours' : '', waits ? 'waits' : ''].filter(Boolean).join(' ');
  const sized = sign === 'star' ? signNode('star') : sign ? iconNode(sign) : null;
  return h(
    'li',
    { class: kinds || null },
    disc(seatName(game, seat), seatInfo(game, seat)?.kind === 'bot'),
    h('span', {}, nodes(text)),
    cards.length ? littleCards(cards) : sized ? h('span', { class: 'did', 'aria-hidden': 'true' }, sized) : null,
  );
}
