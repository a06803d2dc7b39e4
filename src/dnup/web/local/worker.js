// The worker that holds a table of this device: it is told what the page says, and says what a server would.

import { Engine } from '../engine/engine.js';
import { Agenda, ownChance } from './agenda.js';
import { Refusal } from './decisions.js';
import { openGames } from './games.js';
import { ME } from './local.js';
import { Room } from './room.js';
import { Table } from './table.js';
import { Thinkers } from './thinkers.js';

/** @typedef {import('./games.js').Kept} Kept */
/** What the page says first: which table, on how many cores an expert may think, and the events of a table that nobody could keep.
 * @typedef {{table: string, cores: number, given: {events: Kept[], about: any} | null}} Opening */

const compiled = WebAssembly.compileStreaming(fetch(new URL('../engine/dnup.wasm', import.meta.url)));
const opened = openGames();
/** @type {Promise<Room> | null} */
let room = null;
const send = (/** @type {string} */ text) => self.postMessage(text);

/** @param {Opening} opening */
async function open({ table: id, cores, given }) {
  const [module, games] = await Promise.all([compiled, opened]);
  let kept = await games.load(id);
  if (!kept && given) {
    await games.create(id, given.events, given.about);
    kept = given;
  }
  if (!kept) throw new Refusal('unknown-table', 'there is no such game on this device', 'begin another');
  const table = new Table(id, new Engine(module));
  for (const event of kept.events) table.apply(event);
  const room = new Room(table, games, { key: ME, send, changed: () => agenda.update(), now: () => performance.now() });
  const agenda = new Agenda(room, new Thinkers(module, cores), ownChance(table));
  games.onChange(id, (number) => {
    if (number > table.number) void room.catchUp();
  });
  return room;
}

self.addEventListener('message', async ({ data }) => {
  try {
    if (data.open) room = open(data.open);
    else await (await room)?.hear(data);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    send(error.told());
  }
});
