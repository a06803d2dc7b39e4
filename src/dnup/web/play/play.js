// The page of a table: the line, the state, and who shows what. Everything goes one way: a message changes the game,
// and the game is shown.

import { Chance } from '../game/chance.js';
import { parseCards, useStar } from '../game/notation.js';
import { Pace } from '../game/pace.js';
import { circling, eventLine, personal, seatName, spokenCards } from '../game/phrases.js';
import { decidedFor, isMyTurn, leaves, NOTHING, receive } from '../game/state.js';
import { forget, remember, standing } from '../home/games.js';
import { Lobby } from '../lobby/lobby.js';
import { LocalLine } from '../local/line.js';
import { settings } from '../settings/settings.js';
import { fill, find, h, iconNode, nextFrame } from '../shared/dom.js';
import { plain, t, words } from '../shared/i18n.js';
import { notice } from '../shared/notice.js';
import { saveText } from '../shared/save.js';
import { startPage } from '../shared/shell.js';
import { play } from '../shared/sounds.js';
import { listenToKeys } from '../table/keys.js';
import { LogView } from '../table/log-view.js';
import { Attention } from './attention.js';
import { TurnClock } from './clock.js';
import { listenForKnown } from './known.js';
import { Line } from './line.js';
import { ResultView } from './result.js';
import { StandInOffer } from './stand-in.js';
import '../table/table-view.js';
import { at } from '../shared/place.js';

/** @typedef {import('../game/state.js').Game} Game */
/** @typedef {import('../messages.d.ts').ServerMessage} ServerMessage */
/** @typedef {import('../messages.d.ts').Event} Event */
/** @typedef {import('./line.js').LineState} LineState */
/** @typedef {import('../table/table-view.js').TableView} TableView */

/** Refusals that only mean that the game has moved on. */
const LATE = new Set(['stale', 'not-your-turn', 'not-now']);
/** And those of what the page says by itself. */
const SILENT = new Set(['no-shuffle', 'wrong-bits']);
/** What is said when this device could not keep something. @type {Record<string, string>} */
const NOT_KEPT = { full: 'refused.full', 'database-down': 'refused.not-kept' };
/** States of the line in which there is no table to show, and what is said instead. @type {Partial<Record<LineState, string>>} */
const NOTICES = { gone: 'lobby.gone', full: 'lobby.crowded', damaged: 'lobby.damaged', broken: 'lobby.broken' };
/** States in which the line does not come back by itself, and what to press. @type {Partial<Record<LineState, string>>} */
const ENDS = { old: 'line.reload', silent: 'line.reload', replaced: 'line.here' };

const root = document.documentElement;
/** A table of a server is at an address of its own, one of this device behind the # of the page. */
const local = location.hash.slice(1);
const id = local || location.pathname.slice(new URL(at('table/')).pathname.length);
addEventListener('hashchange', () => location.reload());
await startPage();

/** What has been heard, and what is shown: the second may be a few moments behind. @type {Game} */
let heard = NOTHING;
/** @type {Game} */
let shown = NOTHING;
let asked = 0;
/** What was selected when the last question was asked. @type {import('../game/selection.js').Selection | null} */
let askedAbout = null;

const table = /** @type {TableView} */ (document.createElement('dnup-table'));
const log = new LogView({ close: () => toggleLog(false), again: showAgain });
const turnClock = new TurnClock(find('#time'), () => say(t('clock.ten')));
const attention = new Attention();
const chance = new Chance(id);
const lobby = new Lobby(id, { send: (message) => line.send(message), rejoin: () => location.reload() });
const result = new ResultView(id, {
  shared: !local,
  ready: goOn,
  save,
  hints: async () => (line instanceof LocalLine ? line.hints() : 0),
});
const standIn = new StandInOffer((seat) => line.send({ type: 'stand-in', seat }), say);
find('#play').append(table, log.element, lobby.element);
// The way back to the result, and a bot for who is away, are where the moves were.
table.actions?.element.append(result.reopen, standIn.element);

/** What is to be shown: news, or an event that someone wants to see again. @type {Pace<{game: Game, events: Event[]} | number>} */
const pace = new Pace(
  (item) => (typeof item === 'number' ? again(item) : showNews(item.game, item.events)),
  (speed) => table.hasten(speed),
);
const line = new (local ? LocalLine : Line)(id, {
  last: () => (heard === NOTHING ? null : heard.number),
  message: (message) => hear(message),
  state: showLine,
});

