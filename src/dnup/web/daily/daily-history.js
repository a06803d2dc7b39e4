// The results of the daily games played in this browser, in local storage, so that they stay when games are deleted. No
// DOM. An entry names its game as soon as that is begun for the record, and gets points and par when it has ended.

/** What bots made in the person's seat: how many of them each sum of points, from 0, and all of them together by round.
 * @typedef {{totals: number[], rounds: number[]}} Field */
/** Points and par, round by round, and once they have played, the field.
 * @typedef {{points: number[], par: number[], field?: Field}} Made */
/** @typedef {{game: string} & Partial<Made>} Entry */
/** By date. @typedef {Record<string, Entry>} Diary */
/** `open` is begun and not ended. @typedef {'over' | 'even' | 'under' | 'missed' | 'open'} Verdict */

const KEY = 'daily';
const DAY = 86_400_000;
/** A daily game never had more rounds. */
const MOST_ROUNDS = 20;

/** @returns {Diary} */
export function readDiary() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return {};
    return Object.fromEntries(
      Object.entries(kept).flatMap(([date, entry]) => (isDate(date) ? readEntry(date, entry) : [])),
    );
  } catch {
    return {};
  }
}

/** A day as it was kept, if it is one. @param {string} date @param {any} entry @returns {[string, Entry][]} */
function readEntry(date, entry) {
  const { game, points, par, field } = entry ?? {};
  if (typeof game !== 'string') return [];
  if (!areNumbers(points) || !areNumbers(par)) return [[date, { game }]];
  const known = areNumbers(field?.totals) && areNumbers(field?.rounds) && sum(field.totals) > 0;
  return [[date, { game, points, par, ...(known ? { field } : {}) }]];
}

/** How many of the bots somebody with these points is better than, and how many have as many.
 * @param {Field} field @param {number} points */
export const standing = ({ totals }, points) => ({
  all: sum(totals),
  better: sum(totals.slice(0, points)),
  same: totals[points] ?? 0,
});

/** The field after some more bots have played. @param {Field} field @param {number[][]} played  by round */
export function widened(field, played) {
  const totals = [...field.totals];
  const rounds = [...field.rounds];
  for (const points of played) {
    const total = sum(points);
    while (totals.length <= total) totals.push(0);
    totals[total]++;
    for (const [round, made] of points.entries()) rounds[round] = (rounds[round] ?? 0) + made;
  }
  return { totals, rounds };
}

/** @param {unknown} list */
const areNumbers = (list) => Array.isArray(list) && list.length <= MOST_ROUNDS && list.every(Number.isInteger);

/** Stores an entry; throws if storage is full. @param {string} date @param {Entry} entry */
export const write = (date, entry) => localStorage.setItem(KEY, JSON.stringify({ ...readDiary(), [date]: entry }));

/** A date in the viewer's time zone, like 2026-11-16. @param {Date} [at] */
export const localDate = (at = new Date()) =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

/** @param {string} text */
export const isDate = (text) => {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00Z`) : null;
  return day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
};

/** The date some days later. @param {string} date @param {number} days */
export const later = (date, days) => new Date(Date.parse(`${date}T00:00Z`) + days * DAY).toISOString().slice(0, 10);

/** @param {number[]} points */
export const sum = (points) => points.reduce((all, one) => all + one, 0);

/** What a bot makes on average. @param {Field} field */
export const mean = ({ totals, rounds }) => sum(rounds) / sum(totals);

/** @param {Entry | undefined} entry @returns {Verdict} */
export function verdict(entry) {
  if (!entry) return 'missed';
  if (!entry.points || !entry.par) return 'open';
  const points = sum(entry.points);
  const better = entry.field ? points - mean(entry.field) : points - sum(entry.par);
  if (Math.abs(better) < 0.5) return 'even';
  return better > 0 ? 'over' : better < 0 ? 'under' : 'even';
}

/** The days up to a date, the last being that one. @param {Diary} diary @param {string} today @param {number} count */
export const lastDays = (diary, today, count) =>
  Array.from({ length: count }, (_, i) => later(today, i - count + 1)).map((date) => ({
    date,
    verdict: verdict(diary[date]),
  }));

/** How many days in a row have been played by now, today or not yet, and how many at most.
 * @param {Diary} diary @param {string} today */
export function streaks(diary, today) {
  const played = (/** @type {string} */ date) => Boolean(diary[date]?.points);
  const upTo = (/** @type {string} */ date) => {
    let days = 0;
    while (played(later(date, -days))) days++;
    return days;
  };
  const ends = Object.keys(diary).filter((date) => isDate(date) && played(date) && !played(later(date, 1)));
  return { now: upTo(today) || upTo(later(today, -1)), longest: Math.max(0, ...ends.map(upTo)) };
}
