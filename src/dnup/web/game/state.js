// The state of the game as the page knows it, and how each message changes it. No DOM, no clock.

import { recall } from './earlier-moves.js';
import { skeleton } from './names.js';
/** @typedef {import('../messages.d.ts').ServerMessage} ServerMessage */
/** @typedef {import('../messages.d.ts').State} State */
/** @typedef {import('../messages.d.ts').Event} Event */
/** @typedef {import('../messages.d.ts').TableInfo} TableInfo */
/** @typedef {import('../messages.d.ts').SeatInfo} SeatInfo */
/** @typedef {import('../messages.d.ts').SeatView} SeatView */
/** @typedef {import('../messages.d.ts').RoundResult} RoundResult */
/** @typedef {import('../messages.d.ts').Shuffle} Shuffle */
/** @typedef {import('../messages.d.ts').Moved} Moved */
/** @typedef {import('./notation.js').Choice} Choice */
/** A move, and the table before and after it. @typedef {{event: Moved, before: SeatView, after: SeatView}} Past */
import { parseLegal } from './notation.js';

/**
 * @typedef {object} Game
 * @property {string | null} seat  where this client sits; null for a spectator
 * @property {boolean} host
 * @property {TableInfo | null} table
 * @property {SeatView | null} view
 * @property {Choice[]} moves  the legal moves, if this seat is in turn
 * @property {number} position  what to send with a move
 * @property {number} number  the last event
 * @property {{seconds: number, until: number} | null} clock  the deadline in the client's own time
 * @property {RoundResult | null} result
 * @property {number | null} goesOn  when the table goes on without those who are not ready, in the client's own time
 * @property {string | null} commitment  of the current round
 * @property {Shuffle | null} shuffle  while the next deal waits for people to reveal
 * @property {Event[]} log
 * @property {Moved | null} last  the last move of this round, as it was seen
 * @property {Map<number, Past>} past  the moves that can be shown again, by the numbers of their events
 * @property {Set<string>} people  everyone who is or was at the table, by `skeleton`: a bot goes by none of these
 * @property {string} server  the server's version
 * @property {boolean} [behind]  whether the seat is someone else's, over whose shoulder one looks
 * @property {boolean} [oneDevice]  whether several people share this device
 * @property {string[]} [hands]  all hands by seat, where they lie open
 * @property {boolean} [replayed]  whether it is seen again: somebody is in turn, but nobody thinks any more
 */

/** @type {Game} */
export const NOTHING = {
  seat: null,
  host: false,
  table: null,
  view: null,
  moves: [],
  position: 0,
  number: 0,
  clock: null,
  result: null,
  goesOn: null,
  commitment: null,
  shuffle: null,
  log: [],
  last: null,
  past: new Map(),
  people: new Set(),
  server: '',
};

/** @param {TableInfo} table @param {number} now */
const goesOn = ({ goes_on_in: left }, now) => (left == null ? null : now + left * 1000);

/** What is left out of a state has not changed, except moves, clock, result and shuffle: those are gone.
 * @param {Game} game @param {State} state @param {number} now @returns {Game} */
function withState(game, state, now) {
  const forgotten = new Set(state.forgotten ?? []);
  return {
    ...game,
    number: state.number,
    position: state.position ?? 0,
    table: state.table ?? game.table,
    goesOn: state.table ? goesOn(state.table, now) : game.goesOn,
    view: state.view ?? game.view,
    moves: (state.moves ?? []).map(parseLegal),
    clock: state.clock ? { seconds: state.clock.seconds, until: now + state.clock.left * 1000 } : null,
    result: state.result ?? null,
    shuffle: state.shuffle ?? null,
    past: forgotten.size ? new Map([...game.past].filter(([number]) => !forgotten.has(number))) : game.past,
    log: forgotten.size ? game.log.map((event) => (forgotten.has(event.number) ? forget(event) : event)) : game.log,
  };
}

/** @param {Event} event @returns {Event} */
const forget = (event) => (event.type === 'moved' ? { ...event, move: null, effects: null, gone: '' } : event);

/** The log with what is new, each event once.
 * @param {Event[]} log @param {Event[]} events */
function joined(log, events) {
  const last = log.at(-1)?.number ?? -1;
  return [...log, ...events.filter((event) => event.number > last)];
}

/** The commitment of the latest deal among these events.
 * @param {Event[]} events @param {string | null} before */
const commitmentOf = (events, before) =>
  events.reduce((found, event) => (event.type === 'dealt' ? event.commitment : found), before);

