// The card of a day: what it is before it is played, and its result.
import { drawing, h, iconNode } from '../shared/dom.js';
import { figure } from '../shared/glyphs.js';
import { t, words } from '../shared/i18n.js';
import { at } from '../shared/urls.js';
import { lastDays, mean, readDiary, standing, streaks, sum } from './daily-history.js';
import { bars, dateText, lineOf, shortDate } from './sharing.js';

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
          h('span', { class: 'tally-text' }, pointsText(made)),
        )
      : null,
  );

/** @param {import('./daily-history.js').Made} made */
const pointsText = ({ points, par, field }) =>
  field
    ? t('field.average', { count: sum(points), average: decimal(mean(field)) })
    : t('daily.points', { count: sum(points), par: sum(par) });

/** A number with one digit after the point, as the language writes it. @param {number} number */
const decimal = (number) => new Intl.NumberFormat(words.language, { maximumFractionDigits: 1 }).format(number);

/** "Better than 63 of 100 bots"; before they have played, how far it is from par.
 * @param {import('./daily-history.js').Made} made */
export const verdictText = ({ points, par, field }) =>
  field ? t('field.better', standing(field, sum(points))) : comparison(points, par);

/** What bots made with the same cards, as columns; the one with the person's points stands out.
 * @param {import('./daily-history.js').Field} field @param {number} own */
export function fieldChart(field, own) {
  const { totals } = field;
  const most = Math.max(...totals);
  return h(
    'section',
    { class: 'field-of-bots' },
    h('h2', {}, t('field.title', { count: sum(totals) })),
    h(
      'ol',
      {},
      Array.from({ length: Math.max(totals.length, own + 1) }, (_, points) => {
        const count = totals[points] ?? 0;
        const bar = h('i', {});
        bar.style.height = `${(100 * count) / most}%`;
        const label = t('field.bar', { count, points: t('daily.made', { count: points }) });
        return h(
          'li',
          { class: points === own ? 'own' : null },
          h('span', { class: 'column', role: 'img', 'aria-label': label, title: label }, bar),
          h('b', { 'aria-hidden': 'true' }, String(points)),
        );
      }),
    ),
  );
}

/** "One better than par." @param {number[]} points @param {number[]} par */
export function comparison(points, par) {
  const better = sum(points) - sum(par);
  if (!better) return t('daily.even');
  return t(better > 0 ? 'daily.better' : 'daily.worse', { count: Math.abs(better) });
}

/** A pillar for each round; a block is a point, the dashes are what bots make on average, or par.
 * @param {import('./daily-history.js').Made} made */
export const pillars = ({ points, par, field }) =>
  h(
    'ol',
    { class: 'rounds' },
    points.map((made, round) =>
      h(
        'li',
        {},
        pillar(
          field ? field.rounds[round] / sum(field.totals) : par[round],
          Array.from({ length: MOST }, (_, i) => h('i', { class: MOST - i <= made ? 'on' : null })),
        ),
        h(
          'span',
          { class: 'cap' },
          h('span', {}, t('bar.round', { round: round + 1 })),
          h('b', {}, t('daily.made', { count: made })),
          h(
            'span',
            {},
            field
              ? t('field.round', { average: decimal(field.rounds[round] / sum(field.totals)) })
              : t('daily.par', { count: par[round] }),
          ),
        ),
      ),
    ),
  );

/** @param {number} par @param {Node[]} blocks */
function pillar(par, blocks) {
  const element = h('span', { class: 'pillar', 'aria-hidden': 'true', 'data-par': par }, blocks);
  element.style.setProperty('--par', String(par / MOST));
  return element;
}

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
export const sharing = (date, { points, par, field }, share) => {
  const line = field
    ? t('field.line', { date: shortDate(date), points: sum(points), ...standing(field, sum(points)) })
    : lineOf(date, points, par);
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
    h(
      'button',
      { class: 'btn', id: 'picture', onclick: () => void picture(date, { points, par, field }) },
      iconNode('save'),
      t('field.picture'),
    ),
  );
};

/** @param {string} date @param {import('./daily-history.js').Made} made */
async function picture(date, made) {
  const { sharePicture } = await import('../shared/picture.js');
  const own = sum(made.points);
  await sharePicture({
    name: `dnup-${date}`,
    kicker: `${t('daily.title')} · ${shortDate(date)} · ${t('daily.made', { count: own })}`,
    title: verdictText(made),
    lit: Math.min(own, 4),
    lines: made.points.map((points, round) => [
      t('bar.round', { round: round + 1 }),
      t('daily.made', { count: points }),
    ]),
    columns: made.field?.totals,
    own,
  });
}

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
