// The page of a table: makes its parts and connects them. page-state.js says what the page knows, session.js talks to
// the table, display.js and status-bar.js show it, overlays.js is what opens over it.

import { DeviceConnection } from '../device/connection.js';
import { parseCards } from '../game/notation.js';
import { Pace } from '../game/pace.js';
import { personal, spokenCards } from '../game/phrases.js';
import { Chance } from '../game/shuffle-share.js';
import { NOTHING } from '../game/state.js';
import { Lobby } from '../lobby/lobby.js';
import { settings } from '../settings/settings.js';
import { find } from '../shared/dom.js';
import { alsoRead, plain, t, words } from '../shared/i18n.js';
import { startPage } from '../shared/shell.js';
import { play } from '../shared/sounds.js';
import { at } from '../shared/urls.js';
import { listenToKeys } from '../table/keys.js';
import { LogView } from '../table/log-view.js';
import '../table/table-view.js';
import { say } from './announcer.js';
import { Attention } from './attention.js';
import { TurnClock } from './clock.js';
import { ServerConnection } from './connection.js';
import { show, showItem } from './display.js';
import { listenForKnown } from './known.js';
import { hintsOf, listenForOverlays, openAid, replayFromLog, takeBack, toggleLog } from './overlays.js';
import { newState } from './page-state.js';
import { ResultView } from './result.js';
import { askWhy, handle, lookUp, readyForNext, saveRecord, sendMove } from './session.js';
import { StandInOffer } from './stand-in.js';
import { showBar, showConnection } from './status-bar.js';

// The address of a table names it: behind the # if it is on this device, in the path if it is on a server.
const local = location.hash.slice(1);
const id = local || location.pathname.slice(new URL(at('table/')).pathname.length);
addEventListener('hashchange', () => location.reload());
alsoRead(new URL('./words/', import.meta.url));
await startPage();

const state = newState(id, local !== '');
const chance = new Chance(id);
/** What covers hands, on a device that several people share. @type {Promise<import('../pass/handover.js').Handover> |
 *   null} */
let handover = null;
const table = /** @type {import('../table/table-view.js').TableView} */ (document.createElement('dnup-table'));

/** @type {import('./page-state.js').Page} */
const page = {
  state,
  table,
  log: new LogView({ close: () => toggleLog(page, false), again: (number) => replayFromLog(page, number) }),
  lobby: new Lobby(id, { send: (message) => page.connection.send(message), rejoin: () => location.reload() }),
  result: new ResultView(id, {
    shared: !state.local,
    ready: () => readyForNext(page),
    save: () => saveRecord(page),
    // A worker that does not answer has its own message; the result is then shown without it.
    help: async () => (page.connection instanceof DeviceConnection ? page.connection.help().catch(() => null) : null),
  }),
  clock: new TurnClock(find('#time'), () => say(t('clock.ten'))),
  attention: new Attention(),
  standIn: new StandInOffer((seat) => page.connection.send({ type: 'stand-in', seat }), say),
  pace: new Pace(
    (item) => showItem(page, item),
    (speed) => table.hasten(speed),
  ),
  connection: new (state.local ? DeviceConnection : ServerConnection)(id, {
    last: () => (state.heard === NOTHING ? null : state.heard.number),
    message: (message) => {
      if (handover) void handover.then((shared) => shared.hear(message));
      else handle(page, message, chance);
    },
    handover: (shared) => {
      if (shared) handover ??= startHandover();
      void handover?.then((one) => one.update(shared));
    },
    state: (connected) => showConnection(page, connected),
  }),
};
// An empty mat waits for the first game; then the table takes its place.
table.hidden = page.log.element.hidden = true;
find('#play').append(table, page.log.element, page.lobby.element);
find('#hint').hidden = find('#take-back').hidden = !state.local;
// The button that opens the result again, and the offer of a stand-in, are where the moves were.
table.actions.element.append(page.result.reopen, page.standIn.element);
if (state.local)
  void lookUp(page, (daily) => {
    find('#hint').hidden = find('#take-back').hidden = Boolean(daily) || state.oneDevice;
    if (daily) showBar(page, state.shown);
  });

const hint = hintsOf(page);
listenForOverlays(page, hint);
listenForKnown(table, () => state.shown);
listenToKeys(table, {
  hint,
  back: () => (state.oneDevice ? void handover?.then((shared) => shared.undo()) : takeBack(page)),
  log: () => toggleLog(page),
  aid: openAid,
  read: readAloud,
  // Behind the curtain nothing is done, but the move before it can be undone.
  when: (command) => !state.covered || command === 'back',
});

const detail = (/** @type {Event} */ event) => /** @type {CustomEvent} */ (event).detail;
table.addEventListener('move', (event) => sendMove(page, detail(event)));
table.addEventListener('ask', (event) => askWhy(page, detail(event)));
table.addEventListener('selected', () => play('select'));
table.addEventListener('say', (event) => say(detail(event)));

// A player who acts does not want to wait for motion.
table.addEventListener('pointerdown', () => page.pace.hurry(), true);
addEventListener(
  'keydown',
  ({ key, target }) => {
    if (key !== 'Tab' && key !== 'Shift' && !(target instanceof Element && target.closest('.log, dialog')))
      page.pace.hurry();
  },
  true,
);
document.addEventListener('settings', (event) => {
  if (detail(event) !== 'order') return;
  table.state.sorts = settings.sorts;
  if (settings.sorts) table.sort();
});
document.addEventListener('language', () => {
  table.relabel();
  page.lobby.relabel();
  page.result.relabel();
  show(page, state.shown, []);
  showConnection(page, page.connection.state);
});
showConnection(page, 'connecting');

async function startHandover() {
  const { Handover } = await import('../pass/handover.js');
  return Handover.start(page, (message) => handle(page, message, chance));
}

/** Says what lies on the table and in the hand. */
function readAloud() {
  const { view } = state.shown;
  const turn = view?.turn ? plain(personal(words, state.shown, 'turn.now', view.turn[0])) : '';
  say(`${table.spoken()} ${t('say.hand', { cards: spokenCards(parseCards(view?.hand)) })} ${turn}`);
}
