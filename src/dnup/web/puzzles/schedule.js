// When a mistake comes back: spaced repetition by the FSRS algorithm, a day being the shortest interval. No DOM.

import { localDate } from '../daily/daily-history.js';
import { createEmptyCard, fsrs, Rating } from '../vendor/ts-fsrs.js';

/** What FSRS remembers of a mistake. @typedef {import('../vendor/ts-fsrs.js').Card} Card */

/** The chance that a position is still known when it comes back. */
const RETENTION = 0.9;
/** A mistake that would come back only after this many days is learned. */
export const LEARNED = 180;

const scheduler = fsrs({ enable_fuzz: false, enable_short_term: false, request_retention: RETENTION });

/** Noon of a date, so that days are whole whatever the time zone. @param {string} date */
const noon = (date) => new Date(`${date}T12:00:00`);

/** A mistake made on a date counts as forgotten there. @param {string} date */
export const firstCard = (date) => scheduler.next(createEmptyCard(noon(date)), noon(date), Rating.Again).card;

/** The card after another try, and the date from which on it comes back; null once it is learned.
 * @param {Card} card @param {boolean} solved @param {string} today @returns {{card: Card, due: string} | null} */
export function schedule(card, solved, today) {
  const next = scheduler.next(card, noon(today), solved ? Rating.Good : Rating.Again).card;
  return next.scheduled_days > LEARNED ? null : { card: next, due: dueOf(next) };
}

/** @param {Card} card */
export const dueOf = (card) => localDate(card.due);
