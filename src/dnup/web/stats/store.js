// The games of the statistics, in IndexedDB: those finished on this device, and those brought from another one. A game
// has one key everywhere, so that nothing counts twice.

/** A finished game. `seat` is the player's, null as long as several people are possible; `record` is its line (docs/records.md);
 * `table` is the table of this device that it was played at, null for a game from elsewhere.
 * @typedef {object} Entry
 * @property {string} key
 * @property {string | null} table
 * @property {number} at  when it was played, in milliseconds
 * @property {string | null} seat
 * @property {Record<string, string>} people  names by seat
 * @property {string} record
 * @property {import('./numbers.js').Summary | null} review */

const NAME = 'dnup-statistics';
/** How long the browser may take to answer, in milliseconds. */
const ANSWERS_WITHIN = 15_000;
const FORMAT = 'dnup-my-play';
const SEAT = /^[A-E]$/;
/** The largest file that is read, in characters. */
export const MOST_CHARACTERS = 50_000_000;

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answer = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @returns {Promise<IDBDatabase>} */
function open() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('games', { keyPath: 'key' });
    request.result.createObjectStore('tables'); // when a table was last looked through, by its name
  };
  return Promise.race([
    answer(request),
    new Promise((_, reject) => setTimeout(() => reject(new Error('the browser does not answer')), ANSWERS_WITHIN)),
  ]);
}

/** @template T @param {IDBTransactionMode} mode
 * @param {(games: IDBObjectStore, tables: IDBObjectStore) => Promise<T>} work @returns {Promise<T>} */
export async function within(mode, work) {
  const database = await open();
  try {
    const transaction = database.transaction(['games', 'tables'], mode);
    const over = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    over.catch(() => {}); // awaited below, unless `work` fails first
    const result = await work(transaction.objectStore('games'), transaction.objectStore('tables'));
    await over;
    return result;
  } finally {
    database.close();
  }
}

/** An entry as it was stored or exported; null if it is none. @param {any} found @returns {Entry | null} */
export function readEntry(found) {
  const { key, table, at, seat, people, record, review } = found ?? {};
  if (typeof key !== 'string' || typeof record !== 'string' || !Number.isFinite(at)) return null;
  const named = typeof people === 'object' && people !== null ? Object.entries(people) : [];
  return {
    key,
    table: typeof table === 'string' ? table : null,
    at,
    seat: typeof seat === 'string' && SEAT.test(seat) ? seat : null,
    people: Object.fromEntries(named.filter(([one, name]) => SEAT.test(one) && typeof name === 'string')),
    record,
    review: isSummary(review) ? review : null,
  };
}

/** @param {any} review @returns {review is import('./numbers.js').Summary} */
const isSummary = (review) =>
  review?.version === 1
  && ['effort', 'decisions', 'lost', 'fair', 'play', 'luck'].every((field) => Number.isFinite(review[field]))
  && typeof review.kinds === 'object'
  && review.kinds !== null
  && Object.values(review.kinds).every((cost) => Number.isFinite(cost?.count) && Number.isFinite(cost?.lost));

/** All games, the oldest first. @returns {Promise<Entry[]>} */
export async function allGames() {
  const found = await within('readonly', (games) => answer(games.getAll()));
  return found
    .map(readEntry)
    .filter((entry) => entry !== null)
    .sort((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1));
}

/** The review of a game, if the game is still there and still that player's.
 * @param {string} key @param {string} seat @param {import('./numbers.js').Summary} review */
export const keepReview = (key, seat, review) =>
  within('readwrite', async (games) => {
    const entry = readEntry(await answer(games.get(key)));
    if (entry?.seat === seat) games.put({ ...entry, review });
  });

/** Whose game it was: another seat has another review. @param {string} key @param {string | null} seat */
export const chooseSeat = (key, seat) =>
  within('readwrite', async (games) => {
    const entry = readEntry(await answer(games.get(key)));
    if (entry && entry.seat !== seat) games.put({ ...entry, seat, review: null });
  });

/** Nothing is left of the statistics. Of a game whose table stays it is only known that it does not count any more.
 * @param {Set<string>} staying  tables */
export const deleteAll = (staying) =>
  within('readwrite', async (games) => {
    const all = await answer(games.getAll());
    games.clear();
    for (const { key, table } of all) if (staying.has(table)) games.put({ key, table, deleted: true });
  });

/** The games as the lines of a file. @param {Entry[]} entries */
export const exported = (entries) =>
  entries.map(({ table: _, ...entry }) => `${JSON.stringify({ format: FORMAT, version: 1, ...entry })}\n`).join('');

/** The games of a file; throws if it is none. @param {string} text @returns {Entry[]} */
export function imported(text) {
  if (text.length > MOST_CHARACTERS) throw new Error('too large');
  const lines = text.split('\n').filter((line) => line.trim());
  const entries = lines.map((line) => {
    const found = JSON.parse(line);
    const entry = found?.format === FORMAT && found.version === 1 ? readEntry({ ...found, table: null }) : null;
    if (!entry) throw new Error('not a game');
    return entry;
  });
  if (!entries.length) throw new Error('no games');
  return entries;
}

/** Two entries of one game as one: whatever is known on either device stays known. @param {Entry | null} here
 * @param {Entry} other @returns {Entry} */
export function merged(here, other) {
  if (!here) return other;
  const seat = here.seat ?? other.seat;
  const reviews = [here, other].filter((one) => one.review && one.seat === seat).map(({ review }) => review);
  reviews.sort((a, b) => (b?.effort ?? 0) - (a?.effort ?? 0));
  return { ...here, seat, review: reviews[0] ?? null };
}

/** Puts games from a file beside those that are here; returns how many are new. @param {Entry[]} entries */
export const mergeIn = (entries) =>
  within('readwrite', async (games) => {
    let added = 0;
    for (const entry of entries) {
      const here = readEntry(await answer(games.get(entry.key)));
      if (!here) added++;
      games.put(merged(here, entry));
    }
    return added;
  });
