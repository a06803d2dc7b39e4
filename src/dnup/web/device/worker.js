// The worker that holds a table of this device: the page sends it the messages of the protocol, and it answers as a
// server would.

import { Engine } from '../engine/engine.js';
import { loadModule, loadNetwork, Unreachable } from '../engine/load.js';
import { serve } from '../shared/worker-rpc.js';
import { BotPool } from './bot-pool.js';
import { dailyChance } from './daily.js';
import * as decisions from './decisions.js';
import { ME } from './device.js';
import { Damaged, Newer, openGames, Silent, whileMine } from './games.js';
import { LiveTable, refusalFor } from './live-table.js';
import { recordsOf } from './record.js';
import { Refusal } from './refusals.js';
import { ownChance, Scheduler } from './scheduler.js';
import { rebuild } from './stored-game.js';

/** @typedef {import('./games.js').StoredEvent} StoredEvent */
/** The first call: the table, how many cores an expert may use, and the events of a table that the browser could not
 * store.
 * @typedef {{table: string, cores: number, given: {events: StoredEvent[], about: any} | null}} Opening */

const compiled = loadModule();
const opened = openGames();
/** @type {Promise<LiveTable> | null} */
let live = null;
/** Sends a message of the protocol. @param {string} text */
const send = (text) => emit('message', text);

/** @param {Opening} opening */
async function open({ table: id, cores, given }) {
  const [module, games] = await Promise.all([compiled, opened]);
  if (games.why === 'newer') throw refusalFor(new Newer());
  if (!games.lasting) emit('lasting', false);
  let kept = await games.load(id);
  if (!kept && given) {
    await games.create(id, given.events, given.about);
    kept = given;
  }
  if (!kept && games.why === 'silent') throw refusalFor(new Silent());
  if (!kept) throw new Refusal('unknown-table');
  const table = rebuild(id, new Engine(module), kept);
  const { daily } = kept.about;
  const live = new LiveTable(table, games, {
    key: ME,
    send,
    onChange: () => scheduler.update(),
    onHandover: (handover) => emit('handover', handover),
    now: () => performance.now(),
  });
  const scheduler = new Scheduler(
    live,
    new BotPool(module, cores, loadNetwork),
    daily ? dailyChance(table, daily) : ownChance(table),
  );
  games.onChange(id, (number) => {
    if (number > table.number || !number) live.catchUp().catch(tell);
  });
  void playBots(id, scheduler);
  return live;
}

/** Bots and clocks are this tab's, unless another tab has them. @param {string} id @param {Scheduler} scheduler */
function playBots(id, scheduler, steal = false) {
  scheduler.mine = false;
  const waiting = new AbortController();
  scheduler.takeOver = () => {
    waiting.abort();
    void playBots(id, scheduler, true);
  };
  return whileMine(id, waiting.signal, (signal) => scheduler.whileMine(signal), { steal });
}

/** All games at this table, as records. */
async function records() {
  const [module, games, { table }] = await Promise.all([compiled, opened, /** @type {Promise<LiveTable>} */ (live)]);
  const kept = await games.load(table.id);
  return kept ? recordsOf(new Engine(module), kept.events, kept.about) : [];
}

/** A hint for the position of a number, which is counted; null if the game has moved on.
 * @param {number} position @param {number} depth */
async function hint(position, depth) {
  const [module, { table, act, shared }] = await Promise.all([compiled, atTable()]);
  if (shared || table.positionNumber !== position) return null;
  const { findHint } = await import('./hint.js');
  const found = await findHint(module, table);
  if (!found) return null;
  await act(() => (table.positionNumber === position ? decisions.hint(table, ME, depth) : []));
  return found;
}

/** Goes back to the person's last decision, which is counted. */
async function takeBack() {
  const { table, act, shared } = await atTable();
  if (!shared) await act(() => decisions.takeBack(table, ME)).catch(tell);
}

/** Hints and take-backs are for a person who plays alone against bots: `shared` is whether several share the device. */
async function atTable() {
  const opened = await /** @type {Promise<LiveTable>} */ (live);
  const { table, covers: shared } = opened;
  return { table, shared, act: (/** @type {() => StoredEvent[]} */ decide) => opened.act(decide) };
}

/** Does something at the table; what is refused is told to the page. @param {(live: LiveTable) => Promise<unknown>} work */
async function atLive(work) {
  await work(await /** @type {Promise<LiveTable>} */ (live)).catch(tell);
}

/** Reports an error to the page. An unexpected one ends this worker, and the page starts another.
 * @param {unknown} error */
function tell(error) {
  if (error instanceof Damaged) emit('damaged', true);
  else if (error instanceof Unreachable) emit('unreachable', true);
  else if (error instanceof Refusal) send(error.write());
  else
    setTimeout(() => {
      throw error;
    }); // a rejected promise alone would not reach the page
}
self.addEventListener('unhandledrejection', ({ reason }) => tell(reason));

const emit = serve(
  {
    /** @param {Opening} opening */
    open: (opening) => {
      live = open(opening);
      return live;
    },
    /** @param {import('../messages.d.ts').ClientMessage} message */
    message: async (message) => (await live)?.receive(message),
    records,
    hint: ({ position, depth }) => hint(position, depth),
    takeBack,
    openHand: (seat) => atLive((live) => live.open(seat)),
    cover: () => atLive((live) => live.cover()),
    undo: () => atLive((live) => live.undo()),
    leave: ({ seat, level }) => atLive((live) => live.leave(seat, level)),
    /** How often the person was helped in this game. */
    help: async () => {
      const { hints, takeBacks } = (await atTable()).table;
      return { hints, takeBacks };
    },
  },
  { failed: tell },
);
