// The cards of a deck as pictures, and the player's own decks: change cards, store the deck, play it, share it.

import { useStar } from '../game/notation.js';
import { cardLabel } from '../game/phrases.js';
import { deckText } from '../lobby/options.js';
import { refusalText } from '../refusals/refusals.js';
import { settings } from '../settings/settings.js';
import { RefusedError } from '../shared/api.js';
import { cardNode } from '../shared/cards.js';
import { currentName, DECKS, DEFAULT_DECK } from '../shared/decks.js';
import { choices, openDialog } from '../shared/dialog.js';
import { drawing, fill, find, h, iconNode } from '../shared/dom.js';
import { saveText } from '../shared/download.js';
import { face } from '../shared/glyphs.js';
import { alsoRead, t, words } from '../shared/i18n.js';
import { notice } from '../shared/notice.js';
import { forgetDeck, inPlay, keepDeck, nameOwn, ownDecks, titleOf } from '../shared/own-decks.js';
import { startPage } from '../shared/shell.js';
import { hasServer } from '../shared/urls.js';
import { fromLink, inOrder, readCards, SYMBOLS, toLink, Unreadable, valuesOf, writeCard } from './cards.js';
import { findFault } from './check.js';
import { fileName, MOST_BYTES, readFile, writeFile } from './file.js';

/** @typedef {import('./cards.js').DeckCard} DeckCard */
/** @typedef {import('./check.js').Fault} Fault */

/** The signs by which drawings know a mark. */
const SIGN = { happy: '+', neutral: '=', sad: '-' };
const COUNTS = [2, 3, 4, 5];
const HIGHEST = 15;
const LONGEST_TITLE = 80;

/** The cards of the decks that come with dnup, as deck files list them. @type {Record<string, string[]>} */
let builtIn = {};

/** What is shown: the name it was taken from, its title, its cards, and whether all of it is kept. */
const deck = {
  from: DEFAULT_DECK,
  title: '',
  cards: /** @type {DeckCard[]} */ ([]),
  kept: true,
};
/** What is wrong with it. @type {Fault | null} */
let fault = null;
/** With how many players it cannot be played. @type {Set<number>} */
let tooFew = new Set();
/** What could not be read, in words. */
let complaint = '';

const isOwn = () => titleOf(deck.from) !== null || !deck.kept;

/** Shows a deck by its name. @param {string} name */
async function choose(name) {
  const title = titleOf(name);
  const own = ownDecks().find((one) => one.title === title);
  complaint = '';
  if (own) take(name, own.title, readCards(own.cards), true);
  else take(name in builtIn ? name : DEFAULT_DECK, '', readCards(builtIn[name] ?? builtIn[DEFAULT_DECK]), true);
  await check();
}

/** @param {string} from @param {string} title @param {DeckCard[]} cards @param {boolean} kept */
function take(from, title, cards, kept) {
  Object.assign(deck, { from, title, cards: [...cards].sort(inOrder), kept });
}

/** The cards have changed: a deck that comes with dnup becomes one's own.
 * @param {DeckCard[]} cards
 * @param {string} next  what has the focus then */
async function change(cards, next) {
  take(deck.from, deck.title || freeTitle(), cards, false);
  complaint = '';
  await check();
  /** @type {HTMLElement | null} */ (document.querySelector(next))?.focus();
}

/** A title that no kept deck has. */
function freeTitle() {
  const taken = new Set(ownDecks().map(({ title }) => title));
  const first = t('decks.my_deck');
  let title = first;
  for (let n = 2; taken.has(title); n++) title = `${first} ${n}`;
  return title;
}

/** Has the engine look at the cards, and shows all. */
async function check() {
  const looked = deck.cards;
  const found = await findFault(looked);
  const few = await Promise.all(COUNTS.map(async (players) => !found && (await findFault(looked, players)) !== null));
  if (looked !== deck.cards) return; // they have changed meanwhile
  fault = found;
  tooFew = new Set(COUNTS.filter((_, i) => few[i]));
  if (!fault && tooFew.has(2)) fault = await findFault(looked, 2);
  write();
}

