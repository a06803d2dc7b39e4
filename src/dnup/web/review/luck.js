// Luck and skill apart, for one player: how they played, and a waterfall from an equal chance to the result.

import { fill, h } from '../shared/dom.js';
import { t, words } from '../shared/i18n.js';
import { accountSentence } from './findings.js';

/** @typedef {import('./judge.js').Review} Review */

const LEVELS = ['easy', 'medium', 'hard', 'expert'];
const PARTS = /** @type {const} */ (['cards', 'decisions', 'gifts', 'luck']);

/** Points of 100, with a sign. @param {number} part @param {number} [digits] */
export const signed = (part, digits = 0) =>
  new Intl.NumberFormat(words.language, {
    signDisplay: 'exceptZero',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
    .format(100 * part)
    .replace('-', '−');

/** Two standard errors, in points. @param {number} error @param {number} [digits] */
export const doubt = (error, digits = 0) =>
  `± ${new Intl.NumberFormat(words.language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(200 * error)}`;

/** How strong a level is, as bars. @param {string} level */
export const bars = (level) =>
  h(
    'span',
    { class: 'level big', 'aria-hidden': 'true' },
    LEVELS.map((_, i) => h('i', { class: i <= LEVELS.indexOf(level) ? 'full' : '' })),
  );

export class Luck {
  constructor() {
    this.rating = h('section', { class: 'rating', 'data-in': 'luck' });
    this.account = h('section', { 'data-in': 'luck' });
  }

  /** @param {Review | null} review @param {number} seat @param {string | null} name  of somebody else */
  update(review, seat, name) {
    const known = review !== null && review.effort > 0;
    this.rating.hidden = this.account.hidden = !known;
    if (!known) return;
    this.#rate(review.ratings[seat], name);
    this.#fall(review.accounts[seat], review.ratings[seat], review.players.length, name);
  }

  /** @param {Review['ratings'][number]} rating @param {string | null} name */
  #rate({ decisions, per_decision, error, like }, name) {
    const level = h('em', {}, t(`review.likes.${like}`));
    const [before, after] = t(name ? 'review.like' : 'review.like_you', { name: name ?? '', level: '\u0000' }).split(
      '\u0000',
    );
    fill(
      this.rating,
      h('h2', {}, before, level, after ?? '', ' ', bars(like)),
      h('p', {}, t('review.decisions', { count: decisions })),
      h(
        'div',
        { class: 'rate' },
        h(
          'b',
          {},
          new Intl.NumberFormat(words.language, { maximumFractionDigits: 1, minimumFractionDigits: 1 }).format(
            100 * per_decision,
          ),
        ),
        h('small', {}, doubt(error, 1)),
        h('span', {}, t('review.lost_each')),
      ),
    );
  }

  /** @param {Review['accounts'][number]} account @param {Review['ratings'][number]} rating @param {number} players
   * @param {string | null} name */
  #fall(account, rating, players, name) {
    const { key, numbers } = accountSentence(account, rating, players);
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
    const percent = (/** @type {number} */ value) => `${Math.round(100 * value)} %`;
    const own = name ? '' : '_you';
    const fall = h('ol', { class: 'fall' });
    fall.style.setProperty('--zero', String(height(0)));
    fill(
      this.account,
      h(
        'div',
        { class: 'headrow' },
        h('h2', { class: 't' }, t('review.luck_and_skill')),
        h('p', { class: 'aside' }, t(`review.account.${key}${own}`, { name: name ?? '', ...numbers })),
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
          signed(account[part]),
          doubt(account[/** @type {'cards_error'} */ (`${part}_error`)]),
          t(`review.parts.${part}${part === 'decisions' ? own : ''}`),
        ),
      ),
      column('end', 0, account.result, percent(account.result), '', t('review.parts.result')),
    );
  }
}
