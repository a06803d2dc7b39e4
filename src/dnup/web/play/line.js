// The line to the server: one WebSocket that comes back by itself. A move that was under way when it broke is sent again;
// the server counts it once.

import { at } from '../shared/place.js';

/** @typedef {import('../messages.d.ts').ClientMessage} ClientMessage */
/** @typedef {import('../messages.d.ts').ServerMessage} ServerMessage */
/** @typedef {import('../messages.d.ts').MakeMove} MakeMove */
/** @typedef {'connecting' | 'ok' | 'lost' | 'old' | 'gone' | 'full' | 'damaged' | 'silent' | 'broken' | 'replaced'} LineState */

const PROTOCOL = 1;
const PING = 2500;
const STALE = 9000;
const FIRST = 250;
const LONGEST = 6000;
const FULL = 30000;
/** What ends a line for good, by the code of the refusal. To come back by itself would change nothing, or let another page of the same
 * person go. @type {Record<string, LineState>} */
const ENDS = {
  'wrong-protocol': 'old',
  'unknown-table': 'gone',
  'damaged-table': 'broken',
  'too-many-sockets': 'replaced',
};

/** How long to wait before the next try: twice as long each time, never all clients at once.
 * @param {number} tries @param {number} chance  from 0 to 1 */
export const pause = (tries, chance) => Math.min(FIRST * 2 ** tries, LONGEST) * (0.5 + chance / 2);

export class Line {
  /** @param {string} table
   * @param {{last: () => number | null, message: (message: ServerMessage) => void, state: (state: LineState) => void}} on */
  constructor(table, on) {
    this.table = table;
    this.on = on;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {LineState} */
    this.state = 'connecting';
    /** Others can come to this table. */
    this.shared = true;
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

  /** The server is getting ready: its progress is shown, and then the line is opened. */
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

  /** A line that is given up is closed for good, and whatever it still brings is not heard. */
  #giveUp() {
    const silent = this.socket;
    this.socket = null;
    silent?.close();
  }

  #lost() {
    if (this.#ended) return;
    if (this.state === 'ok') this.#be('lost');
    clearTimeout(this.retry);
    // Where there is no room for more spectators, someone has to leave first.
    const wait = this.state === 'full' ? FULL * (0.5 + Math.random()) : pause(this.tries++, Math.random());
    this.retry = setTimeout(() => this.#open(), wait);
  }

  /** Someone looks, or the network is back: no more waiting. */
  #hurry() {
    if (this.#ended) return;
    if (this.socket?.readyState === WebSocket.OPEN && Date.now() - this.heard < STALE) return;
    if (this.socket?.readyState === WebSocket.CONNECTING) return;
    this.tries = 0;
    this.#open();
  }

  /** @param {LineState} state */
  #be(state) {
    this.state = state;
    this.on.state(state);
  }
}
