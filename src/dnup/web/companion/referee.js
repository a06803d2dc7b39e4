// The referee for the printed cards: the sets on the table and a move are tapped in, and the engine says yes, or no and
// why. Three taps for the common question: how many cards, the value that lies there, the value in hand.

import { loadEngine } from '../engine/load.js';
import { cardNode, chip, chips } from '../shared/cards.js';
import { choices } from '../shared/dialog.js';
import { drawing, fill, find, h } from '../shared/dom.js';
import { alsoRead, t } from '../shared/i18n.js';
import { startPage } from '../shared/shell.js';
import { at } from '../shared/urls.js';
import { FEWEST, MOST, readPad } from './pad.js';
import { otherValues, Referee, slotsFor } from './ruling.js';

/** @typedef {import('./ruling.js').LaidSet} LaidSet */
/** @typedef {import('./ruling.js').Ruling} Ruling */

const PRINTED = new URL('../decks/decks.json', import.meta.url);
const VERBS = /** @type {const} */ (['play', 'add', 'take', 'rotate']);
const VALUES = Array.from({ length: 10 }, (_, i) => i + 1);
/** Sets larger than this hardly ever lie on a table. */
const SIZES = Array.from({ length: 8 }, (_, i) => i + 1);
/** Where the others sit, from the left on, as keys of `referee.owner`. @type {Record<number, string[]>} */
const OWNERS = {
  2: ['first', 'second', 'own'],
  3: ['left', 'right'],
  4: ['left', 'across', 'right'],
  5: ['left', 'across_left', 'across_right', 'right'],
};

alsoRead(new URL('./words/', import.meta.url));
const loading = Promise.all([loadEngine().catch(() => null), fetch(PRINTED).then((answer) => answer.json())]);
await startPage();
const [engine, { printed }] = await loading;
const referee = engine && new Referee(engine);
/** @type {string[]} */
const faces = printed.map((/** @type {string} */ entry) => entry.split(/[ *]/)[0]);

let players = readPad().names.length;
/** @type {Record<string, LaidSet>} */
let sets = {};
/** The slot that the keys of the table write. */
let chosen = slotsFor(players)[0];
/** How many cards the next set on the table has. */
let laid = 1;
/** @type {import('./ruling.js').Asked['verb']} */
let verb = 'play';
/** @type {number | null} */
let value = null;
/** How many cards are played; null is as many as the last set on the table has. @type {number | null} */
let size = null;
/** The set that is added to or taken; null if there is only one. @type {string | null} */
let target = null;

const slots = () => slotsFor(players);
/** @param {string} slot */
const owner = (slot) => t(`referee.owner.${OWNERS[players][slots().indexOf(slot)]}`);
/** The same inside a sentence. @param {string} slot */
const whose = (slot) => owner(slot)[0].toLocaleLowerCase() + owner(slot).slice(1);
/** The slots of sets that can be added to or taken; whether they may is for the engine to say. */
const filled = () => slots().filter((slot) => sets[slot]);
const meant = () => (target !== null && sets[target] ? target : (filled()[0] ?? null));
/** How many cards are played. */
const played = () => size ?? laid;

function show() {
  showTable();
  showMove();
  showVerdict();
}

function showTable() {
  fill(
    find('#count'),
    choices(
      t('companion.players'),
      'players',
      Array.from({ length: MOST - FEWEST + 1 }, (_, i) => [String(FEWEST + i), String(FEWEST + i)]),
      String(players),
    ),
  );
  fill(
    find('#tiles'),
    ...slots().map((slot) => {
      const set = sets[slot];
      return h(
        'button',
        { class: 'tile', 'data-slot': slot, 'aria-pressed': String(slot === chosen), onclick: () => choose(slot) },
        h('small', {}, owner(slot)),
        set ? chipsOf(set) : h('span', { class: 'none' }, t('referee.no_set')),
      );
    }),
  );
  const set = sets[chosen];
  fill(
    find('#set-keys'),
    ...keys('set', set?.size ?? laid, set?.value ?? null, owner(chosen)),
    h(
      'div',
      { class: 'more' },
      h('button', { class: 'btn quiet', 'data-do': 'clear', disabled: !set, onclick: clear }, t('referee.clear')),
      players > 2
        ? h(
            'label',
            { class: 'finished' },
            h('input', {
              type: 'checkbox',
              checked: set?.finished === true,
              disabled: !set,
              'data-do': 'finished',
              onchange: finish,
            }),
            h('span', { class: 'sr' }, `${owner(chosen)}: `),
            t('referee.finished'),
          )
        : null,
    ),
  );
}

