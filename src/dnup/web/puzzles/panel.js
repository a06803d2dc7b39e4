// The panel beside the table of a puzzle: the question, then the answer and why.

import { eventLine } from '../game/phrases.js';
import { deckText } from '../lobby/options.js';
import { moveWords, why } from '../review/explanations.js';
import { lineStrip } from '../review/line.js';
import { bars, margin, percent } from '../review/luck.js';
import { h, iconNode, nodes } from '../shared/dom.js';
import { t, words } from '../shared/i18n.js';
import { LEVELS, TRIES } from './puzzle-store.js';

/** @typedef {import('../game/state.js').Game} Game */

/** @typedef {object} Question
 * @property {string} kicker
 * @property {string} ask  what there is to be found
 * @property {string} deck  its name
 * @property {string | null} difficulty  the level that finds it; null for an own mistake
 * @property {number} row  how many were solved in a row
 * @property {number} due  how many mistakes have come back
 * @property {import('../messages.d.ts').Moved[]} past  the last moves before
 * @property {Game} game
 * @property {((several: boolean) => void) | null} judge  in training: whether several moves are fine
 * @property {() => void} tell */

/** @param {Question} question @returns {Node[]} */
export const task = ({ kicker, ask, deck, difficulty, row, due, past, game, judge, tell }) => [
  h(
    'section',
    { class: 'task' },
    h('span', { class: 'kicker' }, kicker),
    h('h1', { tabindex: '-1' }, t(judge ? 'puzzles.is_there_one' : 'puzzles.find')),
    h('p', {}, ask),
  ),
  ...(judge
    ? [
        h(
          'section',
          { class: 'stack choice at-hand' },
          h('button', { class: 'btn first', id: 'one', onclick: () => judge(false) }, t('puzzles.one')),
          h('button', { class: 'btn', id: 'several', onclick: () => judge(true) }, t('puzzles.several')),
        ),
      ]
    : []),
  ...(difficulty ? [facts(deck, difficulty, row)] : []),
  ...(past.length ? [before(game, past)] : []),
  ...(judge
    ? []
    : [
        h(
          'section',
          { class: 'push stack' },
          due ? h('a', { class: 'btn', href: '#mine' }, t('puzzles.mine', { count: due })) : '',
          h('button', { class: 'btn quiet', id: 'tell', onclick: tell }, t('review.show_it')),
        ),
      ]),
];

/** @param {string} deck @param {string} difficulty @param {number} row */
const facts = (deck, difficulty, row) =>
  h(
    'section',
    {},
    h(
      'dl',
      { class: 'facts' },
      h('dt', {}, t('puzzles.difficulty')),
      h('dd', {}, bars(difficulty), t('puzzles.finds', { level: t(`levels.${difficulty}`) })),
      h('dt', {}, t('puzzles.themes_title')),
      h('dd', {}, h('span', { class: 'theme shut' }), h('span', { class: 'aside' }, t('puzzles.when_solved'))),
      h('dt', {}, t('lobby.deck')),
      h('dd', {}, deckText(deck)),
      ...(row ? [h('dt', {}, t('puzzles.row')), h('dd', {}, String(row))] : []),
    ),
  );

/** What was done before, for it says what others may hold. @param {Game} game
 * @param {import('../messages.d.ts').Moved[]} past */
const before = (game, past) =>
  h(
    'section',
    {},
    h(
      'details',
      { class: 'before', open: matchMedia('(min-width: 60rem)').matches || null },
      h('summary', {}, t('puzzles.before')),
      h(
        'ol',
        {},
        past.map((event) => h('li', {}, nodes(eventLine(words, game, event) ?? []))),
      ),
    ),
  );

/** What the best moves are worth, with the standard error of that, and why the answer is one of them: better than what
 * the player made or tried, or else than the next best.
 * @typedef {{best: import('../analysis/estimators.js').MoveValue[], error: number, why:
 *   import('../analysis/estimators.js').Reason[], line: import('../analysis/estimators.js').LineMove[], made: boolean}}
 *   Explanation */

