// The page of a review: walk through a game from any seat or with all hands open. The engine in a worker answers what
// each seat saw; the page shows it on the same table as any game.
//
// page-state.js says what is shown, drawing.js draws it, navigation.js goes through the game, exercise.js lets the
// player look for better moves.

import { canPlayHere } from '../device/device.js';
import { useStar } from '../game/notation.js';
import { listenForKnown } from '../play/known.js';
import { fill, find, h } from '../shared/dom.js';
import { saveText } from '../shared/download.js';
import { alsoRead, t } from '../shared/i18n.js';
import { startPage } from '../shared/shell.js';
import { listenToKeys as listenAtTable } from '../table/keys.js';
import '../table/table-view.js';
import { parseAddress, placeOf, stopOf } from './address.js';
import { Choice } from './choice.js';
import { entrance, sentence, takeDrops } from './choose-game.js';
import { forgetDecisions } from './decision.js';
import { drawFindings, isOpen, openTab, relabel, say } from './drawing.js';
import { demonstrate, explainMove, readFinding, reveal, setFinding, tryMove } from './exercise.js';
import { Graph } from './graph.js';
import { listenToKeys, openKeys } from './keys.js';
import { LinePlayer } from './line.js';
import { lookAtStep, toggleLine } from './line-steps.js';
import { pack } from './link-encoding.js';
import { Luck } from './luck.js';
import { Moments } from './moments.js';
import { MovesList } from './moves-list.js';
import { go, goToMoment, lookFrom, lookOpen, nextSeat, stepMoment, stepRound, togglePlaying } from './navigation.js';
import { keepOwnMistakes } from './own-mistakes.js';
import { addressOf, currentMoment, isExercise, newReview, recordOf, seatOf } from './page-state.js';
import { Progress } from './progress.js';
import { findSource, fromFile } from './sources.js';
import { Transport } from './transport.js';
import { Grading, openGame, readText } from './worker-client.js';

/** How many rollouts a decision gets at most. */
const EFFORT = 8000;

for (const folder of ['./words/', '../table/words/']) alsoRead(new URL(folder, import.meta.url));
await startPage();

const state = newReview(readFinding());
const table = /** @type {import('../table/table-view.js').TableView} */ (document.createElement('dnup-table'));
const grading = new Grading(() => graded());
const transport = new Transport({ go: (stop) => go(page, stop), play: () => togglePlaying(page) });

/** @type {import('./page-state.js').ReviewPage} */
const page = {
  state,
  drawing: false,
  grading,
  table,
  transport,
  moves: new MovesList((stop) => go(page, stop)),
  graph: new Graph((stop) => go(page, stop)),
  luck: new Luck(),
  moments: new Moments({
    go: (stop) => goToMoment(page, stop),
    show: (which) => demonstrate(page, which),
    reveal: () => reveal(page),
    find: (on) => setFinding(page, on),
    look: (step) => void lookAtStep(page, step),
    follow: () => void toggleLine(page),
  }),
  choice: new Choice(table, (which) => demonstrate(page, which)),
  linePlayer: new LinePlayer(),
  progress: new Progress(grading, () => toggleGrading()),
  seats: h('select', { 'data-t-label': 'review.seat' }),
  views: h('div', { class: 'seg view', role: 'group' }),
  playOn: h('button', { class: 'btn play-on', onclick: () => playOn() }),
  tabs: h('nav', { class: 'tabs', role: 'tablist' }),
  left: h('div', { class: 'left' }, table, transport.element),
  panel: h('aside', { class: 'panel-box' }),
};
const { seats, panel, luck } = page;
table.state.still = true;
transport.keys.append(seats, page.views);
panel.append(page.progress.element, luck.rating, page.graph.element);
panel.append(page.moments.element, luck.account, page.moves.element);

const detail = (/** @type {Event} */ event) => /** @type {CustomEvent} */ (event).detail;
table.addEventListener('move', (event) => void tryMove(page, detail(event)));
table.addEventListener('ask', (event) => void explainMove(page, detail(event)));
table.addEventListener('say', (event) => say(detail(event)));
seats.addEventListener('change', () => lookFrom(page, seats.value));
/** Whether keys belong to the table: a move is looked for, and the focus is there. */
const isAtTable = () => !table.state.still && table.contains(document.activeElement);
listenAtTable(table, { log: () => {}, aid: openKeys, read: () => say(table.spoken()), when: isAtTable });
listenToKeys({
  step: (by) => go(page, state.at + by),
  stepRound: (by) => stepRound(page, by),
  go: (stop) => go(page, stop),
  stepMoment: (by) => stepMoment(page, by),
  togglePlaying: () => togglePlaying(page),
  nextSeat: () => nextSeat(page),
  lookOpen: () => lookOpen(page, !state.open),
  isAtTable,
});
listenForKnown(table, () => state.shown?.game ?? null);
const games = /** @type {HTMLSelectElement} */ (find('#games'));
games.addEventListener('change', () => void open(Number(games.value)));
find('#save').addEventListener('click', () => {
  if (state.source) saveText(`dnup-${state.source.name}.jsonl`, `${recordOf(state)}\n`);
});
find('#share').addEventListener('click', () => void share());
find('#keys').addEventListener('click', openKeys);
takeDrops((file) => void take(() => fromFile(file)));
addEventListener('hashchange', () => follow());
document.addEventListener('language', () => label());
await take(findSource);

