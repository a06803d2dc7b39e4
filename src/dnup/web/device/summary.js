// How a game on this device stands, for *My games*: the game that goes on, and those that ended at its table before.

/** @typedef {import('./games.js').Summary} Summary */

/** The number of ended games of a table that are listed, newest last. */
const MOST_EARLIER = 20;

/** @param {import('./table.js').Table} table
 * @param {string | null} seat  the person's; null if several share the device, or none is left
 * @returns {Summary} */
export function summaryOf({ phase, turn, winner, drawn, rounds, deals, chairs, options, game }, seat) {
  return {
    players: options.players,
    seat,
    score: chairs.map((_, i) => rounds.reduce((sum, points) => sum + points[i], 0)),
    phase,
    turn,
    game,
    round: deals.length,
    opponents: chairs.filter((chair) => chair.seat !== seat).map(({ seat: other, level }) => ({ seat: other, level })),
    ...(seat
      ? {}
      : { people: Object.fromEntries(chairs.flatMap((chair) => (chair.key ? [[chair.seat, chair.name]] : []))) }),
    result: phase === 'over' ? { winner, drawn } : null,
    when: Date.now(),
  };
}

/** A new summary with the games before it: the last one joins them when a rematch has begun.
 * @param {Summary | null | undefined} before @param {Summary} summary @returns {Summary} */
export function withEarlier(before, summary) {
  const kept = Array.isArray(before?.earlier) ? before.earlier : [];
  const { earlier: _, ...last } = before ?? {};
  const ended = last.phase === 'over' && summary.game > last.game;
  const earlier = ended ? [...kept, last].slice(-MOST_EARLIER) : kept;
  return earlier.length ? { ...summary, earlier } : summary;
}
