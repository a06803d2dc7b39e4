// The connection to a table on this device, with the same messages as play/connection.js has with a server. The table
// is in a worker.

import { readStored } from '../shared/local-storage.js';
import { WorkerClient } from '../shared/worker-rpc.js';
import { startWorker } from './worker-start.js';

/** @typedef {import('../messages.d.ts').ClientMessage} ClientMessage */
/** @typedef {import('../messages.d.ts').ServerMessage} ServerMessage */
/** @typedef {import('../messages.d.ts').MakeMove} MakeMove */
/** @typedef {import('../play/connection.js').ConnectionState} ConnectionState */

const PROTOCOL = 1;
/** The most cores that an expert uses; one is left to the page. */
const MOST_CORES = 4;
/** Refusals that mean, while the table is being opened, that the browser's database does not answer. */
const SILENT = new Set(['storage-silent', 'not-saved']);
/** How long after a failure the next worker starts, in milliseconds. */
const AGAIN = 1000;
/** After this many failures in a row, with nothing done in between, the game counts as damaged. */
const MOST_FAILURES = 3;

export class DeviceConnection {
  /** @param {string} table
   * @param {{last: () => number | null, message: (message: ServerMessage) => void, state: (state: ConnectionState) =>
   *   void, handover?: (handover: import('./live-table.js').Handover | null) => void}} on  `handover` tells how several
   *   people share the device, before each message that shows the table */
  constructor(table, on) {
    this.table = table;
    this.on = on;
    /** @type {ConnectionState} */
    this.state = 'connecting';
    /** Whether the game outlives the page. */
    this.lasting = true;
    /** A move that is not yet known to be stored. @type {MakeMove | null} */
    this.pending = null;
    /** How many workers have failed since something was last done. */
    this.failures = 0;
    /** Whether another worker starts soon. */
    this.waiting = false;
    this.worker = this.#open();
  }

  /** @param {ClientMessage} message */
  send(message) {
    if (message.type === 'move') this.pending = message;
    this.worker.notify('message', message);
  }

  /** The games at this table, each as its record. @returns {Promise<string[]>} */
  records() {
    return this.worker.call('records');
  }

  /** A hint for a position, of a depth from 1 to 3; it is counted. @param {number} position @param {number} depth
   * @returns {Promise<import('./hint.js').Hint | null>}  null if the game has moved on */
  hint(position, depth) {
    return this.worker.call('hint', { position, depth });
  }

  /** Goes back to the player's last decision; it is counted. */
  takeBack() {
    this.worker.notify('takeBack');
  }

  /** Shows the hand of a person, on a device that several share. @param {string} seat */
  openHand(seat) {
    this.worker.notify('openHand', seat);
  }

  /** No hand is sent any more until one is opened. */
  cover() {
    this.worker.notify('cover');
  }

  /** Undoes the last move, while nobody has seen anything new. */
  undo() {
    this.worker.notify('undo');
  }

  /** A bot plays on for a person. @param {string} seat @param {string} level */
  leave(seat, level) {
    this.worker.notify('leave', { seat, level });
  }

  /** How often the player was helped in this game. @returns {Promise<{hints: number, takeBacks: number}>} */
  help() {
    return this.worker.call('help');
  }

  #open() {
    const worker = new WorkerClient(startWorker, {
      event: (name, data) => {
        if (name === 'message') this.#receive(JSON.parse(data));
        else if (name === 'damaged') this.#giveUp(worker);
        else if (name === 'unreachable') this.#lost(worker, false);
        else if (name === 'handover') this.on.handover?.(data);
        else this.lasting = data;
      },
      failed: (ran) => this.#lost(worker, ran),
    });
    const { table } = this;
    const cores = Math.min(MOST_CORES, Math.max(1, (navigator.hardwareConcurrency ?? 1) - 1));
    worker.notify('open', { table, cores, given: readStored(sessionStorage, table) });
    worker.notify('message', { type: 'hello', protocol: PROTOCOL, table, last: this.on.last() });
    return worker;
  }

  /** The worker has failed. All that was shown is stored, so another one can go on. One that did not get its files says
   * nothing about the game: it is tried again until the network is back.
   * @param {WorkerClient} worker @param {boolean} ran */
  #lost(worker, ran) {
    if (worker !== this.worker || this.waiting) return;
    if (ran && ++this.failures >= MOST_FAILURES) return this.#giveUp(worker);
    this.waiting = true;
    this.#be('lost');
    worker.terminate();
    setTimeout(() => {
      this.waiting = false;
      this.worker = this.#open();
    }, AGAIN);
  }

  /** The game cannot be played. @param {WorkerClient} worker */
  #giveUp(worker) {
    worker.terminate();
    if (this.state !== 'damaged') this.#be('damaged');
  }

  /** @param {ServerMessage} message */
  #receive(message) {
    if (message.type === 'update') this.failures = 0;
    const again = message.type === 'welcome' && this.state !== 'ok';
    if (message.type === 'welcome') this.#be('ok');
    if (message.type === 'refused' && message.code === 'unknown-table') this.#be('gone');
    if (message.type === 'refused' && message.code === 'newer-page') this.#be('old');
    if (message.type === 'refused' && SILENT.has(message.code) && this.state === 'connecting') this.#be('silent');
    // Only a new worker may not have heard of the move.
    if (!again && message.type !== 'because') this.pending = null;
    this.on.message(message);
    if (again && this.pending) this.worker.notify('message', this.pending);
  }

  /** @param {ConnectionState} state */
  #be(state) {
    this.state = state;
    this.on.state(state);
  }
}
