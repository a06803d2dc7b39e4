// Twenty canned views of the table, for development and for pictures. ?view=3 shows one of them.
import { find, h } from './dom.js';
import { receive, NOTHING } from './game/state.js';
import { ResultView } from './result.js';
import { startPage } from './shell.js';
import { LogView } from './table/log-view.js';
import './table/table-view.js';

/** @typedef {{name: string, message: import('./messages.d.ts').Welcome, ui: any}} Canned */

const root = document.documentElement;
await startPage();
/** @type {Canned[]} */
const views = await (await fetch('/web/demo.json')).json();
const table = /** @type {import('./table/table-view.js').TableView} */ (find('dnup-table'));
const choice = /** @type {HTMLSelectElement} */ (find('#views'));
const log = new LogView(() => { root.dataset.log = 'closed'; });
const result = new ResultView('demo', () => {});
find('.play').append(log.element);
find('.log-open').addEventListener('click', () => { root.dataset.log = 'open'; });
views.forEach(({ name }, i) => choice.append(h('option', { value: i + 1 }, `${i + 1}. ${name}`)));

/** @param {number} number */
function show(number) {
  const { message, ui } = views[number - 1];
  const game = receive(NOTHING, message, Date.now());
  table.clear();
  table.show(game, []);
  log.update(game);
  result.update(game, 0);
  const ids = (ui.cards ?? []).flatMap((/** @type {string} */ card) => table.held.find((one) => one.card === card)?.id ?? []);
  if (ids.length || ui.slot) table.select({ ids, slot: ui.slot ?? null });
  if (ui.why) table.explain(`play ${ui.cards[0]}`, ui.why);
  if (ui.peek) table.togglePeek();
}

choice.value = new URLSearchParams(location.search).get('view') ?? '1';
choice.addEventListener('change', () => show(Number(choice.value)));
table.addEventListener('move', () => show(Number(choice.value)));
document.addEventListener('language', () => { table.relabel(); show(Number(choice.value)); });
show(Number(choice.value));
