// The middle of the table: the discard pile and, with more than two players, the viewer's set.

import { active } from '../game/notation.js';
import { cardNode } from '../shared/cards.js';
import { drawing, fill, h, isNew } from '../shared/dom.js';
import { numeral } from '../shared/glyphs.js';
import { words } from '../shared/i18n.js';

/** @typedef {import('../game/state.js').Game} Game */
/** @typedef {import('./seat-view.js').SetView} SetView */
/** @typedef {import('./seat-view.js').AreaView} AreaView */

export class CentreView {
  /** @param {SetView | null} own  the own set, if it lies in the middle */
  constructor(own) {
    this.own = own;
    this.cards = h('span', { class: 'pile' });
    this.count = h('b', {});
    this.word = h('span', {});
    this.pile = h(
      'button',
      { class: 'spot pile-spot', 'data-pile': '' },
      this.cards,
      h('small', {}, this.word, ' ', this.count),
    );
    this.slot = h('div', { class: 'slot', 'aria-hidden': 'true' });
    this.caption = h('small', { 'aria-hidden': 'true' });
    this.element = h(
      'div',
      { class: 'centre', 'data-drop': 'own' },
      this.pile,
      own ? h('div', { class: 'spot own' }, h('div', { class: 'place' }, own.element, this.slot), this.caption) : null,
    );
    if (own) this.slot.dataset.drop = 'own';
  }

  /** @param {Game} game */
  update(game) {
    const size = game.view?.discarded ?? 0;
    this.word.textContent = words.text('table.pile');
    this.count.textContent = String(size);
    this.caption.textContent = words.text(game.seat === null ? 'table.centre' : 'table.your_set');
    this.caption.hidden = game.seat === null || game.behind === true;
    const shown = Math.min(size, 4);
    if (!isNew(this.cards, [shown])) return;
    fill(
      this.cards,
      ...Array.from({ length: shown }, (_, i) =>
        // Of those below only an edge is seen.
        i === shown - 1
          ? h('span', { class: 'card top' }, cardNode(''))
          : h('span', { class: 'card' }, cardNode('small')),
      ),
    );
  }

  /** Outlines of the cards that would be played.
   * @param {string[]} cards @param {string | null} turn @param {AreaView[]} areas */
  ghost(cards, turn, areas) {
    if (!isNew(this.slot, [cards, turn, this.own?.cards === ''])) return;
    const outline = cards.map((card) =>
      h('i', {}, drawing(`<svg viewBox="0 0 100 150" aria-hidden="true">${numeral(active(card), 10.5, 12, 54)}</svg>`)),
    );
    for (const area of areas) {
      area.element.querySelector('.slot')?.remove();
      if (area.set.slot !== turn || !cards.length) continue;
      const slot = h('div', { class: 'slot', 'aria-hidden': 'true' }, outline);
      slot.style.setProperty('--n', String(outline.length));
      area.element.append(slot);
    }
    if (!this.own) return;
    const empty = this.own.cards === '';
    fill(this.slot, ...(outline.length ? outline : [h('i', { class: 'idle' })]));
    this.slot.hidden = !empty && !outline.length;
    this.slot.style.setProperty('--n', String(Math.max(outline.length, 1)));
  }
}

/** The card's seam, large and quiet, under the whole table. */
export const matWave = () =>
  h(
    'div',
    { class: 'wave', 'aria-hidden': 'true' },
    drawing(
      `<svg viewBox="0 0 1000 600" preserveAspectRatio="none">${Array.from({ length: 15 }, (_, k) => {
        const y = 300 + (k - 7) * 30;
        return `<path d="M-20 ${y + 50}C140 ${y + 150} 340 ${y + 160} 500 ${y}S860 ${y - 150} 1020 ${y - 50}" opacity="${(1 - Math.abs(k - 7) / 8).toFixed(2)}" vector-effect="non-scaling-stroke"/>`;
      }).join('')}</svg>`,
    ),
  );

const HALVES = 'M-20 38C150 62 340 66 500 30S850 -2 1020 22';

/** Two players: the mat is a card, the seam lies between the sides. */
export const seam = () =>
  h(
    'div',
    { class: 'half-tone', 'aria-hidden': 'true' },
    drawing(
      `<svg viewBox="0 0 1000 60" preserveAspectRatio="none"><path class="low" d="${HALVES}L1020 60L-20 60Z"/><path class="rim" d="${HALVES}" vector-effect="non-scaling-stroke"/></svg>`,
    ),
  );
