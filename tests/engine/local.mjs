// Reads a module's path, then scripts of tables, a line each, and answers each with all that a table of this device would
// send: what is said at it and what happens there comes from the script. tests/engine/test_local_table.py has the server's.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Engine } from '../../src/dnup/web/engine/engine.js';
import { Elsewhere } from '../../src/dnup/web/local/games.js';
import { Room } from '../../src/dnup/web/local/room.js';
import { Table } from '../../src/dnup/web/local/table.js';

const module = new WebAssembly.Module(readFileSync(process.argv[2]));

/** Keeps the events of one game. */
class Memory {
  /** @param {object[]} events */
  constructor(events) {
    this.events = events;
  }

  /** @param {string} _id @param {number} after @param {object[]} events */
  async append(_id, after, events) {
    if (this.events.length !== after) throw new Elsewhere();
    this.events.push(...events);
  }

  /** @param {string} _id @param {number} after */
  async load(_id, after) {
    return { about: {}, events: this.events.slice(after) };
  }

  async summarize() {}
}

/** @param {{id: string, key: string, events: any[], steps: any[]}} script */
async function play({ id, key, events, steps }) {
  /** @type {string[]} */
  const sent = [];
  const games = new Memory(events);
  const table = new Table(id, new Engine(module));
  for (const event of events) table.apply(event);
  const house = { key, send: (/** @type {string} */ text) => sent.push(text), changed: () => {}, now: () => 0 };
  const room = new Room(table, /** @type {any} */ (games), house);
  for (const step of steps) {
    if (step.say) await room.hear(step.say);
    else if (step.happens) await room.act(() => [step.happens]);
    else {
      // Another tab was first.
      games.events.push(step.elsewhere);
      await room.catchUp();
    }
  }
  return sent;
}

for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify(await play(JSON.parse(line))));
