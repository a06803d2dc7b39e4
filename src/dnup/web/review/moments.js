// The moments that mattered for one player: the move, a better one and why. Players can look for the better move first.

import { logLine } from '../game/phrases.js';
import { SEATS } from '../game/seats.js';
import { toggle } from '../shared/dialog.js';
import { fill, h, iconNode, nodes, reveal } from '../shared/dom.js';
import { t, words } from '../shared/i18n.js';
import { decision } from './decision.js';
import { deedWords, madeWords, moveWords, why } from './explanations.js';
import { against, chancesOf, kindOf, signOf, stopBefore } from './findings.js';
import { lineStrip } from './line.js';
import { margin, percent, signedPoints } from './luck.js';

/** @typedef {import('./grading-worker.js').GradedMove} GradedMove */
/** @typedef {import('./replay.js').Outline} Outline */
/** @typedef {import('../game/state.js').Game} Game */
/** @typedef {import('../shared/i18n.js').Part} Part */

/** @typedef {object} MomentsState
 * @property {GradedMove[]} moments
 * @property {Outline} outline
 * @property {Game} game  the table at the stop that is looked at
 * @property {GradedMove | null} current
 * @property {(one: GradedMove) => boolean} asks  whether its better move is still to be found
 * @property {boolean} finding  whether better moves are looked for first
 * @property {'made' | 'best' | null} shows  which of the two the table shows
 * @property {number | null} step  the move of the line whose table is shown
 * @property {boolean} stepping  whether the line runs by itself
 * @property {GradedMove | null} unlucky  a move that only open cards show to be wrong
 * @property {boolean} own
 * @property {boolean} complete  whether all has been looked at, or the analysis was stopped after a first look */

export class Moments {
  /** @param {{go: (stop: number) => void, show: (which: 'made' | 'best') => void, reveal: () => void, find: (on:
   *   boolean) => void, look: (step: number | null) => void, follow: () => void}} does */
  constructor(does) {
    this.does = does;
    this.title = h('h2', { class: 't' });
    this.list = h('ol', { class: 'moments' });
    this.none = h('p', { class: 'note' });
    this.luck = h('p', { class: 'why unlucky', hidden: true });
    this.tools = h('div', { class: 'moment-tools' });
    this.element = h(
      'section',
      { 'data-in': 'moments' },
      h('div', { class: 'headrow' }, this.title, this.tools),
      this.luck,
      this.list,
      this.none,
    );
    this.key = '';
    /** Which moment lies open. @type {string | undefined} */
    this.opened = undefined;
  }