/** @param {LaidSet} set */
const chipsOf = (set) =>
  set.size > 4
    ? h('span', { class: 'chips-of' }, `${set.size} × `, drawing(chip(set.value)))
    : h('span', { class: 'chips-of' }, drawing(chips(Array(set.size).fill(set.value))));

/** The keys of a set: how many cards, and their value. @param {'set' | 'move'} what @param {number} count
 * @param {number | null} shown @param {string} named */
const keys = (what, count, shown, named) => [
  h(
    'div',
    { class: 'sizes', role: 'group', 'aria-label': `${named}: ${t('referee.size')}` },
    SIZES.map((number) =>
      h(
        'button',
        { 'data-size': number, 'data-of': what, 'aria-pressed': String(number === count) },
        h('span', { 'aria-hidden': 'true' }, `×${number}`),
        h('span', { class: 'sr' }, t('referee.cards', { count: number })),
      ),
    ),
  ),
  h(
    'div',
    { class: 'values', role: 'group', 'aria-label': `${named}: ${t('referee.value')}` },
    VALUES.map((number) =>
      h(
        'button',
        { 'data-value': number, 'data-of': what, 'aria-pressed': String(number === shown) },
        drawing(chip(number)),
      ),
    ),
  ),
];

function showMove() {
  fill(
    find('#verbs'),
    ...VERBS.map((name) => h('button', { 'data-verb': name, 'aria-pressed': String(name === verb) }, t(`aid.${name}`))),
  );
  const place = find('#move-keys');
  if (verb === 'play') fill(place, ...keys('move', played(), value, t('referee.move')));
  else if (verb === 'rotate') fill(place);
  else if (!filled().length) fill(place, h('p', { class: 'note' }, t('referee.lay_first')));
  else
    fill(
      place,
      h(
        'div',
        { class: 'tiles', role: 'group', 'aria-label': t('referee.whose') },
        filled().map((slot) =>
          h(
            'button',
            { class: 'tile', 'data-target': slot, 'aria-pressed': String(slot === meant()) },
            h('small', {}, owner(slot)),
            chipsOf(sets[slot]),
          ),
        ),
      ),
    );
}

/** What is asked now; null while something is missing. @returns {import('./ruling.js').Asked | null} */
function asked() {
  if (verb === 'rotate') return { verb };
  if (verb === 'play') return value === null ? null : { verb, value, size: played() };
  const slot = meant();
  return slot === null ? null : { verb, slot };
}

function showVerdict() {
  const place = find('#verdict');
  const move = asked();
  delete place.dataset.says;
  if (!referee) return fill(place, h('p', { class: 'problem' }, t('companion.no_engine')));
  if (!move) return fill(place, h('p', { class: 'note' }, t(verb === 'play' ? 'referee.how' : 'referee.lay_first')));
  const ruling = referee.rule({ players, sets, move });
  place.dataset.says = ruling.kind;
  for (const tile of document.querySelectorAll('#tiles .tile')) {
    const { slot } = /** @type {HTMLElement} */ (tile).dataset;
    tile.classList.toggle(
      'hit',
      ruling.kind === 'yes' ? ruling.beats === slot : ruling.kind === 'no' && ruling.why.slot === slot,
    );
  }
  if (ruling.kind === 'table')
    return fill(place, h('b', {}, '?'), h('div', {}, h('p', {}, t('referee.table_wrong')), rules('R16')));
  if (ruling.kind === 'no')
    return fill(
      place,
      h('b', {}, t('referee.no')),
      h('div', {}, h('p', {}, reason(ruling.why)), rules(ruling.why.rule)),
    );
  fill(place, h('b', {}, t('referee.yes')), h('div', {}, ...consequences(ruling)));
}

/** @param {import('../messages.d.ts').Why} why */
function reason(why) {
  const set = why.slot ? sets[why.slot] : null;
  const key = `referee.why.${why.code}`;
  if (!set || !['not-higher', 'grown-not-higher', 'own-set'].includes(why.code)) return why.sentence;
  return t(key, { owner: whose(why.slot ?? ''), count: set.size, value: set.value, mine: why.value ?? 0 });
}

