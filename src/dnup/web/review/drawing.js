// Draws the review page: the table at a stop of the game, and what stands around it.

import { parseLegal } from '../game/notation.js';
import { eventLine, seatName } from '../game/phrases.js';
import { SEATS } from '../game/seats.js';
import { isMine, NOTHING } from '../game/state.js';
import { fill, find, h, iconNode, nextFrame } from '../shared/dom.js';
import { plain, t, tp, words } from '../shared/i18n.js';
import { play as sound } from '../shared/sounds.js';
import { formatAddress } from './address.js';
import { kindOf, stopBefore } from './findings.js';
import { gameAt } from './game.js';
import {
  addressOf,
  currentMoment,
  hintsOf,
  isExercise,
  isOver,
  isUpToDate,
  momentsIn,
  seatsOf,
  unluckyMove,
} from './page-state.js';
import { showStop } from './worker-client.js';

/** @typedef {import('./page-state.js').ReviewPage} ReviewPage */
/** @typedef {import('../game/state.js').Game} Game */
/** @typedef {import('./replay.js').Outline} Outline */
/** A page with a game. @typedef {ReviewPage & {state: {outline: Outline}}} OpenPage */

/** @param {ReviewPage} page @returns {page is OpenPage} */
export const isOpen = (page) => page.state.outline !== null;

/** The parts of the panel, each a tab where there is no room for all. */
const TABS = ['moments', 'graph', 'luck', 'moves'];

/** @param {string} text */
export const say = (text) => {
  find('#say').textContent = text;
};

/** Draws the stop that the state names. While one is on its way, the last one that was asked for follows.
 * @param {ReviewPage} page */
export async function draw(page) {
  const { state } = page;
  if (page.drawing || !state.outline) return;
  page.drawing = true;
  try {
    while (!isUpToDate(state)) {
      const { at, seat, open, own } = state;
      /** @type {Outline} */
      const outline = state.outline;
      const frame = await showStop(at, seat);
      if (outline !== state.outline) continue;
      const game = { ...gameAt(outline, at, frame, { seat, own, open }), moves: frame.moves.map(parseLegal) };
      const done = show(page, at, game);
      if (state.playing) await done;
    }
  } finally {
    page.drawing = false;
  }
}

/** @param {ReviewPage} page @param {number} at @param {Game} game */
function show(page, at, game) {
  const { state, table } = page;
  const before = state.shown;
  const event = game.last;
  const follows = before && before.at === at - 1 && before.seat === state.seat && event;
  // A position that does not follow from the one on the table is laid out without motion.
  if (!follows && before?.at !== at) table.state.game = NOTHING;
  Object.assign(table.state, { still: true, again: event });
  state.shown = { at, seat: state.seat, open: state.open, game };
  const done = table.show(game, follows ? [event] : []);
  if (follows) sound(event.verb);
  const line = event && eventLine(words, game, event);
  say(line && before ? plain(line) : '');
  // First the cards, then what stands around them.
  void nextFrame().then(() => drawAround(page, game));
  return done;
}

/** Draws what stands around the table, if it still shows this game. @param {ReviewPage} page @param {Game} game */
function drawAround(page, game) {
  if (page.state.shown?.game !== game || !isOpen(page)) return;
  drawTransport(page);
  page.moves.update(page.state.outline, page.state.at, game);
  drawFindings(page);
}

/** Draws what a review has found by now. @param {ReviewPage} page */
export function drawFindings(page) {
  const { shown } = page.state;
  if (!shown || !isOpen(page)) return;
  drawChances(page, shown.game);
  drawChoice(page, shown.game);
  drawMoments(page, shown.game);
}

/** The way through the game. @param {OpenPage} page */
function drawTransport({ state, transport, seats, views, playOn }) {
  transport.update(state.at, state.playing);
  seats.value = state.seat;
  for (const button of views.querySelectorAll('button'))
    button.setAttribute('aria-pressed', String((button.dataset.view === 'open_hands') === state.open));
  playOn.hidden = !state.outline.playable || isOver(state);
  const hash = formatAddress(addressOf(state));
  if (hash !== location.hash.slice(1)) history.replaceState(null, '', `${location.pathname}${location.search}#${hash}`);
}