  /** @param {MomentsState} state */
  update(state) {
    const { moments, current, asks, shows, step, stepping, unlucky, own, finding, complete, game } = state;
    const key = JSON.stringify([
      words.language,
      moments,
      current && [current.round, current.move],
      current && asks(current),
      shows,
      step,
      stepping,
      unlucky,
      own,
      finding,
      complete,
      game.seat,
    ]);
    if (key === this.key) return;
    this.key = key;
    const focused = this.element.contains(document.activeElement)
      ? /** @type {HTMLElement} */ (document.activeElement).dataset.key
      : null;
    this.title.textContent = t('review.moments');
    fill(
      this.tools,
      own && moments.some(({ loss }) => loss) ? toggle(t('review.find_first'), finding, this.does.find, 'find') : null,
    );
    this.none.hidden = moments.length > 0;
    this.none.textContent = t(complete ? 'review.no_moments' : 'review.looking');
    this.luck.hidden = !unlucky?.opened;
    if (unlucky?.opened)
      fill(this.luck, ...nodes(words.parts('review.unlucky', { move: moveWords(words, game, unlucky.opened.best) })));
    fill(this.list, ...moments.map((one) => this.#item(state, one)));
    const open = this.list.querySelector('.open');
    if (open instanceof HTMLElement && this.opened !== open.dataset.stop) reveal(open);
    this.opened = open instanceof HTMLElement ? open.dataset.stop : undefined;
    if (focused)
      /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-key="${focused}"]`))?.focus({
        preventScroll: true,
      });
  }

  /** @param {MomentsState} state @param {GradedMove} one */
  #item(state, one) {
    const { outline, game, current } = state;
    const stop = stopBefore(outline.rounds, one);
    const kind = kindOf(one);
    const open = one === current;
    const event = outline.events[stop + 1];
    const { error } = against(one);
    const { lost } = chancesOf(one);
    return h(
      'li',
      { class: open ? 'open' : null, 'data-stop': stop },
      h(
        'button',
        { class: 'rowb', 'data-key': `m${stop}`, 'aria-expanded': open, onclick: () => this.does.go(stop) },
        h(
          'span',
          { class: `mark ${kind}`, role: 'img', 'aria-label': t(`review.marks.${kind}`) },
          kind === 'found' ? iconNode('link') : signOf(one),
        ),
        h('span', { class: 'where' }, t('review.where', { round: one.round, move: one.move })),
        h('span', { class: 'what' }, event ? nodes(deedWords(words, game, event)) : ''),
        lost
          ? h('span', { class: 'lost' }, signedPoints(-lost, 1), ' ', h('small', {}, margin(error, 1)))
          : h('span', { class: 'lost gain' }, t('review.only_move')),
      ),
      open ? this.#detail(state, one) : null,
    );
  }

  /** @param {MomentsState} state @param {GradedMove} one */
  #detail(state, one) {
    const { asks, shows, game, own } = state;
    const seat = SEATS.indexOf(one.seat);
    const hidden = asks(one);
    const { loss, best } = against(one);
    const chances = chancesOf(one);
    const other = one.moves.find(({ move }) => move !== one.made);
    const error = one.after_error[seat];
    const bar = (
      /** @type {'made' | 'best'} */ which,
      /** @type {string} */ label,
      /** @type {Part[]} */ move,
      /** @type {number} */ chance,
      /** @type {boolean} */ good,
    ) => {
      const meter = h('span', { class: `meter ${good ? '' : 'bad'}` }, h('i'), h('u'));
      meter.style.setProperty('--v', String(100 * chance));
      meter.style.setProperty('--e', String(200 * error));
      return h(
        'button',
        { 'data-key': which, 'aria-pressed': String(shows === which), onclick: () => this.does.show(which) },
        h('span', { class: 'label' }, h('b', {}, label), move.length ? h('span', {}, nodes(move)) : null),
        meter,
        h('span', { class: 'pct' }, percent(chance, 1), ' ', h('small', {}, margin(error, 1))),
      );
    };
    const made = madeWords(words, game, one.made, own);
    return h(
      'div',
      { class: 'detail' },
      h(
        'div',
        { class: 'choice' },
        bar('made', made.label, made.move, chances.made, !loss),
        loss && !hidden ? bar('best', t('review.better'), moveWords(words, game, best), chances.best, true) : null,
        !loss && other
          ? bar('best', t('review.next_best'), moveWords(words, game, other.move), other.chance, false)
          : null,
      ),
      hidden ? h('p', { class: 'find' }, t('review.find_it')) : null,
      hidden
        ? h('button', { class: 'btn', 'data-key': 'reveal', onclick: () => this.does.reveal() }, t('review.show_it'))
        : null,
      !hidden && one.loss && one.why.length ? h('p', { class: 'why' }, nodes(why(words, game, one.why))) : null,
      !hidden && one.loss && one.line.length ? this.#line(state, one) : null,
      one.verdict === 'told' ? h('p', { class: 'why' }, nodes(this.#told(state, one))) : null,
      !hidden && one.loss && one.believed && one.believed.loss + 2 * one.believed.error < one.loss / 2
        ? h('p', { class: 'aside' }, t('review.read_right'))
        : null,
      !hidden && one.loss && one.opened
        ? h('p', { class: 'aside' }, t(one.opened.loss ? 'review.open_wrong' : 'review.open_right'))
        : null,
      hidden ? null : decision(game, stopBefore(state.outline.rounds, one)),
    );
  }

  /** The line of the better move. @param {MomentsState} state @param {GradedMove} one */
  #line({ game, step, stepping }, { line, why }) {
    const wins = why.some(({ kind }) => kind === 'wins_by_force');
    const state = { game, line, wins, step, playing: stepping };
    return lineStrip(state, { show: (at) => this.does.look(at), play: () => this.does.follow() });
  }

  /** What others' moves told, and which of them most. @param {MomentsState} state @param {GradedMove} one */
  #told({ game, outline }, { believed, round }) {
    if (!believed) return [];
    const said = words.parts('review.told', { move: moveWords(words, game, believed.best) });
    const { told } = believed;
    const event = told && outline.events[stopBefore(outline.rounds, { round, move: told.move }) + 1];
    if (!event) return said;
    const where = t('review.where', { round, move: told.move });
    return [...said, ' ', ...words.parts('review.told_by', { where, deed: logLine(words, game, event) ?? [] })];
  }
}
