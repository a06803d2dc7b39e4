// Games on this device: whether it can play them, and how one is made.

import { limits } from '../engine/kernel.js';
import { SEATS } from '../game/seats.js';
import { DEFAULT_DECK } from '../shared/decks.js';
import { readStored } from '../shared/local-storage.js';
import { openGames } from './games.js';

/** @typedef {import('../messages.d.ts').Options} Options */
/** @typedef {import('./games.js').StoredEvent} StoredEvent */
/** @typedef {'easy' | 'medium' | 'hard' | 'expert'} Level */

/** Who takes a seat of a game to be made: a person or a bot.
 * @typedef {{name: string} | {level: Level}} Taker */
/** How a game is to be played.
 * @typedef {object} Terms
 * @property {string | string[]} [deck]  its name, or its cards in play
 * @property {string} [title]  of a deck that has no name
 * @property {Options['memory']} [memory]
 * @property {Options['scoring']} [scoring]
 * @property {number | null} [seconds] thinking time of a turn
 * @property {boolean} [finishRound]  whether the last round is played on for second place (R20) */
/** A game against bots to be made: bots of these levels sit in all other seats, in their order.
 * @typedef {object} AgainstBots
 * @property {string} name what the person is called
 * @property {number} players
 * @property {Level[]} levels
 * @property {string} [seat] where the person sits
 * @property {{date: string}} [daily] deals and bots are those of a date */

/** The ids of tables on this device begin so. */
const LOCAL = 'local-';
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
/** The key of the person at this device, who is the host. Others who share the device have keys that begin with it. */
export const ME = 'me';

/** Whether a key is that of a person at this device. @param {string | null} key @param {string} [me] */
export const isOwn = (key, me = ME) => key === me || Boolean(key?.startsWith(`${me}-`));

/** The smallest module with a vector of 128 bits, as the engine has them: WebAssembly is older than those. */
const VECTOR = '\0asm\x01\0\0\0\x01\x05\x01\x60\0\x01\x7b\x03\x02\x01\0\x0a\x08\x01\x06\0\x41\0\xfd\x0f\x0b';

/** Whether games against bots can be played on this device. */
export const canPlayHere =
  typeof WebAssembly === 'object'
  && WebAssembly.validate(Uint8Array.from(VECTOR, (letter) => letter.charCodeAt(0)))
  && typeof Worker === 'function'
  && typeof BigInt64Array === 'function';

/** A new table id. Random bytes that would make some letters likelier are dropped. */
function newId() {
  let id = LOCAL;
  const most = 256 - (256 % LETTERS.length);
  while (id.length < LOCAL.length + 12) {
    for (const byte of crypto.getRandomValues(new Uint8Array(16)))
      if (byte < most && id.length < LOCAL.length + 12) id += LETTERS[byte % LETTERS.length];
  }
  return id;
}

/** The events of a table before its first deal, which happens when the table is opened: everyone sits down.
 * @param {Taker[]} takers  by seat @param {Terms} terms @returns {StoredEvent[]} */
export function seating(
  takers,
  { deck = DEFAULT_DECK, title = '', memory = 'all', scoring = 'letters', seconds = null, finishRound = false },
) {
  const players = takers.length;
  const named = typeof deck === 'string' ? deck : title;
  const options = { players, deck: named, scoring, seconds, memory, public: false, finish_round: finishRound };
  const host = takers.findIndex((taker) => 'name' in taker);
  const all = takers.map((taker, i) => {
    const seat = SEATS[i];
    if ('level' in taker) return { type: 'bot-seated', seat, level: taker.level };
    return { type: 'seated', seat, name: taker.name, key: i === host ? ME : `${ME}-${seat}` };
  });
  return [
    { type: 'created', options, deck, key: ME, stall_limit: limits.STALL_LIMIT_A_PLAYER * players },
    ...all.filter(({ type }) => type === 'seated'),
    ...all.filter(({ type }) => type === 'bot-seated'),
  ];
}

/** The same for one person and bots. @param {AgainstBots & Terms} game @returns {StoredEvent[]} */
export function opening({ name, players, levels, seat = 'A', ...terms }) {
  let bots = 0;
  const takers = [...SEATS.slice(0, players)].map((other) =>
    other === seat ? { name } : { level: levels[bots++ % levels.length] },
  );
  return seating(takers, terms);
}

/** Makes a game against bots, and returns the id of its table. @param {AgainstBots & Terms} game */
export const createLocal = (game) =>
  keepNew(opening(game), game.daily ? { daily: game.daily.date } : {}, game.seat ?? 'A', 1);

/** Keeps a new table that begins with these events.
 * @param {StoredEvent[]} events @param {Record<string, string>} about
 * @param {string | null} seat  of the person, if there is only one @param {number} round */
export async function keepNew(events, about, seat, round) {
  const id = newId();
  const games = await openGames();
  const facts = { created: new Date().toISOString(), ...about };
  const opponents = events.filter(({ type }) => type === 'bot-seated');
  const people = seat ? {} : { people: Object.fromEntries(peopleIn(events)) };
  await games.create(id, events, facts, { seat, phase: 'playing', round, opponents, ...people });
  // A table that cannot be stored is handed to the next page.
  if (!games.lasting) sessionStorage.setItem(id, JSON.stringify({ events, about: facts }));
  return id;
}

/** Seats and names of the people who sit down. @param {StoredEvent[]} events @returns {[string, string][]} */
const peopleIn = (events) => events.flatMap(({ type, seat, name }) => (type === 'seated' ? [[seat, name]] : []));

/** What a game was made with; null if it is not there.
 * @param {string} id @returns {Promise<import('./games.js').About | null>} */
export async function aboutOf(id) {
  const kept = await (await openGames()).load(id, Number.MAX_SAFE_INTEGER);
  return (kept ?? readStored(sessionStorage, id))?.about ?? null;
}
