// The list of games of this browser, newest first. No DOM: the first page shows it.
import { isDate } from '../daily/daily-history.js';
import { botName, shownName, skeleton } from '../game/names.js';

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
const PHASES = ['open', 'playing', 'between', 'over'];
/** No date is later. */
const LATEST = 8.64e15;

/** @returns {MyGame[]} */
export function myGames() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.flatMap(readGame) : [];
  } catch {
    return [];
  }
}

/** A game as it was kept, if it is one: an extension, another page or a hand may have written something else.
 * @param {any} kept @returns {MyGame[]} */
function readGame(kept) {
  const { id, seat, at, phase, round, turn, winner, names, score } = kept ?? {};
  const isGame = typeof id === 'string' && isSeat(seat) && PHASES.includes(phase) && typeof names === 'object' && names;
  if (!isGame) return [];
  const shown = Object.entries(names).flatMap(([other, name]) => (isSeat(other) ? [[other, shownName(name)]] : []));
  return [
    {
      id,
      seat,
      at: Number.isFinite(at) && Math.abs(at) <= LATEST ? at : 0,
      phase,
      round: Number.isInteger(round) ? round : 1,
      turn: isSeat(turn) ? turn : null,
      winner: isSeat(winner) ? winner : null,
      names: Object.fromEntries(shown),
      score: Array.isArray(score) ? score.map(Number).filter(Number.isFinite) : [],
    },
  ];
}

/** @param {unknown} seat */
const isSeat = (seat) => typeof seat === 'string' && /^[A-E]$/.test(seat);

/** @param {MyGame[]} games */
function keep(games) {
  const sorted = games.sort((a, b) => b.at - a.at);
  for (const { id } of sorted.slice(KEPT)) localStorage.removeItem(`seat ${id}`);
  localStorage.setItem(KEY, JSON.stringify(sorted.slice(0, KEPT)));
}

/** How a game stands, to be remembered.
 * @param {string} seat @param {TableInfo} table @param {string | null} turn @param {string | null} winner
 * @param {number} at @returns {MyGame} */
export function standing(seat, table, turn, winner, at) {
  const { id, phase, round, seats } = table;
  const people = new Set(seats.flatMap(({ name }) => (name ? [skeleton(name)] : [])));
  const taken = seats.filter(({ kind }) => kind !== 'open');
  const names = Object.fromEntries(
    taken.map(({ seat: other, name }) => [other, name ? shownName(name) : botName(other, people)]),
  );
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

/** How a game on this device stands.
 * @param {import('../device/games.js').Listed} listed @param {string} name of its person @returns {MyGame} */
export function standingHere({ id, at, about, summary }, name) {
  // A damaged game is listed, too: it can be saved and deleted.
  const { seat, phase, round, turn, score, opponents, result } = summary ?? {};
  const people = new Set([skeleton(name)]);
  const others = Array.isArray(opponents) ? opponents.map((one) => one?.seat).filter(isSeat) : [];
  const daily = typeof about?.daily === 'string' && isDate(about.daily) ? { daily: about.daily } : {};
  const [game] = readGame({
    id: String(id),
    seat: isSeat(seat) ? seat : 'A',
    at,
    phase: PHASES.includes(phase) ? phase : 'playing',
    round,
    turn,
    winner: result?.winner,
    names: Object.fromEntries(others.map((other) => [other, botName(other, people)])),
    score,
  });
  return { ...game, here: true, ...daily };
}

/** Those that wait for this person first, as all do that nobody else plays, then those that go on, then the ended ones;
 * the newest first each time.
 * @param {MyGame[]} games */
export const inOrder = (games) => {
  const rank = (/** @type {MyGame} */ { phase, turn, seat, here }) =>
    phase === 'over' ? 2 : here || (phase === 'playing' && turn === seat) ? 0 : 1;
  return [...games].sort((a, b) => rank(a) - rank(b) || b.at - a.at);
};
