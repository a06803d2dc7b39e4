// The ways through a game: to a stop, a round or a moment, by itself, from another seat, with open hands.

import { draw, drawFindings, isOpen } from './drawing.js';
import { leaveLine } from './line-steps.js';
import { nextMoment, roundStart, seatsOf, within } from './page-state.js';

/** @typedef {import('./page-state.js').ReviewPage} ReviewPage */

/** How long a move is looked at while the game runs by itself, in milliseconds. */
const PAUSE = 900;

/** Goes to a stop of the game. @param {ReviewPage} page @param {number} stop */
export function go(page, stop) {
  const { state } = page;
  if (!isOpen(page)) return;
  leaveLine(page);
  Object.assign(state, { playing: false, shows: null, at: within(state, stop) });
  void draw(page);
}

/** Goes to a moment. Its better move is shown, unless the player still looks for it.
 * @param {ReviewPage} page @param {number} stop */
export function goToMoment(page, stop) {
  const { state } = page;
  go(page, stop);
  state.shows = 'best';
  if (state.shown?.at === stop) drawFindings(page);
}

/** Goes to the next moment in the order of the game, or back to the one before.
 * @param {ReviewPage} page @param {number} by */
export function stepMoment(page, by) {
  const next = isOpen(page) ? nextMoment(page.state, page.grading.review, by) : undefined;
  if (next !== undefined) goToMoment(page, next);
}

/** Goes to the beginning of this round or of another. @param {ReviewPage} page @param {number} by */
export function stepRound(page, by) {
  if (isOpen(page)) go(page, roundStart(page.state, by));
}

/** @param {ReviewPage} page @param {string} seat */
export function lookFrom(page, seat) {
  leaveLine(page);
  page.state.seat = seat;
  void draw(page);
}

/** @param {ReviewPage} page */
export function nextSeat(page) {
  const seats = seatsOf(page.state);
  lookFrom(page, seats[(seats.indexOf(page.state.seat) + 1) % seats.length]);
}

/** @param {ReviewPage} page @param {boolean} open */
export function lookOpen(page, open) {
  leaveLine(page);
  page.state.open = open;
  void draw(page);
}

/** @param {ReviewPage} page */
export function togglePlaying(page) {
  const { state, transport } = page;
  if (state.playing) state.playing = false;
  else void playThrough(page);
  transport.update(state.at, state.playing);
}

/** Shows one move after another until the end, or until somebody stops it. @param {ReviewPage} page */
async function playThrough(page) {
  const { state, transport } = page;
  if (!isOpen(page)) return;
  leaveLine(page);
  state.playing = true;
  const last = page.state.outline.events.length - 1;
  if (state.at === last) {
    state.at = 0;
    void draw(page);
  }
  while (state.playing && state.at < last) {
    state.at++;
    await draw(page);
    await new Promise((done) => setTimeout(done, PAUSE));
  }
  state.playing = false;
  transport.update(state.at, false);
}
