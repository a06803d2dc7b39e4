// The page on which people choose who plays on one device. Names and seats are those of last time: the second evening
// is one tap.

import { canPlayHere, createLocal, keepNew, seating } from '../device/device.js';
import { botName, MAX_NAME, skeleton } from '../game/names.js';
import { SEATS } from '../game/seats.js';
import { chosenDeck } from '../lobby/against-bots.js';
import { expertNote, updateExpertNote } from '../lobby/expert-note.js';
import { deckText, MEMORIES } from '../lobby/options.js';
import { settings } from '../settings/settings.js';
import { DECKS } from '../shared/decks.js';
import { choices, toggle } from '../shared/dialog.js';
import { fill, find, h, iconNode } from '../shared/dom.js';
import { alsoRead, t, words } from '../shared/i18n.js';
import { nameOwn, ownDecks } from '../shared/own-decks.js';
import { disc, littleCards } from '../shared/people.js';
import { startPage } from '../shared/shell.js';
import { signNode } from '../shared/signs.js';
import { at } from '../shared/urls.js';
import { keepSeating, missing, moveSeat, playing, readSeating, takersOf } from './seating.js';

/** @typedef {import('./seating.js').Kind} Kind */

const KINDS = /** @type {const} */ (['person', 'bot', 'nobody']);
const LEVELS = /** @type {const} */ (['easy', 'medium', 'hard', 'expert']);
/** How far a row is dragged before it changes places, as a part of its height. */
const HALF = 0.5;

alsoRead(new URL('./words/', import.meta.url));
await startPage();

const all = readSeating();
// The first evening, the first seat is that of the device's owner.
if (!all.seats.some(({ name }) => name)) all.seats[0].name = settings.name;

/** @param {number} number */
const numbered = (number) => t('pass.player', { number });

/** The name of every row: a person's, a bot's, or nothing. */
function namesOfRows() {
  const takers = takersOf(all, numbered);
  const people = new Set(takers.flatMap((taker) => ('name' in taker ? [skeleton(taker.name)] : [])));
  let next = 0;
  return all.seats.map(({ kind }) => {
    if (kind === 'nobody') return '';
    const taker = takers[next];
    const seat = SEATS[next++];
    return 'name' in taker ? taker.name : botName(seat, people);
  });
}

/** @type {Record<Kind, () => Element>} */
const SIGN = { person: () => iconNode('seat'), bot: () => iconNode('bot'), nobody: () => signNode('minus') };

/** The rows of the form: each seat with its name and who takes it. */
function showSeats() {
  const names = namesOfRows();
  fill(
    find('#seats'),
    ...all.seats.map(({ name, kind }, i) => {
      const input = h('input', {
        value: kind === 'bot' ? names[i] : name,
        placeholder: kind === 'nobody' ? t('pass.empty') : numbered(1 + names.slice(0, i).filter(Boolean).length),
        maxlength: String(MAX_NAME),
        autocomplete: 'off',
        enterkeyhint: 'done',
        disabled: kind !== 'person',
        'data-name': i,
        'aria-label': t('pass.name_of', { number: i + 1 }),
      });
      return h(
        'li',
        { class: kind, 'data-row': i },
        h(
          'button',
          {
            type: 'button',
            class: 'grip',
            'data-grip': i,
            'aria-label': t('pass.move', { name: names[i] || t('pass.seat', { number: i + 1 }) }),
          },
          signNode('grip'),
        ),
        kind === 'nobody' ? h('span', { class: 'disc nobody', 'aria-hidden': 'true' }) : disc(names[i], kind === 'bot'),
        input,
        h(
          'span',
          { class: 'pick', role: 'group', 'aria-label': t('pass.seat', { number: i + 1 }) },
          KINDS.map((other) =>
            h(
              'button',
              {
                type: 'button',
                'data-seat': i,
                'data-kind': other,
                'aria-pressed': String(other === kind),
                'aria-label': t(`pass.${other}`),
                title: t(`pass.${other}`),
              },
              SIGN[other](),
            ),
          ),
        ),
      );
    }),
  );
  showRest();
}

