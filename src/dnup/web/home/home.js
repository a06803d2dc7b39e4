// The first page: press Play, and cards are dealt.
import { openCreate } from '../lobby/create.js';
import { DECKS, deckText } from '../lobby/options.js';
import { settings } from '../settings/settings.js';
import { listTables, RefusedError } from '../shared/api.js';
import { cardNode } from '../shared/cards.js';
import { choices } from '../shared/dialog.js';
import { fill, find, h, iconNode } from '../shared/dom.js';
import { t } from '../shared/i18n.js';
import { startPage } from '../shared/shell.js';
import { myGames } from './games.js';
import { showMyGames } from './my-games.js';

const NINE = ['1/6', '2/7', '3/8', '4/9', '5/1', '6/2', '7/3', '8/4', '9/5'];
const LEVELS = /** @type {const} */ (['easy', 'medium', 'hard', 'expert']);

// What plays on this device is no part of the first load: it follows when there is time, or when it is asked for.
const bots = () => import('../lobby/against-bots.js');

// Whatever is pressed before the words are there waits for them, and counts.
const started = startPage();

find('#go').addEventListener('click', async () => {
  const go = /** @type {HTMLButtonElement} */ (find('#go'));
  go.disabled = true;
  await started;
  fill(go, t('home.dealing'));
  try {
    const address = await (await bots()).againstBots();
    if (address) location.assign(address);
    else complain(t('errors.nowhere'));
  } catch (error) {
    complain(
      /** @type {Error} */ (error).name === 'Full'
        ? t('errors.no_room')
        : error instanceof RefusedError
          ? `${t('errors.create')} ${error.message}`
          : t('errors.offline'),
    );
  }
});

/** @param {string} problem */
function complain(problem) {
  ready();
  find('#problem').hidden = false;
  find('#problem').textContent = problem;
}

/** The big button can be pressed again. */
function ready() {
  const go = /** @type {HTMLButtonElement} */ (find('#go'));
  go.disabled = false;
  fill(go, iconNode('play'), h('span', { 'data-t': 'home.play' }, t('home.play')));
}

find('#friends').addEventListener('click', async () => {
  await started;
  openCreate();
});
find('#not-now').addEventListener('click', () => {
  settings.knows = true;
  find('#strip').hidden = true;
});

await started;

/** Lays down both fans card by card, so that the page answers in between. */
async function layFans() {
  const fans = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.turnable .fan')]);
  for (const fan of fans) fan.style.setProperty('--n', String(NINE.length));
  for (const [i, card] of NINE.entries()) {
    for (const fan of fans) {
      const element = h('i', { class: 'card' }, cardNode(card));
      element.style.setProperty('--i', String(i));
      fan.append(element);
    }
    await new Promise((done) => setTimeout(done, 12));
  }
}
void layFans().then(bots);

// Press the word: the word and the whole page turn, and nothing has changed.
let turns = 0;
find('.wordmark').addEventListener('click', () => document.body.style.setProperty('--half', `${++turns * 180}deg`));

/** The opponents in one line, which opens. */
function against() {
  fill(
    find('#against > div'),
    choices(
      t('home.opponents'),
      'opponents',
      [1, 2, 3, 4].map((n) => [String(n), String(n)]),
      String(settings.players - 1),
    ),
    choices(
      t('home.level'),
      'level',
      LEVELS.map((level) => [level, t(`levels.${level}`)]),
      settings.level,
    ),
    h(
      'label',
      { class: 'field' },
      t('lobby.deck'),
      h(
        'select',
        { name: 'deck' },
        DECKS.map((deck) => h('option', { value: deck, selected: deck === settings.deck }, deckText(deck))),
      ),
    ),
  );
  summary();
}
const summary = () =>
  fill(
    find('#against summary'),
    `${t('home.against', { count: settings.players - 1 })} · ${t(`levels.${settings.level}`)}`,
  );
find('#against').addEventListener('change', (event) => {
  const { name, value } = /** @type {HTMLInputElement} */ (event.target);
  if (name === 'opponents') settings.players = Number(value) + 1;
  else if (name === 'deck') settings.deck = value;
  else settings.level = /** @type {any} */ (value);
  summary();
});

async function showTables() {
  const { tables } = await listTables();
  const place = find('#tables');
  place.hidden = !tables.length;
  fill(
    place,
    h('h2', {}, t('home.open_tables')),
    h(
      'ul',
      {},
      tables.slice(0, 6).map((table) => {
        const host = table.seats.find((seat) => seat.host)?.name ?? table.seats.find((seat) => seat.name)?.name ?? '';
        const free = table.seats.filter((seat) => seat.kind === 'open').length;
        return h(
          'li',
          {},
          h('b', {}, host),
          h('small', {}, t('home.free_seats', { count: free })),
          h('a', { class: 'btn', href: `/table/${table.id}` }, t('home.join')),
        );
      }),
    ),
  );
}

function show() {
  against();
  showMyGames(find('#games')).catch(() => {});
  showTables().catch(() => {});
}
find('#strip').hidden = settings.knows || myGames().length > 0;
show();
document.addEventListener('language', show);
// Whoever comes back to this page finds it as things are now.
addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  ready();
  show();
});