/** The date whose deal is played here, if it is one's. @type {string | null} */
let daily = null;
async function lookUp() {
  const { aboutOf } = await import('../local/local.js');
  const about = await aboutOf(id).catch(() => null); // a damaged game is told of by its line
  daily = result.daily = about?.daily ?? null;
  result.from = about?.from ?? null;
  find('#hint').hidden = Boolean(daily);
  if (daily) showBar(shown);
}
if (local) void lookUp();

/** @param {ServerMessage} message */
function hear(message) {
  const before = heard;
  heard = receive(heard, message, Date.now());
  if (heard.table?.star) useStar(heard.table.star);
  if (message.type === 'welcome' || message.type === 'update')
    keepInMind(message.type === 'welcome' ? message.log : message.events, before);
  if (line.shared) for (const answer of chance.hear(heard, message)) line.send(answer);
  switch (message.type) {
    case 'welcome':
      pace.push({ game: heard, events: [] }, true);
      break;
    case 'update':
      // What was heard before is not shown again.
      if (heard === before) break;
      pace.push(
        { game: heard, events: message.events },
        message.events.some((event) => event.type === 'moved' && event.seat === heard.seat),
      );
      break;
    case 'accepted':
      // It had arrived before the line broke.
      table.settle();
      break;
    case 'presence':
      pace.push({ game: heard, events: [] });
      break;
    case 'reaction':
      table.react(message.seat, message.emoji);
      say(t('menu.reaction', { name: seatName(heard, message.seat), emoji: message.emoji }));
      break;
    case 'because':
      if (message.ref === asked && message.why && table.selection === askedAbout) {
        say(table.explain(message.why));
        play('no');
      }
      break;
    case 'refused':
      if (message.code === 'unknown-table') forget(id);
      if (NOTICES[line.state] || line.state === 'replaced' || SILENT.has(message.code)) break;
      if (!lobby.element.hidden) lobby.explain(message.sentence);
      else
        say(
          table.explain(
            message.why ?? {
              code: 'refused',
              rule: '',
              sentence: refusal(message),
            },
          ),
        );
      break;
    default:
  }
}

/** @param {import('../messages.d.ts').Refused} refused */
function refusal({ code, sentence }) {
  if (LATE.has(code)) return t('refused.too-late');
  if (code === 'too-fast') return t('refused.too-fast');
  return !line.shared && NOT_KEPT[code] ? t(NOT_KEPT[code]) : sentence;
}

/** To the next round. By now there is a game on this device that someone would not like to lose. */
function goOn() {
  line.send({ type: 'ready' });
  if (!line.shared) void import('../local/games.js').then(({ askToStay }) => askToStay());
}

/** The record of a game on this device: a server has an address for it. */
async function save() {
  if (!(line instanceof LocalLine)) return;
  const record = (await line.records()).at(-1);
  if (record) saveText(`dnup-${id}.jsonl`, `${record}\n`);
}

/** What concerns this player beyond the table: their list of games, a move that a bot made for them, a seat they have left.
 * @param {Event[]} events @param {Game} before */
function keepInMind(events, before) {
  const { seat, table: info, view, result: end } = heard;
  if (line.shared && seat !== null && info)
    remember(standing(seat, info, view?.turn?.[0] ?? null, end?.winner ?? null, Date.now()));
  const news = before === NOTHING ? [] : events.filter(({ number }) => number > before.number);
  if (news.some((event) => event.type === 'moved' && event.by === 'stand-in' && event.seat === seat))
    notice(t(info?.options.seconds ? 'clock.up' : 'clock.stood_in'));
  if (before.seat === null || !news.some((event) => leaves(event, before.seat))) return;
  forget(id);
  if (view) void menu().then(({ openLeft }) => openLeft());
}

/** @param {Game} game */
const isPlayed = (game) => game.view !== null && game.table?.phase !== 'open';

/** @param {Game} game @param {Event[]} events */
function showNews(game, events) {
  if (isPlayed(game) && !shown.view) return showFirst(game, events);
  return shown.result && !game.result ? showNext(game, events) : show(game, events);
}

/** The result goes first, then the cards of the next round come: both at once would be much. @param {Game} game @param {Event[]} events */
async function showNext(game, events) {
  result.update(game, 0);
  await nextFrame();
  await show(game, events);
}

