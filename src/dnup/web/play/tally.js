// The running tally: how many games each of the same people has won against the others, kept in this browser. No DOM.

import { seatName } from '../game/phrases.js';
import { seatInfo } from '../game/state.js';

/** @typedef {import('../game/state.js').Game} Game */
/** What these people have won, by name, and the last game that was counted.
 * @typedef {{wins: Record<string, number>, last: string}} Tally */

const KEY = 'tally';
/** How many groups of people are remembered. */
const MOST = 40;

/** @returns {Record<string, Tally>} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return kept && typeof kept === 'object' && !Array.isArray(kept) ? kept : {};
  } catch {
    return {};
  }
}

/** Counts a game that has ended, once, and gives the tally of its people; null where fewer than two people play, or the
 * game has not ended, or none of them has won yet.
 * @param {string} id  the table @param {Game} game @returns {[string, number][] | null}  who has won most comes first */
export function countGame(id, game) {
  const { table, result } = game;
  const people = (table?.seats ?? []).filter(({ kind }) => kind === 'person').map(({ seat }) => seatName(game, seat));
  if (!table || !result || table.phase !== 'over' || people.length < 2) return null;
  const all = read();
  const key = JSON.stringify([...people].sort());
  const tally = all[key]?.wins ? all[key] : { wins: {}, last: '' };
  const one = `${id} ${table.game}`;
  if (tally.last !== one) {
    const winner =
      result.winner && seatInfo(game, result.winner)?.kind === 'person' ? seatName(game, result.winner) : '';
    if (winner) tally.wins[winner] = (tally.wins[winner] ?? 0) + 1;
    tally.last = one;
    delete all[key];
    all[key] = tally; // the last one that played stands last
    const kept = Object.entries(all).slice(-MOST);
    try {
      localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
    } catch {} // storage is full: this page still shows the new count
  }
  const sums = people.map((name) => /** @type {[string, number]} */ ([name, tally.wins[name] ?? 0]));
  // As long as only bots have won there is nothing to tell.
  if (sums.every(([, count]) => !count)) return null;
  return sums.sort(([, first], [, second]) => second - first);
}
