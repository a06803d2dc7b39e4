// A page that plays by itself: a table on this device as its worker has it, where nobody takes any time. Everything that a
// person would have been shown is reported, and so is what was found on disk at the start.
import { Engine } from '/web/engine/engine.js';
import { loadModule } from '/web/engine/load.js';
import { Agenda, ownChance } from '/web/local/agenda.js';
import { openGames } from '/web/local/games.js';
import { ME, opening } from '/web/local/local.js';
import { Room } from '/web/local/room.js';
import { Table } from '/web/local/table.js';
import { Thinkers } from '/web/local/thinkers.js';

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
  if (move) void room.hear({ type: 'move', position: state.position, move: move.move });
  else if (state.result) void room.hear({ type: 'ready' });
}

const room = new Room(table, games, { key: ME, send, changed: () => agenda.update(), now: () => performance.now() });
const agenda = new Agenda(room, new Thinkers(module, 1), ownChance(table), 0);
void agenda.whileMine(new AbortController().signal);
await room.hear({ type: 'hello', protocol: 1, table: ID });
