// The buttons under the hand. They say what will happen; one line explains what cannot.

import { seatOf } from '../game/notation.js';
import { button, circling, plateLabel, seatName } from '../game/phrases.js';
import { nearSeat } from '../game/seats.js';
import { seatInfo } from '../game/state.js';
import { fill, h, iconNode, isNew, nodes } from '../shared/dom.js';
import { plain, tp, words } from '../shared/i18n.js';
import { at } from '../shared/urls.js';
import { fillPlate } from './seat-view.js';

/** @typedef {import('../game/state.js').Game} Game */
/** @typedef {import('../game/selection.js').Options} Options */
/** @typedef {import('../game/notation.js').Choice} Choice */
/** @typedef {import('../shared/i18n.js').Part} Part */

/** How long a button that has just appeared takes no press, in milliseconds: nobody can have meant it. */
const FRESH = 300;
/** From this many letters on the text of a button is smaller, because the button does not grow. */
const WORDY = 52;

/** @typedef {object} ActionState
 * @property {Game} game
 * @property {Options} options
 * @property {boolean} selected  whether anything is selected
 * @property {boolean} peek
 * @property {boolean} sorted  whether the hand is in order, and stays so
 * @property {boolean} sending
 * @property {Part[] | null} note  what is shown again just now
 * @property {{parts: Part[], rule: string} | null} reason  why the selection is not a move */

export class ActionBar {
  /** @param {{move: (choice: Choice) => void, peek: () => void, clear: () => void, sort: () => void}} does */
  constructor(does) {
    this.does = does;
    this.hint = h('p', { class: 'hint' });
    this.me = h('div', { class: 'plate me', role: 'group' });
    this.bubble = h('span', { class: 'bubble', hidden: true, 'aria-hidden': 'true' });
    this.turn = h('button', { class: 'btn second', 'data-do': 'peek', onclick: does.peek });
    this.first = h('button', { class: 'btn first', 'data-do': 'first' });
    this.more = h('div', { class: 'more' });
    this.quiet = h('button', { class: 'btn quiet' });
    this.element = h(
      'footer',
      { class: 'actions' },
      this.hint,
      h('div', { class: 'me-box' }, this.me, this.bubble),
      this.turn,
      this.first,
      this.more,
      this.quiet,
    );
    /** @type {Choice | null} */
    this.choice = null;
    /** The moves that the buttons offer. */
    this.offered = '';
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.settling = undefined;
    this.first.addEventListener('click', ({ detail }) => {
      // The button disappears with the move. If it had the focus, the browser would lay out the page in the middle of
      // the animation.
      if (detail) this.first.blur();
      if (this.choice) does.move(this.choice);
    });
    this.quiet.addEventListener('click', () => {
      if (this.quiet.dataset.do === 'clear') does.clear();
      else if (!isOff(this.quiet)) does.sort();
    });
  }

