// <dnup-table>: the whole table as one element. A page gives it a game to show and listens to its events: `move` and
// `ask` say what the player wants, `selected` that the selection has changed, `say` what a screen reader should read.
//
// table-state.js holds what it shows, table-drawing.js draws it, table-motion.js moves from one game to the next,
// table-input.js and keys.js are what the player does.

import { button, explanation, spokenCards, spokenTable } from '../game/phrases.js';
import { NONE, selectedCards, typeValue } from '../game/selection.js';
import { settings } from '../settings/settings.js';
import { plain, t, words } from '../shared/i18n.js';
import { Mover } from './motion.js';
import { TableDrawing } from './table-drawing.js';
import { listenToPointer } from './table-input.js';
import { catchUp, replay, showGame, turnHand } from './table-motion.js';
import {
  canPeek,
  canSend,
  cardBeside,
  isSelected,
  moveCards,
  newTable,
  optionsOf,
  select,
  selectMove,
  shownHand,
  sortHand,
  typedCard,
} from './table-state.js';

/** @typedef {import('../game/state.js').Game} Game */
/** @typedef {import('../game/selection.js').Selection} Selection */
/** @typedef {import('../game/notation.js').Choice} Choice */
/** @typedef {import('../messages.d.ts').Event} Event */

export class TableView extends HTMLElement {
  state = newTable(settings.sorts);
  drawing = new TableDrawing(this, {
    move: (choice) => this.send(choice),
    peek: () => this.togglePeek(),
    clear: () => this.clear(),
    sort: () => this.sort(),
  });
  mover = new Mover(this.drawing.layer, (place, card, taken) => this.drawing.locate(this.state, place, card, taken));
  /** @type {ReturnType<typeof listenToPointer> | null} */ #pointer = null;

  connectedCallback() {
    this.classList.add('mat');
    this.#pointer ??= listenToPointer(this);
  }

  get hand() {
    return this.drawing.hand;
  }

  get actions() {
    return this.drawing.actions;
  }

  draw() {
    this.drawing.draw(this.state);
  }

  /** Shows a game, and moves the cards that the events have moved.
   * @param {Game} game @param {Event[]} [events]
   * @returns {Promise<void> | null}  settles when the motion is over; null if nothing moves */
  show(game, events = []) {
    return showGame(this, game, events, this.#pointer?.pressed?.dataset.id !== undefined);
  }

  /** Replays an earlier move and returns to the present. @param {import('../game/state.js').Past} past */
  replay(past) {
    return replay(this, past);
  }

  /** Sets the speed of all motion. @param {number} speed */
  hasten(speed) {
    this.mover.hasten(speed);
  }

  catchUp() {
    catchUp(this);
  }

  /** The move that was sent has arrived: the player is free to choose again. */
  settle() {
    this.state.sending = false;
    this.draw();
  }

  /** Shows why something is not done, and returns it as text; the player is free to choose again.
   * @param {import('../messages.d.ts').Why | null} why */
  explain(why) {
    Object.assign(this.state, { sending: false, reason: why });
    this.draw();
    return why ? plain(explanation(words, this.state.game, why)) : '';
  }

  /** Shows a hint about the next move; null for none. @param {import('../shared/i18n.js').Part[] | null} parts */
  advise(parts) {
    this.state.advice = parts;
    this.draw();
  }

  /** @param {string} seat @param {Element} sign */
  react(seat, sign) {
    this.drawing.react(seat, sign, seat === this.state.game.seat);
  }

  /** What the player can do with the selection. */
  get options() {
    return optionsOf(this.state);
  }

  get selected() {
    return isSelected(this.state);
  }

  /** @param {Selection} selection */
  select(selection) {
    const { state } = this;
    if (state.again) return;
    select(state, selection);
    this.draw();
    const { ask, choices } = this.options;
    const cards = selectedCards(state.held, selection);
    if (ask) this.#tell('ask', ask);
    this.#tell('selected', '');
    if (!cards.length && !selection.slot) return;
    const offer = choices[0] && button(words, state.game, choices[0]);
    const sentences = (offer ? [offer.act, offer.so] : []).map(plain).filter(Boolean);
    const chosen = cards.length ? t('say.selected', { cards: spokenCards(cards) }) : '';
    this.#tell('say', [chosen, sentences.map((text) => `${text}.`).join(' ')].join(' '));
  }

  /** Selects cards that were dropped where they cannot go, and asks why not.
   * @param {Selection} selection @param {string} move */
  askAbout(selection, move) {
    this.select(selection);
    this.#tell('ask', move);
  }

  /** Shows what a move would do, as if the player had selected it; null for nothing. @param {Choice | null} choice */
  demonstrate(choice) {
    selectMove(this.state, choice);
    this.draw();
  }

  /** Selects one more card of a value; the focus follows. @param {number} value */
  selectValue(value) {
    const { state } = this;
    if (!state.game.moves.length) return;
    const before = state.selection.ids;
    this.select(typeValue(state.selection, state.held, value));
    const id = typedCard(state, before, value);
    if (id !== undefined) this.hand.focus(id);
  }

  clear() {
    this.select(NONE);
  }

  togglePeek() {
    const { state } = this;
    if (!canPeek(state)) return;
    const peek = !state.peek;
    turnHand(this);
    this.#tell('selected', '');
    const cards = spokenCards(shownHand(state).map(({ card }) => card));
    this.#tell('say', t(peek ? 'say.peek' : 'say.hand', { cards }));
  }

  /** Enter, or R for the second time: makes the move that the big button shows, if there is one. */
  confirm() {
    this.drawing.drawButtons(this.state);
    const { choice } = this.actions;
    if (choice) this.send(choice);
    return choice !== null;
  }

  /** @param {Choice} choice @param {number[]} [ids]  the cards of the hand that the move is made with */
  send(choice, ids = this.state.selection.ids) {
    if (!canSend(this.state, choice)) return;
    Object.assign(this.state, { sending: true, sent: ids });
    this.draw();
    this.#tell('move', choice.text);
  }

  sort() {
    if (this.state.again) return;
    sortHand(this.state);
    settings.sorts = true;
    this.draw();
  }

  /** Moves cards within the hand. @param {number[]} ids @param {number} index */
  moveCards(ids, index) {
    moveCards(this.state, ids, index);
    settings.sorts = false;
    this.draw();
  }

  /** Moves the card that has the focus within the hand. @param {number} by */
  shift(by) {
    const { held, peek, again } = this.state;
    const at = held.findIndex(({ id }) => id === this.hand.current);
    if (at < 0 || peek || again) return;
    this.moveCards([held[at].id], at + by);
    this.hand.focus(held[at].id);
  }

  /** Puts the focus onto the card beside the current one. @param {number} by */
  walk(by) {
    const id = cardBeside(this.state, this.hand.current, by);
    if (id !== null) this.hand.focus(id);
  }

  /** @param {string} name @param {string} detail */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** The table in words, for screen readers. */
  spoken() {
    return spokenTable(words, this.state.game);
  }

  /** Forgets everything: nothing of what was shown is left in any element. */
  reset() {
    this.mover.finish();
    this.state = newTable(settings.sorts);
    this.drawing.reset();
  }

  /** Draws everything again in another language. */
  relabel() {
    this.drawing.discard();
    this.draw();
  }
}

customElements.define('dnup-table', TableView);
