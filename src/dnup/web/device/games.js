// The games on this device: each is its list of events, in IndexedDB. An event is on disk before anything of it is
// shown, so it is still there after a crash. The number decides, as in the server's store: of two tabs that append an
// event with the same number, the second fails and reads what it has missed. It runs in pages and in workers.

import { GamesInMemory } from './games-in-memory.js';
import { beginFreshLog } from './leveldb-workaround.js';
import { Damaged, Elsewhere, Full, Gone, Newer, Silent } from './storage-errors.js';
import { withEarlier } from './summary.js';

export { Damaged, Elsewhere, Full, Gone, Newer, Silent };

/** As in src/dnup/server/messages/events.py. @typedef {{type: string, [field: string]: any}} StoredEvent */
/** What a game was made with, besides its events; `from` is where another game was played on, like `r2m14`.
 * @typedef {{created: string, daily?: string, from?: string, [fact: string]: any}} About */
/** How it stands, for *My games*. @typedef {Record<string, any>} Summary */
/** `at` is when it was last played.
 * @typedef {{id: string, about: About, summary: Summary | null, at: number}} Listed */
/** All that can be done with games, wherever they are; `why` says why they do not outlive the page.
 * @typedef {object} Games
 * @property {boolean} lasting  whether they outlive the page
 * @property {'newer' | 'none' | 'silent' | null} why
 * @property {(id: string, events: StoredEvent[], about: About, summary?: Summary) => Promise<void>} create
 * @property {(id: string, after: number, events: StoredEvent[], summary?: Summary) => Promise<void>} append
 * @property {(id: string, after?: number) => Promise<{about: About, events: StoredEvent[]} | null>} load
 * @property {(id: string) => Promise<unknown>} everything
 * @property {() => Promise<Listed[]>} list
 * @property {(id: string, summary: Summary) => Promise<void>} summarize
 * @property {(id: string) => Promise<void>} remove
 * @property {(id: string, heard: (number: number) => void) => () => void} onChange */

const NAME = 'dnup';
/** Each leads from the version before to its own, and is never changed once it was released: the data of every older
 * page are carried over.
 * @type {((database: IDBDatabase) => void)[]} */
const MIGRATIONS = [
  (database) => {
    database.createObjectStore('games', { keyPath: 'id' }); // {id, about, summary, at, number}
    database.createObjectStore('events'); // by [id, number]
  },
];
/** How long another tab may take to let go, in milliseconds. */
const PATIENCE = 3000;
/** How long the browser may take to answer, in milliseconds: some never do, until they are started again. */
const ANSWERS_WITHIN = 15_000;
/** How long to wait before another try to open the database, in milliseconds: a browser that has crashed may still hold
 * it. */
const AGAIN = [200, 800];

/** Nothing is written before this; null while nothing has been opened. @type {Promise<void> | null} */
let freshLog = null;

/** Whether the browser has not answered: who has waited once does not wait again. */
let silent = false;

/** The errors of a browser whose database cannot be opened now, but perhaps later. */
const PASSING = new Set(['UnknownError', 'AbortError', 'TimeoutError']);

/** The games of this device; where it keeps none, those of this page. Never fails. @returns {Promise<Games>} */
export async function openGames() {
  const games = new KeptGames();
  if (silent) return new GamesInMemory('silent');
  for (const wait of [...AGAIN, 0]) {
    try {
      await games.open();
      return games;
    } catch (error) {
      if (error instanceof Newer) return new GamesInMemory('newer');
      if (error instanceof Silent) silent = true;
      if (!PASSING.has(/** @type {Error} */ (error).name)) break;
      await new Promise((done) => setTimeout(done, wait));
    }
  }
  return new GamesInMemory(silent ? 'silent' : 'none');
}

/** The channel on which tabs tell each other of new events. */
const newsOfGames = () => (typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('dnup games'));

/** @implements {Games} */
class KeptGames {
  lasting = true;
  why = null;
  /** @type {Promise<IDBDatabase> | null} */
  #database = null;
  /** Open only while something subscribes: an open channel that receives a message evicts the page from the
   * back/forward cache.
   * @type {BroadcastChannel | null} */
  #news = null;

