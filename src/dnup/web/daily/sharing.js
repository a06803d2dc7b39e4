// The line to share: date, points, par and a bar for each round, and nothing about the cards. No DOM.
import { dateLocale, t } from '../shared/i18n.js';
import { sum } from './daily-history.js';

const BARS = '▁▄█';

/** A date in words. @param {string} date @param {Intl.DateTimeFormatOptions} form */
export const dateText = (date, form) =>
  new Intl.DateTimeFormat(dateLocale(), { ...form, timeZone: 'UTC' }).format(new Date(`${date}T00:00Z`));

/** @param {number[]} points */
export const bars = (points) => points.map((made) => BARS[made]).join(' ');

/** "16 Nov 2026" @param {string} date */
export const shortDate = (date) => dateText(date, { day: 'numeric', month: 'short', year: 'numeric' });

/** @param {string} date @param {number[]} points @param {number[]} par */
export const lineOf = (date, points, par) =>
  t('daily.line', {
    date: shortDate(date),
    points: sum(points),
    par: sum(par),
  });

/** Hands a text to whatever the person shares with, or to the clipboard; whether it was copied there.
 * @param {string} text */
export async function share(text) {
  if (navigator.share && matchMedia('(pointer: coarse)').matches) {
    try {
      await navigator.share({ text });
      return false;
    } catch (error) {
      if (/** @type {Error} */ (error).name === 'AbortError') return false;
    }
  }
  await navigator.clipboard.writeText(text);
  return true;
}
