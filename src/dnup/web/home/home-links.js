// The links of the first page: each has an icon, a name and a fact. To add one, add an entry to the list.
import { localDate, readDiary, streaks, sum } from '../daily/daily-history.js';
import { dateText } from '../daily/sharing.js';
import { drawing, fill, h, iconNode } from '../shared/dom.js';
import { figure } from '../shared/glyphs.js';
import { t } from '../shared/i18n.js';
import { at, hasServer } from '../shared/urls.js';
import { withFriends } from './friends.js';

/** Leads to a page of the site, or does something.
 * @typedef {{id: string, sign: () => Node, name: string, fact: () => string, to: string | (() => void)}} Door */

/** How many lessons there are. */
export const LESSONS = 9;

/** @type {Door[]} */
const DOORS = [
  { id: 'daily', sign: calendar, name: 'daily.title', fact: dailyFact, to: 'daily/' },
  {
    id: 'puzzles',
    sign: () => iconNode('puzzle'),
    name: 'home.puzzles',
    fact: () => t('home.puzzles_fact'),
    to: 'puzzles/',
  },
  {
    id: 'friends',
    sign: () => iconNode('friends'),
    name: 'home.friends',
    fact: () => t(hasServer ? 'home.friends_fact' : 'home.friends_how'),
    to: withFriends,
  },
  {
    id: 'pass',
    sign: () => iconNode('device'),
    name: 'home.pass',
    fact: () => t('home.pass_fact'),
    to: 'pass/',
  },
  {
    id: 'cards',
    sign: () => cards(),
    name: 'home.cards',
    fact: () => t('home.cards_fact'),
    to: 'score/',
  },
  { id: 'learn', sign: () => iconNode('learn'), name: 'home.learn', fact: learnFact, to: 'learn/' },
];

/** @param {Element} place */
export const showDoors = (place) =>
  fill(
    place,
    ...DOORS.map(({ id, sign, name, fact, to }) => {
      const parts = [h('span', { class: 'sign' }, sign()), h('b', {}, t(name)), h('small', {}, fact())];
      return typeof to === 'string'
        ? h('a', { class: 'door', id, href: at(to) }, parts)
        : h('button', { class: 'door', id, onclick: to }, parts);
    }),
  );

/** Two cards on a table. */
const cards = () =>
  drawing(
    '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><rect x="4.6" y="6.2" width="8.4" height="12.6" rx="1.8"/><path d="M13 8.4 15 7.7A1.8 1.8 0 0 1 17.3 8.8L20.3 17.4A1.8 1.8 0 0 1 19.2 19.7L13 20"/></svg>',
  );

/** A calendar leaf with today's date. */
function calendar() {
  const today = localDate();
  const day = String(Number(today.slice(8)));
  return h(
    'span',
    { class: 'date', 'aria-hidden': 'true' },
    h('em', {}, dateText(today, { month: 'short' }).replace('.', '').slice(0, 3)),
    h('span', {}, ...[...day].map((digit) => drawing(figure(Number(digit))))),
  );
}

/** What was made today, or how many days in a row have been played up to it. */
function dailyFact() {
  const diary = readDiary();
  const { points, par } = diary[localDate()] ?? {};
  if (points && par) return t('daily.made', { count: sum(points) });
  const { now } = streaks(diary, localDate());
  return now ? t('daily.in_a_row', { count: now }) : t('daily.fact');
}

/** How long the lessons take, and once some are done, how many. */
function learnFact() {
  const done = (localStorage.getItem('lessons') ?? '').split(' ').filter(Boolean).length;
  return done ? t('home.learn_done', { count: Math.min(done, LESSONS), all: LESSONS }) : t('home.learn_fact');
}
