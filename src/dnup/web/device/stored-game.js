// A game as this device has stored it, which may be damaged: by a browser that crashed, a full disk, an extension,
// another version of the page. It is checked before the engine sees anything of it. No DOM.

import { isDate } from '../daily/daily-history.js';
import { readDeck } from '../engine/decks.js';
import { SEATS } from '../game/seats.js';
import { ROUNDS } from './daily.js';
import { Damaged } from './storage-errors.js';
import { Table } from './table.js';

/** @typedef {import('./games.js').StoredEvent} StoredEvent */
/** @typedef {import('./games.js').About} About */

const LEVELS = ['easy', 'medium', 'hard', 'expert'];
const MEMORIES = ['all', 'discards', 'table'];
const SCORINGS = ['letters', 'points'];
const MAKERS = ['person', 'bot', 'stand-in'];
/** A game of a year has fewer events. */
const MOST_EVENTS = 500_000;
const HIGHEST_LIMIT = 1_000_000;
const LONGEST_TEXT = 1000;

/** @param {unknown} fine @returns {asserts fine} */
function need(fine) {
  if (!fine) throw new Damaged();
}

/** @param {unknown} text */
const isText = (text) => typeof text === 'string' && text.length <= LONGEST_TEXT;
/** @param {unknown} number @param {number} least */
const isWhole = (number, least) =>
  Number.isInteger(number) && Number(number) >= least && Number(number) <= HIGHEST_LIMIT;

/** By type of event, whether its fields are valid, whatever came before it.
 * @type {Record<string, (event: StoredEvent) => boolean>} */
const RIGHT = {
  created: ({ options, deck, key, stall_limit }) =>
    isOptions(options) && isDeck(deck, options.players) && isText(key) && isWhole(stall_limit, 0),
  seated: ({ name, key }) => isText(name) && isText(key),
  'bot-seated': ({ level }) => LEVELS.includes(level),
  'seat-ready': () => true,
  'seat-renamed': ({ name }) => isText(name),
  'seat-resigned': ({ level }) => LEVELS.includes(level),
  'hint-taken': () => true,
  'hand-opened': () => true,
  'moves-taken-back': ({ moves, counts }) => isWhole(moves, 1) && typeof counts === 'boolean',
  'round-dealt': ({ hands, salt }) =>
    Array.isArray(hands) && hands.length <= SEATS.length && hands.every(isText) && isText(salt),
  'move-made': ({ move, by }) => isText(move) && MAKERS.includes(by),
};

/** @param {any} options */
const isOptions = (options) =>
  [2, 3, 4, 5].includes(options?.players)
  && MEMORIES.includes(options.memory)
  && SCORINGS.includes(options.scoring)
  && [undefined, false, true].includes(options.finish_round)
  && (options.seconds === null || isWhole(options.seconds, 1));

/** @param {unknown} deck @param {number} players */
const isDeck = (deck, players) => {
  const read = readDeck(deck, players);
  return read !== null && (typeof deck === 'string' || String(read) === String(deck));
};

/** Checks what a game was made with. @param {any} about @returns {asserts about is About} */
function needAbout(about) {
  need(typeof about === 'object' && about !== null);
  need(about.daily === undefined || (typeof about.daily === 'string' && isDate(about.daily)));
  need(about.from === undefined || isText(about.from));
}

/** The table that a game's events make; throws `Damaged` if they are not those of a game. What does not fit together,
 * the engine notices.
 * @param {string} id @param {import('../engine/engine.js').Engine} engine
 * @param {{about: unknown, events: unknown}} kept
 * @param {(table: Table, event: StoredEvent) => void} [happened]  is called after each event */
export function rebuild(id, engine, { about, events }, happened = () => {}) {
  needAbout(about);
  need(Array.isArray(events) && events.length > 0 && events.length <= MOST_EVENTS);
  const table = new Table(id, engine, about.daily ? ROUNDS : null);
  const [, round, move] = /^r(\d{1,4})m(\d{1,5})$/.exec(about.from ?? '') ?? [];
  if (round) table.start = { round: Number(round), move: Number(move) };
  for (const event of events) {
    needFit(table, event);
    try {
      table.apply(event);
      happened(table, event);
    } catch {
      throw new Damaged();
    }
  }
  need(table.chairs.length > 0 && table.chairs.every(({ key, level }) => key !== null || level !== null));
  return table;
}

/** Whether an event can happen next at a table.
 * @param {Table} table @param {any} event @returns {asserts event is StoredEvent} */
function needFit(table, event) {
  need(typeof event === 'object' && event !== null && Object.hasOwn(RIGHT, event.type) && RIGHT[event.type](event));
  const { type, seat } = event;
  need((type === 'created') === (table.number === 0));
  need(type === 'created' || type === 'round-dealt' || table.chairs.some((chair) => chair.seat === seat));
  if (type === 'round-dealt') need(table.phase !== 'playing');
  if (type === 'move-made') need(table.turn === seat);
  if (type === 'moves-taken-back') need(table.turn !== null && event.moves <= table.moves.length);
}

/** Anything as text, whatever is in it, so that it can be looked at or sent in. @param {unknown} kept */
export function textOf(kept) {
  const above = new Set();
  const plain = (/** @type {any} */ value) => {
    if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol') return String(value);
    if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
    if (typeof value !== 'object' || value === null) return value;
    if (above.has(value)) return '(as above)';
    above.add(value);
    /** @type {any} */
    const copy = Array.isArray(value)
      ? value.map(plain)
      : Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
    above.delete(value);
    return copy;
  };
  try {
    return `${JSON.stringify(plain(kept))}\n`;
  } catch {
    return '"nested too deep"\n';
  }
}