/** The curve of the chances and the marks on the slider. @param {OpenPage} page @param {Game} game */
function drawChances({ state, grading, graph, progress, transport }, game) {
  const { outline, at, seat } = state;
  const { review } = grading;
  const moments = momentsIn(state, review);
  const nameOf = (/** @type {string} */ other) => (isMine(game, other) ? t('seat.you') : seatName(game, other));
  // The graph comes first because it measures the room it has.
  graph.element.hidden = !review;
  if (review) graph.update(review, outline, seat, moments, at, nameOf);
  progress.update();
  transport.pin(moments.map((one) => ({ stop: stopBefore(outline.rounds, one), kind: kindOf(one) })));
}

/** The two moves of a moment, on the table. @param {OpenPage} page @param {Game} game */
function drawChoice({ state, grading, table, choice }, game) {
  const { shows, seat, own } = state;
  const current = currentMoment(state, grading.review);
  const asks = current !== null && isExercise(state, current);
  const begins = asks && table.state.still;
  choice.update({ game, current, asks, shows, own: seat === own });
  // The panel may be out of sight, so the table says what is asked for.
  if (begins) table.advise(tp('review.find_it'));
}

/** The moments that mattered, and what was luck. @param {OpenPage} page @param {Game} game */
function drawMoments({ state, grading, luck, moments, linePlayer }, game) {
  const { outline, seat, own, finding, shows, step } = state;
  const { review } = grading;
  luck.update(
    review,
    SEATS.indexOf(seat),
    seat === own ? null : seatName(game, seat),
    seat === own ? hintsOf(state) : 0,
  );
  moments.update({
    moments: momentsIn(state, review),
    outline,
    game,
    current: currentMoment(state, review),
    asks: (one) => isExercise(state, one),
    finding,
    shows,
    step,
    stepping: linePlayer.playing,
    unlucky: unluckyMove(state, review),
    own: seat === own,
    complete: (review?.effort ?? 0) > 0 && !grading.running,
  });
}

/** @param {ReviewPage} page @param {string} [tab] */
export function openTab({ tabs, graph, panel }, tab = document.body.dataset.tab ?? TABS[0]) {
  document.body.dataset.tab = tab;
  for (const button of tabs.querySelectorAll('button'))
    button.setAttribute('aria-selected', String(button.dataset.tab === tab));
  graph.redraw?.();
  panel.scrollTop = 0;
}

/** Writes everything in the page's language. @param {OpenPage} page @param {(open: boolean) => void} lookOpen */
export function relabel(page, lookOpen) {
  const { state, transport, left, panel, tabs, views, playOn, seats, table } = page;
  const { outline, own, seat } = state;
  transport.open(outline);
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (left.querySelectorAll('[data-t-label]'))) {
    element.setAttribute('aria-label', t(element.dataset.tLabel ?? ''));
    element.title = t(element.dataset.tLabel ?? '');
  }
  panel.setAttribute('aria-label', t('review.title'));
  tabs.setAttribute('aria-label', t('review.title'));
  const tab = (/** @type {string} */ name) =>
    h(
      'button',
      {
        role: 'tab',
        'data-tab': name,
        'aria-selected': String(name === document.body.dataset.tab),
        onclick: () => openTab(page, name),
      },
      t(`review.tabs.${name}`),
    );
  fill(tabs, ...TABS.map(tab));
  views.setAttribute('aria-label', t('review.cards_shown'));
  const view = (/** @type {string} */ name, /** @type {boolean} */ open) =>
    h('button', { 'data-view': name, onclick: () => lookOpen(open) }, t(`review.${name}`));
  fill(views, view('seen', false), view('open_hands', true));
  fill(playOn, iconNode('bot'), t('review.play_on'));
  playOn.title = t('review.play_on'); // for windows with no room for the words
  const game = gameAt(outline, 0, /** @type {any} */ ({}), { seat, own, open: false });
  const options = seatsOf(state).map((one) =>
    h('option', { value: one }, one === own ? t('seat.you') : seatName(game, one)),
  );
  fill(seats, ...options);
  const winner = outline.winner ?? '';
  const won = winner && t(winner === own ? 'result.won_you' : 'result.won', { name: seatName(game, winner) });
  const players = t('review.players', { count: outline.players.length });
  find('#about').textContent = [players, won].filter(Boolean).join(' · ');
  state.shown = null;
  table.relabel();
  void draw(page);
}
