// The viewer's hand as a fan of buttons. A spectator sees backs.

import { inRows, MANY } from '../game/hand.js';
import { turned } from '../game/notation.js';
import { cardLabel } from '../game/phrases.js';
import { cardNode, layInFan, layInRow } from '../shared/cards.js';
import { h, nextFrame, orderChildren } from '../shared/dom.js';
import { words } from '../shared/i18n.js';
import { cardAbove, placeAt } from './hand-geometry.js';

/** @typedef {import('../game/hand.js').Held} Held */

const AFTER_TURNING = 900; // milliseconds; a turn takes 700
const FEW = 3;
/** How many faces are drawn in one frame. */
const PIECE = 4;

/** @param {() => void} run */
const whenIdle = (run) => {
  if ('requestIdleCallback' in window) requestIdleCallback(run);
  else setTimeout(run, 50);
};

/** The drawing of a card as it would lie turned, upside down and unseen under the other.
 * @param {Element} element @param {string} card  how it lies now @returns {Element} */
function otherSide(element, card) {
  const known = element.querySelector('.other');
  if (known) return known;
  const side = /** @type {Element} */ (cardNode(turned(card)).firstChild);
  side.classList.add('other');
  element.append(side);
  return side;
}

/** Lets two drawings change their parts: nothing is drawn, so a whole hand turns at once.
 * @param {Element} element @param {string} card  how it lay */
function turnOver(element, card) {
  const side = otherSide(element, card);
  element.querySelector('.face:not(.other)')?.classList.add('other');
  side.classList.remove('other');
}

export class HandView {
  constructor() {
    this.element = h('div', { class: 'fan hand', role: 'group', 'data-drop': 'hand', id: 'hand' });
    /** @type {Map<number, {element: HTMLButtonElement, card: string}>} */
    this.cards = new Map();
    /** The card that Tab reaches. @type {number | null} */
    this.current = null;
    this.preparing = false;
    /** Whether new cards have no face before `drawFaces`. */
    this.bare = false;
    /** @type {Set<HTMLElement>} */
    this.faceless = new Set();
    /** Whether the cards are being turned over. */
    this.turns = false;
    /** The elements as they should follow each other. @type {HTMLElement[]} */
    this.order = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.ordering = undefined;
  }

  /** @param {string} label */
  name(label) {
    this.element.setAttribute('aria-label', label);
  }

  /** @param {Held[]} hand @param {{label: string, selected: number[], dim: Set<number>, lit: Set<number>}} state */
  update(hand, { label, selected, dim, lit }) {
    this.name(label);
    const keep = new Set(hand.map(({ id }) => id));
    for (const [id, { element }] of this.cards) {
      if (keep.has(id)) continue;
      if (element === document.activeElement) this.#refocus(hand, element);
      element.remove();
      this.cards.delete(id);
    }
    if (this.current === null || !keep.has(this.current)) this.current = hand[0]?.id ?? null;
    const spots = this.#spots(hand);
    hand.forEach(({ id, card }, i) => {
      const element = this.#card(id, card);
      layInFan(element, i, hand.length);
      layInRow(element, spots[i]);
      element.style.zIndex = String(i);
      element.classList.toggle('selected', selected.includes(id));
      element.classList.toggle('dimmed', dim.has(id));
      element.classList.toggle('selectable', lit.has(id) && !selected.includes(id));
      element.setAttribute('aria-pressed', String(selected.includes(id)));
      element.tabIndex = id === this.current ? 0 : -1;
    });
    this.#inOrder(hand);
    this.#prepare();
  }

  /** Draws the faces that are missing, piece by piece: cards that fly to the hand have time until they arrive. */
  async drawFaces() {
    this.bare = false;
    while (this.faceless.size) {
      await nextFrame();
      for (const element of [...this.faceless].slice(0, PIECE)) {
        element.append(cardNode(element.dataset.card ?? ''));
        this.faceless.delete(element);
      }
    }
    this.#prepare();
  }

