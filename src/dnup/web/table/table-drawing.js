// The elements of a table, and how a state is drawn on them.

import { highlightOf } from '../game/last-move.js';
import { parseCards } from '../game/notation.js';
import { eventLine, explanation, seatName } from '../game/phrases.js';
import { nearSeat, others, PLACES, slotsOf } from '../game/seats.js';
import { fill, find, h } from '../shared/dom.js';
import { words } from '../shared/i18n.js';
import { ActionBar } from './action-bar.js';
import { CentreView, matWave, seam } from './centre-view.js';
import { ClockView } from './clock-view.js';
import { HandView } from './hand-view.js';
import { AreaView, SeatView, SetView, showBubble } from './seat-view.js';
import { isSelected, isSorted, optionsOf, shownHand } from './table-state.js';

/** @typedef {import('../game/state.js').Game} Game */
/** @typedef {import('../game/notation.js').Choice} Choice */
/** @typedef {import('../messages.d.ts').Moved} Moved */
/** @typedef {import('./table-state.js').TableState} TableState */

export class TableDrawing {
  /** Players and near seat that the elements are made for: '3A'. */ #shape = '';
  /** The elements in their order: first those of each opponent, then the viewer's areas, then hand and buttons.
   * @type {Element[][]} */ #pieces = [];
  /** The game that seats, sets and pile show. @type {Game | null} */ #drawn = null;
  /** @type {SeatView[]} */ #seats = [];
  /** @type {SetView[]} */ #own = [];
  /** @type {AreaView[]} */ #areas = [];
  /** @type {CentreView | null} */ #centre = null;

  /** @param {HTMLElement} mat  the element of the table
   * @param {{move: (choice: Choice) => void, peek: () => void, clear: () => void, sort: () => void}} buttons */
  constructor(mat, buttons) {
    this.mat = mat;
    this.buttons = buttons;
    this.hand = new HandView();
    this.actions = new ActionBar(buttons);
    this.clock = new ClockView();
    /** Where cards fly. */
    this.layer = h('div', { class: 'flyers', 'aria-hidden': 'true' });
  }

