// The reviewed game as the table shows it: who sat where, and the view at each stop. No DOM.

import { skeleton } from '../game/names.js';
import { SEATS } from '../game/seats.js';
import { NOTHING } from '../game/state.js';

/** @typedef {import('./replay.js').Outline} Outline */
/** @typedef {import('./replay.js').Shown} Shown */
/** @typedef {import('../game/state.js').Game} Game */
/** @typedef {import('../messages.d.ts').TableInfo} TableInfo */
/** From which seat it is seen, whose own it is if anyone's, and whether all hands lie open.
 * @typedef {{seat: string, own: string | null, open: boolean}} Look */

/** @param {Outline} outline @param {number} round @returns {TableInfo} */
function tableOf({ players, levels, star, rounds, over }, round) {
  const seats = players.map((name, i) => {
    const level = /** @type {any} */ (levels[i]);
    const kind = /** @type {'bot' | 'person'} */ (level ? 'bot' : 'person');
    return {
      seat: SEATS[i],
      kind,
      name: level ? null : name,
      level,
      host: false,
      here: true,
      stand_in: false,
      ready: false,
    };
  });
  return {
    id: '',
    options: { players: players.length },
    seats,
    phase: over ? 'over' : 'playing',
    game: 1,
    round,
    spectators: 0,
    host_here: true,
    star,
    rounds: rounds.filter((one) => one.over).map(({ points }) => points),
  };
}

/** @param {Outline} outline @param {number} index @param {Shown} shown @param {Look} look @returns {Game} */
export function gameAt(outline, index, { view, hands }, { seat, own, open }) {
  const round = outline.rounds.findLastIndex(({ first }) => first <= index) + 1;
  return {
    ...NOTHING,
    seat,
    behind: seat !== own,
    replayed: true,
    table: tableOf(outline, round),
    view,
    position: index,
    number: index,
    last: outline.events[index],
    people: new Set(outline.players.filter((_, i) => !outline.levels[i]).map(skeleton)),
    ...(open ? { hands } : {}),
  };
}
