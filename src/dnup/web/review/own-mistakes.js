// Store the player's own mistakes, so that they come back as puzzles.

import { momentsOf, stopBefore } from './findings.js';
import { positionsOf } from './worker-client.js';

/** @param {import('./grading-worker.js').Review} review @param {import('./replay.js').Outline} outline
 * @param {string} own */
export async function keepOwnMistakes(review, outline, own) {
  const wrong = momentsOf(review, own).filter(({ mark }) => mark === 'mistake' || mark === 'blunder');
  const positions = await positionsOf(wrong.map((one) => stopBefore(outline.rounds, one)));
  const found = positions.map((position, i) => {
    const { made, best, loss } = wrong[i];
    return { position, made, answer: best, lead: loss };
  });
  const { keepMistakes } = await import('../puzzles/mistakes.js');
  await keepMistakes(found).catch(() => {}); // a browser that stores nothing has no puzzles of the player's own
}
