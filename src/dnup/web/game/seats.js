// The places of seats on the screen, and names of bots. Turns go clockwise, to the left, so the next player sits at the
// viewer's left.

/** All seats there can be, clockwise. */
export const SEATS = 'ABCDE';

/** The seats of a table, clockwise. @param {number} players */
export const seatNames = (players) => [...SEATS.slice(0, players)];

/** Whose place the screen is seen from; a spectator sits behind A.
 * @param {string | null} seat */
export const nearSeat = (seat) => seat ?? 'A';

/** The others in turn order, from the viewer's left.
 * @param {string | null} seat @param {number} players */
export function others(seat, players) {
  const names = seatNames(players);
  const at = names.indexOf(nearSeat(seat));
  return names.map((_, i) => names[(at + i) % players]).slice(1);
}

/** Places of the others on a wide table, in the same order. @type {Record<number, string[]>} */
export const PLACES = {
  2: ['top'],
  3: ['left', 'right'],
  4: ['left', 'top', 'right'],
  5: ['left', 'top-left', 'top-right', 'right'],
};

/** The slots of a seat as they lie on the screen, from left to right. Area 2 is at its owner's left (R22), so the
 * far side has it on the right.
 * @param {string} seat @param {number} players @param {boolean} near */
export function slotsOf(seat, players, near) {
  if (players > 2) return [seat];
  return near ? [`${seat}2`, `${seat}1`] : [`${seat}1`, `${seat}2`];
}

/** How many letters of the word a score lights (R21), and what is above four.
 * @param {number} points @param {number} players */
export function letters(points, players) {
  const lit = players === 2 ? points * 2 : points;
  return { lit: Math.min(lit, 4), more: Math.max(lit - 4, 0) };
}
