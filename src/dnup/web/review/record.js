// Read records (docs/records.md) from untrusted files and links. No DOM.

import { readDeck } from '../engine/decks.js';
import { shownName } from '../game/names.js';
import { SEATS } from '../game/seats.js';

/** @typedef {{deal: string[], moves: string[], salt: string | null}} RecordedRound */
/** What is used of a record; who won and how many points were made, the engine computes again.
 * @typedef {object} Recorded
 * @property {string | string[]} deck
 * @property {string[]} players
 * @property {(string | null)[]} levels  of the bots, by seat; null for a person, and where the record does not say
 * @property {number} turnLimit
 * @property {number} stallLimit
 * @property {boolean} finishRound
 * @property {RecordedRound[]} rounds */

/** The largest file that is read, in bytes, and how many of its games are shown. */
export const MOST_BYTES = 8_000_000;
const MOST_GAMES = 500;
const MOST_ROUNDS = 200;
const MOST_MOVES = 20_000;
const LONGEST_MOVE = 400;
const LONGEST_DEAL = 1000;
/** What records call bots that have a level. */
const LEVELS = ['easy', 'medium', 'hard', 'expert'];
const HIGHEST_LIMIT = 1_000_000;
/** Something is not a record; `key` is the sentence in the locale. */
export class NotARecord extends Error {
  /** @param {'not_record' | 'too_large' | 'newer' | 'not_legal' | 'no_games' | 'damaged'} key
   * @param {{round?: number, move?: number}} [where] */
  constructor(key, where = {}) {
    super(key);
    this.key = `review.${key}`;
    this.where = where;
  }
}

/** @param {boolean} fine @returns {asserts fine} */
function need(fine) {
  if (!fine) throw new NotARecord('not_record');
}

/** The games of a file, one a line; whatever is no record makes the whole of it none.
 * @param {string} text @returns {Recorded[]} */
export function readRecords(text) {
  if (text.length > MOST_BYTES) throw new NotARecord('too_large');
  const lines = text.split('\n').filter((line) => line.trim());
  // A record may also be spread over several lines, as the documentation has one.
  const texts = lines.length > 1 && isJson(lines[0]) ? lines.slice(0, MOST_GAMES) : [text];
  const records = texts.map((line) => readRecord(parse(line)));
  if (!records.length) throw new NotARecord('no_games');
  return records;
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new NotARecord('not_record');
  }
}

/** @param {string} text */
function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** @param {unknown} data @returns {Recorded} */
export function readRecord(data) {
  need(typeof data === 'object' && data !== null && !Array.isArray(data));
  const {
    format,
    version,
    deck,
    players,
    rounds,
    turn_limit,
    stall_limit = 0,
    bots = [],
    finish_round = false,
  } = /** @type {Record<string, any>} */ (data);
  need(format === 'dnup-record');
  if (version !== 1) throw new NotARecord(Number.isInteger(version) && version > 1 ? 'newer' : 'not_record');
  need(isTexts(players) && players.length >= 2 && players.length <= 5);
  need(isTexts(bots) && bots.length <= players.length);
  need(typeof finish_round === 'boolean');
  need(isWhole(turn_limit, 1) && isWhole(stall_limit, 0));
  need(Array.isArray(rounds) && rounds.length > 0 && rounds.length <= MOST_ROUNDS);
  const read = rounds.map((round) => readRound(round, players.length));
  need(read.reduce((sum, { moves }) => sum + moves.length, 0) <= MOST_MOVES);
  const known = readDeck(deck, players.length);
  need(known !== null);
  return {
    deck: known,
    players: players.map((name) => shownName(name)),
    // A name tells nobody's kind: a person may be called like a bot.
    levels: players.map((name, i) => (bots.includes(SEATS[i]) && LEVELS.includes(name) ? name : null)),
    turnLimit: turn_limit,
    stallLimit: stall_limit,
    finishRound: finish_round,
    rounds: read,
  };
}

/** @param {any} round @param {number} players @returns {RecordedRound} */
function readRound(round, players) {
  need(typeof round === 'object' && round !== null);
  const { deal, moves, salt } = round;
  need(isTexts(deal) && deal.length === players && deal.every((hand) => /^[0-9/ ]*$/.test(hand)));
  need(deal.join('|').length <= LONGEST_DEAL);
  need(isTexts(moves) && moves.length <= MOST_MOVES);
  need(moves.every((move) => move.length <= LONGEST_MOVE && /^[ -~]+$/.test(move)));
  return { deal, moves, salt: typeof salt === 'string' && /^[0-9a-f]{1,128}$/.test(salt) ? salt : null };
}

/** @param {unknown} list @returns {list is string[]} */
const isTexts = (list) => Array.isArray(list) && list.every((text) => typeof text === 'string');

/** @param {unknown} number @param {number} least */
const isWhole = (number, least) =>
  Number.isInteger(number) && Number(number) >= least && Number(number) <= HIGHEST_LIMIT;