/** The picture of the table, and what the button says. */
function showRest() {
  const names = namesOfRows().filter(Boolean);
  const here = playing(all);
  fill(
    find('#around'),
    ...here.map(({ kind }, i) => {
      // The first seat is the nearest, the next one sits at its left.
      const angle = Math.PI * (0.5 + (2 * i) / here.length);
      const item = h('li', {}, disc(names[i], kind === 'bot'), h('span', {}, names[i]));
      item.style.setProperty('--x', Math.cos(angle).toFixed(3));
      item.style.setProperty('--y', Math.sin(angle).toFixed(3));
      return item;
    }),
  );
  for (const [i, name] of namesOfRows().entries()) {
    const row = find(`[data-row="${i}"]`);
    const old = row.querySelector('.disc');
    if (name && old) old.replaceWith(disc(name, all.seats[i].kind === 'bot'));
  }
  const lacks = missing(all);
  const people = here.filter(({ kind }) => kind === 'person').length;
  const deals = /** @type {string[]} */ (words.entry('pass.deal'));
  const button = /** @type {HTMLButtonElement} */ (find('#deal'));
  button.disabled = lacks !== null;
  fill(button, lacks ? null : iconNode('play'), lacks ? t(`pass.${lacks}`) : deals[here.length - 2]);
  find('#note').textContent = t(people === 1 ? 'pass.alone' : 'pass.private');
  const bots = here.some(({ kind }) => kind === 'bot');
  find('#terms .bots').hidden = !bots;
  find('#terms .opening').hidden = people < 2;
  showExpertNote();
  const finish = find('#terms [name=finish]').closest('label');
  if (finish) finish.hidden = here.length === 2;
}

/** What an expert is with the cards and players chosen here. */
function showExpertNote() {
  void updateExpertNote(find('#terms .expert-note'), () => {
    const here = playing(all);
    const expert = all.level === 'expert' && here.some(({ kind }) => kind === 'bot');
    return { expert, deck: settings.deck, players: here.length };
  });
}

/** How it is played. */
function showTerms() {
  const deck = h(
    'select',
    { name: 'deck' },
    [...DECKS, ...ownDecks().map(({ title }) => nameOwn(title))].map((name) =>
      h('option', { value: name, selected: name === settings.deck }, deckText(name)),
    ),
  );
  const memory = h(
    'select',
    { name: 'memory' },
    MEMORIES.map((kind) => h('option', { value: kind, selected: kind === all.memory }, t(`lobby.memory_${kind}`))),
  );
  const levels = choices(
    t('pass.level'),
    'level',
    LEVELS.map((level) => [level, t(`levels.${level}`)]),
    all.level,
  );
  levels.classList.add('bots');
  const opening = choices(
    t('pass.opens'),
    'opens',
    [
      ['tap', t('pass.opens_tap')],
      ['hold', t('pass.opens_hold')],
    ],
    all.holds ? 'hold' : 'tap',
  );
  opening.classList.add('opening');
  fill(
    find('#terms'),
    levels,
    expertNote(),
    h(
      'details',
      {},
      h('summary', {}, t('lobby.more')),
      h(
        'div',
        { class: 'options' },
        opening,
        h('label', { class: 'field' }, t('lobby.deck'), deck),
        h('label', { class: 'field' }, t('lobby.memory'), memory),
        toggle(t('lobby.finish_round'), settings.finishRound, () => {}, 'finish'),
      ),
    ),
  );
}

/** Puts a seat at another place. The focus stays on its grip. @param {number} from @param {number} to */
function move(from, to) {
  if (to < 0 || to >= all.seats.length || from === to) return;
  all.seats = moveSeat(all.seats, from, to);
  keepSeating(all);
  showSeats();
  find(`[data-grip="${to}"]`).focus();
  const name = namesOfRows()[to] || t('pass.empty');
  find('#say').textContent = t('pass.moved', { name, number: to + 1 });
}