/** What comes of a move that is possible. @param {Ruling & {kind: 'yes'}} ruling */
function consequences({ beats, to, values }) {
  const set = beats ? sets[beats] : verb === 'take' ? sets[meant() ?? ''] : null;
  const slot = beats ?? meant() ?? '';
  if (!set) return [h('p', {}, t(verb === 'rotate' ? 'referee.rotate' : 'referee.free')), rules(RULES[verb])];
  if (beats && to === null)
    return [h('p', {}, `${t('referee.beats', { owner: whose(beats) })} ${t('referee.discarded')}`), rules('R18')];
  const back = !beats ? 'referee.taken' : players === 2 && beats === slots()[2] ? 'referee.back_own' : 'referee.back';
  return [
    h('p', {}, `${beats ? `${t('referee.beats', { owner: whose(beats) })} ` : ''}${t(back)}`),
    h(
      'ul',
      { class: 'back' },
      values.map((known, i) => backCard(slot, set, known, i)),
    ),
    rules(...(beats ? ['R14', 'R15'] : ['R12', 'R15'])),
  ];
}
/** @type {Record<string, string>} */
const RULES = { play: 'R10', add: 'R11', take: 'R12', rotate: 'R13' };

/** A card that comes to a hand, with a choice of the value that it shows there; a player who knows it can say so.
 * @param {string} slot @param {LaidSet} set @param {number | null} known @param {number} i */
function backCard(slot, set, known, i) {
  // The engine lists the cards as they come to the hand, sorted: each is asked for by its place.
  const select = h(
    'select',
    { 'data-card': i, 'data-back': slot, 'aria-label': t('referee.other_value', { number: i + 1 }) },
    h('option', { value: '' }, '?'),
    otherValues(faces, set.value).map((other) =>
      h('option', { value: other, selected: other === known }, String(other)),
    ),
  );
  return h(
    'li',
    {},
    h('i', { class: 'card', 'aria-hidden': 'true' }, cardNode(known === null ? 'small' : `${known}/${set.value}`)),
    select,
  );
}

/** @param {...string} numbers */
const rules = (...numbers) =>
  h(
    'p',
    { class: 'rule-links' },
    numbers.map((number) => h('a', { href: at(`rules/#${number}`) }, t('why.rule', { rule: number }))),
  );

/** @param {string} slot */
function choose(slot) {
  chosen = slot;
  show();
  find(`#tiles [data-slot="${slot}"]`).focus();
}

function clear() {
  delete sets[chosen];
  show();
  find(`#tiles [data-slot="${chosen}"]`).focus();
}

/** @param {Event} event */
function finish(event) {
  const { checked } = /** @type {HTMLInputElement} */ (event.target);
  // Only one player has finished while the others play on.
  for (const set of Object.values(sets)) delete set.finished;
  if (checked) sets[chosen].finished = true;
  show();
  find('[data-do=finished]').focus();
}

for (const place of [find('#set-keys'), find('#move-keys')])
  place.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (!button) return;
    const { size: count, value: number, of, target: slot } = button.dataset;
    if (slot) target = slot;
    else if (of === 'set') layKey(count, number);
    else if (count) size = Number(count);
    else if (number) value = Number(number);
    if (!slot && !of) return;
    show();
    const what = slot
      ? `[data-target="${slot}"]`
      : `[data-of=${of}][data-${count ? 'size' : 'value'}="${count ?? number}"]`;
    find(what, place).focus();
  });

/** @param {string | undefined} count @param {string | undefined} number */
function layKey(count, number) {
  if (count) laid = Number(count);
  const set = sets[chosen];
  if (number) sets[chosen] = { ...set, value: Number(number), size: set?.size ?? laid, others: [] };
  else if (set) sets[chosen] = { ...set, size: laid, others: [] };
  if (sets[chosen]) laid = sets[chosen].size;
}

find('#verbs').addEventListener('click', (event) => {
  const name = event.target instanceof HTMLElement ? event.target.dataset.verb : undefined;
  if (!name) return;
  verb = /** @type {any} */ (name);
  show();
  find(`#verbs [data-verb="${name}"]`).focus();
});
find('#count').addEventListener('change', (event) => {
  players = Number(/** @type {HTMLInputElement} */ (event.target).value);
  sets = {};
  chosen = slots()[0];
  show();
  find(`#count input[value="${players}"]`).focus();
});
find('#verdict').addEventListener('change', (event) => {
  const { dataset, value: other } = /** @type {HTMLSelectElement} */ (event.target);
  const set = sets[dataset.back ?? ''];
  if (!set) return;
  const others = [...find('#verdict').querySelectorAll('select')].map((select) => Number(select.value) || null);
  sets[dataset.back ?? ''] = { ...set, others };
  showVerdict();
  const again = [...find('#verdict').querySelectorAll('select')].find((select) => select.value === other);
  (again ?? find(`#verdict [data-card="${dataset.card}"]`)).focus();
});
show();
document.addEventListener('language', show);
