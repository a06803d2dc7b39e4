// What the review page shows, as one state, and what follows from it without DOM.

import { seatNames } from '../game/seats.js';
import { placeOf } from './address.js';
import { momentsOf, stopBefore } from './findings.js';

/** @typedef {import('../game/state.js').Game} Game */
/** @typedef {import('./replay.js').Outline} Outline */
/** @typedef {import('./grading-worker.js').Review} Review */
/** @typedef {import('./grading-worker.js').GradedMove} GradedMove */

/**
 * @typedef {object} ReviewState
 * @property {import('./sources.js').Source | null} source  where the records come from
 * @property {string[]} lines  the records of the source, one JSON object each
 * @property {number} number  the index of the record that is shown: 0
 * @property {Outline | null} outline  the game of that record; null before one is open
 * @property {number} at  the stop that is shown, an index into the outline's events: 17
 * @property {string | null} own  the seat of the person who looks, if they played: 'B'
 * @property {string} seat  the seat that the table is seen from: 'A'
 * @property {boolean} open  all hands lie open
 * @property {boolean} playing  the game runs by itself
 * @property {{at: number, seat: string, open: boolean, game: Game} | null} shown  what the table shows, which may be behind
 * @property {string | null} packed  the record itself, if the address contains it
 * @property {Review | null} stored  the review whose mistakes have been stored
 * @property {'made' | 'best' | null} shows  which of the two moves of a moment the table shows
 * @property {number | null} step  the move of a moment's line whose table is shown: 2; null without one
 * @property {boolean} finding  the player looks for better moves before they are shown
 * @property {Set<number>} revealed  the stops whose better move has been found or shown: Set { 17 }
 */

/**
 * @typedef {object} ReviewPage  the state, and the parts of the page that show and change it
 * @property {ReviewState} state
 * @property {boolean} drawing  whether a stop is on its way from the worker to the table
 * @property {import('./worker-client.js').Grading} grading
 * @property {import('../table/table-view.js').TableView} table
 * @property {import('./transport.js').Transport} transport
 * @property {import('./moves-list.js').MovesList} moves
 * @property {import('./graph.js').Graph} graph
 * @property {import('./luck.js').Luck} luck
 * @property {import('./moments.js').Moments} moments
 * @property {import('./choice.js').Choice} choice
 * @property {import('./line.js').LinePlayer} linePlayer
 * @property {import('./progress.js').Progress} progress
 * @property {HTMLSelectElement} seats
 * @property {HTMLElement} views
 * @property {HTMLButtonElement} playOn
 * @property {HTMLElement} tabs
 * @property {HTMLElement} left
 * @property {HTMLElement} panel
 */

/** @param {boolean} finding @returns {ReviewState} */
export const newReview = (finding) => ({
  source: null,
  lines: [],
  number: 0,
  outline: null,
  at: 0,
  own: null,
  seat: 'A',
  open: false,
  playing: false,
  shown: null,
  packed: null,
  stored: null,
  shows: null,
  step: null,
  finding,
  revealed: new Set(),
});

/** The record that is shown. @param {ReviewState} state */
export const recordOf = ({ lines, number }) => lines[number];

/** How many hints the player took in the game that is shown; a record says so only if it was any.
 * @param {ReviewState} state @returns {number} */
export const hintsOf = (state) => Number(JSON.parse(recordOf(state)).hints ?? 0);

/** The moments of the seat that the table is seen from. @param {ReviewState} state @param {Review | null} review */
export const momentsIn = ({ seat }, review) => (review ? momentsOf(review, seat) : []);

/** The moment at the stop that is shown.
 * @param {ReviewState} state @param {Review | null} review @returns {GradedMove | null} */
export function currentMoment(state, review) {
  const { outline, at } = state;
  return (outline && momentsIn(state, review).find((one) => stopBefore(outline.rounds, one) === at)) ?? null;
}

/** The move at the stop that is shown, if it was right by all that its player knew and only with all cards open another
 * was better.
 * @param {ReviewState} state @param {Review | null} review */
export function unluckyMove({ outline, at, seat }, review) {
  const found = outline && review?.moves.find((one) => stopBefore(outline.rounds, one) === at);
  return found?.seat === seat && found.verdict === 'unlucky' ? found : null;
}

/** Whether the player still looks for the better move of a moment. @param {ReviewState} state @param {GradedMove} moment */
export function isExercise({ outline, finding, own, revealed }, moment) {
  const stop = outline ? stopBefore(outline.rounds, moment) : 0;
  return finding && moment.loss > 0 && moment.seat === own && !revealed.has(stop);
}

/** Whether the table shows what it should. @param {ReviewState} state */
export const isUpToDate = ({ shown, at, seat, open }) =>
  shown !== null && shown.at === at && shown.seat === seat && shown.open === open;

/** A stop that the game has, as near as possible. @param {ReviewState} state @param {number} stop */
export const within = ({ outline }, stop) => Math.min(Math.max(stop, 0), (outline?.events.length ?? 1) - 1);

/** The first stop of this round or of another one, `by` rounds further; back first goes to the beginning of this one.
 * @param {ReviewState & {outline: Outline}} state @param {number} by */
export function roundStart({ outline: { rounds }, at }, by) {
  const { round, move } = placeOf(rounds, at);
  const back = by < 0 && move > 0 ? 0 : by;
  return rounds[Math.min(Math.max(round - 1 + back, 0), rounds.length - 1)].first;
}

/** The stop of the next moment in the order of the game, or of the one before; undefined if there is none.
 * @param {ReviewState & {outline: Outline}} state @param {Review | null} review @param {number} by */
export function nextMoment(state, review, by) {
  const { outline, at } = state;
  const stops = momentsIn(state, review)
    .map((one) => stopBefore(outline.rounds, one))
    .sort((a, b) => a - b);
  return by > 0 ? stops.find((stop) => stop > at) : stops.findLast((stop) => stop < at);
}

/** The seats of the game. @param {ReviewState} state */
export const seatsOf = ({ outline }) => seatNames(outline?.players.length ?? 0);

/** The seat that an address means: the one it names if the game has it, or the player's own.
 * @param {ReviewState} state @param {string | null} named */
export const seatOf = (state, named) => (named && seatsOf(state).includes(named) ? named : (state.own ?? 'A'));

/** @param {ReviewState} state @returns {import('./address.js').Address} */
export function addressOf({ outline, at, seat, open, packed, own }) {
  const place = outline && placeOf(outline.rounds, at);
  return { place, seat: seat === (own ?? 'A') ? null : seat, open, packed };
}

/** Whether the game has ended at the stop that is shown. @param {ReviewState & {outline: Outline}} state */
export const isOver = ({ outline, at }) =>
  outline.over && placeOf(outline.rounds, at).round === outline.rounds.length && outline.turns[at] === null;
