// The few requests over HTTP. A refusal is an error with its code and facts; `refusalText` says it in the player's
// language.

import { at } from './urls.js';

// Most servers are ready: what waits for one is no part of the first load.
const untilReady = async () => (await import('./starting.js')).untilReady();

/** @typedef {import('../messages.d.ts').Refused} Refused */

export class RefusedError extends Error {
  /** @param {Refused} refused */
  constructor(refused) {
    super(refused.sentence);
    this.code = refused.code;
    this.facts = refused.facts;
  }
}

/** @param {string} method @param {string} path @param {unknown} [body] @returns {Promise<any>} */
async function ask(method, path, body) {
  const answer = await fetch(at(path), {
    method,
    credentials: 'same-origin',
    headers: body ? { 'Content-Type': 'application/json' } : {},
    body: body ? JSON.stringify(body) : undefined,
  });
  if (!answer.ok) {
    const refused = await answer.json();
    if (refused.code !== 'starting') throw new RefusedError(refused);
    await untilReady();
    return ask(method, path, body);
  }
  return answer.status === 204 ? null : answer.json();
}

/** Stores the seat link of this browser. @param {import('../messages.d.ts').Joined} joined */
function keep(joined) {
  localStorage.setItem(`seat ${joined.table.id}`, joined.link);
  return joined;
}

/** This person's own link to their seat at a table, if it was taken in this browser. @param {string} table */
export const ownLink = (table) => localStorage.getItem(`seat ${table}`);

/** @param {import('../messages.d.ts').NewTable} table @returns {Promise<import('../messages.d.ts').Joined>} */
export const createTable = async (table) => keep(await ask('POST', 'api/tables', table));
/** @param {string} table @param {import('../messages.d.ts').TakeSeat} seat
 * @returns {Promise<import('../messages.d.ts').Joined>} */
export const takeSeat = async (table, seat) => keep(await ask('POST', `api/tables/${table}/seats`, seat));
/** Takes the seat of a link, in place of this browser's own at that table. @param {string} link */
export const openSeat = (link) => ask('POST', link, {});
/** @returns {Promise<import('../messages.d.ts').TableList>} */
export const listTables = () => ask('GET', 'api/tables');
/** @returns {Promise<import('../messages.d.ts').DeckList>} */
export const listDecks = () => ask('GET', 'api/decks');
/** How these games stand; those that are gone are left out.
 * @param {string[]} tables @returns {Promise<import('../messages.d.ts').GameList>} */
export const listGames = (tables) => ask('GET', `api/games?tables=${tables.join(',')}`);
