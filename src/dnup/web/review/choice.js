// The two moves of a moment, on the table itself: what was played and what was better, one of them shown.

import { fill, h, nodes } from '../shared/dom.js';
import { t, words } from '../shared/i18n.js';
import { madeWords, moveWords } from './explanations.js';
import { against } from './findings.js';

/** @typedef {import('../game/state.js').Game} Game */
/** @typedef {import('../shared/i18n.js').Part} Part */
/** @typedef {import('./grading-worker.js').GradedMove} GradedMove */
/** @typedef {'made' | 'best'} Which */

/** @typedef {object} ChoiceState
 * @property {Game} game
 * @property {GradedMove | null} current  the moment that is looked at
 * @property {boolean} asks  whether what was better is still to be found
 * @property {Which | null} shows  which of the two is wanted
 * @property {boolean} own  whether the viewer made the move */

export class Choice {
  /** @param {import('../table/table-view.js').TableView} table @param {(which: Which) => void} show */
  constructor(table, show) {
    this.table = table;
    this.show = show;
    this.element = h('div', { class: 'seg choice-seg', role: 'group', hidden: true });
  }

  /** @param {ChoiceState} state */
  update(state) {
    const { game, current, asks } = state;
    const { table } = this;
    const was = table.state.still;
    table.state.still = !asks;
    document.body.classList.toggle('finding', asks);
    if (asks && was) {
      table.state.again = null;
      table.demonstrate(null);
    }
    const { loss = 0, best = '' } = current ? against(current) : {};
    const shows = current && !asks ? state.shows : null;
    this.element.hidden = !loss || asks;
    if (!this.element.hidden && current) this.#fill(state, current.made, best);
    if (asks) return;
    const move = shows && current ? (shows === 'best' && loss ? best : current.made) : null;
    document.body.classList.toggle('shows-made', shows === 'made' && loss > 0);
    const shown = game.moves.find(({ text }) => text === move) ?? null;
    if (shown || table.selected || table.state.peek) table.demonstrate(shown);
  }

  /** @param {ChoiceState} state @param {string} made @param {string} best */
  #fill({ game, shows, own }, made, best) {
    const button = (/** @type {Which} */ which, /** @type {string} */ label, /** @type {Part[]} */ move) =>
      h(
        'button',
        { class: which, 'aria-pressed': String(shows === which), onclick: () => this.show(which) },
        h('span', {}, label),
        move.length ? h('span', {}, nodes(move)) : null,
      );
    const done = madeWords(words, game, made, own);
    fill(
      this.element,
      button('made', done.label, done.move),
      button('best', t('review.better'), moveWords(words, game, best)),
    );
    this.element.setAttribute('aria-label', t('review.on_table'));
  }
}