  /** @param {string} id @param {StoredEvent[]} events @param {About} about @param {Summary | null} summary */
  create(id, events, about, summary = null) {
    return this.#keep(id, events.length, async (games, kept) => {
      if (await answer(games.getKey(id))) throw new Elsewhere(`there is a game ${id} already`);
      games.add({ id, about, summary, at: Date.now(), number: events.length });
      add(kept, id, 0, events);
    });
  }

  /** Keep events number `after` + 1 and on, and how the game then stands; resolves when they are on disk.
   * @param {string} id @param {number} after @param {StoredEvent[]} events @param {Summary} [summary] */
  append(id, after, events, summary) {
    return this.#keep(id, after + events.length, async (games, kept) => {
      const game = await answer(games.get(id));
      if (!game || game.number < after) throw new Gone(`there is no game ${id} of ${after} events`);
      if (game.number > after) throw new Elsewhere(`${id} has ${game.number} events, not ${after}`);
      games.put({ ...game, number: after + events.length, at: Date.now(), summary: summary ?? game.summary });
      add(kept, id, after, events);
    });
  }

  /** @param {string} id */
  load(id, after = 0) {
    return this.#within('readonly', async (games, kept) => {
      const game = await answer(games.get(id));
      if (!game) return null;
      const events = await answer(kept.getAll(numbers(id, after)));
      // Without this check, a reader would wait for ever for an event that another tab seems about to store.
      if (events.length !== Math.max(0, game.number - after)) throw new Damaged(`${id} lacks some of its events`);
      return { about: game.about, events };
    });
  }

  /** All that there is of a game, as it is: also of a damaged one. @param {string} id @returns {Promise<unknown>} */
  everything(id) {
    return this.#within('readonly', async (games, kept) => ({
      game: await answer(games.get(id)),
      numbers: (await answer(kept.getAllKeys(numbers(id, 0)))).map((key) => /** @type {any} */ (key)[1]),
      events: await answer(kept.getAll(numbers(id, 0))),
    }));
  }

  async list() {
    /** @type {(Listed & {number: number})[]} */
    const games = await this.#within('readonly', (games) => answer(games.getAll()));
    return games.map(({ number: _, ...listed }) => listed).sort((one, other) => Number(other.at) - Number(one.at));
  }

  /** It need not survive a crash: opening the game writes it again. @param {string} id @param {Summary} summary */
  summarize(id, summary) {
    const write = async (/** @type {IDBObjectStore} */ games) => {
      const game = await answer(games.get(id));
      if (!game) throw new Gone(`there is no game ${id}`);
      games.put({ ...game, summary: withEarlier(game.summary, summary) });
    };
    return this.#within('readwrite', write, 'relaxed');
  }

  /** @param {string} id */
  remove(id) {
    return this.#keep(id, 0, async (games, kept) => {
      games.delete(id);
      kept.delete(numbers(id, 0));
    });
  }

  /** Hear of what other tabs keep of a game: the number of its last event, 0 once it is deleted; returns how to stop.
   * @param {string} id @param {(number: number) => void} heard */
  onChange(id, heard) {
    /** @param {MessageEvent} message */
    const hear = ({ data }) => {
      if (data.id === id) heard(data.number);
    };
    this.#news ??= newsOfGames();
    this.#news?.addEventListener('message', hear);
    return () => this.#news?.removeEventListener('message', hear);
  }

  /** The database, opened again if it was closed: by a newer page, or because the browser has thrown it away. */
  open() {
    this.#database ??= opened(() => {
      this.#database = null;
    }).catch((error) => {
      this.#database = null;
      throw error;
    });
    return this.#database;
  }

  /** Change a game, and tell the other tabs. @param {string} id @param {number} number of its last event then
   * @param {(games: IDBObjectStore, kept: IDBObjectStore) => Promise<void>} work */
  async #keep(id, number, work) {
    await this.#within('readwrite', work);
    const news = this.#news ?? newsOfGames();
    news?.postMessage({ id, number });
    if (news !== this.#news) news?.close();
  }

  /** Do something all or not at all; resolves when it is on disk.
   * @template T @param {IDBTransactionMode} mode
   * @param {(games: IDBObjectStore, kept: IDBObjectStore) => Promise<T>} work
   * @param {IDBTransactionDurability} durability
   * @param {boolean} again  whether it may be tried once more
   * @returns {Promise<T>} */
  async #within(mode, work, durability = 'strict', again = true) {
    try {
      const database = await this.open();
      if (mode === 'readwrite') await freshLog;
      return await transact(database, mode, durability, work);
    } catch (error) {
      const { name } = /** @type {Error} */ (error);
      if (name === 'QuotaExceededError') throw new Full('there is no room for this game');
      // The database was closed meanwhile. Should it have been kept nevertheless, the number says so.
      if (again && (name === 'InvalidStateError' || name === 'AbortError'))
        return this.#within(mode, work, durability, false);
      throw error;
    }
  }
}

