// Asks about a position: the view, the legal moves, the effects of a move. The engine of this page answers, or the
// server where the engine cannot run, with the same answers. The page itself knows no rules.

import { Inspector } from '../device/inspection.js';
import { loadEngine } from '../engine/load.js';
import { at } from '../shared/urls.js';

/** @typedef {import('../messages.d.ts').SeatView} SeatView */
/** @typedef {import('../messages.d.ts').LegalMove} LegalMove */
/** @typedef {import('../messages.d.ts').Effects} Effects */
/** @typedef {import('../messages.d.ts').Moved} Moved */
/** @typedef {import('../messages.d.ts').Why} Why */
/** @typedef {{position: string, view: SeatView, moves: LegalMove[], effects: Effects | null, event: Moved | null, why?:
 *   Why | null}} Answer */
/** A position after a move, or why there is none. @typedef {{answer: Answer} | {why: Why}} Inspected */
/** @typedef {(position: string, move: string | null) => Promise<Inspected>} Inspect */

/** The learner's seat. */
export const LEARNER = 'A';

/** The engine; null where it cannot run or be loaded. @type {Promise<Inspector | null>} */
let here = openHere();

async function openHere() {
  try {
    return new Inspector(await loadEngine());
  } catch {
    return null;
  }
}

/** @param {string} position @param {string | null} move @returns {Promise<Answer>} */
async function askServer(position, move) {
  here = openHere(); // loading the engine may have failed for a moment: try again
  const response = await fetch(at('api/inspect'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ position, seat: LEARNER, move }),
  });
  const body = await response.json();
  if (body.code === 'starting') {
    await (await import('../shared/starting.js')).untilReady();
    return askServer(position, move);
  }
  if (!response.ok) throw new Error(body.sentence);
  return body;
}

/** @type {Inspect} */
export async function inspect(position, move) {
  const inspector = await here;
  const answer = inspector ? JSON.parse(inspector.inspect(position, LEARNER, move)) : await askServer(position, move);
  return answer.why ? { why: answer.why } : { answer };
}
