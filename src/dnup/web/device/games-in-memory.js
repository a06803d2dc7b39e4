// Games in memory, for a browser that stores none: the interface of games.js, as long as the page is open.
import { Elsewhere, Gone } from './storage-errors.js';
import { withEarlier } from './summary.js';

/** @typedef {import('./games.js').StoredEvent} StoredEvent */
/** @typedef {import('./games.js').About} About */
/** @typedef {import('./games.js').Summary} Summary */
/** @typedef {import('./games.js').Listed} Listed */
/** @typedef {import('./games.js').Games} Games */

/** @implements {Games} */
export class GamesInMemory {
  lasting = false;
  /** @type {Map<string, Listed & {events: StoredEvent[]}>} */
  #games = new Map();

  /** @param {'newer' | 'none' | 'silent'} why  games are not kept: a newer version keeps them in its own way, the
   *   browser does not, or it does not answer */
  constructor(why = 'none') {
    this.why = why;
  }

  /** @param {string} id @param {StoredEvent[]} events @param {About} about @param {Summary | null} summary */
  async create(id, events, about, summary = null) {
    if (this.#games.has(id)) throw new Elsewhere(`there is a game ${id} already`);
    this.#games.set(id, { id, about, summary, at: Date.now(), events: [...events] });
  }

  /** @param {string} id @param {number} after @param {StoredEvent[]} events @param {Summary} [summary] */
  async append(id, after, events, summary) {
    const game = this.#game(id);
    if (game.events.length !== after) throw new Elsewhere(`${id} has ${game.events.length} events, not ${after}`);
    game.events.push(...events);
    game.at = Date.now();
    if (summary) game.summary = summary;
  }

  /** @param {string} id */
  async load(id, after = 0) {
    const game = this.#games.get(id);
    return game ? { about: game.about, events: game.events.slice(after) } : null;
  }

  /** @param {string} id */
  async everything(id) {
    return this.#games.get(id);
  }

  async list() {
    return [...this.#games.values()].map(({ events: _, ...listed }) => listed).sort((one, other) => other.at - one.at);
  }

  /** @param {string} id @param {Summary} summary */
  async summarize(id, summary) {
    const game = this.#game(id);
    game.summary = withEarlier(game.summary, summary);
  }

  /** @param {string} id */
  async remove(id) {
    this.#games.delete(id);
  }

  /** No other tab has these games. */
  onChange() {
    return () => {};
  }

  /** @param {string} id */
  #game(id) {
    const game = this.#games.get(id);
    if (!game) throw new Gone(`there is no game ${id}`);
    return game;
  }
}
