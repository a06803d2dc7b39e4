// The open tables of the server, on the first page.
import { shownName } from '../game/names.js';
import { listTables } from '../shared/api.js';
import { fill, h } from '../shared/dom.js';
import { t } from '../shared/i18n.js';
import { at } from '../shared/urls.js';

/** Shows the tables that anybody may join. @param {HTMLElement} place */
export async function showTables(place) {
  const { tables } = await listTables();
  place.hidden = !tables.length;
  fill(
    place,
    h('h2', {}, t('home.open_tables')),
    h(
      'ul',
      {},
      tables.slice(0, 6).map((table) => {
        const named = table.seats.find((seat) => seat.host && seat.name) ?? table.seats.find((seat) => seat.name);
        const host = named ? shownName(named.name) : '';
        const free = table.seats.filter((seat) => seat.kind === 'open').length;
        return h(
          'li',
          {},
          h('b', {}, host),
          h('small', {}, t('home.free_seats', { count: free })),
          h('a', { class: 'btn', href: at(`table/${table.id}`) }, t('home.join')),
        );
      }),
    ),
  );
}
