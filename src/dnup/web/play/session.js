// What the page says to its table, and what it does with each message from there.

import { DeviceConnection } from '../device/connection.js';
import { useStar } from '../game/notation.js';
import { seatName } from '../game/phrases.js';
import { nearSeat, SEATS } from '../game/seats.js';
import { leaves, receive } from '../game/state.js';
import { forget, leaveTable, remember, standing } from '../home/games.js';
import { saveText } from '../shared/download.js';
import { t } from '../shared/i18n.js';
import { notice } from '../shared/notice.js';
import { play } from '../shared/sounds.js';
import { say } from './announcer.js';
import { hasMoveOf, isSilent, newEvents } from './page-state.js';
import { hasNoTable } from './status-bar.js';

/** @typedef {import('./page-state.js').Page} Page */
/** @typedef {import('../game/state.js').Game} Game */
/** @typedef {import('../messages.d.ts').Event} Event */

/** @param {Page} page @param {string} move */
export const sendMove = ({ connection, state }, move) =>
  connection.send({ type: 'move', position: state.shown.position, move, ref: ++state.ref });

/** Asks why a selection is no move. @param {Page} page @param {string} move */
export function askWhy({ connection, state, table }, move) {
  state.askedAbout = table.state.selection;
  connection.send({ type: 'why', move, ref: ++state.ref });
}

/** Goes on to the next round. By now there is a game on this device that its player would not like to lose.
 * @param {Page} page */
export function readyForNext({ connection, state }) {
  connection.send({ type: 'ready' });
  if (state.local) void import('../device/games.js').then(({ askToStay }) => askToStay());
}

/** Saves the record of a game on this device; a server has an address for it. @param {Page} page */
export async function saveRecord({ connection, state }) {
  if (!(connection instanceof DeviceConnection)) return;
  const records = await connection.records().catch(() => []); // the connection reports what is wrong with its worker
  const record = records.at(-1);
  if (record) saveText(`dnup-${state.id}.jsonl`, `${record}\n`);
}

/** Looks up what a game on this device was made for.
 * @param {Page} page @param {(daily: string | null) => void} known */
export async function lookUp({ state, result }, known) {
  const { aboutOf } = await import('../device/device.js');
  const about = await aboutOf(state.id).catch(() => null); // the connection reports a damaged game
  state.daily = result.daily = about?.daily ?? null;
  result.from = about?.from ?? null;
  known(state.daily);
}

/** @param {Page} page @param {import('../messages.d.ts').ServerMessage} message
 * @param {import('../game/shuffle-share.js').Chance} chance */
export function handle(page, message, chance) {
  const { state, table, pace, connection } = page;
  const before = state.heard;
  const received = receive(before, message, Date.now());
  const heard = state.oneDevice ? onOneDevice(received) : received;
  state.heard = heard;
  if (heard.table?.star) useStar(heard.table.star);
  if (message.type === 'welcome') noteNews(page, before, message.log);
  if (message.type === 'update') noteNews(page, before, message.events);
  if (!state.local) for (const answer of chance.hear(heard, message)) connection.send(answer);
  switch (message.type) {
    case 'welcome':
      pace.push({ game: heard, events: [] }, true);
      break;
    case 'update':
      // What was heard before is not shown again.
      if (heard !== before) pace.push({ game: heard, events: message.events }, hasMoveOf(message.events, heard.seat));
      break;
    case 'accepted':
      // It had arrived before the connection broke.
      table.settle();
      break;
    case 'presence':
      pace.push({ game: heard, events: [] });
      break;
    case 'reaction':
      void showReaction(page, heard, message);
      break;
    case 'because':
      if (message.ref === state.ref && message.why && table.state.selection === state.askedAbout) {
        say(table.explain(message.why));
        play('no');
      }
      break;
    case 'refused':
      if (message.code === 'unknown-table') forget(state.id);
      if (hasNoTable(connection.state) || connection.state === 'replaced' || isSilent(message.code)) break;
      void showRefusal(page, message);
      break;
    default:
  }
}

/** @param {Page} page @param {Game} game @param {import('../messages.d.ts').Reaction} reaction */
async function showReaction({ table }, game, { seat, emoji }) {
  const { reactionNode, reactionText } = await import('../table/reactions.js');
  table.react(seat, reactionNode(emoji));
  say(t('menu.reaction', { name: seatName(game, seat), emoji: reactionText(emoji) }));
}

/** A game as it is seen on a device that several people share: when a round is over everyone looks at it. All hands lie
 * open then, and nobody is "you".
 * @param {Game} game @returns {Game} */
function onOneDevice(game) {
  const { result, view } = game;
  if (!result || !view) return { ...game, oneDevice: true, behind: false, hands: undefined };
  const seat = nearSeat(game.seat);
  const hand = result.hands[SEATS.indexOf(seat)];
  return { ...game, oneDevice: true, behind: true, seat, view: { ...view, hand }, hands: result.hands };
}

/** Says why a request was refused, in the player's language.
 * @param {Page} page @param {import('../messages.d.ts').Refused} refused */
async function showRefusal({ lobby, table }, refused) {
  if (refused.why && lobby.element.hidden) {
    say(table.explain(refused.why));
    return;
  }
  const { refusalText } = await import('../refusals/refusals.js');
  const sentence = await refusalText(refused);
  if (lobby.element.hidden) say(table.explain({ code: 'refused', rule: '', sentence }));
  else lobby.explain(sentence);
}

/** Notes what concerns this player beyond the table: their list of games, a move that a bot made for them, a seat they
 * have left.
 * @param {Page} page @param {Game} before @param {Event[]} events */
function noteNews({ state }, before, events) {
  const { seat, table, view, result } = state.heard;
  if (!state.local && seat !== null && table)
    remember(standing(seat, table, view?.turn?.[0] ?? null, result?.winner ?? null, Date.now()));
  const news = newEvents(before, events);
  if (news.some((event) => event.type === 'moved' && event.by === 'stand-in' && event.seat === seat))
    notice(t(table?.options.seconds ? 'clock.up' : 'clock.stood_in'));
  if (before.seat === null || !news.some((event) => leaves(event, before.seat))) return;
  leaveTable(state.id);
  if (view) void import('./menu.js').then(({ openLeft }) => openLeft());
}
