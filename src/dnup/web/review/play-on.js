// *Play on from here*: start a table on this device from a moment of a game. Its events are those of any other table,
// so it needs no other rules; its record says where it was played on.

import { keepNew, opening } from '../device/device.js';
import { SEATS } from '../game/seats.js';
import { ownName } from '../lobby/names.js';
import { settings } from '../settings/settings.js';
import { at } from '../shared/urls.js';
import { readRecord } from './record.js';

/** @typedef {import('../device/games.js').StoredEvent} StoredEvent */

/** The events of the table. Bots are of the levels that the record names; who was a person is played by one of the
 * usual level.
 * @param {import('./record.js').Recorded} record @param {import('./address.js').Place} place
 * @param {(string | null)[][]} turns  who was to move, by round and move
 * @param {{seat: string, name: string, level: any}} me @returns {StoredEvent[]} */
export function eventsUpTo(
  { deck, players, levels, rounds, stallLimit, finishRound },
  place,
  turns,
  { seat, name, level },
) {
  const count = players.length;
  const [created, ...seated] = opening({
    name,
    players: count,
    levels: [...SEATS.slice(0, count)].flatMap((other, i) =>
      other === seat ? [] : [/** @type {any} */ (levels[i]) ?? level],
    ),
    seat,
    finishRound,
    ...(typeof deck === 'string' ? { deck } : {}),
  });
  /** @type {StoredEvent[]} */
  const events = [{ ...created, deck, stall_limit: stallLimit }, ...seated];
  for (const [r, { deal, moves, salt }] of rounds.slice(0, place.round).entries()) {
    if (r) events.push({ type: 'seat-ready', seat });
    events.push({ type: 'round-dealt', hands: deal, salt: salt ?? '' });
    const made = r + 1 < place.round ? moves : moves.slice(0, place.move);
    for (const [m, move] of made.entries()) {
      const mover = turns[r][m];
      events.push({ type: 'move-made', seat: mover, move, by: mover === seat ? 'person' : 'bot' });
    }
  }
  return events;
}

/** Makes the table, and goes there. @param {string} line  the record @param {import('./address.js').Place} place
 * @param {import('./replay.js').Outline} outline @param {string} seat */
export async function playOn(line, place, outline, seat) {
  const record = readRecord(JSON.parse(line));
  const turns = outline.rounds.map(({ first, moves }) => outline.turns.slice(first, first + moves));
  const events = eventsUpTo(record, place, turns, { seat, name: ownName(), level: settings.level });
  const from = `r${place.round}m${place.move}`;
  location.assign(at(`table/#${await keepNew(events, { from }, seat, place.round)}`));
}