/** Opens a game, or says why it is none. @param {() => Promise<import('./sources.js').Source | null>} find */
async function take(find) {
  try {
    if (!canPlayHere) return showEntrance(t('review.not_here'));
    const source = await find();
    if (!source) return showEntrance('');
    const entries = await readText(source.text);
    state.source = source;
    state.lines = entries.length > 1 ? source.text.split('\n').filter((line) => line.trim()) : [source.text.trim()];
    listGames(entries.length);
    const number = Number(new URLSearchParams(location.search).get('n'));
    await open(number >= 1 && number <= entries.length ? number - 1 : entries.length - 1);
  } catch (error) {
    await showEntrance(await sentence(error));
  }
}

/** Shows how to open a game. @param {string} problem */
async function showEntrance(problem) {
  state.outline = null;
  grading.stop();
  for (const id of ['#save', '#share', '#keys', '#games']) find(id).hidden = true;
  fill(find('main'), await entrance(problem, (file) => void take(() => fromFile(file))));
}

/** @param {number} count */
function listGames(count) {
  const label = (/** @type {number} */ i) => t('review.game_number', { number: i + 1, count });
  games.hidden = count < 2;
  fill(games, ...Array.from({ length: count }, (_, i) => h('option', { value: i }, label(i))));
}

/** Opens one of the games of the source. @param {number} number */
async function open(number) {
  const address = parseAddress(location.hash);
  const first = state.outline === null;
  const outline = await openGame(number);
  forgetDecisions();
  page.linePlayer.stop();
  const own = state.source?.seat ?? null;
  games.value = String(number);
  useStar(outline.star);
  Object.assign(state, { outline, number, own, packed: address.packed, step: null });
  // A file that fits goes into the address, so that it is there after a reload, too.
  if (!address.packed && !state.source?.link && !state.source?.here) state.packed = await pack(recordOf(state));
  state.seat = seatOf(state, first ? address.seat : null);
  state.open = first && address.open;
  state.at = first ? stopOf(outline.rounds, address.place) : 0;
  state.shown = null;
  for (const id of ['#save', '#share', '#keys']) find(id).hidden = false;
  fill(find('main'), page.left, page.tabs, panel);
  table.actions.element.append(page.choice.element, page.playOn);
  state.revealed.clear();
  grading.review = null;
  grading.start(recordOf(state), EFFORT);
  openTab(page);
  label();
}

/** Somebody has changed the address. */
function follow() {
  const { place, seat, open, packed } = parseAddress(location.hash);
  if (!state.outline || packed !== state.packed) return void take(findSource);
  state.seat = seatOf(state, seat);
  state.open = open;
  go(page, stopOf(state.outline.rounds, place));
}

/** Writes the page in its language. */
function label() {
  if (isOpen(page)) relabel(page, (open) => lookOpen(page, open));
  else void take(findSource);
}

/** The review has gone on. */
function graded() {
  const { done, review } = grading;
  const { outline, own } = state;
  if (done === 1 && review && review !== state.stored && outline && own) {
    state.stored = review;
    void keepOwnMistakes(review, outline, own);
  }
  drawFindings(page);
}

function toggleGrading() {
  if (grading.running) grading.stop();
  else grading.start(recordOf(state), EFFORT);
  graded();
}

async function share() {
  if (!state.source) return;
  const { openSharing } = await import('./sharing.js');
  const moment = currentMoment(state, grading.review);
  const shown = moment && state.shown && !isExercise(state, moment) ? { game: state.shown.game, moment } : null;
  await openSharing(state.source, recordOf(state), addressOf(state), shown);
}

/** Plays on from the stop that is shown. */
async function playOn() {
  if (!state.outline) return;
  page.playOn.disabled = true;
  try {
    const plays = await import('./play-on.js');
    await plays.playOn(recordOf(state), placeOf(state.outline.rounds, state.at), state.outline, state.seat);
  } finally {
    page.playOn.disabled = false;
  }
}
