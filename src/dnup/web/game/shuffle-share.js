// This browser's part in a shuffle: commit to random bits, and reveal them once the list is fixed.
import { sha256 } from './sha256.js';

/** @typedef {import('../messages.d.ts').ClientMessage} ClientMessage */
/** @typedef {import('../messages.d.ts').ServerMessage} ServerMessage */
/** @typedef {import('../messages.d.ts').TableInfo} TableInfo */
/** @typedef {import('./state.js').Game} Game */

/** This browser's commitment for a deal, with its bits. `kept` is true once the server has confirmed it; `list` is the
 * list of commitments before the bits were revealed.
 * @typedef {{table: string, deal: string, bits: string, commitment: string, kept: boolean, list: string | null}} Own */

const KEY = 'chance';
const MOST = 24;

/** Random bits and the commitment to them. */
function draw() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const bits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { bits, commitment: sha256(bits) };
}

/** The list of all commitments, as everyone saw it before anything was revealed.
 * @param {import('../messages.d.ts').Shuffle} shuffle */
export const listed = ({ commitment, people }) =>
  [commitment, ...people.map((one) => `${one.seat}:${one.commitment}`)].join('|');

/** The deal that comes next, as game.round; null while a round goes on. @param {TableInfo | null} table */
export function nextDeal(table) {
  if (!table || table.phase === 'playing') return null;
  return table.phase === 'between' ? `${table.game}.${table.round + 1}` : `${table.game + 1}.1`;
}

/** @param {any} kept @returns {kept is Own} */
const isOwn = (kept) =>
  [kept?.table, kept?.deal, kept?.bits, kept?.commitment].every((text) => typeof text === 'string');

/** @param {Storage} storage @returns {Own[]} */
function read(storage) {
  try {
    const kept = JSON.parse(storage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isOwn) : [];
  } catch {
    return [];
  }
}

/** Stores this browser's part, so that all its tabs, and a page that is loaded again, have the same bits.
 * @param {Storage} storage @param {Own} own */
function write(storage, own) {
  const others = read(storage).filter(({ table, deal }) => table !== own.table || deal !== own.deal);
  storage.setItem(KEY, JSON.stringify([...others, own].slice(-MOST)));
}

/** This browser's part in a deal of a table.
 * @param {string} table @param {string} deal @param {Storage} [storage] @returns {Own | null} */
export const ownPart = (table, deal, storage = localStorage) =>
  read(storage).find((own) => own.table === table && own.deal === deal) ?? null;

/** A commitment for the first deal of a table that does not exist yet: it is sent with the request for the table, and
 * stored when the answer has the table's id.
 * @param {Storage} [storage] */
export function promiseAhead(storage = localStorage) {
  const drawn = draw();
  return {
    commitment: drawn.commitment,
    for: (/** @type {string} */ table) => write(storage, { ...drawn, table, deal: '1.1', kept: true, list: null }),
  };
}

export class Chance {
  /** @param {string} table @param {Storage} [storage] */
  constructor(table, storage = localStorage) {
    this.table = table;
    this.storage = storage;
    /** The messages sent since the connection was opened: none is sent twice. @type {Set<string>} */
    this.said = new Set();
  }

  /** The messages to send after one from the server.
   * @param {Game} game  after it
   * @param {ServerMessage} message @returns {ClientMessage[]} */
  hear(game, message) {
    if (message.type === 'welcome') this.said.clear();
    const deal = nextDeal(game.table);
    if (game.seat === null || deal === null) return [];
    const own = ownPart(this.table, deal, this.storage) ?? {
      table: this.table,
      deal,
      ...draw(),
      kept: false,
      list: null,
    };
    if (message.type === 'committed' && message.commitment === own.commitment)
      write(this.storage, { ...own, kept: true });
    if (game.shuffle) return this.#reveal(game.shuffle, own, game.seat);
    return this.#once(`commit ${own.commitment}`, own, { type: 'commit', commitment: own.commitment });
  }

  /** Reveals the bits for one list of commitments only, and only if this browser's commitment is on it.
   * @param {import('../messages.d.ts').Shuffle} shuffle @param {Own} own @param {string} seat */
  #reveal(shuffle, own, seat) {
    const list = listed(shuffle);
    const mine = shuffle.people.some((one) => one.seat === seat && one.commitment === own.commitment);
    own = { ...own, kept: own.kept || mine, list: own.list ?? list };
    write(this.storage, own);
    return mine && own.list === list ? this.#once(`reveal ${list}`, own, { type: 'reveal', bits: own.bits }) : [];
  }

  /** @param {string} what @param {Own} own @param {ClientMessage} message */
  #once(what, own, message) {
    if (this.said.has(what)) return [];
    this.said.add(what);
    write(this.storage, own);
    return [message];
  }
}
