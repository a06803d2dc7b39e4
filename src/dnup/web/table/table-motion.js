// How a table goes from one state to the next: cards fly, a hand turns, an earlier move is replayed. The animations are
// in motion.js, and which cards fly is found out in game/flights.js.

import { dealing, motion as motionOf } from '../game/flights.js';
import { arrange } from '../game/hand.js';
import { nearSeat } from '../game/seats.js';
import { NONE } from '../game/selection.js';
import { adopt, cardsPlayed, difference, prepare } from './table-state.js';

/** @typedef {import('../game/state.js').Game} Game */
/** @typedef {import('../messages.d.ts').Event} Event */
/** What is moved: a state, its drawing, and what lets cards fly.
 * @typedef {{state: import('./table-state.js').TableState, drawing: import('./table-drawing.js').TableDrawing,
 *   mover: import('./motion.js').Mover}} Table */

/** Shows a game, and moves the cards that the events have moved.
 * @param {Table} table @param {Game} game @param {Event[]} events
 * @param {boolean} touched  whether a finger is on the hand
 * @returns {Promise<void> | null}  settles when the motion is over; null if nothing moves */
export function showGame({ state, drawing, mover }, game, events, touched) {
  const before = state.game.view;
  const { last, held, peeked } = prepare(state, game, events, touched);
  const redraw = () => {
    if (last) drawing.markLast(state.game, null);
    adopt(state, game, held, events);
    drawing.clock.update(game.clock);
    drawing.drawCards(state);
  };
  if (!game.view || !last || (!before && last.type === 'moved')) {
    mover.finish();
    redraw();
    drawing.drawButtons(state);
    drawing.markLast(game, game.last);
    return null;
  }
  const change = last.type === 'dealt' ? dealing(game.view) : motionOf(/** @type {any} */ (before), game.view, last);
  // A peek has shown the turn already.
  if (peeked) change.rotated = null;
  drawing.hand.bare = true;
  const done = mover.run(change, redraw, nearSeat(game.seat));
  drawing.drawButtons(state); // after the flights have started: measuring where they go costs nothing then
  void drawing.hand.drawFaces();
  const mark = () => {
    if (state.game === game) drawing.markLast(game, game.last);
  };
  if (!done) mark();
  return done?.then(mark) ?? null;
}

/** Replays an earlier move on the table as it was then, and returns to the present.
 * @param {Table} table @param {import('../game/state.js').Past} past */
export async function replay({ state, drawing, mover }, { event, before, after }) {
  const { game, held, selection, peek, reason, sorts } = state;
  const then = { ...game, moves: [], last: event };
  mover.finish();
  drawing.markLast(game, null);
  const mine = event.seat === game.seat;
  const first = arrange(held, before.hand, sorts, false);
  const next = arrange(first, after.hand, sorts, event.verb === 'rotate' && mine, mine ? cardsPlayed(event) : []);
  Object.assign(state, {
    again: event,
    game: { ...then, view: before },
    held: first,
    changing: difference(first, next),
    selection: NONE,
    peek: false,
    reason: null,
  });
  drawing.draw(state);
  try {
    const redraw = () => {
      Object.assign(state, { game: { ...then, view: after }, held: next });
      drawing.draw(state);
    };
    await mover.run(motionOf(before, after, event), redraw, nearSeat(game.seat));
    drawing.markLast(state.game, event);
    await mover.rest();
  } finally {
    Object.assign(state, { again: null, game, held, selection, peek, reason });
    drawing.draw(state);
    drawing.markLast(game, game.last);
  }
}

/** Turns the hand over, or back. @param {Table} table */
export function turnHand({ state, drawing, mover }) {
  const near = nearSeat(state.game.seat);
  const peek = !state.peek;
  Object.assign(state, { selection: NONE, reason: null });
  mover.run(
    { flights: [], rotated: near },
    () => {
      state.peek = peek;
      drawing.drawCards(state);
    },
    near,
  );
  drawing.drawButtons(state);
}

/** The finger has left the hand: the hand follows the game again. @param {Table} table */
export function catchUp({ state, drawing, mover }) {
  if (!state.late) return;
  state.late = false;
  const held = arrange(state.held, state.game.view?.hand ?? '', state.sorts, false);
  mover.settle(() => {
    state.held = held;
    drawing.draw(state);
  });
}
