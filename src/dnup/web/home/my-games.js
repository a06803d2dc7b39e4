// *My games* on the first page: the two latest, and all of them in a dialog. Games on this device are read from its
// storage, those at a server are asked for in one request.
import { settings } from '../settings/settings.js';
import { listGames } from '../shared/api.js';
import { openDialog } from '../shared/dialog.js';
import { fill, find, h, iconNode } from '../shared/dom.js';
import { t } from '../shared/i18n.js';
import { at, hasServer } from '../shared/urls.js';
import { against, hasEnded, reviewOf, status } from './game-words.js';
import { forget, inOrder, myGames, remember, standing } from './games.js';

/** @typedef {import('./games.js').MyGame} MyGame */

const SHOWN = 2;
const ASKED = 10;
const OLD = 'table';

// What this device has is no part of the first load.
const device = () => import('./games-here.js');
/** Those on this device, as far as they have been read. @type {MyGame[]} */
let here = [];
const all = () => inOrder([...here, ...myGames()]);

/** @param {Element} place */
export async function showMyGames(place) {
  draw(place);
  await Promise.all([readHere(place), hasServer ? askServer(place) : null]);
}

/** @param {Element} place */
async function readHere(place) {
  try {
    here = await (await device()).gamesHere();
    draw(place);
  } catch (error) {
    const { name, message } = /** @type {Error} */ (error);
    if (name !== 'Silent') throw error;
    draw(place, message);
  }
  if (here.length) find('#strip').hidden = true; // a player with games is no newcomer
}

/** @param {Element} place */
async function askServer(place) {
  const open = inOrder(myGames())
    .filter(({ phase }) => phase !== 'over')
    .slice(0, ASKED - 1);
  const old = localStorage.getItem(OLD);
  const ids = [...open.map(({ id }) => id), ...(old ? [old] : [])];
  if (!ids.length) return;
  const { games } = await listGames(ids);
  adopt(games.find(({ table }) => table.id === old));
  for (const { id, seat, at } of open) {
    const found = games.find(({ table }) => table.id === id);
    if (found) remember(standing(seat, found.table, found.turn, found.winner, at));
    else forget(id);
  }
  draw(place);
}

/** Reads what earlier versions remembered: one table, without the person's seat. The seat follows from the name, or from
 * there being only one person.
 * @param {import('../messages.d.ts').GameInfo | undefined} game */
function adopt(game) {
  localStorage.removeItem(OLD);
  if (!game || myGames().some(({ id }) => id === game.table.id)) return;
  const people = game.table.seats.filter(({ kind }) => kind === 'person');
  const own = people.length === 1 ? people[0] : people.find(({ name }) => name === settings.name);
  if (own) remember(standing(own.seat, game.table, game.turn, game.winner, Date.now()));
}

/** @param {Element} place @param {string} [problem] */
function draw(place, problem) {
  const games = all();
  /** @type {HTMLElement} */ (place).hidden = !games.length && !problem;
  fill(
    place,
    h(
      'header',
      {},
      h('h2', {}, t('games.title')),
      games.length > SHOWN || here.length
        ? h('button', { class: 'all', onclick: () => openAll(place) }, t('games.all', { count: games.length }))
        : null,
    ),
    problem ? h('p', { class: 'problem', role: 'alert' }, problem) : null,
    list(games.slice(0, SHOWN)),
  );
}

/** All of them, and what else can be done with those on this device. @param {Element} place */
function openAll(place) {
  const note = here.length ? h('p', { class: 'note' }, t('games.here')) : null;
  const dialog = openDialog(t('games.title'), note, list(all(), ask));
  /** @param {MyGame} game */
  async function ask(game) {
    dialog.close();
    await (await device()).askToDelete(against(game), game);
    await readHere(place);
    if (all().length) openAll(place);
  }
}

/** @param {MyGame[]} games @param {(game: MyGame) => void} [ask]  whether one is to be deleted */
const list = (games, ask) =>
  h(
    'ul',
    { class: 'games' },
    games.map((game) => {
      const mine = game.phase === 'playing' && game.turn === game.seat;
      return h(
        'li',
        { class: mine ? 'mine' : null, 'data-game': game.id },
        h(
          'span',
          {},
          h('b', {}, against(game)),
          h('small', {}, mine ? h('strong', {}, t('seat.your_turn')) : null, status(game)),
        ),
        ask && !game.past ? tools(game, game.here ? () => ask(game) : null) : null,
        h('a', { class: 'btn', href: address(game) }, t(game.phase === 'over' ? 'home.review' : 'games.go_on')),
      );
    }),
  );

/** Where a game goes on, or is looked at. @param {MyGame} game */
function address(game) {
  const { id, here, daily, phase } = game;
  if (daily && phase === 'over') return at(`daily/#${daily}`);
  if (phase === 'over') return reviewOf(game);
  return at(here ? `table/#${id}` : `table/${id}`);
}

/** @param {MyGame} game
 * @param {(() => void) | null} ask  whether it is to be deleted; null for a game of the server's */
function tools(game, ask) {
  const tool = (/** @type {'save' | 'bin'} */ icon, /** @type {string} */ text, /** @type {() => void} */ act) =>
    h('button', { class: 'tool', 'data-do': icon, 'aria-label': text, title: text, onclick: act }, iconNode(icon));
  const review = t('home.review');
  return h(
    'span',
    { class: 'tools' },
    hasEnded(game) && (game.phase !== 'over' || game.daily)
      ? h(
          'a',
          { class: 'tool', 'data-do': 'review', 'aria-label': review, title: review, href: reviewOf(game) },
          iconNode('eye'),
        )
      : null,
    ask && hasEnded(game) ? tool('save', t('result.save'), async () => (await device()).saveGame(game)) : null,
    ask ? tool('bin', t('games.delete'), ask) : null,
  );
}