/** What is wrong, in words; empty if nothing is. */
function problem() {
  if (complaint) return complaint;
  if (fault) {
    const card = fault.card < 0 ? '' : valuesOf(deck.cards[fault.card]);
    const other = fault.other < 0 ? '' : valuesOf(deck.cards[fault.other]);
    return t(`decks.fault.${fault.key}`, { card, other, number: fault.number, most: fault.most, players: 2 });
  }
  if (!isOwn()) return '';
  const title = deck.title.trim();
  if (!title || title.length > LONGEST_TITLE || /\p{C}/u.test(title))
    return t('decks.fault.title', { most: LONGEST_TITLE });
  return DECKS.includes(title) || title === 'standard' ? t('decks.fault.taken', { title }) : '';
}

/** @param {unknown} error */
function complain(error) {
  if (!(error instanceof Unreadable)) throw error;
  complaint = t(`decks.unreadable.${error.key}`, error.about);
  write();
}

/** The drawing of a card; what cannot be drawn is written. @param {DeckCard} card */
function draw(card) {
  const { low, high, star, symbol } = card;
  if (low < 1 || high > HIGHEST) return h('b', { class: 'odd' }, valuesOf(card));
  return cardNode(`${low}/${high}${star ? '*' : symbol ? SIGN[symbol] : ''}`);
}

/** @param {DeckCard} card */
const cardName = (card) =>
  [cardLabel(words, valuesOf(card)), card.star ? '★' : '', card.symbol ? t(`decks.mark_${card.symbol}`) : '']
    .filter(Boolean)
    .join(', ');

/** The cards with a face, or with none. @param {import('./cards.js').Symbol | null} symbol */
function group(symbol) {
  const cards = deck.cards.filter((card) => card.symbol === symbol);
  const sign = symbol && drawing(`<svg viewBox="-11 -11 22 22" aria-hidden="true">${face(symbol)}</svg>`);
  return h(
    'section',
    { class: 'group', 'aria-label': t(`decks.group_${symbol ?? 'none'}`) },
    h(
      'h2',
      {},
      sign,
      h('span', {}, t(`decks.group_${symbol ?? 'none'}`)),
      h('small', {}, t('decks.count', { count: cards.length })),
    ),
    h(
      'div',
      { class: 'all' },
      cards.map((card) =>
        h(
          'button',
          {
            class: fault && deck.cards[fault.card] === card ? 'card wrong' : 'card',
            'data-card': writeCard(card),
            'aria-label': t('decks.change', { card: cardName(card) }),
            onclick: () => openCard(card),
          },
          draw(card),
        ),
      ),
      h(
        'button',
        {
          class: 'add',
          'data-add': symbol ?? 'none',
          'aria-label': t('decks.add'),
          title: t('decks.add'),
          onclick: () => openCard(null, symbol),
        },
        '+',
      ),
    ),
  );
}

/** A card to be changed, or a new one.
 * @param {DeckCard | null} card @param {import('./cards.js').Symbol | null} [symbol] */
function openCard(card, symbol = null) {
  const { low, high, star, symbol: own } = card ?? { low: 1, high: 2, star: false, symbol };
  const values = Array.from({ length: HIGHEST }, (_, i) => String(i + 1));
  const select = (/** @type {string} */ name, /** @type {string} */ text, /** @type {number} */ chosen) =>
    h(
      'label',
      { class: 'field' },
      text,
      h(
        'select',
        { name },
        values.map((value) => h('option', { value, selected: value === String(chosen) }, value)),
      ),
    );
  const shown = h('span', { class: 'card preview', 'aria-hidden': 'true' }, card ? draw(card) : cardNode('1/2'));
  const read = () => {
    const data = new FormData(form);
    const [a, b] = [Number(data.get('low')), Number(data.get('high'))].sort((x, y) => x - y);
    const mark = String(data.get('mark'));
    return /** @type {DeckCard} */ ({
      low: a,
      high: b,
      star: mark === 'star',
      symbol: SYMBOLS.includes(/** @type {any} */ (mark)) ? mark : null,
    });
  };
  const marks = ['none', 'star', ...SYMBOLS].map((mark) => [mark, t(`decks.mark_${mark}`)]);
  const form = h(
    'form',
    { class: 'one' },
    h(
      'div',
      { class: 'pair' },
      shown,
      h('div', { class: 'values' }, select('low', t('decks.value'), low), select('high', t('decks.other_value'), high)),
    ),
    choices(t('decks.mark'), 'mark', /** @type {any} */ (marks), star ? 'star' : (own ?? 'none')),
    h(
      'div',
      { class: 'row' },
      card
        ? h(
            'button',
            {
              class: 'btn',
              type: 'button',
              'data-do': 'remove',
              onclick: () => {
                dialog.close();
                void change(
                  deck.cards.filter((one) => one !== card),
                  `[data-add=${card.symbol ?? 'none'}]`,
                );
              },
            },
            iconNode('bin'),
            t('decks.remove'),
          )
        : null,
      h('button', { class: 'btn first', 'data-do': 'done' }, t(card ? 'decks.done' : 'decks.add')),
    ),
  );
  form.addEventListener('change', () => fill(shown, draw(read())));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    dialog.close();
    const made = read();
    // There is one star: on another card it leaves the one that had it.
    const others = deck.cards.filter((one) => one !== card).map((one) => (made.star ? { ...one, star: false } : one));
    void change([...others, made], `[data-card="${writeCard(made)}"]`);
  });
  const dialog = openDialog(card ? t('decks.change', { card: valuesOf(card) }) : t('decks.add'), form);
}