  /** Where the cards lie if the hand is in two rows. Whether it is depends on how wide it is, which the style sheet
   * knows.
   * @param {Held[]} hand */
  #spots(hand) {
    const many = hand.length >= MANY;
    this.element.classList.toggle('many', many);
    return many ? inRows(hand.map(({ card }) => card)) : [];
  }

  /** The place in the hand that a point is nearest to, counted among the cards that stay, and the cards beside it.
   * @param {{x: number, y: number}} point @param {number[]} moving */
  placeAt(point, moving) {
    const staying = this.order.filter((element) => !moving.includes(Number(element.dataset.id)));
    const { index, before, after } = placeAt(
      staying.map((element) => element.getBoundingClientRect()),
      point,
    );
    return { index, before: before === null ? null : staying[before], after: after === null ? null : staying[after] };
  }

  /** Shows between which cards those that are dragged would go; null for nowhere.
   * @param {ReturnType<HandView['placeAt']> | null} place */
  showPlace(place) {
    for (const element of this.order) {
      element.classList.toggle('makes-room-left', element === place?.before);
      element.classList.toggle('makes-room-right', element === place?.after);
    }
  }

  /** Marks cards that the last move brought into the hand: of equal ones, those that came last.
   * @param {string[]} cards */
  markNew(cards) {
    const missing = [...cards];
    for (const [, { element, card }] of [...this.cards].sort(([a], [b]) => b - a)) {
      const at = missing.indexOf(card);
      if (at >= 0) missing.splice(at, 1);
      element.classList.toggle('last-move', at >= 0);
    }
  }

  /** Backs, for a spectator or while nothing is dealt. @param {number} count @param {string} label */
  showBacks(count, label) {
    this.update([], { label, selected: [], dim: new Set(), lit: new Set() }); // a fan: backs have no values to be read
    const backs = [...this.element.children];
    for (let i = backs.length; i < count; i++) backs.push(h('span', { class: 'card' }, cardNode('')));
    for (const back of backs.splice(count)) back.remove();
    for (const [i, back] of backs.entries()) {
      layInFan(/** @type {HTMLElement} */ (back), i, count);
      if (!back.isConnected) this.element.append(back);
    }
  }

  /** The element of a card, with the drawing of how it lies.
   * @param {number} id @param {string} card */
  #card(id, card) {
    const known = this.cards.get(id);
    if (known?.card === card) return known.element;
    const element = known?.element ?? h('button', { class: 'card', 'data-id': id });
    this.turns = known !== undefined && turned(known.card) === card;
    this.faceless.delete(element);
    if (known && this.turns) turnOver(element, known.card);
    else if (this.bare) this.#bare(element);
    else element.replaceChildren(cardNode(card));
    element.dataset.card = card;
    element.setAttribute('aria-label', cardLabel(words, card));
    this.cards.set(id, { element, card });
    return element;
  }

  /** @param {HTMLElement} element */
  #bare(element) {
    element.replaceChildren();
    this.faceless.add(element);
  }

  /** Draws the other sides while nothing else is to be done, a card at a time: later they only have to be turned over.
   */
  #prepare() {
    if (this.preparing) return;
    this.preparing = true;
    whenIdle(() => {
      this.preparing = false;
      const next = [...this.cards.values()].find(
        ({ element }) => element.childElementCount < 2 && !this.faceless.has(element),
      );
      if (!next) return;
      otherSide(next.element, next.card);
      this.#prepare();
    });
  }

  /** Puts the elements into the hand's order, for Tab and screen readers: where a card is drawn does not depend on it.
   * After a rotation this takes long, so it waits until the animation is over.
   * @param {Held[]} hand */
  #inOrder(hand) {
    for (const stray of this.element.querySelectorAll(':scope > span.card')) stray.remove();
    this.order = hand.map(({ id }) => /** @type {HTMLElement} */ (this.cards.get(id)?.element));
    this.element.append(...this.order.filter((element) => !element.isConnected));
    clearTimeout(this.ordering);
    if (this.turns) this.ordering = setTimeout(() => this.#putInOrder(), AFTER_TURNING);
    else this.#putInOrder();
    this.turns = false;
  }

  /** Cards that are in place are not moved, because they would lose the focus. A few are moved at a time, because each
   * causes a layout. */
  #putInOrder() {
    const focused = document.activeElement;
    if (!orderChildren(this.element, this.order, FEW)) this.ordering = setTimeout(() => this.#putInOrder(), 20);
    if (focused !== document.activeElement && focused instanceof HTMLElement && this.order.includes(focused))
      focused.focus({ preventScroll: true });
  }

  /** The card that had the focus is gone: the one that stood beside it takes over.
   * @param {Held[]} hand @param {HTMLElement} gone */
  #refocus(hand, gone) {
    const ids = [...this.element.children].map((child) => Number(/** @type {HTMLElement} */ (child).dataset.id));
    const at = ids.indexOf(Number(gone.dataset.id));
    const next = [...ids.slice(at + 1), ...ids.slice(0, at).reverse()].find((id) => hand.some((one) => one.id === id));
    if (next !== undefined) this.focus(next);
  }

  /** @param {number} id */
  focus(id) {
    this.current = id;
    for (const [other, { element }] of this.cards) element.tabIndex = other === id ? 0 : -1;
    this.cards.get(id)?.element.focus({ preventScroll: true });
  }

  /** Puts the focus onto the card above (-1) or below (1) the current one; false if the hand has no such row.
   * @param {number} by */
  climb(by) {
    const from = this.cards.get(this.current ?? 0)?.element.getBoundingClientRect();
    if (!from) return false;
    const boxes = this.order.map((element) => element.getBoundingClientRect());
    const nearest = this.order[cardAbove(boxes, from, by)];
    if (nearest) this.focus(Number(nearest.dataset.id));
    return nearest !== undefined;
  }

  /** @param {EventTarget | null} target @returns {number | null} */
  idOf(target) {
    const card = target instanceof Element ? target.closest('button.card') : null;
    return card instanceof HTMLElement && this.element.contains(card) ? Number(card.dataset.id) : null;
  }
}
