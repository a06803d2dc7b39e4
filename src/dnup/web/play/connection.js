// The connection to the server: one WebSocket that reconnects by itself. A move that was under way when it broke is
// sent again; the server counts it once.

import { at } from '../shared/urls.js';

/** @typedef {import('../messages.d.ts').ClientMessage} ClientMessage */
/** @typedef {import('../messages.d.ts').ServerMessage} ServerMessage */
/** @typedef {import('../messages.d.ts').MakeMove} MakeMove */
/** @typedef {'connecting' | 'ok' | 'lost' | 'old' | 'gone' | 'full' | 'damaged' | 'silent' | 'broken' | 'replaced'}
 *   ConnectionState */

const PROTOCOL = 1;
/** All times are in milliseconds. A ping is sent this often. */
const PING = 2500;
/** A connection without a message for this time counts as dead: three pings and a slow network. */
const STALE = 9000;
/** The first pause before a reconnection; each further one is twice as long, up to the longest. */
const FIRST = 250;
const LONGEST = 6000;
/** The pause while there is no room for more spectators: somebody has to leave first. */
const FULL = 30000;
/** Refusals after which the page does not reconnect by itself: it would change nothing, or push out another page of the
 * same person.
 * @type {Record<string, ConnectionState>} */
const ENDS = {
  'wrong-protocol': 'old',
  'unknown-table': 'gone',
  'damaged-table': 'broken',
  'too-many-sockets': 'replaced',
};

/** How long to wait before the next try: twice as long each time, never all clients at once.
 * @param {number} tries @param {number} chance  from 0 to 1 */
export const pause = (tries, chance) => Math.min(FIRST * 2 ** tries, LONGEST) * (0.5 + chance / 2);

export class ServerConnection {
  /** @param {string} table
   * @param {{last: () => number | null, message: (message: ServerMessage) => void, state: (state: ConnectionState) =>
   *   void}} on */
  constructor(table, on) {
    this.table = table;
    this.on = on;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {ConnectionState} */
    this.state = 'connecting';
    this.lasting = true;
    this.tries = 0;
    this.heard = 0;
    /** A move that is not known to have arrived. @type {MakeMove | null} */
    this.pending = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.retry = undefined;
    setInterval(() => this.#tick(), PING);
    addEventListener('online', () => this.#hurry());
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.#hurry();
    });
    this.#open();
  }

  /** @param {ClientMessage} message */
  send(message) {
    if (message.type === 'move') this.pending = message;
    if (this.state === 'ok') this.socket?.send(JSON.stringify(message));
  }

  #open() {
    clearTimeout(this.retry);
    this.#giveUp();
    const address = new URL(at('socket'));
    address.protocol = address.protocol.replace('http', 'ws');
    const socket = new WebSocket(address);
    this.socket = socket;
    this.heard = Date.now();
    socket.addEventListener('open', () =>
      socket.send(JSON.stringify({ type: 'hello', protocol: PROTOCOL, table: this.table, last: this.on.last() })),
    );
    socket.addEventListener('message', (event) => {
      if (socket === this.socket) this.#receive(JSON.parse(event.data));
    });
    socket.addEventListener('close', () => {
      if (socket === this.socket) this.#lost();
    });
  }

  /** @param {ServerMessage} message */
  #receive(message) {
    this.heard = Date.now();
    if (message.type === 'pong') return;
    if (message.type === 'welcome') {
      this.tries = 0;
      this.#be('ok');
      this.on.message(message);
      // Sent again as it was: if it had arrived, the server says so and does nothing.
      if (this.pending) this.socket?.send(JSON.stringify(this.pending));
      return;
    }
    if (message.type === 'update' || message.type === 'accepted') this.pending = null;
    if (message.type === 'refused') {
      if (message.ref === this.pending?.ref) this.pending = null;
      if (message.code === 'starting') {
        void this.#wait();
        return;
      }
      if (ENDS[message.code]) this.#be(ENDS[message.code]);
      if (message.code === 'too-many-spectators') this.#be('full');
    }
    this.on.message(message);
  }

  /** The server is getting ready: its progress is shown, and then the connection is opened. */
  async #wait() {
    this.#giveUp();
    const { untilReady } = await import('../shared/starting.js');
    await untilReady();
    if (!this.socket) this.#open();
  }

  get #ended() {
    return Object.values(ENDS).includes(this.state);
  }

  #tick() {
    if (this.#ended) return;
    if (!this.socket || this.socket.readyState === WebSocket.CLOSED) return; // the next try is on its way
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send('{"type":"ping"}');
    if (Date.now() - this.heard > STALE) this.#drop();
  }

  /** Gives up a socket that has fallen silent. */
  #drop() {
    this.#giveUp();
    this.#lost();
  }

  /** Closes the socket; messages that still arrive on it are ignored. */
  #giveUp() {
    const silent = this.socket;
    this.socket = null;
    silent?.close();
  }

  #lost() {
    if (this.#ended) return;
    if (this.state === 'ok') this.#be('lost');
    clearTimeout(this.retry);
    const wait = this.state === 'full' ? FULL * (0.5 + Math.random()) : pause(this.tries++, Math.random());
    this.retry = setTimeout(() => this.#open(), wait);
  }

  /** The page is looked at, or the network is back: reconnect at once. */
  #hurry() {
    if (this.#ended) return;
    if (this.socket?.readyState === WebSocket.OPEN && Date.now() - this.heard < STALE) return;
    if (this.socket?.readyState === WebSocket.CONNECTING) return;
    this.tries = 0;
    this.#open();
  }

  /** @param {ConnectionState} state */
  #be(state) {
    this.state = state;
    this.on.state(state);
  }
}