  /** @param {ActionState} state */
  update(state) {
    const { game, options, peek } = state;
    this.element.setAttribute('aria-label', words.text('table.actions'));
    // A spectator sits behind someone, whose plate this is.
    const near = nearSeat(game.seat);
    fillPlate(this.me, game, near);
    this.me.setAttribute('aria-label', plateLabel(words, game, near));
    this.me.classList.toggle('in-turn', game.view?.turn?.[0] === near);
    const rotate = game.moves.find((move) => move.verb === 'rotate') ?? null;
    this.choice = peek ? rotate : (options.choices[0] ?? null);
    this.#settle(peek ? [rotate] : options.choices);
    this.#first(state);
    this.#rest(state);
    fill(this.hint, ...this.#hint(state));
    this.hint.classList.toggle('reason', state.reason !== null && !peek);
    this.hint.classList.toggle('more', options.more && !options.choices.length);
  }

  /** A button that is new, or says something new, lets presses pass for a moment (the style does it). The keyboard need
   * not wait.
   * @param {(Choice | null)[]} choices */
  #settle(choices) {
    const offered = choices.map((choice) => choice?.text ?? '').join();
    if (offered === this.offered) return;
    this.offered = offered;
    this.element.classList.add('fresh');
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.element.classList.remove('fresh'), FRESH);
  }

  /** @param {ActionState} state */
  #first({ game, sending }) {
    const { choice } = this;
    this.first.hidden = choice === null;
    this.element.classList.toggle('unasked', choice === null);
    if (!choice) return;
    const { act, so } = button(words, game, choice);
    fill(this.first, h('span', { class: 'do' }, nodes(act)), so.length ? h('span', { class: 'so' }, nodes(so)) : null);
    this.first.classList.toggle('wordy', plain([...act, ...so]).length > WORDY);
    this.first.setAttribute('aria-disabled', String(sending));
  }

  /** @param {ActionState} state */
  #rest({ game, options, selected, peek, sending, sorted, reason }) {
    const hand = game.view?.hand ?? '';
    const holds = game.seat !== null && hand !== '';
    this.turn.hidden = !holds;
    this.turn.setAttribute('aria-pressed', String(peek));
    turnOff(this.turn, !peek && !game.moves.length);
    if (isNew(this.turn, [words.language, peek]))
      fill(this.turn, iconNode(peek ? 'back' : 'turn'), h('span', {}, words.text(peek ? 'act.unpeek' : 'act.peek')));
    fill(
      this.more,
      ...(peek || reason ? [] : options.choices.slice(1)).map((choice) =>
        h(
          'button',
          {
            class: 'btn second',
            'aria-disabled': sending,
            onclick: () => this.does.move(choice),
          },
          h('span', {}, nodes(button(words, game, choice).act)),
        ),
      ),
    );
    const clears = selected || peek;
    this.quiet.hidden = !holds;
    this.quiet.dataset.do = clears ? 'clear' : 'sort';
    turnOff(this.quiet, !clears && sorted);
    if (isNew(this.quiet, [words.language, clears]))
      fill(
        this.quiet,
        iconNode(clears ? 'close' : 'sort'),
        h('span', { class: 'wide' }, words.text(clears ? 'act.clear' : 'act.sort')),
      );
  }

  /** @param {ActionState} state @returns {Node[]} */
  #hint({ game, options, selected, peek, sending, note, reason }) {
    if (note) return nodes(note);
    if (sending) return nodes(tp('act.sending'));
    if (peek) return nodes(tp('act.peek_note'));
    if (reason && !reason.rule) return nodes(reason.parts);
    if (reason) return [...nodes(reason.parts), ruleLink(reason.rule)];
    const turn = game.view?.turn;
    const circles = circling(words, game);
    if (circles.length && !selected) return [...nodes(circles), ruleLink('D5')];
    if (!game.moves.length) {
      if (!turn) return [];
      const name = { bold: seatName(game, seatOf(turn)) };
      return seatOf(turn) === game.seat ? [] : nodes(tp(waiting(game, seatOf(turn)), { name }));
    }
    if (options.choices.length)
      return options.lit.size && !options.choices.some(({ verb }) => verb === 'add')
        ? nodes(tp('act.add_or_take'))
        : [];
    if (options.more) return nodes(tp('act.more', { value: { values: [options.value] } }));
    if (selected) return [];
    if (game.moves.every(({ verb }) => verb === 'rotate')) return nodes(tp('act.only_rotate'));
    if (!game.moves.some(({ cards }) => cards.length)) return nodes(tp('act.choose_set'));
    return nodes(tp(game.moves.some(({ slot }) => slot) ? 'act.choose' : 'act.choose_cards'));
  }
}

/** The text for the player in turn: whether they think, or are away.
 * @param {Game} game @param {string} seat */
function waiting(game, seat) {
  if (game.replayed) return 'turn.now';
  const info = seatInfo(game, seat);
  if (info?.kind !== 'person' || info.here || info.stand_in) return 'act.wait';
  return info.stand_in_offered ? 'act.wait_long' : 'act.wait_away';
}

/** @param {string} rule */
const ruleLink = (rule) =>
  h('span', {}, ' ', h('a', { class: 'rule', href: at(`rules/#${rule}`), target: '_blank' }, rule));
/** A button that does nothing now stays where it is, and looks like it.
 * @param {HTMLElement} button @param {boolean} off */
const turnOff = (button, off) => button.setAttribute('aria-disabled', String(off));
/** @param {HTMLElement} button */
const isOff = (button) => button.getAttribute('aria-disabled') === 'true';
