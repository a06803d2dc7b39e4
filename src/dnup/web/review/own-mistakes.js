// What was wrong in one's own games comes back as a puzzle in some days.

import { positionsOf } from './desk.js';
import { momentsOf, stopBefore } from './findings.js';

/** @param {import('./judge.js').Review} review @param {import('./replay.js').Outline} outline @param {string} own */
export async function keepOwnMistakes(review, outline, own) {
  const wrong = momentsOf(review, own).filter(({ mark }) => mark === 'mistake' || mark === 'blunder');
  const positions = await positionsOf(wrong.map((one) => stopBefore(outline.rounds, one)));
  const found = positions.map((position, i) => {
    const { made, best, loss } = wrong[i];
    return { position, made, answer: best, lead: loss };
  });
  const { keepMistakes } = await import('../puzzles/mistakes.js');
  await keepMistakes(found).catch(() => {});
}
