// A moment of a game in an address: `#r2m14`, `#r2m14.B` as B saw it, `#r2m14.open` with open hands. A game that is in
// the link itself follows after a `~`. No DOM.

/** @typedef {{round: number, move: number}} Place */
/** @typedef {{place: Place | null, seat: string | null, open: boolean, packed: string | null}} Address */

/** @param {string} hash  with or without its # @returns {Address} */
export function parseAddress(hash) {
  const [text, ...rest] = hash.replace(/^#/, '').split('~');
  const found = /^r(\d{1,4})(?:m(\d{1,5}))?(?:\.([A-E])?(?:-?(open))?)?$/.exec(text);
  return {
    place: found ? { round: Number(found[1]), move: Number(found[2] ?? 0) } : null,
    seat: found?.[3] ?? null,
    open: Boolean(found?.[4]),
    packed: rest.length ? rest.join('~') : null,
  };
}

/** @param {Address} address */
export function formatAddress({ place, seat, open, packed }) {
  const look = [seat ?? '', open ? 'open' : ''].filter(Boolean).join('-');
  const text = place ? `r${place.round}m${place.move}${look ? `.${look}` : ''}` : '';
  return `${text}${packed ? `~${packed}` : ''}`;
}

/** The stop that an address means, the nearest there is.
 * @param {{first: number, moves: number}[]} rounds @param {Place | null} place */
export function stopOf(rounds, place) {
  if (!place) return 0;
  const round = rounds[Math.min(Math.max(place.round, 1), rounds.length) - 1];
  return round.first + Math.min(place.move, round.moves);
}

/** @param {{first: number, moves: number}[]} rounds @param {number} stop @returns {Place} */
export function placeOf(rounds, stop) {
  const index = rounds.findLastIndex(({ first }) => first <= stop);
  return { round: index + 1, move: stop - rounds[index].first };
}
