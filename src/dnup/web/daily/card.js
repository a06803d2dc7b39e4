// The card of a day: what it is before it is played, and its result.
import { drawing, h, iconNode } from '../shared/dom.js';
import { figure } from '../shared/glyphs.js';
import { t } from '../shared/i18n.js';
import { at } from '../shared/urls.js';
import { lastDays, readDiary, streaks, sum } from './daily-history.js';
import { bars, dateText, lineOf } from './sharing.js';

/** @typedef {import('./daily-history.js').Verdict} Verdict */

const SHOWN = 14;
const MOST = 2; // points in a round
/** @type {Record<Verdict, 'up' | 'link' | 'down' | 'wait' | null>} */
const SIGNS = { over: 'up', even: 'link', under: 'down', open: 'wait', missed: null };

/** Date and what it is about, with the points if there are any.
 * @param {string} date @param {string} kicker @param {string} text
 * @param {import('./daily-history.js').Made | null} [made] */
export const band = (date, kicker, text, made = null) =>
  h(
    'header',
    { class: 'band' },
    h('span', { class: 'kicker' }, kicker),
    h('h1', { tabindex: '-1' }, heading(date)),
    h('p', {}, text),
    made
      ? h(
          'div',
          { class: 'tally' },
          h(
            'span',
            { class: 'figure', role: 'img', 'aria-label': String(sum(made.points)) },
            ...digits(sum(made.points)),
          ),
          h('span', {}, t('daily.points', { count: sum(made.points), par: sum(made.par) })),
        )
      : null,
  );

/** "One better than par." @param {number[]} points @param {number[]} par */
export function comparison(points, par) {
  const better = sum(points) - sum(par);
  if (!better) return t('daily.even');
  return t(better > 0 ? 'daily.better' : 'daily.worse', { count: Math.abs(better) });
}

/** A pillar for each round; a block is a point, the dashes are par. @param {number[]} points @param {number[]} par */
export const pillars = (points, par) =>
  h(
    'ol',
    { class: 'rounds' },
    points.map((made, round) =>
      h(
        'li',
        {},
        h(
          'span',
          { class: 'pillar', 'aria-hidden': 'true', 'data-par': par[round] },
          Array.from({ length: MOST }, (_, i) => h('i', { class: MOST - i <= made ? 'on' : null })),
        ),
        h(
          'span',
          { class: 'cap' },
          h('span', {}, t('bar.round', { round: round + 1 })),
          h('b', {}, t('daily.made', { count: made })),
          h('span', {}, t('daily.par', { count: par[round] })),
        ),
      ),
    ),
  );

/** The last days, each with its own sign, and how many in a row. @param {string} shown @param {string} today */
export function days(shown, today) {
  const diary = readDiary();
  const { now, longest } = streaks(diary, today);
  return h(
    'section',
    { class: 'days' },
    h(
      'header',
      {},
      h('h2', {}, now ? t('daily.in_a_row', { count: now }) : t('daily.last_days')),
      longest ? h('span', {}, t('daily.longest', { count: longest })) : null,
    ),
    h(
      'ol',
      {},
      lastDays(diary, today, SHOWN).map(({ date, verdict }) => {
        const sign = SIGNS[verdict];
        const label = `${dateText(date, { day: 'numeric', month: 'long' })}: ${t(`daily.day_${verdict}`)}`;
        return h(
          'li',
          { class: verdict },
          h(
            'a',
            {
              href: at(`daily/#${date}`),
              'aria-label': label,
              title: label,
              'aria-current': date === shown ? 'date' : null,
            },
            h('i', {}, sign ? iconNode(sign) : null),
            String(Number(date.slice(8))),
          ),
        );
      }),
    ),
  );
}

/** The line to share, and the button that does it. @param {string} date @param {import('./daily-history.js').Made} made
 * @param {(text: string) => void} share */
export const sharing = (date, { points, par }, share) => {
  const line = lineOf(date, points, par);
  return h(
    'div',
    { class: 'sharing' },
    h('output', {}, `${line}  `, h('span', { class: 'bars' }, bars(points))),
    h(
      'button',
      { class: 'btn first', id: 'share', onclick: () => share(`${line}  ${bars(points)}`) },
      iconNode('share'),
      h('span', {}, t('daily.share')),
    ),
  );
};

/** @param {number} number */
const digits = (number) => [...String(number)].map((digit) => drawing(figure(Number(digit))));

/** "Monday, 16 November", never broken within the date. @param {string} date */
function heading(date) {
  const weekday = dateText(date, { weekday: 'long' });
  return t('daily.heading', {
    weekday: weekday.slice(0, 1).toUpperCase() + weekday.slice(1),
    date: dateText(date, { day: 'numeric', month: 'long' }).replaceAll(' ', '\u00a0'),
  });
}
