// The first page, with the button that starts a game.
import { expertNote, updateExpertNote } from '../lobby/expert-note.js';
import { deckText } from '../lobby/options.js';
import { settings } from '../settings/settings.js';
import { RefusedError } from '../shared/api.js';
import { cardNode, layInFan } from '../shared/cards.js';
import { DECKS } from '../shared/decks.js';
import { choices, toggle } from '../shared/dialog.js';
import { fill, find, h, iconNode } from '../shared/dom.js';
import { t } from '../shared/i18n.js';
import { nameOwn, ownDecks } from '../shared/own-decks.js';
import { startPage } from '../shared/shell.js';
import { at, hasServer } from '../shared/urls.js';
import { showDoors } from './home-links.js';

/** A card of the printed deck for every value. */
const FAN = ['1/6', '2/5', '3/8', '4/7', '5/2', '6/4', '7/1', '8/4', '9/2', '10/1'];
const LEVELS = /** @type {const} */ (['easy', 'medium', 'hard', 'expert']);

// What plays on this device is no part of the first load: it follows when there is time, or when it is asked for.
const bots = () => import('../lobby/against-bots.js');

// A press before the page has its words is not lost: it waits for them.
const started = startPage();

find('#go').addEventListener('click', async () => {
  const go = /** @type {HTMLButtonElement} */ (find('#go'));
  go.disabled = true;
  await started;
  fill(go, t('home.dealing'));
  try {
    const address = await (await bots()).againstBots();
    if (!address) return complain(t('errors.nowhere'));
    settings.knows = true; // a person who plays is no newcomer
    location.assign(address);
  } catch (error) {
    complain(
      /** @type {Error} */ (error).name === 'Full'
        ? t('errors.no_room')
        : /** @type {Error} */ (error).name === 'BadDeck'
          ? t('errors.bad_deck', { players: settings.players })
          : error instanceof RefusedError
            ? `${t('errors.create')} ${await (await import('../refusals/refusals.js')).refusalText(error)}`
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

find('#not-now').addEventListener('click', () => {
  settings.knows = true;
  find('#strip').hidden = true;
});

await started;

/** Lays down both fans card by card, so that the page answers in between. */
async function layFans() {
  const fans = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.turnable .fan')]);
  for (const [i, card] of FAN.entries()) {
    for (const fan of fans) {
      const element = h('i', { class: 'card' }, cardNode(card));
      layInFan(element, i, FAN.length);
      fan.append(element);
    }
    await new Promise((done) => setTimeout(done, 12));
  }
}
void layFans()
  .then(bots)
  .then(({ warmUp }) => warmUp())
  .catch(() => {}); // the page was left, or there is no network: Play tries again and reports it

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
    expertNote(),
    h(
      'label',
      { class: 'field' },
      t('lobby.deck'),
      h(
        'select',
        { name: 'deck' },
        [...DECKS, ...ownDecks().map(({ title }) => nameOwn(title))].map((deck) =>
          h('option', { value: deck, selected: deck === settings.deck }, deckText(deck)),
        ),
      ),
    ),
    h('a', { class: 'cards-link', href: at('decks/') }, t('lobby.deck_cards')),
    toggle(t('lobby.finish_round'), settings.finishRound, () => {}, 'finish'),
  );
  summary();
}
function summary() {
  // With two players nobody comes second.
  const finish = find('#against [name=finish]').closest('label');
  if (finish) finish.hidden = settings.players === 2;
  void updateExpertNote(find('#against .expert-note'), () => ({
    expert: settings.level === 'expert',
    deck: settings.deck,
    players: settings.players,
  }));
  const strength = LEVELS.indexOf(settings.level);
  fill(
    find('#against summary'),
    h('span', {}, t('home.against', { count: settings.players - 1 })),
    ' · ',
    h('span', {}, t(`levels.${settings.level}`)),
    h(
      'span',
      { class: 'level', 'aria-hidden': 'true' },
      LEVELS.map((_, i) => h('i', { class: i <= strength && 'full' })),
    ),
    iconNode('down'),
  );
}
find('#against').addEventListener('change', (event) => {
  const { name, value, checked } = /** @type {HTMLInputElement} */ (event.target);
  if (name === 'finish') settings.finishRound = checked;
  else if (name === 'opponents') settings.players = Number(value) + 1;
  else if (name === 'deck') settings.deck = value;
  else settings.level = /** @type {any} */ (value);
  summary();
});

function show() {
  // The list of games is read later; here it only tells whether there ever was one.
  find('#strip').hidden = settings.knows || ![null, '[]'].includes(localStorage.getItem('games'));
  against();
  showDoors(find('.doors'));
  // The two lists are not part of the first load. Without a network they are missing, and the page works without them.
  void import('./my-games.js').then(({ showMyGames }) => showMyGames(find('#games'))).catch(() => {});
  if (hasServer) void import('./open-tables.js').then(({ showTables }) => showTables(find('#tables'))).catch(() => {});
}
show();
document.addEventListener('language', show);
// A page from the back/forward cache shows the games as they are now.
addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  ready();
  show();
});
