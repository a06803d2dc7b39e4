// Looking for a better move at a moment: what the player tries is answered, and the better move is shown in the end.

import { t } from '../shared/i18n.js';
import { draw, drawFindings, say } from './drawing.js';
import { verdict } from './findings.js';
import { leaveLine } from './line-steps.js';
import { currentMoment } from './page-state.js';
import { measureBy, whyNot } from './worker-client.js';

/** @typedef {import('./page-state.js').ReviewPage} ReviewPage */

/** Where the setting is stored that better moves are looked for. */
const SETTING = 'find';

export const readFinding = () => localStorage.getItem(SETTING) !== 'no';

/** @param {ReviewPage} page @param {boolean} on */
export function setFinding(page, on) {
  page.state.finding = on;
  localStorage.setItem(SETTING, on ? 'yes' : 'no');
  drawFindings(page);
}

/** Shows what a move of the moment would do. @param {ReviewPage} page @param {'made' | 'best'} which */
export function demonstrate(page, which) {
  const inLine = page.state.step !== null;
  leaveLine(page);
  page.state.shows = which;
  if (inLine) void draw(page);
  else drawFindings(page);
}

/** @param {ReviewPage} page */
export function reveal(page) {
  const { state, table } = page;
  state.revealed.add(state.at);
  table.explain(null);
  demonstrate(page, 'best');
}

/** The player tries a move where there was a better one. @param {ReviewPage} page @param {string} move */
export async function tryMove(page, move) {
  const { state, table, grading } = page;
  const current = currentMoment(state, grading.review);
  // The next position may be on its way while the last one is still on the table.
  if (!current || state.shown?.at !== state.at) return table.settle();
  const { at } = state;
  const { best, made } = current;
  const answer = verdict(current, move, move === best ? [] : await measureBy(at, move, [best, made]));
  if (at !== state.at || currentMoment(state, grading.review)?.best !== best) return table.settle();
  if (answer === 'right') {
    reveal(page);
    say(t('review.found_it'));
    return;
  }
  table.clear();
  say(table.explain({ code: 'tried', rule: '', sentence: t(`review.tried_${answer}`) }));
}

/** Says why the selection is no move. @param {ReviewPage} page @param {string} move */
export async function explainMove({ state, table }, move) {
  const { at } = state;
  const reason = await whyNot(at, move);
  if (at === state.at && reason && table.options.ask === move) say(table.explain(reason));
}