/** The first time, the table is laid before anything is shown on it. @param {Game} game @param {Event[]} events */
async function showFirst(game, events) {
  table.hidden = false;
  await table.lay(game);
  await show(game, events);
}

/** Shows a game, and says when that is over; null if nothing moves.
 * @param {Game} game @param {Event[]} events @returns {Promise<void> | null} */
function show(game, events) {
  const decided = decidedFor(game);
  if (decided && !decidedFor(shown) && shown.view) notice(plain(personal(words, game, 'bar.decided', decided)));
  const turned = isMyTurn(game) && (!isMyTurn(shown) || game.position !== shown.position);
  shown = game;
  const playing = isPlayed(game);
  table.hidden = !playing;
  log.element.hidden = !playing;
  root.dataset.phase = game.table?.phase ?? '';
  const done = playing ? table.show(game, events) : null;
  // The log can wait until the cards are on the table.
  setTimeout(() => log.update(shown));
  if (line.shared) lobby.update(game);
  showBar(game);
  standIn.update(game);
  turnClock.update(game.clock, isMyTurn(game));
  for (const event of events) hearEvent(game, event);
  // A round that has just ended is looked at to its end.
  if (done && game.result) void done.then(() => result.update(shown, 300));
  else result.update(game, 0);
  if (turned && playing) {
    attention.turn(!events.some((event) => event.type === 'moved' && event.seat === game.seat));
    say(`${t('say.turn', { table: table.spoken() })} ${plain(circling(words, game))}`);
  }
  if (!isMyTurn(game)) attention.clear();
  return done;
}

/** Shows a move of the log again, in its place. @param {number} number */
function again(number) {
  const past = shown.past.get(number);
  return past ? table.replay(past) : null;
}

/** A line of the log was pressed. @param {number} number */
function showAgain(number) {
  if (isSheet()) toggleLog(false);
  pace.push(number);
}

/** @param {Game} game @param {Event} event */
function hearEvent(game, event) {
  const sentence = eventLine(words, game, event);
  if (sentence) say(plain(sentence));
  if (event.type === 'dealt') play('deal');
  if (event.type !== 'moved') return;
  play(event.verb);
  if (event.effects?.beats) setTimeout(() => play('beaten'), 380 / pace.speed);
  if (event.effects?.out) setTimeout(() => play('out'), 300 / pace.speed);
}

/** Lines for those who listen; the last few stay so that none is lost. @param {string} text */
function say(text) {
  const place = find('#say');
  place.append(h('span', {}, `${text} `));
  while (place.childElementCount > 4) place.firstElementChild?.remove();
}

/** @param {Game} game */
function showBar(game) {
  const { table: info, view } = game;
  find('#round').textContent = view && info ? t('bar.round', { round: info.round }) : '';
  const goal = daily
    ? 'daily.title'
    : info?.options.players === 2
      ? 'bar.goal_rounds'
      : info?.options.scoring === 'points'
        ? 'bar.goal_points'
        : 'bar.goal_letters';
  const decided = decidedFor(game);
  const parts = decided ? [plain(personal(words, game, 'bar.decided', decided))] : view && info ? [t(goal)] : [];
  find('#watching').hidden = game.seat !== null || !view;
  if (info?.spectators && line.shared) parts.push(t('bar.watchers', { count: info.spectators }));
  find('#goal').textContent = parts.join(' · ');
  const help = /** @type {HTMLButtonElement} */ (find('#hint'));
  help.disabled = !isMyTurn(game);
  find('#react').hidden = game.seat === null || !view || !line.shared;
}

/** @param {LineState} state */
function showLine(state) {
  const place = find('#line');
  const ok = state === 'ok';
  const notice = NOTICES[state];
  const fleeting = ok && !line.lasting;
  place.className = `link ${ok ? 'ok' : 'wait'} ${fleeting || ENDS[state] ? 'sentence' : ''}`;
  place.hidden = Boolean(notice) || (ok && !line.shared && !fleeting);
  fill(
    place,
    iconNode(ok && !fleeting ? 'link' : 'wait'),
    h(
      'span',
      { class: ok && !fleeting ? 'wide' : '' },
      t(notice ?? `line.${fleeting ? 'fleeting' : state === 'old' && local ? 'newer' : state}`),
    ),
    ENDS[state] ? h('button', { class: 'btn', onclick: () => location.reload() }, t(ENDS[state])) : null,
  );
  root.dataset.line = state;
  if (notice) {
    table.hidden = log.element.hidden = true;
    lobby.showNotice(t(notice));
    say(t(notice));
    if (state === 'damaged') void showDamaged();
  }
}

