// Twenty canned views of the table, for development and for pictures. ?view=3 shows one of them, &bare without the list.

import { NOTHING, receive } from '../game/state.js';
import { ResultView } from '../play/result.js';
import { find, h } from '../shared/dom.js';
import { alsoRead, t } from '../shared/i18n.js';
import { startPage } from '../shared/shell.js';
import { listenToKeys } from '../table/keys.js';
import { LogView } from '../table/log-view.js';
import '../table/table-view.js';

/** @typedef {{name: string, message: import('../messages.d.ts').Welcome, ui: any}} Canned */

const root = document.documentElement;
alsoRead(new URL('../play/words/', import.meta.url));
await startPage();
/** @type {Canned[]} */
const views = await (await fetch(new URL('demo.json', import.meta.url))).json();
const table = /** @type {import('../table/table-view.js').TableView} */ (find('dnup-table'));
const choice = /** @type {HTMLSelectElement} */ (find('#views'));
const log = new LogView({
  close: () => {
    root.dataset.log = 'closed';
  },
  again: (number) => {
    const past = game.past.get(number);
    if (past) void table.replay(past);
  },
});
const result = new ResultView('demo', { shared: true, ready: () => {}, save: () => {}, help: async () => null });
find('.play').append(log.element);
table.actions.element.append(result.reopen);
find('.log-open').addEventListener('click', () => {
  root.dataset.log = 'open';
});
choice.append(...views.map(({ name }, i) => h('option', { value: i + 1 }, `${i + 1}. ${name}`)));

let game = NOTHING;

/** @param {number} number */
function show(number) {
  const { message, ui } = views[number - 1];
  game = receive(NOTHING, message, Date.now());
  table.settle();
  table.clear();
  table.show(game, []);
  log.update(game);
  result.update(game, 0);
  const ids = (ui.cards ?? []).flatMap(
    (/** @type {string} */ card) => table.state.held.find((one) => one.card === card)?.id ?? [],
  );
  if (ids.length || ui.slot) table.select({ ids, slot: ui.slot ?? null });
  if (ui.why) table.explain(ui.why);
  if (ui.peek) table.togglePeek();
}

const query = new URLSearchParams(location.search);
choice.value = query.get('view') ?? '1';
// For pictures: only what a player sees.
if (query.has('bare')) choice.parentElement?.replaceChildren(h('b', {}, t('bar.round', { round: 3 })));
choice.addEventListener('change', () => show(Number(choice.value)));
// The move that is on the button is made; any other resets the view.
table.addEventListener('move', (event) => {
  const { then, move } = views[Number(choice.value) - 1].ui;
  if (!then || move !== /** @type {CustomEvent} */ (event).detail) {
    show(Number(choice.value));
    return;
  }
  game = receive(game, then, Date.now());
  table.show(game, then.events);
  log.update(game);
});
listenToKeys(table, {
  log: () => {
    root.dataset.log = root.dataset.log === 'open' ? 'closed' : 'open';
  },
  aid: () => {},
  read: () => {},
});
document.addEventListener('language', () => {
  table.relabel();
  show(Number(choice.value));
});
show(Number(choice.value));
