// Decisions about requests at a table on this device: each function returns the events to store, or throws a `Refusal`.
// As server/tables/decisions.py, for a table where one person plays.
import { distinctName, firstOf, MAX_NAME, showsSomething, visible } from '../game/names.js';
import { Refusal } from './refusals.js';

/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('./games.js').StoredEvent} StoredEvent */
/** @typedef {import('../messages.d.ts').MakeMove} MakeMove */

const MAX_RENAMES = 20;

/** @param {Table} table @param {string} key */
function ownChair(table, key) {
  const chair = table.chairOf(key);
  if (!chair) throw new Refusal('not-your-seat');
  return chair;
}

/** A name on one line without anything invisible, at most MAX_NAME characters long. @param {string} text */
function cleanName(text) {
  const name = firstOf(visible(text), MAX_NAME);
  if (!showsSomething(name)) throw new Refusal('bad-name', { most: MAX_NAME });
  return name;
}

/** @param {Table} table @param {string} key @param {string} text @returns {StoredEvent[]} */
export function rename(table, key, text) {
  const chair = ownChair(table, key);
  const others = table.chairs.flatMap(({ seat, name }) => (name && seat !== chair.seat ? [name] : []));
  const name = distinctName(cleanName(text), others);
  if (name === chair.name) return [];
  if (table.renewed >= MAX_RENAMES) throw new Refusal('too-many-renames');
  return [{ type: 'seat-renamed', seat: chair.seat, name }];
}

/** @param {Table} table @param {string} key @returns {StoredEvent[]} */
export function ready(table, key) {
  const chair = ownChair(table, key);
  if (table.phase !== 'between' && table.phase !== 'over') throw new Refusal('round-not-over');
  if (table.length && table.phase === 'over') throw new Refusal('daily-over');
  return chair.ready ? [] : [{ type: 'seat-ready', seat: chair.seat }];
}

/** @param {Table} table @param {string} key @param {string} level @returns {StoredEvent[]} */
export function resign(table, key, level) {
  const { seat } = ownChair(table, key);
  if (table.length) throw new Refusal('daily-resign');
  return [{ type: 'seat-resigned', seat, level }];
}

/** Nobody is away from a table on this device.
 * @param {Table} table @param {string} key @param {string} seat @returns {never} */
export function noStandIn(table, key, seat) {
  if (key !== table.host) ownChair(table, key);
  const seats = table.chairs.map((chair) => chair.seat);
  if (!seats.includes(seat)) throw new Refusal('unknown-seat', { seat, seats: seats.join(', ') });
  throw new Refusal('no-stand-in', { seat });
}

/** Help with one's own move, which is counted.
 * @param {Table} table @param {string} key
 * @param {number} depth  how much the hint says
 * @returns {StoredEvent[]} */
export function hint(table, key, depth) {
  const { seat } = ownChair(table, key);
  if (table.length) throw new Refusal('daily-hint');
  if (table.turn !== seat) throw new Refusal('not-your-turn');
  return [{ type: 'hint-taken', seat, depth }];
}

/** The round goes back to the person's last decision, which is counted. Once a round is over all cards lie open: then it
 * stays as it is.
 * @param {Table} table @param {string} key @returns {StoredEvent[]} */
export function takeBack(table, key) {
  const { seat } = ownChair(table, key);
  if (table.length) throw new Refusal('daily-take-back');
  const index = table.turn === null ? -1 : table.lastDecision(seat);
  if (index < 0) throw new Refusal('nothing-to-take-back');
  return [{ type: 'moves-taken-back', seat, moves: table.moves.length - index, counts: true }];
}

/** A person looks at their hand, on a device that several share. It is noted if it ends the chance to undo.
 * @param {Table} table @param {string} seat @param {string | null} next  who may look @returns {StoredEvent[]} */
export function openHand(table, seat, next) {
  if (seat !== next) throw new Refusal('not-your-turn');
  const maker = table.makers.at(-1);
  return maker && maker.seat !== seat && !maker.seen ? [{ type: 'hand-opened', seat }] : [];
}

/** Whose move can be undone on a device that several share, because nobody has seen anything new since: no bot has moved,
 * and nobody else has looked at their hand. Null if there is none.
 * @param {Table} table */
export function undoable({ turn, makers }) {
  const maker = makers.at(-1);
  return turn !== null && maker?.by === 'person' && !maker.seen ? maker.seat : null;
}

/** @param {Table} table @returns {StoredEvent[]} */
export function undo(table) {
  const seat = undoable(table);
  if (seat === null) throw new Refusal('nothing-to-undo');
  return [{ type: 'moves-taken-back', seat, moves: 1, counts: false }];
}

/** Requests that are possible only before the start, so never here. @returns {StoredEvent[]} */
export function begun() {
  throw new Refusal('game-begun');
}

/** Nobody has to trust another here, so nobody shuffles along. @returns {StoredEvent[]} */
export function noShuffle() {
  throw new Refusal('no-shuffle');
}

/** The next round, or the first of the next game, with these hands.
 * @param {string[]} hands @param {string} salt @returns {StoredEvent} */
export const dealt = (hands, salt) => ({ type: 'round-dealt', hands, salt });

/** A move, unless this very one was made already: then there is nothing to do.
 * @param {Table} table @param {string | null} seat @param {MakeMove} message @returns {StoredEvent[]} */
export function move(table, seat, message) {
  if (seat === null) throw new Refusal('not-your-seat');
  if (!table.position) throw new Refusal('game-not-begun');
  if (message.position !== table.positionNumber) {
    if (repeated(table, seat, message) !== null) return [];
    throw new Refusal('stale', { position: message.position, current: table.positionNumber });
  }
  const plain = table.turn === seat && table.tryMove(message.move);
  return [
    { type: 'move-made', seat, move: plain ? message.move : understand(table, seat, message.move), by: 'person' },
  ];
}

/** The number of the event, if this move was made in that position by that seat before.
 * @param {Table} table @param {string} seat @param {MakeMove} message */
export function repeated(table, seat, message) {
  const index = table.numbers.indexOf(message.position);
  if (index < 0 || index === table.numbers.length - 1) return null;
  const before = table.positionBefore(index);
  const meant = table.writer.parseMove(before, seat, message.move);
  return meant.move === table.moves[index] ? table.numbers[index + 1] : null;
}

/** Why a move is not legal for this person now, as JSON; null if it is.
 * @param {Table} table @param {string} key @param {string} text */
export function whyNot(table, key, text) {
  const { seat } = ownChair(table, key);
  if (!table.position) throw new Refusal('game-not-begun');
  const meant = table.writer.parseMove(table.position, seat, text);
  if (meant.problem !== null) throw new Refusal('not-a-move', { problem: meant.problem });
  return meant.why ?? 'null';
}

/** The text of the legal move that is meant; what is wrong with it is said by the rules.
 * @param {Table} table @param {string} seat @param {string} text */
function understand(table, seat, text) {
  if (!table.position) throw new Error('nothing was dealt');
  const { move: meant, problem, why } = table.writer.parseMove(table.position, seat, text);
  if (meant !== null) return meant;
  if (why === null) throw new Refusal('not-a-move', { problem: problem ?? '' });
  const { code, sentence } = JSON.parse(why);
  if (code === 'not-your-turn') throw new Refusal(code, {}, why);
  throw new Refusal('illegal-move', { problem: sentence }, why);
}