/** How many cards everyone gets. */
function sizes() {
  const rows = COUNTS.map((players) => {
    const count = inPlay(deck.cards.map(writeCard), players).length;
    const each =
      count % players ? `${Math.floor(count / players)}–${Math.ceil(count / players)}` : String(count / players);
    return h(
      'tr',
      {},
      h('th', { scope: 'row' }, t('decks.players', { count: players })),
      h('td', {}, tooFew.has(players) ? t('decks.too_few') : t('decks.each', { count, each })),
    );
  });
  return h('table', { class: 'sizes' }, h('tbody', {}, rows));
}

/** Keeps the deck under its title; false if it cannot be kept. */
function keep() {
  if (problem()) return false;
  if (!isOwn()) return true;
  const title = deck.title.trim();
  try {
    keepDeck({ title, cards: deck.cards.map(writeCard) });
  } catch {
    complaint = t('errors.no_room');
    write();
    return false;
  }
  Object.assign(deck, { from: nameOwn(title), title, kept: true });
  write();
  return true;
}

/** Plays the deck against bots. @param {number} players */
async function play(players) {
  if (!keep()) return;
  settings.deck = deck.from;
  settings.players = players;
  try {
    const address = await (await import('../lobby/against-bots.js')).againstBots();
    if (address) location.assign(address);
    else complaint = t('errors.nowhere');
  } catch (error) {
    complaint =
      error instanceof RefusedError ? `${t('errors.create')} ${await refusalText(error)}` : t('errors.offline');
  }
  write();
}

async function withFriends() {
  if (!keep()) return;
  (await import('../lobby/create.js')).openCreate(deck.from);
}

async function share() {
  const link = new URL(location.pathname, location.href).href + toLink(deck.title || deckText(deck.from), deck.cards);
  try {
    if ('share' in navigator) return await navigator.share({ title: 'dnup', url: link });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return; // dismissed; anything else: copy the link
  }
  try {
    await /** @type {Navigator} */ (navigator).clipboard.writeText(link);
    notice(t('lobby.copied'));
  } catch {
    openDialog(
      t('decks.share'),
      h('input', { type: 'text', readonly: true, value: link, 'aria-label': t('decks.share') }),
    );
  }
}

/** @param {File | undefined} file */
async function load(file) {
  if (!file) return;
  try {
    if (file.size > MOST_BYTES) throw new Unreadable('large');
    const read = readFile(await file.text());
    take(DEFAULT_DECK, read.title || file.name.replace(/\.toml$/i, ''), read.cards, false);
    complaint = '';
    await check();
  } catch (error) {
    complain(error);
  }
}

/** @param {string} name @param {Parameters<typeof iconNode>[0]} icon @param {string} text @param {() => void} act
 * @param {boolean} [off] */
const action = (name, icon, text, act, off = false) =>
  h('button', { class: 'btn', 'data-do': name, disabled: off, onclick: act }, iconNode(icon), text);

/** What changes while a title is typed: all but the fields. */
const body = h('div', { class: 'body' });

