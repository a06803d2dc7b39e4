// Games on this device as records (docs/records.md), as a server would write them: `dnup verify` accepts them.

import { rebuild } from './stored-game.js';

/** @typedef {import('../engine/engine.js').Engine} Engine */
/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('./games.js').StoredEvent} StoredEvent */
/** @typedef {import('../messages.d.ts').SeatView} SeatView */

/** The games of a table, each as the line of its record, without a round that goes on. A game of which no round has
 * ended has none. Each round of a daily game begins at 0-0, so it is a match by itself.
 * @param {Engine} engine @param {StoredEvent[]} events
 * @param {Pick<import('./games.js').About, 'daily' | 'from'>} about Throws `Damaged` where they are not the events of a
 *   game. */
export function recordsOf(engine, events, about = {}) {
  const game = (/** @type {Table} */ table) => (about.daily ? table.deals.length : table.game);
  /** By number of the game.
   * @type {Map<number, ReturnType<typeof record> & {played_on_from?: string, hints?: number, take_backs?: number}>} */
  const records = new Map();
  const table = rebuild('', engine, { about, events }, (table, event) => {
    if (event.type !== 'move-made' || table.turn !== null || !table.position) return;
    const view = JSON.parse(table.writer.writeViews(table.position, 'all', null).view);
    const number = game(table);
    const rounds = [...(records.get(number)?.rounds ?? []), played(table, view)];
    const whole = {
      ...record(table, table.writer.deckName, view, rounds),
      ...(table.hints ? { hints: table.hints } : {}),
      ...(table.takeBacks ? { take_backs: table.takeBacks } : {}),
    };
    // Up to there it was another game, and nobody is to take it for one that was played like that.
    records.set(number, about.from && number === 1 ? { ...whole, played_on_from: about.from } : whole);
  });
  // A player who has changed their name since then has the new one.
  const last = records.get(game(table));
  if (last) Object.assign(last, whoPlays(table));
  return [...records.values()].map((one) => JSON.stringify(one));
}

/** Everyone's name, a bot's being its level, and which seats are bots'. @param {Table} table */
const whoPlays = ({ chairs }) => ({
  players: chairs.map(({ name, level }) => name ?? level ?? ''),
  bots: chairs.filter(({ level }) => level).map(({ seat }) => seat),
});

/** A round that has ended. @param {Table} table @param {SeatView} view */
function played({ deals, moves }, { starter, finish, points, ending }) {
  const { hands, salt, commitment } = deals[deals.length - 1];
  const proof = salt ? { commitment, salt } : {}; // a deal that came from elsewhere may have none
  return { deal: hands, starter, moves: [...moves], finish, points, ending, ...proof };
}

/** The game up to the end of its last round.
 * @param {Table} table @param {import('../engine/engine.js').DeckName} deck
 * @param {SeatView} view  a spectator's
 * @param {ReturnType<typeof played>[]} rounds */
const record = (table, deck, { turn_limit, stall_limit, score, points }, rounds) => ({
  format: 'dnup-record',
  version: 1,
  deck,
  turn_limit,
  ...(stall_limit ? { stall_limit } : {}),
  ...(table.options.finish_round ? { finish_round: true } : {}),
  ...whoPlays(table),
  rounds,
  score: score.map((before, seat) => before + points[seat]),
  result: table.winner ? 'won' : table.drawn ? 'drawn' : 'unfinished',
  winner: table.winner,
});