/** The last move since the latest deal. @param {Event[]} events @param {Moved | null} before */
const lastOf = (events, before) =>
  events.reduce((found, event) => (event.type === 'dealt' ? null : event.type === 'moved' ? event : found), before);

/** The moves that can be replayed after these events.
 * @param {Game} game @param {SeatView | null | undefined} after @param {Event[]} events */
function pastOf({ past, view }, after, events) {
  const [event] = events;
  if (events.length !== 1 || event.type !== 'moved' || !view || !after || past.has(event.number)) return past;
  return new Map(past).set(event.number, { event, before: view, after });
}

/** Everyone who is at the table or is named in the log. @param {Game} game */
const peopleOf = ({ table, log }) =>
  [
    ...(table?.seats ?? []).map(({ name }) => name),
    ...log.flatMap((event) => ('was' in event ? [event.was, event.name] : 'name' in event ? [event.name] : [])),
  ].flatMap((name) => (name ? [skeleton(name)] : []));

/** The game after a message.
 * @param {Game} game @param {ServerMessage} message @param {number} now  milliseconds @returns {Game} */
export function receive(game, message, now) {
  const next = heard(game, message, now);
  return next === game ? game : { ...next, people: new Set(peopleOf(next)) };
}

/** @param {Game} game @param {ServerMessage} message @param {number} now @returns {Game} */
function heard(game, message, now) {
  switch (message.type) {
    case 'welcome': {
      const log = message.fresh ? message.log : joined(game.log, message.log);
      const base = message.fresh ? { ...NOTHING } : game;
      const { seat, host, server } = message;
      // Positions that this page has seen are exact, those from the log are reconstructed.
      const past = new Map([...recall(log, message.state.view ?? base.view), ...base.past]);
      return withState(
        { ...base, seat, host, server, log, past, last: lastOf(log, null), commitment: message.commitment ?? null },
        message.state,
        now,
      );
    }
    case 'update': {
      // After a reconnection the same events may come twice.
      if (message.state.number < game.number) return game;
      const log = joined(game.log, message.events);
      const { events, state } = message;
      const commitment = commitmentOf(events, game.commitment);
      const seat = events.some((event) => leaves(event, game.seat)) ? null : game.seat;
      return withState(
        { ...game, seat, log, commitment, last: lastOf(events, game.last), past: pastOf(game, state.view, events) },
        state,
        now,
      );
    }
    case 'presence':
      return { ...game, table: message.table, goesOn: goesOn(message.table, now) };
    default:
      return game;
  }
}

/** Whether a seat is the viewer's. @param {Game} game @param {string} seat */
export const isMine = (game, seat) => seat === game.seat && !game.behind;

/** @param {Game} game @param {string} seat @returns {SeatInfo | undefined} */
export const seatInfo = (game, seat) => game.table?.seats.find((info) => info.seat === seat);

/** Whether the person at a seat leaves it with an event. @param {Event} event @param {string | null} seat */
export const leaves = (event, seat) => (event.type === 'resigned' || event.type === 'freed') && event.seat === seat;

/** The game with the names at the time of an event, also of players who have left or changed their names since.
 * @param {Game} game @param {number} number @returns {Game} */
export function asOf(game, number) {
  const was = /** @type {Map<string, string | null>} */ (new Map());
  for (const event of game.log) {
    if (event.number < number || event.type === 'moved' || event.type === 'dealt' || was.has(event.seat)) continue;
    if (event.type === 'renamed') was.set(event.seat, event.was);
    else if (event.type !== 'sat') was.set(event.seat, event.type === 'filled' ? null : (event.name ?? null));
  }
  if (!was.size || !game.table) return game;
  const seats = game.table.seats.map((info) =>
    was.has(info.seat) ? { ...info, name: was.get(info.seat) ?? null } : info,
  );
  return { ...game, table: { ...game.table, seats } };
}

/** @param {Game} game */
export const isMyTurn = (game) => game.moves.length > 0;

/** What a seat has scored in the game, this round included. @param {SeatView} view @param {number} index */
export const total = (view, index) => view.score[index] + view.points[index];

/** Whether people have to say that they want to go on, and this one has not. On one device anyone says so for all.
 * @param {Game} game */
export const awaitsMe = (game) =>
  (game.table?.phase === 'between' || game.table?.phase === 'over')
  && (game.oneDevice
    ? !game.table.seats.some(({ ready }) => ready)
    : game.seat !== null && !seatInfo(game, game.seat)?.ready);

/** The seat that has won the game while its last round is played on (R20); null otherwise. @param {Game} game */
export const decidedFor = ({ view }) => (view?.turn && view.winner) || null;
