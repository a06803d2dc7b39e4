// A game of *My games* in words: the opponents, the state, the link to its review.

import { dateText } from '../daily/sharing.js';
import { SEATS } from '../game/seats.js';
import { dateLocale, t, words } from '../shared/i18n.js';
import { at } from '../shared/urls.js';

/** @typedef {import('./games.js').MyGame} MyGame */

const DAY = 86_400_000;
const DAY_OF_MONTH = /** @type {const} */ ({ day: 'numeric' });
const YEAR = /** @type {const} */ ({ year: 'numeric' });

/** Whether a round of it has ended, so that there is something to see again. @param {MyGame} game */
export const hasEnded = ({ phase, round }) => phase === 'over' || phase === 'between' || round > 1;

/** The address of a game's review. @param {MyGame} game */
export const reviewOf = ({ id, here, game }) => at(here ? `review/?game=${id}&n=${game}` : `game/${id}?game=${game}`);

/** The opponents of a game, or the date of its daily game. @param {MyGame} game */
export function against({ names, levels, seat, daily }) {
  if (daily) return `${t('daily.title')}, ${dateText(daily, { day: 'numeric', month: 'short' })}`;
  const others = Object.keys(names).filter((other) => other !== seat);
  if (!others.length) return t('games.nobody');
  const [strength, ...more] = new Set(others.map((other) => levels[other]));
  // Bots always have the same names: how many there are and how strong tells more.
  if (strength && !more.length) return `${t('home.against', { count: others.length })} · ${t(`levels.${strength}`)}`;
  const named = (/** @type {string} */ other) =>
    levels[other] ? `${names[other]} (${t(`levels.${levels[other]}`)})` : names[other];
  return words.list(others.map((other) => [named(other)])).join('');
}

/** How it stands or ended, everyone's points with the player's own first, and when it was played last.
 * @param {MyGame} game */
export function status(game) {
  const { phase, seat, score, at, daily } = game;
  if (phase === 'open') return t('lobby.waiting');
  if (daily && phase === 'over') return `${t('daily.made', { count: score[SEATS.indexOf(seat)] })} · ${when(at)}`;
  return [progress(game), points(game), when(at)].filter(Boolean).join(' · ');
}

/** @param {MyGame} game */
function progress({ phase, turn, seat, names, round, winner, here }) {
  if (phase === 'over') {
    if (winner === null) return t('result.drawn');
    return t(winner === seat ? 'games.won_you' : 'games.won', { name: names[winner] ?? '' });
  }
  if (phase === 'between') return t('turn.over');
  const theirs = turn === null || turn === seat || (here && seat) ? '' : t('turn.now', { name: names[turn] ?? '' });
  return [theirs, t('bar.round', { round })].filter(Boolean).join(', ');
}

/** Everyone's points, the player's own first, then the best. @param {MyGame} game */
function points({ seat, names, score, daily }) {
  if (daily || !score.some(Boolean)) return '';
  const named = Object.keys(names).filter((other) => other !== seat);
  const pointsOf = (/** @type {string} */ one) => score[SEATS.indexOf(one)] ?? 0;
  named.sort((one, other) => pointsOf(other) - pointsOf(one));
  // A name and its points stay on one line.
  const parts = [
    ...(seat ? [`${t('seat.you')}\u00a0${pointsOf(seat)}`] : []),
    ...named.map((one) => `${names[one]}\u00a0${pointsOf(one)}`),
  ];
  return parts.join(', ');
}

/** "today, 14:05", "yesterday, 9:30", the date, or the month of another year. @param {number} at */
function when(at) {
  const midnight = (/** @type {Date} */ date) => date.setHours(0, 0, 0, 0);
  const days = Math.round((midnight(new Date(at)) - midnight(new Date())) / DAY);
  const rest = new Date(at).getFullYear() === new Date().getFullYear() ? DAY_OF_MONTH : YEAR;
  if (days <= -7 || days > 0) return new Intl.DateTimeFormat(dateLocale(), { month: 'short', ...rest }).format(at);
  const day = new Intl.RelativeTimeFormat(words.language, { numeric: 'auto' }).format(days, 'day');
  return `${day}, ${new Intl.DateTimeFormat(dateLocale(), { timeStyle: 'short' }).format(at)}`;
}
