// The games this browser takes part in: a short list in its own memory, the newest first. No DOM: the first page shows it.
import { botName, sameName } from '../game/seats.js';

/** @typedef {import('../messages.d.ts').TableInfo} TableInfo */
/** @typedef {object} MyGame
 * @property {string} id  of the table
 * @property {string} seat
 * @property {number} at  when something was heard of it, in milliseconds
 * @property {TableInfo['phase']} phase
 * @property {number} round
 * @property {string | null} turn  the seat in turn
 * @property {Record<string, string>} names  by seat, without those that are open
 * @property {string | null} winner
 * @property {number[]} score  by seat, of the rounds that have ended
 * @property {boolean} [here]  it is on this device, and nobody else plays
 * @property {string} [daily]  the date whose deal it is */

const KEPT = 30;
const KEY = 'games';

/** @returns {MyGame[]} */
export function myGames() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** @param {MyGame[]} games */
function keep(games) {
  const sorted = games.sort((a, b) => b.at - a.at);
  for (const { id } of sorted.slice(KEPT)) localStorage.removeItem(`seat ${id}`);
  localStorage.setItem(KEY, JSON.stringify(sorted.slice(0, KEPT)));
}

/** How a game stands, to be remembered.
 * @param {string} seat @param {TableInfo} table @param {string | null} turn @param {string | null} winner @param {number} at @returns {MyGame} */
export function standing(seat, table, turn, winner, at) {
  const { id, phase, round, seats } = table;
  const people = new Set(seats.flatMap(({ name }) => (name ? [sameName(name)] : [])));
  const taken = seats.filter(({ kind }) => kind !== 'open');
  const names = Object.fromEntries(taken.map((info) => [info.seat, info.name ?? botName(info.seat, people)]));
  const score = seats.map((_, i) => (table.rounds ?? []).reduce((sum, points) => sum + points[i], 0));
  return { id, seat, at, phase, round, turn, winner, names, score };
}

/** @param {MyGame} game */
export const remember = (game) => keep([game, ...myGames().filter(({ id }) => id !== game.id)]);

/** @param {string} id */
export function forget(id) {
  localStorage.removeItem(`seat ${id}`);
  keep(myGames().filter((game) => game.id !== id));
}

/** How a game on this device stands. @param {import('../local/games.js').Listed} listed @param {string} name of its person @returns {MyGame} */
export function standingHere({ id, at, about, summary }, name) {
  const { seat = 'A', phase = 'playing', round = 1, turn = null, score = [], opponents = [], result } = summary ?? {};
  const people = new Set([sameName(name)]);
  const names = Object.fromEntries(
    opponents.map((/** @type {{seat: string}} */ { seat }) => [seat, botName(seat, people)]),
  );
  return {
    id,
    seat,
    at,
    phase,
    round,
    turn,
    winner: result?.winner ?? null,
    names,
    score,
    here: true,
    daily: about.daily,
  };
}

/** Those that wait for this person first, as all do that nobody else plays, then those that go on, then the ended ones; the newest first each time.
 * @param {MyGame[]} games */
export const inOrder = (games) => {
  const rank = (/** @type {MyGame} */ { phase, turn, seat, here }) =>
    phase === 'over' ? 2 : here || (phase === 'playing' && turn === seat) ? 0 : 1;
  return [...games].sort((a, b) => rank(a) - rank(b) || b.at - a.at);
};
