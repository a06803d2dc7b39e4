// Games on this device as records (docs/records.md), as a server would write them: `dnup verify` accepts them.

import { ROUNDS } from './daily.js';
import { Table } from './table.js';

/** @typedef {import('../engine/engine.js').Engine} Engine */
/** @typedef {import('./games.js').Kept} Kept */
/** @typedef {import('../messages.d.ts').SeatView} SeatView */

/** The games of a table, each as the line of its record, without a round that goes on. A game of which no round has ended
 * has none. Each round of a daily deal is from 0-0, and so is a game of its own.
 * @param {Engine} engine @param {Kept[]} events @param {Pick<import('./games.js').About, 'daily' | 'from'>} about */
export function recordsOf(engine, events, { daily, from } = {}) {
  const table = new Table('', engine, daily ? ROUNDS : null);
  const game = () => (daily ? table.deals.length : table.game);
  /** By number of the game. @type {Map<number, ReturnType<typeof record> & {played_on_from?: string, hints?: number}>} */
  const records = new Map();
  for (const event of events) {
    table.apply(event);
    if (event.type !== 'move-made' || table.turn !== null || !table.position) continue;
    const view = JSON.parse(table.pen.look(table.position, 'all', null).view);
    const rounds = [...(records.get(game())?.rounds ?? []), played(table, view)];
    const whole = {
      ...record(table, table.pen.deckName, view, rounds),
      ...(table.hints ? { hints: table.hints } : {}),
    };
    // Up to there it was another game, and nobody is to take it for one that was played like that.
    records.set(game(), from && game() === 1 ? { ...whole, played_on_from: from } : whole);
  }
  // Whoever has taken another name since then goes by it.
  const last = records.get(game());
  if (last) last.players = names(table);
  return [...records.values()].map((one) => JSON.stringify(one));
}

/** @param {Table} table */
const names = ({ chairs }) => chairs.map(({ name, level }) => name ?? level ?? '');

/** A round that has ended. @param {Table} table @param {SeatView} view */
function played({ deals, moves }, { starter, finish, points, ending }) {
  const { hands, salt, commitment } = deals[deals.length - 1];
  const proof = salt ? { commitment, salt } : {}; // a deal that came from elsewhere may have none
  return { deal: hands, starter, moves: [...moves], finish, points, ending, ...proof };
}

/** The game up to the end of its last round. @param {Table} table @param {import('../engine/engine.js').DeckName} deck @param {SeatView} view  of whoever watches
 * @param {ReturnType<typeof played>[]} rounds */
const record = (table, deck, { turn_limit, stall_limit, score, points }, rounds) => ({
  format: 'dnup-record',
  version: 1,
  deck,
  turn_limit,
  ...(stall_limit ? { stall_limit } : {}),
  players: names(table),
  rounds,
  score: score.map((before, seat) => before + points[seat]),
  result: table.winner ? 'won' : table.drawn ? 'drawn' : 'unfinished',
  winner: table.winner,
});