function write() {
  document.title = `${t('decks.title')} · dnup`;
  const names = [...DECKS, ...ownDecks().map(({ title }) => nameOwn(title))];
  const focused = document.activeElement?.id;
  const title = h('input', { type: 'text', id: 'title', value: deck.title, maxlength: String(LONGEST_TITLE) });
  title.addEventListener('input', () => {
    Object.assign(deck, { title: title.value, kept: false });
    complaint = '';
    writeBody();
  });
  const choice = h(
    'select',
    { id: 'which' },
    names.map((name) => h('option', { value: name, selected: deck.kept && name === deck.from }, deckText(name))),
    deck.kept ? null : h('option', { value: '', selected: true }, deck.title || t('decks.my_deck')),
  );
  choice.addEventListener('change', () => choice.value && void choose(choice.value));
  fill(
    find('main'),
    h('h1', {}, t('decks.title')),
    h('p', { class: 'lead' }, t('decks.lead')),
    h(
      'div',
      { class: 'head' },
      h('label', { class: 'field' }, t('lobby.deck'), choice),
      isOwn() ? h('label', { class: 'field' }, t('decks.name'), title) : null,
    ),
    body,
  );
  writeBody();
  if (focused) document.getElementById(focused)?.focus();
}

function writeBody() {
  const wrong = problem();
  const input = h('input', {
    type: 'file',
    accept: '.toml,text/plain',
    class: 'sr',
    id: 'file',
    tabindex: '-1',
    'aria-label': t('decks.load'),
  });
  input.addEventListener('change', () => void load(input.files?.[0]));
  fill(
    body,
    h('p', { class: 'problem', role: 'alert', hidden: !wrong, id: 'problem' }, wrong),
    h(
      'p',
      { class: 'state', role: 'status' },
      isOwn() ? t(deck.kept ? 'decks.kept' : 'decks.not_kept') : t(`decks.about_${deck.from}`),
    ),
    ...[null, ...SYMBOLS].map((symbol) => group(symbol)),
    sizes(),
    h(
      'div',
      { class: 'row' },
      isOwn() && !deck.kept
        ? h(
            'button',
            { class: 'btn first', 'data-do': 'keep', disabled: Boolean(wrong), onclick: () => void keep() },
            iconNode('save'),
            t('decks.keep'),
          )
        : null,
      isOwn() && deck.kept
        ? action('forget', 'bin', t('decks.forget'), () => {
            forgetDeck(deck.title);
            if (settings.deck === deck.from) settings.deck = DEFAULT_DECK;
            void choose(DEFAULT_DECK);
          })
        : null,
      action('share', 'share', t('decks.share'), () => void share(), Boolean(wrong)),
      action(
        'file',
        'copy',
        t('decks.file'),
        () =>
          saveText(
            `${fileName(deck.title || deck.from)}.toml`,
            writeFile(deck.title || deckText(deck.from), deck.cards),
            'application/toml',
          ),
        Boolean(wrong),
      ),
      action('load', 'up', t('decks.load'), () => input.click()),
      input,
    ),
    h('h2', {}, t('decks.play_title')),
    h(
      'div',
      { class: 'row' },
      COUNTS.map((players) =>
        action(
          `play-${players}`,
          'play',
          t('decks.play', { count: players }),
          () => void play(players),
          Boolean(wrong) || tooFew.has(players),
        ),
      ),
      hasServer ? action('friends', 'friends', t('decks.friends'), () => void withFriends(), Boolean(wrong)) : null,
    ),
  );
}

/** Shows the deck of the address, if it has one. */
async function open() {
  try {
    const given = fromLink(location.hash);
    // A link such as #deck=balanced shows a deck that comes with dnup.
    const named = new URLSearchParams(location.hash.slice(1)).get('deck');
    if (!given) return await choose(named === null ? settings.deck : currentName(named));
    take(DEFAULT_DECK, given.title, given.cards, false);
    complaint = '';
    await check();
  } catch (error) {
    await choose(DEFAULT_DECK);
    complain(error);
  }
}

useStar(''); // which card has it is said of each
alsoRead(new URL('./words/', import.meta.url));
const [answer] = await Promise.all([fetch(new URL('decks.json', import.meta.url)), startPage()]);
builtIn = await answer.json();
await open();
addEventListener('hashchange', () => void open());
document.addEventListener('language', write);
