// Who plays on one device: five seats, each a person, a bot or nobody, as they were last time. No DOM.

import { distinctName, firstOf, MAX_NAME, showsSomething, visible } from '../game/names.js';
import { readStored } from '../shared/local-storage.js';

/** @typedef {import('../device/device.js').Level} Level */
/** @typedef {import('../device/device.js').Taker} Taker */
/** @typedef {'person' | 'bot' | 'nobody'} Kind */
/** @typedef {{name: string, kind: Kind}} Seat */
/** The seats, the level of all bots, whether a hand is opened by a long press, and how much the table remembers.
 * @typedef {{seats: Seat[], level: Level, holds: boolean, memory: 'all' | 'discards' | 'table'}} Seating */

const KEY = 'one device';
const MOST_SEATS = 5;
const KINDS = ['person', 'bot', 'nobody'];
const LEVELS = ['easy', 'medium', 'hard', 'expert'];
const MEMORIES = ['all', 'discards', 'table'];

/** The first evening: two people. @returns {Seating} */
const newSeating = () => ({
  seats: Array.from({ length: MOST_SEATS }, (_, i) => ({ name: '', kind: i < 2 ? 'person' : 'nobody' })),
  level: 'medium',
  holds: false,
  memory: 'all',
});

/** @param {unknown} text */
const readName = (text) => (typeof text === 'string' ? firstOf(visible(text.slice(0, 200)), MAX_NAME) : '');

/** Who played last time; storage may contain anything. @returns {Seating} */
export function readSeating() {
  const fresh = newSeating();
  const kept = readStored(localStorage, KEY);
  if (typeof kept !== 'object' || kept === null) return fresh;
  const { seats, level, holds, memory } = kept;
  return {
    seats: fresh.seats.map((seat, i) => {
      const one = Array.isArray(seats) ? seats[i] : null;
      return { name: readName(one?.name), kind: KINDS.includes(one?.kind) ? one.kind : seat.kind };
    }),
    level: LEVELS.includes(level) ? level : fresh.level,
    holds: holds === true,
    memory: MEMORIES.includes(memory) ? memory : fresh.memory,
  };
}

/** Full storage loses the names of last time, and nothing else. @param {Seating} seating */
export function keepSeating(seating) {
  try {
    localStorage.setItem(KEY, JSON.stringify(seating));
  } catch {} // full storage: next time the names are asked for again
}

/** Those who play, in their order. @param {Seating} seating */
export const playing = ({ seats }) => seats.filter(({ kind }) => kind !== 'nobody');

/** Why a game cannot begin; null if it can. @param {Seating} seating @returns {'need_two' | 'need_person' | null} */
export function missing(seating) {
  const all = playing(seating);
  if (all.length < 2) return 'need_two';
  return all.some(({ kind }) => kind === 'person') ? null : 'need_person';
}

/** The names to show: a player without a name gets a number, and no two names look alike.
 * @param {Seating} seating @param {(number: number) => string} numbered @returns {Taker[]} */
export function takersOf(seating, numbered) {
  const names = /** @type {string[]} */ ([]);
  return playing(seating).map(({ name, kind }, i) => {
    if (kind === 'bot') return { level: seating.level };
    const own = distinctName(showsSomething(name) ? name : numbered(i + 1), names);
    names.push(own);
    return { name: own };
  });
}

/** The seats with one of them at another place. @param {Seat[]} seats @param {number} from @param {number} to */
export function moveSeat(seats, from, to) {
  const others = seats.filter((_, i) => i !== from);
  const place = Math.min(Math.max(to, 0), others.length);
  return [...others.slice(0, place), seats[from], ...others.slice(place)];
}
