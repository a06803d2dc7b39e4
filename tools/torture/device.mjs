// A page that plays by itself: a table on this device as its worker has it, where nobody takes any time. Two people and a
// bot share it: hands are opened, and some moves are undone. Everything that a person would have been shown is reported,
// and so is what was found on disk at the start.

import { BotPool } from '/web/device/bot-pool.js';
import { ME, seating } from '/web/device/device.js';
import { openGames } from '/web/device/games.js';
import { LiveTable } from '/web/device/live-table.js';
import { ownChance, Scheduler } from '/web/device/scheduler.js';
import { Table } from '/web/device/table.js';
import { Engine } from '/web/engine/engine.js';
import { loadModule } from '/web/engine/load.js';

const ID = 'local-torture';
/** @param {string} what @param {string} body */
const report = (what, body) => fetch(`/${what}`, { method: 'POST', body });

const games = await openGames();
if (!games.lasting) await report('shown', JSON.stringify({ type: `in memory: ${games.why}` }));
const about = { created: new Date().toISOString() };
const takers = [{ name: 'Ada' }, { name: 'Bea' }, { level: /** @type {const} */ ('easy') }];
if (!(await games.load(ID))) await games.create(ID, seating(takers, {}), about);
const { events } = /** @type {{events: any[]}} */ (await games.load(ID));
await report('found', JSON.stringify(events));

const module = await loadModule();
const table = new Table(ID, new Engine(module));
for (const event of events) table.apply(event);

/** How often a hand has been opened: after every fourth time, the move after it is undone. */
let opened = 0;
let busy = false;
/** @type {import('/web/device/live-table.js').Handover | null} */
let handover = null;

/** What the people at the table do: whatever comes first. @param {string} text */
function send(text) {
  void report('shown', text);
  const { type, state } = JSON.parse(text);
  if (type !== 'update' && type !== 'welcome') return;
  const [move] = state.moves ?? [];
  if (move) void live.receive({ type: 'move', position: state.position, move: move.move });
  else if (state.result) void live.receive({ type: 'ready' });
  else if (!busy && handover?.undo && opened % 4 === 3) void act(live.undo());
  else if (!busy && handover?.next && !handover.viewer) void act(live.open(handover.next));
}

/** What is refused comes too late, because a bot has moved. @param {Promise<unknown>} request */
async function act(request) {
  busy = true;
  opened++;
  await request.catch(() => {});
  busy = false;
}

const live = new LiveTable(table, games, {
  key: ME,
  send,
  onChange: () => scheduler.update(),
  onHandover: (state) => {
    handover = state;
  },
  now: () => performance.now(),
});
const scheduler = new Scheduler(live, new BotPool(module, 1), ownChance(table), 0);
void scheduler.whileMine(new AbortController().signal);
await live.receive({ type: 'hello', protocol: 1, table: ID });
