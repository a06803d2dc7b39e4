// The list of all moves, round by round.

import { discardLines, logLine } from '../game/phrases.js';
import { fill, h, nextFrame, nodes, reveal } from '../shared/dom.js';
import { t, words } from '../shared/i18n.js';
import { placeOf } from './address.js';

/** @typedef {import('./replay.js').Outline} Outline */
/** @typedef {import('../game/state.js').Game} Game */

export class MovesList {
  /** @param {(stop: number) => void} go */
  constructor(go) {
    this.go = go;
    this.list = h('ol', { class: 'moves-list' });
    this.element = h('section', { 'data-in': 'moves' });
    this.key = '';
    /** The move that is looked at. */
    this.move = 0;
  }

  /** @param {Outline} outline @param {number} at @param {Game} game */
  update(outline, at, game) {
    const { round, move } = placeOf(outline.rounds, at);
    const key = [words.language, round, game.seat, game.behind].join();
    this.move = move;
    if (key === this.key) return this.#mark();
    this.key = key;
    this.#write(outline, round, game);
  }

  #mark() {
    const { move } = this;
    for (const [i, item] of [...this.list.children].entries()) {
      const button = /** @type {HTMLElement} */ (item.firstElementChild);
      if (i + 1 === move) button.setAttribute('aria-current', 'step');
      else button.removeAttribute('aria-current');
      if (i + 1 === move) void nextFrame().then(() => reveal(button));
    }
  }

  /** @param {Outline} outline @param {number} round @param {Game} game */
  #write(outline, round, game) {
    const { first, moves } = outline.rounds[round - 1];
    const lines = (/** @type {import('../messages.d.ts').Moved} */ event) => [
      ...nodes(logLine(words, game, event) ?? []),
      ...discardLines(words, game, event).map((line) => h('span', { class: 'discards' }, nodes(line))),
    ];
    const item = (/** @type {Outline['events'][number]} */ event, /** @type {number} */ i) =>
      h(
        'li',
        {},
        h(
          'button',
          { onclick: () => this.go(first + i + 1) },
          h('span', { class: 'number' }, String(i + 1)),
          h('span', {}, event ? lines(event) : null),
        ),
      );
    fill(this.element, h('h2', { class: 't' }, t('review.moves_of', { round })), this.list);
    fill(this.list, ...outline.events.slice(first + 1, first + moves + 1).map(item));
    this.#mark();
  }
}
