// Asks the server about a position: what a seat sees, what it may do, what a move brings about. The page knows no rules.

import { at } from '../shared/place.js';

/** @typedef {import('../messages.d.ts').SeatView} SeatView */
/** @typedef {import('../messages.d.ts').LegalMove} LegalMove */
/** @typedef {import('../messages.d.ts').Effects} Effects */
/** @typedef {import('../messages.d.ts').Moved} Moved */
/** @typedef {import('../messages.d.ts').Why} Why */
/** @typedef {{position: string, view: SeatView, moves: LegalMove[], effects: Effects | null, event: Moved | null, why?: Why | null}} Answer */
/** A position after a move, or why there is none. @typedef {{answer: Answer} | {why: Why}} Studied */
/** @typedef {(position: string, move: string | null) => Promise<Studied>} Study */

/** Whoever learns sits here. */
export const LEARNER = 'A';

/** @type {Study} */
export async function study(position, move) {
  const response = await fetch(at('api/study'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ position, seat: LEARNER, move }),
  });
  const body = await response.json();
  if (!response.ok) throw new Error(body.sentence);
  return body.why ? { why: body.why } : { answer: body };
}