  /** Makes the elements for the players of a game, unless they are there. They are not yet on the page.
   * @param {Game} game @returns {boolean}  whether they are new */
  #make({ view, seat, table }) {
    const players = view?.players ?? table?.options.players ?? 3;
    const near = nearSeat(seat);
    const shape = `${players}${near}`;
    if (shape === this.#shape) return false;
    this.#shape = shape;
    this.#drawn = null;
    this.mat.dataset.players = String(players);
    this.#seats = others(seat, players).map(
      (name, i) => new SeatView(name, PLACES[players][i], slotsOf(name, players, false)),
    );
    this.#own = slotsOf(near, players, true).map((slot) => new SetView(slot, true));
    this.#areas = players === 2 ? this.#own.map((set, i) => new AreaView(set, `near${i}`)) : [];
    this.#centre = new CentreView(players === 2 ? null : this.#own[0]);
    const seats = this.#seats.map(({ element, areas }) => [element, ...areas.map((area) => area.element)]);
    seats[0].unshift(players === 2 ? seam() : matWave());
    this.#pieces = [
      ...seats,
      [...this.#areas.map(({ element }) => element), this.#centre.element],
      [this.hand.element, this.actions.element, this.layer, this.clock.element],
    ];
    return true;
  }

  /** @param {TableState} state */
  draw(state) {
    this.drawCards(state);
    this.drawButtons(state);
  }

  /** @param {TableState} state */
  drawCards(state) {
    const { game, selection, peek } = state;
    if (!game.view) return;
    if (this.#make(game)) fill(this.mat, ...this.#pieces.flat());
    const { choices, slots, dim, lit } = optionsOf(state);
    this.mat.classList.toggle('my-turn', game.moves.length > 0);
    if (game !== this.#drawn) {
      this.#drawn = game;
      for (const seat of this.#seats) seat.update(game);
      this.#drawOwn(game);
    }
    this.preview(state, peek ? null : (choices[0] ?? null), slots);
    const label = handLabel(state, game);
    if (game.seat === null) this.hand.showBacks(game.view.sizes[0], label);
    else this.hand.update(shownHand(state), { label, selected: selection.ids, dim: peek ? new Set() : dim, lit });
    this.hand.element.classList.toggle('peeking', peek);
    this.hand.element.classList.toggle('awake', game.moves.length > 0);
  }

  /** What lies before the viewer. @param {Game} game */
  #drawOwn(game) {
    for (const part of [...this.#own, ...this.#areas, this.#centre]) part?.update(game);
  }

  /** The buttons say what can be done with the selection. @param {TableState} state */
  drawButtons(state, game = state.game) {
    if (!game.view) return;
    const { peek, sending, again, advice, reason } = state;
    this.actions.update({
      game,
      options: optionsOf(state),
      selected: isSelected(state),
      peek,
      sending,
      sorted: isSorted(state),
      note: again ? eventLine(words, game, again) : advice,
      reason: reason && { parts: explanation(words, game, reason), rule: reason.rule },
    });
  }

  /** Shows on the table what a move would do.
   * @param {TableState} state @param {Choice | null} choice @param {Set<string>} slots */
  preview({ selection, still, game }, choice, slots) {
    for (const set of this.#sets) {
      const beats = choice?.effects.beats === set.slot;
      const takes = choice?.verb === 'take' && choice.slot === set.slot;
      set.mark({
        reachable: !set.own && !still && slots.has(set.slot),
        selected: selection.slot === set.slot,
        beaten: beats || takes ? parseCards(choice.effects.returns) : null,
        grows: choice?.verb === 'add' && choice.slot === set.slot,
      });
    }
    this.#centre?.ghost(choice?.verb === 'play' ? choice.cards : [], game.view?.turn ?? null, this.#areas);
  }

  /** Marks the slot that a drop would go to; null for none. @param {string | null} slot */
  markTarget(slot) {
    for (const set of this.#sets) set.element.classList.toggle('target', set.slot === slot);
  }

  /** Marks the last move, or nothing. @param {Game} game @param {Moved | null} event */
  markLast({ view, seat }, event) {
    const mark = event && view ? highlightOf(view, event) : null;
    for (const set of this.#sets) set.markLast(mark && mark.slot === set.slot ? mark.cards : null);
    for (const one of this.#seats) one.markLast(mark);
    this.actions.me.classList.toggle('last-move', mark !== null && mark.seat === seat && mark.verb !== 'play');
    this.hand.markNew(mark?.gained && mark.gained.hand === seat ? mark.gained.cards : []);
  }

  get #sets() {
    return [...this.#own, ...this.#seats.flatMap(({ sets }) => sets)];
  }

  /** @param {string} seat @param {Element} sign @param {boolean} mine */
  react(seat, sign, mine) {
    if (mine) showBubble(this.actions.bubble, sign);
    this.#seats.find((view) => view.seat === seat)?.react(sign);
  }

  /** The element of a card at a place, which is not among those that are taken already.
   * @param {TableState} state @param {import('../game/flights.js').Place} place @param {string} card  '' for any
   * @param {Set<Element>} taken @returns {Element | null} */
  locate({ game, changing, late }, place, card, taken) {
    const { mat } = this;
    if (place === 'pile') return mat.querySelector('.pile .top') ?? mat.querySelector('.pile');
    const free = (/** @type {ParentNode} */ root) =>
      /** @type {HTMLElement[]} */ ([...root.querySelectorAll('.card')]).filter(
        (element) => !taken.has(element) && (card === '' || element.dataset.card === card),
      );
    if ('slot' in place) {
      const set = mat.querySelector(`.set[data-slot="${place.slot}"]`);
      // Of equal cards the last one is new.
      return set && (free(set).at(-1) ?? mat.querySelector(`[data-area="${place.slot}"]`) ?? set);
    }
    if (place.hand !== nearSeat(game.seat)) return mat.querySelector(`[data-seat="${place.hand}"] .backs`);
    const fan = find('.hand', mat);
    const found = free(fan);
    if (card === '') return found[0] ?? null;
    // A card that comes while a finger is on the hand has no place there yet.
    return found.find(({ dataset }) => changing.has(Number(dataset.id))) ?? (late ? null : found[0]) ?? fan;
  }

  /** Empties the table. Hand and buttons are made again, because hidden parts of the old ones may still show cards. */
  reset() {
    this.#shape = '';
    this.#drawn = null;
    this.hand = new HandView();
    this.actions = new ActionBar(this.buttons);
    this.layer.replaceChildren();
    this.mat.classList.remove('my-turn', 'dragging');
    this.mat.replaceChildren();
  }

  /** Forgets all elements: they are made again, in another language. */
  discard() {
    this.#shape = '';
    this.hand.cards.clear();
    this.hand.element.replaceChildren();
  }
}

/** @param {TableState} state @param {Game} game */
function handLabel({ held }, game) {
  if (game.seat !== null) return words.text('table.hand', { count: held.length });
  return words.text('table.hand_of', { name: seatName(game, nearSeat(null)), count: game.view?.sizes[0] ?? 0 });
}
