// The line to a table on this device, as `play/line.js` has one to a server: a worker, which does not break.

import { readStored } from '../shared/stored.js';
import { startWorker } from './early.js';

/** @typedef {import('../messages.d.ts').ClientMessage} ClientMessage */
/** @typedef {import('../messages.d.ts').ServerMessage} ServerMessage */
/** @typedef {import('../messages.d.ts').MakeMove} MakeMove */
/** @typedef {import('../play/line.js').LineState} LineState */

const PROTOCOL = 1;
/** An expert thinks on so many cores at most; one is left to the page. */
const MOST_CORES = 4;
/** A worker that has failed is replaced after so many milliseconds. */
const AGAIN = 1000;
/** If so many fail one after the other, with nothing done in between, the game is at fault. */
const MOST_FAILURES = 3;

export class LocalLine {
  /** @param {string} table
   * @param {{last: () => number | null, message: (message: ServerMessage) => void, state: (state: LineState) => void}} on */
  constructor(table, on) {
    this.table = table;
    this.on = on;
    /** @type {LineState} */
    this.state = 'connecting';
    /** Nobody else comes to this table. */
    this.shared = false;
    /** Whether the game outlives the page. */
    this.lasting = true;
    /** A move that is not known to be kept. @type {MakeMove | null} */
    this.pending = null;
    /** How many workers have failed since something was last done. */
    this.failures = 0;
    this.worker = this.#open();
  }

  /** @param {ClientMessage} message */
  send(message) {
    if (message.type === 'move') this.pending = message;
    this.worker.postMessage(message);
  }

  /** The games at this table, each as the line of its record. @returns {Promise<string[]>} */
  records() {
    return this.#ask((port) => ({ records: port }));
  }

  /** Help with a position, as much as `depth` says: it is counted. @param {number} position @param {number} depth
   * @returns {Promise<import('./hint.js').Hint | null>} */
  hint(position, depth) {
    return this.#ask((port) => ({ hint: port, position, depth }));
  }

  /** How many hints were taken in this game. @returns {Promise<number>} */
  hints() {
    return this.#ask((port) => ({ hints: port }));
  }

  /** @param {(port: MessagePort) => Record<string, any>} question @returns {Promise<any>} */
  #ask(question) {
    const { port1, port2 } = new MessageChannel();
    this.worker.postMessage(question(port2), [port2]);
    return new Promise((done) => {
      port1.onmessage = ({ data }) => done(data);
    });
  }

  #open() {
    const worker = startWorker();
    worker.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') this.#receive(JSON.parse(data));
      else if (data.damaged) this.#giveUp(worker);
      else this.lasting = data.lasting;
    });
    worker.addEventListener('error', () => this.#lost(worker));
    const cores = Math.min(MOST_CORES, Math.max(1, (navigator.hardwareConcurrency ?? 1) - 1));
    const given = readStored(sessionStorage, this.table);
    worker.postMessage({ open: { table: this.table, cores, given } });
    worker.postMessage({ type: 'hello', protocol: PROTOCOL, table: this.table, last: this.on.last() });
    return worker;
  }

  /** Nothing that was shown is lost with a worker. @param {Worker} worker */
  #lost(worker) {
    if (worker !== this.worker || this.state === 'lost') return;
    if (++this.failures >= MOST_FAILURES) return this.#giveUp(worker);
    this.#be('lost');
    worker.terminate();
    setTimeout(() => {
      this.worker = this.#open();
    }, AGAIN);
  }

  /** The game cannot be played. @param {Worker} worker */
  #giveUp(worker) {
    worker.terminate();
    if (this.state !== 'damaged') this.#be('damaged');
  }

  /** @param {ServerMessage} message */
  #receive(message) {
    if (message.type === 'update') this.failures = 0;
    if (message.type === 'welcome') this.#be('ok');
    if (message.type === 'refused' && message.code === 'unknown-table') this.#be('gone');
    if (message.type === 'refused' && message.code === 'wrong-protocol') this.#be('old');
    if (message.type === 'refused' && message.code === 'database-down' && this.state === 'connecting')
      this.#be('silent');
    if (message.type === 'update' || message.type === 'accepted' || message.type === 'refused') this.pending = null;
    this.on.message(message);
    if (message.type === 'welcome' && this.pending) this.worker.postMessage(this.pending);
  }

  /** @param {LineState} state */
  #be(state) {
    this.state = state;
    this.on.state(state);
  }
}
