// A page that plays by itself: a table on this device as its worker has it, where nobody takes any time. Everything that a
// person would have been shown is reported, and so is what was found on disk at the start.

import { BotPool } from '/web/device/bot-pool.js';
import { ME, opening } from '/web/device/device.js';
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
if (!(await games.load(ID))) await games.create(ID, opening({ name: 'Ada', players: 3, levels: ['easy'] }), about);
const { events } = /** @type {{events: any[]}} */ (await games.load(ID));
await report('found', JSON.stringify(events));

const module = await loadModule();
const table = new Table(ID, new Engine(module));
for (const event of events) table.apply(event);

/** What the person at the table does: whatever comes first. @param {string} text */
function send(text) {
  void report('shown', text);
  const { type, state } = JSON.parse(text);
  if (type !== 'update' && type !== 'welcome') return;
  const [move] = state.moves ?? [];
  if (move) void live.receive({ type: 'move', position: state.position, move: move.move });
  else if (state.result) void live.receive({ type: 'ready' });
}

const live = new LiveTable(table, games, {
  key: ME,
  send,
  onChange: () => scheduler.update(),
  now: () => performance.now(),
});
const scheduler = new Scheduler(live, new BotPool(module, 1), ownChance(table), 0);
void scheduler.whileMine(new AbortController().signal);
await live.receive({ type: 'hello', protocol: 1, table: ID });
