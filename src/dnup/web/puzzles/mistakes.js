// The player's own mistakes, which come back as puzzles when they are about to be forgotten, in IndexedDB.

/** An own mistake. `due` is the date from which on it comes back, `card` the state of the schedule; mistakes stored by
 * earlier versions have no card.
 * @typedef {{id: string, position: string, made: string, answer: string, lead: number, due: string, card?:
 *   import('./schedule.js').Card}} Mistake */

import { localDate } from '../daily/daily-history.js';
import { dueOf, firstCard, schedule } from './schedule.js';

const NAME = 'dnup-study';
const MOST = 200;
/** How long the browser may take to answer, in milliseconds. */
const ANSWERS_WITHIN = 5000;

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answer = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @returns {Promise<IDBDatabase>} */
function open() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore('mistakes', { keyPath: 'id' });
  // Some browsers never answer: the page goes on without mistakes then.
  return Promise.race([
    answer(request),
    new Promise((_, reject) => setTimeout(() => reject(new Error('the browser does not answer')), ANSWERS_WITHIN)),
  ]);
}

/** @template T @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => Promise<T>} work
 * @returns {Promise<T>} */
async function within(mode, work) {
  const database = await open();
  try {
    const transaction = database.transaction('mistakes', mode);
    const over = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    const result = await work(transaction.objectStore('mistakes'));
    await over;
    return result;
  } finally {
    database.close();
  }
}

/** @param {any} kept @returns {kept is Mistake} */
const isMistake = (kept) =>
  [kept?.id, kept?.position, kept?.made, kept?.answer, kept?.due].every((text) => typeof text === 'string')
  && Number.isFinite(kept.lead);

/** The mistakes that are due, the oldest first; none where a browser stores nothing.
 * @param {string} [today] @returns {Promise<Mistake[]>} */
export async function dueMistakes(today = localDate()) {
  try {
    const all = await within('readonly', (store) => answer(/** @type {IDBRequest<Mistake[]>} */ (store.getAll())));
    return all
      .filter(isMistake)
      .filter(({ due }) => due <= today)
      .sort((one, other) => (one.due < other.due ? -1 : 1));
  } catch {
    return [];
  }
}

/** Keeps mistakes; one that is there already stays as it is.
 * @param {{position: string, made: string, answer: string, lead: number}[]} found @param {string} [today] */
export function keepMistakes(found, today = localDate()) {
  return within('readwrite', async (store) => {
    const known = new Set(await answer(store.getAllKeys()));
    for (const one of found) {
      if (known.size >= MOST || known.has(one.position)) continue;
      known.add(one.position);
      const card = firstCard(today);
      store.put({ ...one, id: one.position, due: dueOf(card), card });
    }
  });
}

/** The mistake after another try: solved, it comes back later or no more; null once it is learned.
 * @param {Mistake} mistake @param {boolean} solved @param {string} today @returns {Mistake | null} */
export function afterTry(mistake, solved, today) {
  const next = schedule(mistake.card ?? firstCard(mistake.due), solved, today);
  return next && { ...mistake, ...next };
}

/** @param {Mistake} mistake @param {boolean} solved @param {string} [today] */
export function noteTry(mistake, solved, today = localDate()) {
  const next = afterTry(mistake, solved, today);
  return within('readwrite', async (store) => {
    if (next) store.put(next);
    else store.delete(mistake.id);
  });
}
