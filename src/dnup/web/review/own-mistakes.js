// Store the player's own mistakes, so that they come back as puzzles, and what the game says of the player.

import { localDate } from '../daily/daily-history.js';
import { SEATS } from '../game/seats.js';
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
  const [{ keepMistakes }, { keepGame, reviewedGame }, [id]] = await Promise.all([
    import('../puzzles/mistakes.js'),
    import('../puzzles/profile.js'),
    positionsOf([0]),
  ]);
  const rating = review.ratings[SEATS.indexOf(own)];
  // A browser that stores nothing has no puzzles of the player's own, and no profile.
  await keepMistakes(found).catch(() => {});
  await keepGame(reviewedGame(id, localDate(), review.players.length, rating, found)).catch(() => {});
}
