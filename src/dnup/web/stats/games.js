// The finished games of this device as entries of the statistics: tables that have changed are looked through.

import { openGames } from '../device/games.js';
import { recordsOf } from '../device/record.js';
import { readEntry, within } from './store.js';

/** @typedef {import('./store.js').Entry} Entry */
/** @typedef {import('../device/games.js').StoredEvent} StoredEvent */
/** @typedef {import('../device/games.js').Listed} Listed */

/** The finished games of a table. Daily games are no matches, and a game played on from a moment of another is none of
 * the player's: neither counts.
 * @param {import('../engine/engine.js').Engine} engine @param {Listed} listed @param {StoredEvent[]} events
 * @returns {Entry[]} */
export function entriesOf(engine, { id, about, at, summary }, events) {
  if (about.daily || about.from) return [];
  const seated = events.filter(({ type }) => type === 'seated');
  const people = Object.fromEntries(seated.map(({ seat, name }) => [seat, name]));
  const seats = Object.keys(people);
  return recordsOf(engine, events, about).flatMap((line, i) => {
    const { result } = JSON.parse(line);
    if (result === 'unfinished') return [];
    const earlier = summary?.earlier?.find?.((/** @type {any} */ one) => one?.game === i + 1);
    const when = Number.isFinite(earlier?.when) ? earlier.when : at;
    const seat = seats.length === 1 ? seats[0] : null;
    return [{ key: `${id}#${i + 1}`, table: id, at: when, seat, people, record: line, review: null }];
  });
}

/** Brings the entries up to date with the games of this device: a game that was deleted is gone here, too.
 * @param {() => Promise<import('../engine/engine.js').Engine>} engine  a new one */
export async function lookThrough(engine) {
  const games = await openGames();
  const listed = await games.list();
  const seen = new Map(
    await within('readonly', async (_, tables) => {
      const [keys, values] = await Promise.all([answer(tables.getAllKeys()), answer(tables.getAll())]);
      return keys.map((key, i) => /** @type {const} */ ([String(key), values[i]]));
    }),
  );
  for (const table of listed) {
    if (seen.get(table.id) === table.at) continue;
    await lookAt(table, await games.load(table.id).catch(() => null), engine);
  }
  const there = new Set(listed.map(({ id }) => id));
  if (!games.lasting) return;
  await within('readwrite', async (entries, tables) => {
    for (const id of seen.keys()) if (!there.has(id)) tables.delete(id);
    for (const found of await answer(entries.getAll())) {
      const { key, table } = found;
      if (table && !there.has(table)) entries.delete(key);
    }
  });
}

/** @param {Listed} table @param {{events: StoredEvent[]} | null} kept @param {() => Promise<import('../engine/engine.js').Engine>} engine */
async function lookAt(table, kept, engine) {
  /** @type {Entry[]} */
  let found = [];
  try {
    found = kept ? entriesOf(await engine(), table, kept.events) : [];
  } catch {} // a damaged game has no record: My games says so
  await within('readwrite', async (entries, tables) => {
    for (const entry of found) {
      const stored = await answer(entries.get(entry.key));
      if (stored?.deleted) continue;
      const before = readEntry(stored);
      entries.put(before ? { ...entry, at: before.at, seat: before.seat ?? entry.seat, review: before.review } : entry);
    }
    tables.put(table.at, table.id);
  });
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answer = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