/** @template T @param {IDBDatabase} database @param {IDBTransactionMode} mode
 * @param {IDBTransactionDurability} durability
 * @param {(games: IDBObjectStore, kept: IDBObjectStore) => Promise<T>} work @returns {Promise<T>} */
async function transact(database, mode, durability, work) {
  const transaction = database.transaction(['games', 'events'], mode, { durability });
  const over = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error ?? new DOMException('closed', 'AbortError'));
  });
  over.catch(() => {}); // awaited below, unless `work` fails first
  try {
    const result = await work(transaction.objectStore('games'), transaction.objectStore('events'));
    await over;
    return result;
  } catch (error) {
    try {
      transaction.abort();
    } catch {
      // The transaction has ended already.
    }
    throw error;
  }
}

/** @param {IDBObjectStore} kept @param {string} id @param {number} after @param {StoredEvent[]} events */
function add(kept, id, after, events) {
  for (const [i, event] of events.entries()) kept.add(event, [id, after + 1 + i]);
}

/** The keys of a game's events. @param {string} id @param {number} after */
const numbers = (id, after) => IDBKeyRange.bound([id, after + 1], [id, Number.POSITIVE_INFINITY]);

/** What a request comes to. @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answer = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @param {() => void} closed  it is no longer to be used @returns {Promise<IDBDatabase>} */
function opened(closed) {
  return new Promise((resolve, reject) => {
    freshLog ??= beginFreshLog();
    const request = indexedDB.open(NAME, MIGRATIONS.length);
    request.onupgradeneeded = ({ oldVersion }) => {
      for (const migrate of MIGRATIONS.slice(oldVersion)) migrate(request.result);
    };
    let late = false;
    const giveUp = (/** @type {Error} */ error) => {
      late = true;
      reject(error);
    };
    const limit = setTimeout(() => giveUp(new Silent('the browser does not answer')), ANSWERS_WITHIN);
    request.onblocked = () => {
      clearTimeout(limit);
      setTimeout(() => giveUp(new Error('another tab does not let go of the games')), PATIENCE);
    };
    request.onerror = () => {
      clearTimeout(limit);
      reject(
        request.error?.name === 'VersionError'
          ? new Newer('a newer version of the page keeps the games')
          : request.error,
      );
    };
    request.onsuccess = () => {
      clearTimeout(limit);
      const database = request.result;
      // Another page that needs exclusive access gets it: a newer version, or one that clears the browser's data.
      database.onversionchange = () => {
        database.close();
        closed();
      };
      database.onclose = () => {
        freshLog = null; // after an error, perhaps a full disk, the workaround runs again
        closed();
      };
      if (late) database.close();
      else resolve(database);
    };
  });
}

/** Work that only one tab does for a game, like playing its bots: the other tabs wait until it closes. A tab that the
 * system has put to sleep still holds the lock; `steal` takes it over, and the signal of the tab that had it is aborted.
 * Without locks every tab does the work, and the number decides.
 * @param {string} id
 * @param {AbortSignal} signal  not any more
 * @param {(signal: AbortSignal) => Promise<void>} work */
export async function whileMine(id, signal, work, { steal = false } = {}) {
  if (!navigator.locks) return work(signal);
  const mine = new AbortController();
  let begun = false;
  let stop = () => {};
  // Chromium loses an abort that comes before the request has reached its lock manager, so giving up is ours to notice.
  const givenUp = new Promise((done) => {
    stop = () => {
      mine.abort();
      if (!begun) done(undefined);
    };
  });
  signal.addEventListener('abort', stop);
  try {
    if (signal.aborted) return;
    const options = steal ? { steal } : { signal };
    const request = navigator.locks.request(`dnup ${id}`, options, () => {
      if (signal.aborted) return;
      begun = true;
      return work(mine.signal);
    });
    await Promise.race([request, givenUp]);
  } catch (error) {
    // Given up while waiting, or stolen.
    if (/** @type {Error} */ (error).name !== 'AbortError') throw error;
  } finally {
    mine.abort();
    signal.removeEventListener('abort', stop);
  }
}

/** Ask the browser not to delete the games when storage is short. Some browsers ask the person, so this is done once,
 * when there is something to lose. Only pages can ask, workers cannot. */
export async function askToStay() {
  const { storage } = navigator;
  if (!storage?.persist || localStorage.getItem('stay')) return;
  localStorage.setItem('stay', 'asked');
  if (!(await storage.persisted())) await storage.persist();
}
