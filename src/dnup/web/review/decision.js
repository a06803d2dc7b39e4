// The details of one decision: the beliefs, three worlds, and which levels would have made the move. They are computed
// when somebody opens them.

import { ASKED, TRIES } from '../analysis/moment-details.js';
import { active, parseCards } from '../game/notation.js';
import { seatName } from '../game/phrases.js';
import { fill, h, nodes } from '../shared/dom.js';
import { t } from '../shared/i18n.js';
import { percent } from './luck.js';
import { detailsOf } from './worker-client.js';

/** @typedef {import('../game/state.js').Game} Game */
/** @typedef {import('../analysis/moment-details.js').MomentDetails} MomentDetails */

/** Answers by stop. @type {Map<number, Promise<MomentDetails>>} */
const known = new Map();
/** The stop whose details are open; they stay open when the panel is drawn again. */
let opened = -1;

/** Forget the answers of another game. */
export function forgetDecisions() {
  known.clear();
  opened = -1;
}

/** The part of the panel that opens. @param {Game} game @param {number} stop */
export function decision(game, stop) {
  const content = h('div', { class: 'decision-facts', 'aria-live': 'polite' });
  const element = h(
    'details',
    { class: 'decision', open: opened === stop || null },
    h('summary', { 'data-key': 'decision' }, t('review.decision')),
    content,
  );
  const show = async () => {
    fill(content, h('p', { class: 'note' }, t('hint.thinking')));
    const asked = known.get(stop) ?? detailsOf(stop);
    known.set(stop, asked);
    try {
      fill(content, ...facts(game, await asked));
    } catch {
      known.delete(stop);
      fill(content, h('p', { class: 'note' }, t('review.decision_failed')));
    }
  };
  element.addEventListener('toggle', () => {
    if (element.open) {
      opened = stop;
      void show();
    } else if (opened === stop) opened = -1;
  });
  return element;
}

/** @param {Game} game @param {MomentDetails} details @returns {Node[]} */
function facts(game, { beliefs, wins, loses, true: truth, played_by: playedBy }) {
  const seats = [...new Set(beliefs.map(({ seat }) => seat))].sort();
  const cards = [...new Set(beliefs.map(({ card }) => printed(card)))];
  const chanceOf = (/** @type {string} */ card, /** @type {string} */ seat) =>
    beliefs
      .filter((one) => printed(one.card) === card && one.seat === seat)
      .reduce((sum, { chance }) => sum + chance, 0);
  const worlds = /** @type {const} */ ([
    ['wins', wins],
    ['loses', loses],
    ['true', truth],
  ]);
  return [
    h('h3', { class: 't' }, t('review.believed')),
    cards.length
      ? h(
          'div',
          { class: 'beliefs-box', role: 'region', tabindex: '0', 'aria-label': t('review.believed') },
          h(
            'table',
            { class: 'beliefs' },
            h(
              'thead',
              {},
              h('tr', {}, h('td', {}), ...seats.map((seat) => h('th', { scope: 'col' }, seatName(game, seat)))),
            ),
            h(
              'tbody',
              {},
              ...cards.map((card) =>
                h(
                  'tr',
                  {},
                  h('th', { scope: 'row' }, card),
                  ...seats.map((seat) => h('td', {}, percent(Math.min(1, chanceOf(card, seat))))),
                ),
              ),
            ),
          ),
        )
      : h('p', { class: 'note' }, t('review.all_known')),
    h('h3', { class: 't' }, t('review.worlds')),
    ...worlds.map(([key, { hands, chance }]) =>
      h(
        'div',
        { class: 'world' },
        h('p', {}, h('b', {}, t(`review.world_${key}`)), ' ', h('span', { class: 'pct' }, percent(chance))),
        ...Object.entries(hands).map(([seat, hand]) =>
          h('p', {}, ...nodes([{ bold: seatName(game, seat) }, ' ', { values: parseCards(hand).map(active) }])),
        ),
      ),
    ),
    h('h3', { class: 't' }, t('review.who_plays')),
    h(
      'p',
      {},
      ASKED.map((level) =>
        t('review.plays_so', { level: t(`levels.${level}`), count: playedBy[level], tries: TRIES }),
      ).join(' · '),
    ),
  ];
}

/** A card as it is printed, the lower value first. @param {string} card */
const printed = (card) =>
  card
    .split('/')
    .sort((one, other) => Number(one) - Number(other))
    .join('/');