/** A game on this device that cannot be played: what can be done with it. */
async function showDamaged() {
  const { damagedParts } = await import('../home/games-here.js');
  lobby.showNotice(t('lobby.damaged'), ...damagedParts(id, () => location.assign(at(''))));
}

/** @param {boolean} [open] */
function toggleLog(open = getComputedStyle(log.element).display === 'none') {
  root.dataset.log = open ? 'open' : 'closed';
  (open ? log.shut : find('.log-open')).focus();
}

/** The log over the table, in narrow windows, goes away when anything else is pressed. */
const isSheet = () => root.dataset.log === 'open' && getComputedStyle(log.element).position === 'fixed';
find('#play').addEventListener('click', (event) => {
  if (event.target === find('#play') && isSheet()) toggleLog(false);
});
addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && isSheet()) toggleLog(false);
});

// What opens over the table is no part of the first load: it follows when there is time, or when it is asked for.
const menu = () => import('./menu.js');
/** A second press while it is on its way opens nothing more. @param {(menus: typeof import('./menu.js')) => void} open */
const openOver = async (open) => {
  const menus = await menu();
  if (!document.querySelector('dialog[open]')) open(menus);
};
const help = () => import('../learn/aid.js');
const aid = async () => {
  await help();
  /** @type {any} */ (find('player-aid')).open();
};
setTimeout(() => void Promise.all([menu(), help()]), 2000);

/** @type {Promise<import('./hints.js').Hints> | null} */
let hints = null;
/** Help with one's own move, where nobody else is at the table. */
async function hint() {
  const game = shown;
  if (!(line instanceof LocalLine) || find('#hint').hidden || !isMyTurn(game)) return;
  hints ??= import('./hints.js').then(({ Hints }) => new Hints(/** @type {LocalLine} */ (line), table, say));
  const loaded = await hints;
  if (shown.position === game.position) await loaded.more(game);
}
find('#hint').addEventListener('click', hint);

table.addEventListener('move', (event) =>
  line.send({ type: 'move', position: shown.position, move: /** @type {CustomEvent} */ (event).detail, ref: ++asked }),
);
table.addEventListener('ask', (event) => {
  askedAbout = table.selection;
  line.send({ type: 'why', move: /** @type {CustomEvent} */ (event).detail, ref: ++asked });
});
table.addEventListener('selected', () => play('select'));
table.addEventListener('say', (event) => say(/** @type {CustomEvent} */ (event).detail));
listenForKnown(table, () => shown);
// Whoever acts does not want to wait for what they have not seen yet.
table.addEventListener('pointerdown', () => pace.hurry(), true);
addEventListener(
  'keydown',
  ({ key, target }) => {
    if (key !== 'Tab' && key !== 'Shift' && !(target instanceof Element && target.closest('.log, dialog')))
      pace.hurry();
  },
  true,
);
find('.log-open').addEventListener('click', () => toggleLog(true));
find('#help').addEventListener('click', aid);
find('#react').addEventListener(
  'click',
  () => void openOver(({ openReactions }) => openReactions((emoji) => line.send({ type: 'react', emoji }))),
);
find('#menu').addEventListener(
  'click',
  () =>
    void openOver(({ openMenu }) =>
      openMenu(shown, {
        lobby: line.shared ? () => lobby.open(shown) : null,
        leave: daily ? null : () => line.send({ type: 'resign' }),
        aid,
        rename: (name) => line.send({ type: 'rename', name }),
      }),
    ),
);
document.addEventListener('settings', (event) => {
  if (/** @type {CustomEvent} */ (event).detail !== 'order') return;
  table.sorts = settings.sorts;
  if (table.sorts) table.sort();
});
document.addEventListener('language', () => {
  table.relabel();
  lobby.relabel();
  result.relabel();
  show(shown, []);
  showLine(line.state);
});
listenToKeys(table, {
  hint,
  log: () => toggleLog(),
  aid,
  read: () =>
    say(
      `${table.spoken()} ${t('say.hand', { cards: spokenCards(parseCards(shown.view?.hand)) })} ${shown.view?.turn ? plain(personal(words, shown, 'turn.now', shown.view.turn[0])) : ''}`,
    ),
});
showLine('connecting');
