// The list of games of this browser, newest first. No DOM: the first page shows it.
import { isDate } from '../daily/daily-history.js';
import { botName, shownName, skeleton } from '../game/names.js';

/** @typedef {import('../messages.d.ts').TableInfo} TableInfo */
/** @typedef {object} MyGame
 * @property {string} id  of the table
 * @property {number} game  the number of the game at this table: 1, and 2 after a rematch
 * @property {string} seat  the player's; none if several people share the device
 * @property {number} at  when something was heard of it, in milliseconds
 * @property {TableInfo['phase']} phase
 * @property {number} round
 * @property {string | null} turn  the seat in turn
 * @property {Record<string, string>} names  by seat, without those that are open
 * @property {Record<string, string>} levels  of the bots, by seat
 * @property {string | null} winner
 * @property {number[]} score  by seat, of the rounds that have ended
 * @property {boolean} [here]  it is on this device, and nobody else plays
 * @property {boolean} [past]  another game has begun at its table since
 * @property {string} [daily]  the date whose deal it is */

const KEPT = 30;
const KEY = 'games';
const PHASES = ['open', 'playing', 'between', 'over'];
const LEVELS = ['easy', 'medium', 'hard', 'expert'];
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
  const { id, game, seat, at, phase, round, turn, winner, names, levels, score } = kept ?? {};
  const isGame = typeof id === 'string' && isSeat(seat) && PHASES.includes(phase) && typeof names === 'object' && names;
  if (!isGame) return [];
  const shown = Object.entries(names).flatMap(([other, name]) => (isSeat(other) ? [[other, shownName(name)]] : []));
  const strengths = Object.entries(levels ?? {}).filter(([other, level]) => isSeat(other) && LEVELS.includes(level));
  return [
    {
      id,
      game: Number.isInteger(game) ? game : 1,
      seat,
      at: Number.isFinite(at) && Math.abs(at) <= LATEST ? at : 0,
      phase,
      round: Number.isInteger(round) ? round : 1,
      turn: isSeat(turn) ? turn : null,
      winner: isSeat(winner) ? winner : null,
      names: Object.fromEntries(shown),
      levels: Object.fromEntries(strengths),
      score: Array.isArray(score) ? score.map(Number).filter(Number.isFinite) : [],
    },
  ];
}

/** @param {unknown} seat */
const isSeat = (seat) => typeof seat === 'string' && /^[A-E]$/.test(seat);

/** @param {MyGame[]} games */
function keep(games) {
  const sorted = games.sort((a, b) => b.at - a.at);
  const kept = sorted.slice(0, KEPT);
  for (const { id } of sorted.slice(KEPT))
    if (!kept.some((game) => game.id === id)) localStorage.removeItem(`seat ${id}`);
  localStorage.setItem(KEY, JSON.stringify(kept));
}

/** How a game stands, to be remembered.
 * @param {string} seat @param {TableInfo} table @param {string | null} turn @param {string | null} winner
 * @param {number} at @returns {MyGame} */
export function standing(seat, table, turn, winner, at) {
  const { id, game, phase, round, seats } = table;
  const people = new Set(seats.flatMap(({ name }) => (name ? [skeleton(name)] : [])));
  const taken = seats.filter(({ kind }) => kind !== 'open');
  const names = Object.fromEntries(
    taken.map(({ seat: other, name }) => [other, name ? shownName(name) : botName(other, people)]),
  );
  const score = seats.map((_, i) => (table.rounds ?? []).reduce((sum, points) => sum + points[i], 0));
  const levels = Object.fromEntries(
    seats.flatMap(({ seat: other, kind, level }) => (kind === 'bot' && level ? [[other, level]] : [])),
  );
  return { id, game, seat, at, phase, round, turn, winner, names, levels, score };
}

/** Earlier games of its table stay listed if they have ended. @param {MyGame} game */
export function remember(game) {
  const stays = (/** @type {MyGame} */ one) => one.id !== game.id || (one.phase === 'over' && one.game !== game.game);
  keep([game, ...myGames().filter(stays)]);
}

/** Removes all games of a table from the list. @param {string} id */
export function forget(id) {
  localStorage.removeItem(`seat ${id}`);
  keep(myGames().filter((game) => game.id !== id));
}

/** The player has left a table; the games that ended there stay listed. @param {string} id */
export function leaveTable(id) {
  localStorage.removeItem(`seat ${id}`);
  keep(myGames().filter((game) => game.id !== id || game.phase === 'over'));
}

/** How the games of a table on this device stand: the last one, then those that ended there before.
 * @param {import('../device/games.js').Listed} listed @param {string} name of its person @returns {MyGame[]} */
export function standingsHere({ id, at, about, summary }, name) {
  const { earlier, ...last } = summary ?? {};
  const daily = typeof about?.daily === 'string' && isDate(about.daily) ? { daily: about.daily } : {};
  const ended = Array.isArray(earlier) ? earlier.filter((one) => one?.phase === 'over').reverse() : [];
  return [
    { ...standingHere(id, at, last, name), ...daily },
    ...ended.map((one) => ({ ...standingHere(id, Number(one.when), one, name), past: true })),
  ];
}

/** @param {string} id @param {number} at @param {import('../device/games.js').Summary} summary
 * @param {string} name of its person @returns {MyGame} */
function standingHere(id, at, { game, seat, phase, round, turn, score, opponents, result, people: here }, name) {
  // Several people may share the device: then nobody's seat is "yours".
  const named = typeof here === 'object' && here ? Object.entries(here).filter(([other]) => isSeat(other)) : [];
  const people = new Set((named.length ? named.map(([, one]) => String(one)) : [name]).map(skeleton));
  const bots = Array.isArray(opponents) ? opponents.filter((one) => isSeat(one?.seat)) : [];
  const others = bots.filter(({ seat: other }) => !named.some(([taken]) => taken === other));
  const [read] = readGame({
    id: String(id),
    game,
    seat: isSeat(seat) ? seat : 'A',
    at,
    // A damaged game is listed, too: it can be saved and deleted.
    phase: PHASES.includes(phase) ? phase : 'playing',
    round,
    turn,
    winner: result?.winner,
    names: Object.fromEntries([...named, ...others.map(({ seat: other }) => [other, botName(other, people)])].sort()),
    levels: Object.fromEntries(others.map(({ seat: other, level }) => [other, level])),
    score,
  });
  return { ...read, here: true, ...(named.length > 1 ? { seat: '' } : {}) };
}

/** Games in the order of the list: first those that wait for this person, then those that go on, then the ended ones;
 * each group newest first. A game with no other person in it waits for this one.
 * @param {MyGame[]} games */
export const inOrder = (games) => {
  const rank = (/** @type {MyGame} */ { phase, turn, seat, here }) =>
    phase === 'over' ? 2 : here || (phase === 'playing' && turn === seat) ? 0 : 1;
  return [...games].sort((a, b) => rank(a) - rank(b) || b.at - a.at);
};
