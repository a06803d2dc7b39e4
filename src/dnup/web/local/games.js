// The games that are kept in this browser, each as its list of events. A first version: what is there lasts as long as the browser's database.

/** What is kept beside the events of a game. @typedef {{created: string, daily?: string}} About */
/** @typedef {Record<string, any>} Kept an event, as in server/messages/events.py */

/** Another tab has kept more. */
export class Elsewhere extends Error {}
/** There is no room. */
export class Full extends Error {}
/** It was deleted. */
export class Gone extends Error {}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answer = (request) =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

export class Games {
  /** @param {IDBDatabase} base */
  constructor(base) {
    this.base = base;
    this.lasting = true;
  }

  /** @param {IDBTransactionMode} [mode] */
  #games(mode = 'readwrite') {
    return this.base.transaction('games', mode, { durability: 'strict' }).objectStore('games');
  }

  /** @param {string} id @param {Kept[]} events @param {About} about */
  async create(id, events, about) {
    await answer(this.#games().add({ id, about, events, summary: null }));
  }

  /** @param {string} id @param {number} after @param {Kept[]} events */
  async append(id, after, events) {
    const games = this.#games();
    const game = await answer(games.get(id));
    if (!game) throw new Gone();
    if (game.events.length > after) throw new Elsewhere();
    game.events.push(...events);
    await answer(games.put(game));
  }

  /** @param {string} id @param {number} after @returns {Promise<{about: About, events: Kept[]} | null>} */
  async load(id, after = 0) {
    const game = await answer(this.#games('readonly').get(id));
    return game ? { about: game.about, events: game.events.slice(after) } : null;
  }

  async list() {
    return (await answer(this.#games('readonly').getAll())).map(({ id, about, summary }) => ({ id, about, summary }));
  }

  /** @param {string} id @param {unknown} summary */
  async summarize(id, summary) {
    const games = this.#games();
    const game = await answer(games.get(id));
    if (game) await answer(games.put({ ...game, summary }));
  }

  /** @param {string} id */
  async remove(id) {
    await answer(this.#games().delete(id));
  }

  /** @param {string} _id @param {(number: number) => void} _heard */
  onChange(_id, _heard) {
    return () => {};
  }
}

export async function openGames() {
  const request = indexedDB.open('dnup-games', 1);
  request.onupgradeneeded = () => request.result.createObjectStore('games', { keyPath: 'id' });
  return new Games(await answer(request));
}
