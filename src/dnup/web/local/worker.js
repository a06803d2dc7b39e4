// The worker that holds a table of this device: it is told what the page says, and says what a server would.

import { Engine } from '../engine/engine.js';
import { loadModule, loadNetwork } from '../engine/load.js';
import { Agenda, ownChance } from './agenda.js';
import { dailyChance } from './daily.js';
import * as decisions from './decisions.js';
import { Refusal } from './decisions.js';
import { Damaged, Newer, openGames, Silent, whileMine } from './games.js';
import { ME } from './local.js';
import { recordsOf } from './record.js';
import { Room, trouble } from './room.js';
import { rebuild } from './stored-game.js';
import { Thinkers } from './thinkers.js';

/** @typedef {import('./games.js').Kept} Kept */
/** What the page says first: which table, on how many cores an expert may think, and the events of a table that nobody could keep.
 * @typedef {{table: string, cores: number, given: {events: Kept[], about: any} | null}} Opening */

const compiled = loadModule();
const opened = openGames();
/** @type {Promise<Room> | null} */
let room = null;
const send = (/** @type {string} */ text) => self.postMessage(text);

/** @param {Opening} opening */
async function open({ table: id, cores, given }) {
  const [module, games] = await Promise.all([compiled, opened]);
  if (games.why === 'newer') throw trouble(new Newer());
  if (!games.lasting) self.postMessage({ lasting: false });
  let kept = await games.load(id);
  if (!kept && given) {
    await games.create(id, given.events, given.about);
    kept = given;
  }
  if (!kept && games.why === 'silent') throw trouble(new Silent());
  if (!kept) throw new Refusal('unknown-table', 'there is no such game on this device', 'begin another');
  const table = rebuild(id, new Engine(module), kept);
  const { daily } = kept.about;
  const room = new Room(table, games, { key: ME, send, changed: () => agenda.update(), now: () => performance.now() });
  const agenda = new Agenda(
    room,
    new Thinkers(module, cores, loadNetwork),
    daily ? dailyChance(table, daily) : ownChance(table),
  );
  games.onChange(id, (number) => {
    if (number > table.number || !number) room.catchUp().catch(tell);
  });
  void playBots(id, agenda);
  return room;
}

/** Bots and clocks are this tab's, unless another tab has them. @param {string} id @param {Agenda} agenda */
function playBots(id, agenda, steal = false) {
  agenda.mine = false;
  const waiting = new AbortController();
  agenda.takeOver = () => {
    waiting.abort();
    void playBots(id, agenda, true);
  };
  return whileMine(id, waiting.signal, (signal) => agenda.whileMine(signal), { steal });
}

/** All games at this table, as records. */
async function records() {
  const [module, games, { table }] = await Promise.all([compiled, opened, /** @type {Promise<Room>} */ (room)]);
  const kept = await games.load(table.id);
  return kept ? recordsOf(new Engine(module), kept.events, kept.about) : [];
}

/** Help with the position of a number: so much is told, and counted. @param {number} position @param {number} depth */
async function hint(position, depth) {
  const [module, { table, act }] = await Promise.all([compiled, atTable()]);
  if (table.positionNumber !== position) return null;
  const { findHint } = await import('./hint.js');
  const found = await findHint(module, table);
  if (!found) return null;
  await act(() => (table.positionNumber === position ? decisions.hint(table, ME, depth) : []));
  return found;
}

async function atTable() {
  const opened = await /** @type {Promise<Room>} */ (room);
  return { table: opened.table, act: (/** @type {() => Kept[]} */ decide) => opened.act(decide) };
}

/** Says what is wrong. What nobody has thought of ends this worker, and the page starts another. @param {unknown} error */
function tell(error) {
  if (error instanceof Damaged) self.postMessage({ damaged: true });
  else if (error instanceof Refusal) send(error.told());
  else
    setTimeout(() => {
      throw error;
    }); // a rejected promise alone would tell the page nothing
}
self.addEventListener('unhandledrejection', ({ reason }) => tell(reason));

self.addEventListener('message', async ({ data }) => {
  try {
    if (data.open) room = open(data.open);
    else if (data.records) data.records.postMessage(await records());
    else if (data.hint) data.hint.postMessage(await hint(data.position, data.depth).catch(() => null));
    else if (data.hints) data.hints.postMessage((await atTable()).table.hints);
    else await (await room)?.hear(data);
  } catch (error) {
    tell(error);
  }
});
