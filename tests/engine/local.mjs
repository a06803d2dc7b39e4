// Reads a module's path, then scripts of tables, a line each, and answers each with all that a table of this device would
// send: what is said at it and what happens there comes from the script. tests/engine/test_local_table.py has the server's.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Elsewhere } from '../../src/dnup/web/device/games.js';
import { LiveTable } from '../../src/dnup/web/device/live-table.js';
import { Table } from '../../src/dnup/web/device/table.js';
import { Engine } from '../../src/dnup/web/engine/engine.js';

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
  const services = { key, send: (/** @type {string} */ text) => sent.push(text), onChange: () => {}, now: () => 0 };
  const live = new LiveTable(table, /** @type {any} */ (games), services);
  for (const step of steps) {
    if (step.say) await live.receive(step.say);
    else if (step.happens) await live.act(() => [step.happens]);
    else {
      // Another tab was first.
      games.events.push(step.elsewhere);
      await live.catchUp();
    }
  }
  return sent;
}

for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify(await play(JSON.parse(line))));
