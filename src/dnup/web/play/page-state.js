// The state of a table's page, and what follows from it, without DOM.

import { isMyTurn, NOTHING } from '../game/state.js';

/** @typedef {import('../game/state.js').Game} Game */
/** @typedef {import('../messages.d.ts').Event} Event */

/**
 * @typedef {object} PageState
 * @property {string} id  the table: 'k3mq9xw2' on a server, 'local-abcdefghjkmn' on this device
 * @property {boolean} local  whether the table is on this device
 * @property {Game} heard  the game after the last message
 * @property {Game} shown  the game on the screen, which may be some moves behind
 * @property {number} ref  the number of the last request that gets an answer: 12
 * @property {import('../game/selection.js').Selection | null} askedAbout  the selection of the last `why`: { ids: [7], slot: 'B' }
 * @property {boolean} oneDevice  whether several people share this device
 * @property {boolean} covered  whether a curtain hangs over the table
 * @property {string | null} daily  the date whose daily game is played here: '2026-11-18'
 */

/** What the page consists of: its state, and the parts that show and change it.
 * @typedef {object} Page
 * @property {PageState} state
 * @property {import('../table/table-view.js').TableView} table
 * @property {import('../table/log-view.js').LogView} log
 * @property {import('../lobby/lobby.js').Lobby} lobby
 * @property {import('./result.js').ResultView} result
 * @property {import('./clock.js').TurnClock} clock
 * @property {import('./attention.js').Attention} attention
 * @property {import('./stand-in.js').StandInOffer} standIn
 * @property {import('../game/pace.js').Pace<Item>} pace  shows what is heard, one item after another
 * @property {import('./connection.js').ServerConnection | import('../device/connection.js').DeviceConnection} connection
 */

/** Something to show: a game with the events that led to it, or the number of a move to replay.
 * @typedef {{game: Game, events: Event[]} | number} Item */

/** Refusals of messages that the page sends by itself: nobody needs to know. */
const SILENT = new Set(['no-shuffle', 'too-many-devices', 'wrong-bits']);

/** @param {string} id @param {boolean} local @returns {PageState} */
export const newState = (id, local) => ({
  id,
  local,
  heard: NOTHING,
  shown: NOTHING,
  ref: 0,
  askedAbout: null,
  oneDevice: false,
  covered: false,
  daily: null,
});

/** Whether there is a table to show, not only a lobby. @param {Game} game */
export const isPlayed = (game) => game.view !== null && game.table?.phase !== 'open';

/** Whether the player's turn begins with a game. @param {Game} before @param {Game} game */
export const turnBegins = (before, game) => isMyTurn(game) && (!isMyTurn(before) || game.position !== before.position);

/** Whether the player is still in the turn of an earlier game: what came since was no move. @param {Game} before @param {Game} game */
export const turnLasts = (before, game) => isMyTurn(before) && isMyTurn(game) && !turnBegins(before, game);

/** Whether a player made one of these moves. @param {Event[]} events @param {string | null} seat */
export const hasMoveOf = (events, seat) => events.some((event) => event.type === 'moved' && event.seat === seat);

/** The events that were not known before; none for a page that has just been opened.
 * @param {Game} before @param {Event[]} events */
export const newEvents = (before, events) =>
  before === NOTHING ? [] : events.filter(({ number }) => number > before.number);

/** Whether the player has made a move that can be taken back, where that is allowed at all. @param {Game} game */
export const canTakeBack = ({ seat, view, log }) =>
  seat !== null
  && Boolean(view?.turn)
  && log.some((event) => event.type === 'moved' && event.seat === seat && event.by === 'person');

/** Whether moves that were shown have been taken back since. @param {Game} before @param {Game} game */
export const isTakenBack = (before, game) =>
  before.last !== null
  && before.number < game.number
  && game.log.every(
    ({ type, number }) => (type !== 'moved' && type !== 'dealt') || number < (before.last?.number ?? 0),
  );

/** The locale's key for what is played for. @param {Game} game @param {string | null} daily */
export function goalKey({ table }, daily) {
  if (daily) return 'daily.title';
  if (table?.options.players === 2) return 'bar.goal_rounds';
  return table?.options.scoring === 'points' ? 'bar.goal_points' : 'bar.goal_letters';
}

/** @param {string} code */
export const isSilent = (code) => SILENT.has(code);
