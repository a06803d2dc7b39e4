// The time until a deadline, in seconds and as text.

import { words } from '../shared/i18n.js';

/** A time as text: "24", "1:05", "23 hr". @param {number} seconds */
export function timeLeft(seconds) {
  if (seconds >= 3600)
    return new Intl.NumberFormat(words.language, { style: 'unit', unit: 'hour' }).format(Math.floor(seconds / 3600));
  return seconds >= 60 ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}` : String(seconds);
}

/** Whole seconds until a deadline, both in milliseconds, rounded up.
 * @param {number} until @param {number} now */
export const secondsLeft = (until, now) => Math.max(Math.ceil((until - now) / 1000), 0);
