// The explanation of the score, and the points of every round.

import { calledName } from '../game/phrases.js';
import { SEATS } from '../game/seats.js';
import { isMine, total } from '../game/state.js';
import { h } from '../shared/dom.js';
import { t, words } from '../shared/i18n.js';

/** @typedef {import('../game/state.js').Game} Game */

/** One line of the standings. `place` is 0 for the first to go out, 1 for the second, -1 for everyone else.
 * @typedef {{seat: string, gained: number, sum: number, place: number}} Row */

/** The standings after a round, best first. The winner comes first even if another player has as many points (R20).
 * @param {Game} game @param {boolean} adds  whether each round begins at 0, and they are added up @returns {Row[]} */
export function standingsOf({ view, table, result }, adds) {
  if (!view) return [];
  const before = (/** @type {number} */ i) => (table?.rounds ?? []).reduce((sum, points) => sum + points[i], 0);
  const won = (/** @type {Row} */ { seat }) => Number(seat === result?.winner);
  return view.points
    .map((gained, i) => ({
      seat: SEATS[i],
      gained,
      sum: adds ? before(i) : total(view, i),
      place: view.finish.indexOf(SEATS[i]),
    }))
    .sort((a, b) => won(b) - won(a) || b.sum - a.sum || a.seat.localeCompare(b.seat));
}

/** How many points, or letters where those are shown: with two players a round is worth two letters (R21).
 * @param {Game} game @param {number} points */
export const worth = (game, points) =>
  points * (game.view?.players === 2 && game.table?.options.scoring !== 'points' ? 2 : 1);

/** @param {Game} game */
export const scoreRule = (game) =>
  t(
    `score.${game.view?.players === 2 ? 'two' : 'more'}_${game.table?.options.scoring === 'points' ? 'points' : 'letters'}`,
  );

/** Points by round and player. @param {Game} game */
export function scoreTable(game) {
  const rounds = game.table?.rounds ?? [];
  const seats = game.table?.seats ?? [];
  if (!rounds.length) return h('p', { class: 'note' }, t('score.none_yet'));
  return h(
    'div',
    { class: 'rounds' },
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('td'),
          rounds.map((_, i) =>
            h('th', { scope: 'col', 'aria-label': t('bar.round', { round: i + 1 }) }, String(i + 1)),
          ),
          h('th', { scope: 'col' }, t('score.sum')),
        ),
      ),
      h(
        'tbody',
        {},
        seats.map(({ seat }, i) =>
          h(
            'tr',
            { class: isMine(game, seat) ? 'mine' : null },
            h('th', { scope: 'row' }, calledName(words, game, seat)),
            rounds.map((points) => h('td', {}, points[i] ? `+${worth(game, points[i])}` : '–')),
            h(
              'td',
              { class: 'sum' },
              String(
                worth(
                  game,
                  rounds.reduce((sum, points) => sum + points[i], 0),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}
