// Luck and skill of one player: the rating, and a waterfall chart from a fair share to the result.

import { fill, h } from '../shared/dom.js';
import { t, words } from '../shared/i18n.js';
import { accountSentence } from './findings.js';

/** @typedef {import('./grading-worker.js').Review} Review */

const LEVELS = ['easy', 'medium', 'hard', 'expert'];
const PARTS = /** @type {const} */ (['luck', 'decisions', 'gifts']);

/** Number formats by language and options: making one is slow. @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/** A number as the language writes it.
 * @param {number} number @param {number} digits @param {'auto' | 'exceptZero'} [signDisplay]
 * @param {'decimal' | 'percent'} [style] */
export function decimal(number, digits, signDisplay = 'auto', style = 'decimal') {
  const key = [words.language, digits, signDisplay, style].join();
  const options = { style, signDisplay, minimumFractionDigits: digits, maximumFractionDigits: digits };
  const format = formats.get(key) ?? new Intl.NumberFormat(words.language, options);
  formats.set(key, format);
  return format.format(number).replace('-', '−');
}

/** A chance in percent: "63%" in English, "63 %" in Finnish. @param {number} chance @param {number} [digits] */
export const percent = (chance, digits = 0) => decimal(chance, digits, 'auto', 'percent');

/** A difference of chances in percentage points, always with its sign. @param {number} part @param {number} [digits] */
export const signedPoints = (part, digits = 0) => decimal(100 * part, digits, 'exceptZero');

/** Two standard errors, in percentage points. @param {number} error @param {number} [digits] */
export const margin = (error, digits = 0) => `± ${decimal(200 * error, digits)}`;

/** How strong a level is, as bars. @param {string} level */
export const bars = (level) =>
  h(
    'span',
    { class: 'level big', 'aria-hidden': 'true' },
    LEVELS.map((_, i) => h('i', { class: i <= LEVELS.indexOf(level) ? 'full' : '' })),
  );

/** How the match went for a player, in one sentence.
 * @param {Review['accounts'][number]} account
 * @param {string | null} name  of somebody else */
export function accountWords(account, name) {
  const { key, most, parts } = accountSentence(account);
  const said = (/** @type {string} */ what, /** @type {Record<string, string>} */ gaps = {}) => {
    const own = `review.account.${what}_you`;
    return t(name === null && words.has(own) ? own : `review.account.${what}`, gaps);
  };
  const numbers = Object.entries(parts).map(([part, points]) => [part, signedPoints(points / 100)]);
  return said(key, {
    name: name ?? '',
    most: said(`most.${most}`),
    parts: said('parts', Object.fromEntries(numbers)),
  });
}

/** The cards that were dealt and those that turned up are luck alike.
 * @param {Review['accounts'][number]} account */
const withLuckInOne = (account) => ({
  ...account,
  luck: account.cards + account.luck,
  luck_error: Math.hypot(account.cards_error, account.luck_error),
});

export class Luck {
  constructor() {
    this.rating = h('section', { class: 'rating', 'data-in': 'luck' });
    this.account = h('section', { 'data-in': 'luck' });
  }

  /** @param {Review | null} review @param {number} seat @param {string | null} name  of somebody else
   * @param {number} hints  how many this player took */
  update(review, seat, name, hints) {
    const known = review !== null && review.effort > 0;
    const account = review?.accounts[seat];
    this.rating.hidden = !known;
    this.account.hidden = !known || !account;
    if (known) this.#rate(review.ratings[seat], name, hints);
    if (known && account) this.#fall(account, name);
  }

  /** @param {Review['ratings'][number]} rating @param {string | null} name @param {number} hints */
  #rate({ decisions, per_decision, error, like }, name, hints) {
    const who = name ? '' : '_you';
    const isLevel = LEVELS.includes(like);
    const level = isLevel ? h('em', {}, t(`review.likes.${like}`)) : '';
    const said = t(`review.${isLevel ? 'like' : 'below'}${who}`, { name: name ?? '', level: '\u0000' });
    const [before, after] = said.split('\u0000');
    fill(
      this.rating,
      h('h2', {}, before, level, after ?? '', ' ', bars(like)),
      h(
        'p',
        {},
        hints ? h('b', {}, t('review.with_hints', { count: hints })) : '',
        hints ? ' · ' : '',
        t('review.decisions', { count: decisions }),
      ),
      h(
        'div',
        { class: 'rate' },
        h('b', {}, percent(per_decision, 1)),
        h('small', {}, margin(error, 1)),
        h('span', {}, t('review.lost_each')),
      ),
    );
  }

  /** @param {Review['accounts'][number]} whole @param {string | null} name */
  #fall(whole, name) {
    const account = withLuckInOne(whole);
    const ends = [account.fair];
    for (const part of PARTS) ends.push(ends[ends.length - 1] + account[part]);
    const reach = Math.max(0.4, ...ends, account.result);
    const floor = Math.min(0, ...ends);
    const height = (/** @type {number} */ value) => (100 * (value - floor)) / (reach - floor);
    const column = (
      /** @type {string} */ kind,
      /** @type {number} */ from,
      /** @type {number} */ to,
      /** @type {string} */ text,
      /** @type {string} */ small,
      /** @type {string} */ caption,
    ) => {
      const bar = h('span', { class: 'b' }, h('b', {}, text, small ? h('small', {}, small) : null));
      bar.style.setProperty('--lo', String(height(Math.min(from, to))));
      bar.style.setProperty('--hi', String(height(Math.max(from, to))));
      const join = h('span', { class: 'join' });
      join.style.setProperty('--to', String(height(to)));
      return h('li', { class: kind }, h('span', { class: 'col' }, bar, join), h('span', { class: 'cap' }, caption));
    };
    const own = name ? '' : '_you';
    const fall = h('ol', { class: 'fall' });
    fall.style.setProperty('--zero', String(height(0)));
    fill(
      this.account,
      h(
        'div',
        { class: 'headrow' },
        h('h2', { class: 't' }, t('review.luck_and_skill')),
        h('p', { class: 'aside' }, accountWords(whole, name)),
      ),
      fall,
      h('p', { class: 'note' }, t('review.usual')),
    );
    fill(
      fall,
      column('end', 0, account.fair, percent(account.fair), '', t('review.parts.fair')),
      ...PARTS.map((part, i) =>
        column(
          account[part] < 0 ? 'down' : 'up',
          ends[i],
          ends[i + 1],
          signedPoints(account[part]),
          margin(account[/** @type {'luck_error'} */ (`${part}_error`)]),
          t(`review.parts.${part}${part === 'decisions' ? own : ''}`),
        ),
      ),
      column('end', 0, account.result, percent(account.result), '', t('review.parts.result')),
    );
  }
}
