// The state of a score pad, as it is stored: the players, the taps of this game, and the games of the evening. No DOM.

import { distinctName, firstOf, MAX_NAME, showsSomething, visible } from '../game/names.js';
import { readStored } from '../shared/local-storage.js';

/** The names in their order, the options, who emptied their hand in the order of taps, who has the star, games won this
 * evening, and whether the game goes on.
 * @typedef {object} Pad
 * @property {string[]} names
 * @property {boolean} finishRound  whether the last round is played on for second place (R20)
 * @property {number[]} taps
 * @property {number | null} star
 * @property {number[]} won
 * @property {boolean} open */

const KEY = 'score pad';
export const FEWEST = 2;
export const MOST = 5;
/** A game has fewer taps; a longer list is not read further. */
const MOST_TAPS = 100;

/** @returns {Pad} */
export const newPad = () => ({
  names: ['', '', '', ''],
  finishRound: false,
  taps: [],
  star: null,
  won: [0, 0, 0, 0],
  open: false,
});

/** @param {unknown} number @param {number} players */
const isPlayer = (number, players) => Number.isInteger(number) && Number(number) >= 0 && Number(number) < players;

/** The pad of last time; storage may contain anything. @returns {Pad} */
export function readPad() {
  const kept = readStored(localStorage, KEY);
  const fresh = newPad();
  if (!Array.isArray(kept?.names) || kept.names.length < FEWEST || kept.names.length > MOST) return fresh;
  const names = kept.names.map(readName);
  const players = names.length;
  const list = (/** @type {unknown} */ found) => /** @type {any[]} */ (Array.isArray(found) ? found : []);
  return {
    names,
    finishRound: kept.finishRound === true,
    taps: list(kept.taps)
      .slice(0, MOST_TAPS)
      .filter((tap) => isPlayer(tap, players)),
    star: isPlayer(kept.star, players) ? kept.star : null,
    won: names.map((/** @type {string} */ _, /** @type {number} */ i) => {
      const count = list(kept.won)[i];
      return Number.isInteger(count) && count > 0 ? count : 0;
    }),
    open: kept.open === true,
  };
}

/** @param {unknown} text */
const readName = (text) => (typeof text === 'string' ? firstOf(visible(text.slice(0, 200)), MAX_NAME) : '');

/** Stores the pad; false if storage is full or closed. @param {Pad} pad */
export function keepPad(pad) {
  try {
    localStorage.setItem(KEY, JSON.stringify(pad));
    return true;
  } catch {
    return false;
  }
}

/** The names to show: a player without a name gets a number, and no two names look alike.
 * @param {string[]} names @param {(number: number) => string} numbered */
export function namesOf(names, numbered) {
  const all = /** @type {string[]} */ ([]);
  for (const [i, name] of names.entries())
    all.push(distinctName(showsSomething(name) ? visible(name) : numbered(i + 1), all));
  return all;
}

/** The pad with another number of players: those who stay keep their names, and the game begins again.
 * @param {Pad} pad @param {number} players @returns {Pad} */
export const withPlayers = (pad, players) => ({
  ...pad,
  names: Array.from({ length: players }, (_, i) => pad.names[i] ?? ''),
  taps: [],
  star: null,
  won: Array(players).fill(0),
});

/** The pad for another game with the same people: the winner's game is counted.
 * @param {Pad} pad @param {number | null} winner @returns {Pad} */
export const anotherGame = (pad, winner) => ({
  ...pad,
  taps: [],
  star: null,
  won: pad.won.map((count, i) => count + Number(i === winner)),
});