const seats = find('#seats');
seats.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-kind]') : null;
  if (!(button instanceof HTMLElement)) return;
  const { seat, kind } = button.dataset;
  all.seats[Number(seat)].kind = /** @type {Kind} */ (kind);
  keepSeating(all);
  showSeats();
  find(`[data-seat="${seat}"][data-kind="${kind}"]`).focus();
});
seats.addEventListener('input', (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  all.seats[Number(input.dataset.name)].name = input.value;
  keepSeating(all);
  showRest();
});
seats.addEventListener('keydown', (event) => {
  const { target, key } = event;
  const grip = target instanceof HTMLElement ? target.dataset.grip : undefined;
  const by = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (grip === undefined || !by) return;
  event.preventDefault();
  move(Number(grip), Number(grip) + by);
});
seats.addEventListener('pointerdown', (event) => {
  const grip = event.target instanceof Element ? event.target.closest('[data-grip]') : null;
  if (!(grip instanceof HTMLElement) || event.button !== 0) return;
  event.preventDefault();
  let row = Number(grip.dataset.grip);
  let from = event.clientY;
  const height = find('[data-row="1"]').offsetTop - find('[data-row="0"]').offsetTop;
  const drag = (/** @type {PointerEvent} */ { pointerId, clientY }) => {
    if (pointerId !== event.pointerId) return;
    const by = Math.sign(clientY - from);
    if (Math.abs(clientY - from) < height * HALF || row + by < 0 || row + by >= all.seats.length) return;
    move(row, row + by);
    row += by;
    from += by * height;
  };
  const end = () => {
    removeEventListener('pointermove', drag);
    for (const kind of ['pointerup', 'pointercancel']) removeEventListener(kind, end);
  };
  addEventListener('pointermove', drag);
  for (const kind of ['pointerup', 'pointercancel']) addEventListener(kind, end);
});
find('#terms').addEventListener('change', (event) => {
  const { name, value, checked } = /** @type {HTMLInputElement} */ (event.target);
  if (name === 'level') all.level = /** @type {any} */ (value);
  if (name === 'opens') all.holds = value === 'hold';
  if (name === 'memory') all.memory = /** @type {any} */ (value);
  if (name === 'deck') settings.deck = value;
  if (name === 'finish') settings.finishRound = checked;
  keepSeating(all);
  showExpertNote();
});

find('#form').addEventListener('submit', async (event) => {
  event.preventDefault();
  if (missing(all)) return;
  const button = /** @type {HTMLButtonElement} */ (find('#deal'));
  button.disabled = true;
  try {
    if (!canPlayHere) return complain(t('errors.nowhere'));
    location.assign(at(`table/#${await create()}`));
  } catch (error) {
    const { name } = /** @type {Error} */ (error);
    complain(
      name === 'Full'
        ? t('errors.no_room')
        : name === 'BadDeck'
          ? t('errors.bad_deck', { players: playing(all).length })
          : t('errors.offline'),
    );
  }
});

/** Makes the game; with one person it is one against bots, like any other. */
async function create() {
  const takers = takersOf(all, numbered);
  const terms = { ...(await chosenDeck(takers.length)), finishRound: settings.finishRound };
  const people = takers.flatMap((taker, i) => ('name' in taker ? [{ name: taker.name, seat: SEATS[i] }] : []));
  if (people.length === 1) return createLocal({ ...people[0], players: takers.length, levels: [all.level], ...terms });
  return keepNew(seating(takers, { ...terms, memory: all.memory }), {}, null, 1);
}

/** @param {string} problem */
function complain(problem) {
  /** @type {HTMLButtonElement} */ (find('#deal')).disabled = false;
  find('#problem').hidden = false;
  find('#problem').textContent = problem;
}

function showAll() {
  fill(find('.cloth'), h('span', { class: 'deal', 'aria-hidden': 'true' }, littleCards(['', '', ''])));
  showTerms();
  showSeats();
}
showAll();
document.addEventListener('language', showAll);
// A page from the back/forward cache can deal again.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) showRest();
});
