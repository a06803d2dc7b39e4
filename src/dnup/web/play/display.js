// Shows a game that has changed: the table and everything around it. Data flow one way, from a message to the game to
// the screen.

import { circling, eventLine, personal } from '../game/phrases.js';
import { decidedFor, isMyTurn } from '../game/state.js';
import { settings } from '../settings/settings.js';
import { nextFrame } from '../shared/dom.js';
import { plain, t, tp, words } from '../shared/i18n.js';
import { notice } from '../shared/notice.js';
import { play } from '../shared/sounds.js';
import { say } from './announcer.js';
import { celebrate } from './celebration.js';
import { momentOf } from './moment.js';
import { hasMoveOf, isPlayed, isTakenBack, turnBegins } from './page-state.js';
import { headline } from './result.js';
import { showBar } from './status-bar.js';
import { showWaiting } from './waiting.js';

/** @typedef {import('./page-state.js').Page} Page */
/** @typedef {import('../game/state.js').Game} Game */
/** @typedef {import('../messages.d.ts').Event} Event */

/** How long after a move its further sounds are heard, in milliseconds at the usual speed: when the cards arrive. */
const BEATEN_AFTER = 380;
const OUT_AFTER = 300;

/** Shows an item of the pace.
 * @param {Page} page @param {import('./page-state.js').Item} item @returns {Promise<void> | null} */
export function showItem(page, item) {
  const { shown } = page.state;
  if (typeof item === 'number') {
    const past = shown.past.get(item);
    return past ? page.table.replay(past) : null;
  }
  const { game, events } = item;
  return shown.result && !game.result ? showNextRound(page, game, events) : show(page, game, events);
}

/** The result goes first, then the cards of the next round come: both in one frame would be long.
 * @param {Page} page @param {Game} game @param {Event[]} events */
async function showNextRound(page, game, events) {
  page.result.update(game, 0);
  await nextFrame();
  await show(page, game, events);
}

/** @param {Page} page @param {Game} game @param {Event[]} events
 * @returns {Promise<void> | null}  settles when the motion is over; null if nothing moves */
export function show(page, game, events) {
  const { state, table, log, lobby, result } = page;
  const before = state.shown;
  const decided = decidedFor(game);
  if (decided && !decidedFor(before) && before.view) notice(plain(personal(words, game, 'bar.decided', decided)));
  state.shown = game;
  if (!game.result) celebrates?.abort();
  const playing = isPlayed(game);
  const waits = !playing && (state.local || !game.table || Boolean(game.shuffle));
  table.hidden = log.element.hidden = !playing;
  showWaiting(waits, Boolean(game.shuffle));
  document.documentElement.dataset.phase = waits ? '' : (game.table?.phase ?? '');
  const done = playing ? table.show(game, events) : null;
  // The log can wait until the cards are on the table.
  setTimeout(() => log.update(state.shown));
  if (!state.local) lobby.update(game);
  showBar(page, game);
  page.standIn.update(game);
  page.clock.update(game.clock, isMyTurn(game));
  for (const event of events) announce(page, game, event);
  // A round that has just ended is shown to its end, and celebrated.
  if (done && game.result) void done.then(() => showEnd(page, game));
  else if (!celebrates) result.update(game, 0);
  if (turnBegins(before, game) && playing) {
    page.attention.turn(!hasMoveOf(events, game.seat));
    say(`${t('say.turn', { table: table.spoken() })} ${plain(circling(words, game))}`);
    if (settings.tips && !state.oneDevice) void advise(page, game, done);
  }
  if (!isMyTurn(game)) page.attention.clear();
  if (isTakenBack(before, game)) {
    table.advise(tp('act.taken_back'));
    say(t('act.taken_back'));
  }
  return done;
}

/** Shows a tip, if the turn that begins gives reason to, once the cards have landed.
 * @param {Page} page @param {Game} game @param {Promise<void> | null} landed */
async function advise(page, game, landed) {
  const [{ showTip }] = await Promise.all([import('./tips.js'), landed]);
  showTip(page, game);
}

/** Ends the moment that is being celebrated. @type {AbortController | null} */
let celebrates = null;

/** The end of a round: first the moment, then the result. @param {Page} page @param {Game} game */
async function showEnd({ state, result }, game) {
  const moment = momentOf(game);
  if (moment && game.result && state.shown.result) {
    celebrates = new AbortController();
    await celebrate(moment, headline(game, game.result), celebrates.signal);
    celebrates = null;
  }
  result.update(state.shown, 0);
}

/** Says an event and plays its sounds. @param {Page} page @param {Game} game @param {Event} event */
function announce({ pace }, game, event) {
  const sentence = eventLine(words, game, event);
  if (sentence) say(plain(sentence));
  if (event.type === 'dealt') play('deal');
  if (event.type !== 'moved') return;
  play(event.verb);
  if (event.effects?.beats) setTimeout(() => play('beaten'), BEATEN_AFTER / pace.speed);
  if (event.effects?.out) setTimeout(() => play('out'), OUT_AFTER / pace.speed);
}
