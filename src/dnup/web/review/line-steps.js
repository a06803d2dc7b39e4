// Walk through the line of the better move at a moment: the table shows what the player would know after each move.

import { eventLine } from '../game/phrases.js';
import { NOTHING } from '../game/state.js';
import { plain, words } from '../shared/i18n.js';
import { play as sound } from '../shared/sounds.js';
import { draw, drawFindings, isOpen, say } from './drawing.js';
import { gameAt } from './game.js';
import { currentMoment } from './page-state.js';
import { followLine } from './worker-client.js';

/** @typedef {import('./page-state.js').ReviewPage} ReviewPage */

/** Goes back from a line to the game. The table is drawn by the caller. @param {ReviewPage} page */
export function leaveLine({ state, linePlayer }) {
  linePlayer.stop();
  if (state.step === null) return;
  state.step = null;
  state.shown = null;
}

/** Shows the table after a move of the line; without one, that of the moment.
 * @param {ReviewPage} page @param {number | null} step */
export function lookAtStep(page, step) {
  page.linePlayer.stop();
  return showStep(page, step);
}

/** Plays the line through, or stops that. @param {ReviewPage} page */
export async function toggleLine(page) {
  const { state, grading, linePlayer } = page;
  const length = currentMoment(state, grading.review)?.line.length ?? 0;
  if (linePlayer.playing) linePlayer.stop();
  else {
    state.playing = false;
    void linePlayer.play(
      length,
      state.step,
      (step) => showStep(page, step),
      () => drawFindings(page),
    );
  }
  drawFindings(page);
}

/** @param {ReviewPage} page @param {number | null} step */
async function showStep(page, step) {
  const { state, grading, table } = page;
  const current = currentMoment(state, grading.review);
  if (!isOpen(page) || !current || state.shown?.at !== state.at) return;
  if (step === null) {
    leaveLine(page);
    return draw(page);
  }
  const { at, seat, own } = state;
  const frames = await followLine(current.line, seat);
  const frame = frames[step];
  if (!frame || !isOpen(page) || state.at !== at || state.seat !== seat) return;
  const game = {
    ...gameAt(page.state.outline, at, { view: frame.view, moves: [], hands: [] }, { seat, own, open: false }),
    last: frame.event,
  };
  const follows = step === (state.step ?? -1) + 1;
  Object.assign(state, { step, shows: null });
  table.demonstrate(null);
  if (!follows) table.state.game = NOTHING;
  Object.assign(table.state, { still: true, again: frame.event });
  const done = table.show(game, follows ? [frame.event] : []);
  if (follows) sound(frame.event.verb);
  say(plain(eventLine(words, game, frame.event) ?? []));
  drawFindings(page);
  return done;
}
