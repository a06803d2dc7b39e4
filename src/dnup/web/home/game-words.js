// A game of *My games* in words: the opponents, the state, the link to its review.

import { dateText } from '../daily/sharing.js';
import { SEATS } from '../game/seats.js';
import { t, words } from '../shared/i18n.js';
import { at } from '../shared/urls.js';

/** @typedef {import('./games.js').MyGame} MyGame */

const DAY = 86_400_000;

/** Whether a round of it has ended, so that there is something to see again. @param {MyGame} game */
export const hasEnded = ({ phase, round }) => phase === 'over' || phase === 'between' || round > 1;

/** Where a game is looked at again. @param {MyGame} game */
export const reviewOf = ({ id, here }) => at(here ? `review/?game=${id}` : `game/${id}`);

/** Whom a game is against, or which day's deal it is. @param {MyGame} game */
export function against({ names, seat, daily }) {
  if (daily) return `${t('daily.title')}, ${dateText(daily, { day: 'numeric', month: 'short' })}`;
  const others = Object.entries(names)
    .filter(([other]) => other !== seat)
    .map(([, name]) => [name]);
  return others.length ? words.list(others).join('') : t('games.nobody');
}

/** @param {MyGame} game */
export function status({ phase, turn, seat, names, round, winner, score, at, daily }) {
  if (phase === 'open') return t('lobby.waiting');
  if (phase === 'between') return t('turn.over');
  if (phase === 'playing')
    return [turn === seat ? '' : t('turn.now', { name: names[turn ?? ''] ?? '' }), t('bar.round', { round })]
      .filter(Boolean)
      .join(', ');
  if (daily) return `${t('daily.made', { count: score[SEATS.indexOf(seat)] })}, ${day(at)}`;
  const points = [...score].sort((a, b) => b - a).join(' : ');
  const result =
    winner === null
      ? t('result.drawn')
      : t(winner === seat ? 'games.won_you' : 'games.won', { name: names[winner] ?? '', score: points });
  return `${result}, ${day(at)}`;
}

/** "today", "yesterday", or the date. @param {number} at */
function day(at) {
  const midnight = (/** @type {Date} */ date) => date.setHours(0, 0, 0, 0);
  const days = Math.round((midnight(new Date(at)) - midnight(new Date())) / DAY);
  return days > -7
    ? new Intl.RelativeTimeFormat(words.language, { numeric: 'auto' }).format(days, 'day')
    : new Intl.DateTimeFormat(words.language, { day: 'numeric', month: 'short' }).format(at);
}
