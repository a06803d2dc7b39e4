// What someone may do at a table on this device: each function returns the events to keep, or throws a `Refusal`.
// As server/tables/decisions.py, for a table where one person plays.
import { firstOf, MAX_NAME, showsSomething, visible } from '../game/names.js';

/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('./games.js').Kept} Kept */
/** @typedef {import('../messages.d.ts').MakeMove} MakeMove */

const MAX_RENAMES = 20;
const LIKE = 'a move like: play 3/4 3/6';

/** Something is not done. */
export class Refusal extends Error {
  /** @param {string} code @param {string} sentence @param {string} expected @param {string} why JSON */
  constructor(code, sentence, expected, why = 'null') {
    super(sentence);
    this.code = code;
    this.expected = expected;
    this.why = why;
  }

  /** @param {number | null} ref */
  told(ref = null) {
    const { code, message: sentence, expected } = this;
    return `${JSON.stringify({ type: 'refused', code, sentence, expected, ref }).slice(0, -1)},"why":${this.why}}`;
  }
}

/** @param {Table} table @param {string} key */
function ownChair(table, key) {
  const chair = table.chairOf(key);
  if (!chair) throw new Refusal('not-your-seat', 'you do not sit at this table', 'sit down, or open your own link');
  return chair;
}

/** A name on one line without anything invisible, at most MAX_NAME characters long. @param {string} text */
export function cleanName(text) {
  const name = firstOf(visible(text), MAX_NAME);
  if (!showsSomething(name))
    throw new Refusal('bad-name', 'this name has nothing to show', `a name of 1 to ${MAX_NAME} characters`);
  return name;
}

/** @param {Table} table @param {string} key @param {string} text @returns {Kept[]} */
export function rename(table, key, text) {
  const chair = ownChair(table, key);
  const name = cleanName(text);
  if (name === chair.name) return [];
  if (table.renewed >= MAX_RENAMES)
    throw new Refusal('not-now', 'names have changed often enough in this round', 'wait for the next one');
  return [{ type: 'seat-renamed', seat: chair.seat, name }];
}

/** @param {Table} table @param {string} key @returns {Kept[]} */
export function ready(table, key) {
  const chair = ownChair(table, key);
  if (table.phase !== 'between' && table.phase !== 'over')
    throw new Refusal('not-now', 'the round is not over', 'wait for its end');
  if (table.length && table.phase === 'over')
    throw new Refusal('not-now', 'the daily deal is over', 'begin another game of it, for practice');
  return chair.ready ? [] : [{ type: 'seat-ready', seat: chair.seat }];
}

/** @param {Table} table @param {string} key @param {string} level @returns {Kept[]} */
export function resign(table, key, level) {
  const { seat } = ownChair(table, key);
  if (table.length) throw new Refusal('not-now', 'no bot plays the daily deal for you', 'leave it, and go on later');
  return [{ type: 'seat-resigned', seat, level }];
}

/** Nobody is away from a table on this device. @param {Table} table @param {string} key @param {string} seat @returns {never} */
export function noStandIn(table, key, seat) {
  if (key !== table.host) ownChair(table, key);
  const seats = table.chairs.map((chair) => chair.seat);
  if (!seats.includes(seat))
    throw new Refusal('unknown-seat', `this table has no seat ${seat}`, `one of ${seats.join(', ')}`);
  throw new Refusal('not-now', `seat ${seat} needs no stand-in`, 'wait until its person has been away for two minutes');
}

/** Help with one's own move, which is counted. @param {Table} table @param {string} key @param {number} depth  how much was told
 * @returns {Kept[]} */
export function hint(table, key, depth) {
  const { seat } = ownChair(table, key);
  if (table.length) throw new Refusal('not-now', 'there are no hints in the daily deal', 'play it as everybody does');
  if (table.turn !== seat) throw new Refusal('not-your-turn', 'it is not your turn', 'wait for it');
  return [{ type: 'hint-taken', seat, depth }];
}

/** What is done before the start alone. @returns {Kept[]} */
export function begun() {
  throw new Refusal('not-now', 'the game has begun', 'this is done before the start');
}

/** Nobody has to trust another here, so nobody shuffles along. @returns {Kept[]} */
export function noShuffle() {
  throw new Refusal('no-shuffle', 'this table is on your own device', 'let it deal');
}

/** The next round, or the first of the next game, with these hands. @param {string[]} hands @param {string} salt @returns {Kept} */
export const dealt = (hands, salt) => ({ type: 'round-dealt', hands, salt });

/** A move, unless this very one was made already: then there is nothing to do.
 * @param {Table} table @param {string | null} seat @param {MakeMove} message @returns {Kept[]} */
export function move(table, seat, message) {
  if (seat === null)
    throw new Refusal('not-your-seat', 'you do not sit at this table', 'sit down, or open your own link');
  if (!table.position) throw new Refusal('not-now', 'the game has not begun', 'wait for the start');
  if (message.position !== table.positionNumber) {
    if (repeated(table, seat, message) !== null) return [];
    throw new Refusal(
      'stale',
      `position ${message.position} is gone`,
      `a move for position ${table.positionNumber}, the current one`,
    );
  }
  const plain = table.turn === seat && table.foresee(message.move);
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
  const meant = table.pen.understand(before, seat, message.move);
  return meant.move === table.moves[index] ? table.numbers[index + 1] : null;
}

/** Why a move is not legal for this person now, as JSON; null if it is. @param {Table} table @param {string} key @param {string} text */
export function whyNot(table, key, text) {
  const { seat } = ownChair(table, key);
  if (!table.position) throw new Refusal('not-now', 'the game has not begun', 'wait for the start');
  const meant = table.pen.understand(table.position, seat, text);
  if (meant.problem !== null) throw new Refusal('not-a-move', meant.problem, LIKE);
  return meant.why ?? 'null';
}

/** The text of the legal move that is meant; what is wrong with it is said by the rules.
 * @param {Table} table @param {string} seat @param {string} text */
function understand(table, seat, text) {
  if (!table.position) throw new Error('nothing was dealt');
  const { move: meant, problem, why } = table.pen.understand(table.position, seat, text);
  if (meant !== null) return meant;
  if (why === null) throw new Refusal('not-a-move', problem ?? '', LIKE);
  const { code, sentence } = JSON.parse(why);
  throw new Refusal(
    code === 'not-your-turn' ? code : 'illegal-move',
    sentence,
    'one of the moves that were sent with the position',
    why,
  );
}