/** @typedef {object} Solution
 * @property {boolean} solved
 * @property {number} row  how many were solved in a row, with this one
 * @property {import('../shared/i18n.js').Part[]} move
 * @property {boolean} several  whether several moves are fine
 * @property {string[]} right  the moves that are an answer
 * @property {Game} game  the table before the move
 * @property {Explanation | null} explanation  once it is known
 * @property {number | null} step  the move of the line whose table is shown
 * @property {boolean} stepping  whether the line runs by itself
 * @property {(step: number | null) => void} look
 * @property {() => void} follow  plays the line, or stops that
 * @property {string[]} themes
 * @property {Record<string, number> | null} found
 * @property {() => void} next */

/** @param {Solution} solution @returns {Node[]} */
export const solution = ({
  solved,
  row,
  move,
  several,
  right,
  game,
  explanation,
  step,
  stepping,
  look,
  follow,
  themes,
  found,
  next,
}) => [
  h(
    'section',
    { class: 'task' },
    h(
      'div',
      { class: 'right-mark' },
      solved ? h('span', { class: 'mark found' }, iconNode('link')) : null,
      h(
        'div',
        {},
        h('span', { class: 'kicker' }, solved ? solvedText(row) : t('puzzles.told')),
        h('h1', { tabindex: '-1' }, several ? t('puzzles.several_fine') : nodes(move)),
      ),
    ),
    several || explanation?.why.length === 0
      ? ''
      : h(
          'p',
          { class: 'why', role: 'status' },
          explanation ? nodes(why(words, game, explanation.why, explanation.made)) : t('hint.thinking'),
        ),
    explanation?.line.length
      ? lineStrip(
          {
            game,
            line: explanation.line,
            wins: explanation.why.some(({ kind }) => kind === 'wins_by_force'),
            step,
            playing: stepping,
          },
          { show: look, play: follow },
        )
      : '',
  ),
  ...(explanation
    ? [
        h(
          'section',
          {},
          h('h2', { class: 't' }, t('review.chances')),
          h(
            'div',
            { class: 'rank' },
            explanation.best.flatMap((one) => rank(game, one, explanation.error, right.includes(one.move))),
          ),
        ),
      ]
    : []),
  ...(themes.length
    ? [
        h(
          'section',
          { class: 'row themes' },
          themes.map((theme) => h('span', { class: 'theme' }, theme)),
        ),
      ]
    : []),
  ...(found ? [finders(found)] : []),
  h(
    'section',
    { class: 'push stack at-hand' },
    h('button', { class: 'btn first', id: 'next', onclick: next }, iconNode('puzzle'), t('puzzles.next')),
  ),
];

/** @param {number} row */
const solvedText = (row) => (row ? t('puzzles.solved', { count: row }) : t('puzzles.right'));

/** @param {Game} game @param {import('../analysis/estimators.js').MoveValue} worth @param {number} error  of the chance
 * @param {boolean} right */
function rank(game, { move, chance }, error, right) {
  const meter = h('span', { class: `meter ${right ? '' : 'plain'}` }, h('i'), h('u'));
  meter.style.setProperty('--v', String(100 * chance));
  meter.style.setProperty('--e', String(200 * error));
  return [
    h('span', { class: 'cell' }, nodes(moveWords(words, game, move))),
    meter,
    h('span', { class: 'pct' }, percent(chance), ' ', h('small', {}, margin(error, 1))),
  ];
}

/** Who finds it, in how many tries. @param {Record<string, number>} found */
const finders = (found) =>
  h(
    'section',
    { class: 'wide-only' },
    h(
      'h2',
      { class: 't' },
      t('puzzles.who_finds'),
      ' ',
      h('span', { class: 'aside' }, t('puzzles.in_tries', { count: TRIES })),
    ),
    h(
      'div',
      { class: 'finders' },
      LEVELS.toReversed().flatMap((level) => {
        const meter = h('span', { class: 'meter' }, h('i'));
        meter.style.setProperty('--v', String((100 * (found[level] ?? 0)) / TRIES));
        return [h('span', {}, t(`levels.${level}`)), meter, h('b', {}, String(found[level] ?? 0))];
      }),
    ),
  );
