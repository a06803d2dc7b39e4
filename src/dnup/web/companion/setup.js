// Setting up a round with the printed cards: which cards stay in the box, how many everyone gets, who begins; and a player
// aid to print. The cards in play are data of the deck; the texts of the aid are those of the player aid everywhere.

import { cardNode } from '../shared/cards.js';
import { choices } from '../shared/dialog.js';
import { drawing, fill, find, h, iconNode } from '../shared/dom.js';
import { logo } from '../shared/glyphs.js';
import { alsoRead, LANGUAGES, t, Words, words } from '../shared/i18n.js';
import { littleCards } from '../shared/people.js';
import { startPage } from '../shared/shell.js';
import { boxCards, FACES, faceRow, faceSign, facesOut } from './faces.js';
import { FEWEST, MOST, readPad } from './pad.js';

/** @typedef {import('../shared/i18n.js').Language} Language */

const PRINTED = new URL('../decks/decks.json', import.meta.url);
const TEXTS = [new URL('./words/', import.meta.url), new URL('../locales/', import.meta.url)];
/** What stands beside each action: cards, and a sign between them. @type {Record<string, [string[], string, string[]]>} */
const EXAMPLES = {
  play: [['8/3', '8/5'], '>', ['7/1', '7/5']],
  add: [['5/1'], '+', ['5/3', '5/8']],
  take: [['2/5', '2/7'], 'turn', ['5/2', '7/2']],
  rotate: [['1/6', '2/8', '3/9'], 'turn', ['6/1', '8/2', '9/3']],
};
const counts = Array.from({ length: MOST - FEWEST + 1 }, (_, i) => FEWEST + i);

alsoRead(TEXTS[0]);
const list = fetch(PRINTED).then((answer) => answer.json());
await startPage();
/** @type {{printed: string[]}} */
const { printed } = await list;
let players = readPad().names.length;
/** The language of the aid to print. @type {Words | null} */
let printing = null;

/** @param {number} count */
const dealt = (count) => {
  const cards = boxCards(printed, count);
  const inPlay = cards.filter((card) => card.inPlay);
  return { cards, out: facesOut(cards), total: inPlay.length, each: Math.floor(inPlay.length / count) };
};

function showSteps() {
  const { cards, out, total, each } = dealt(players);
  const left = cards.filter((card) => !card.inPlay);
  const star = cards.find(({ text }) => text.endsWith('*'));
  fill(
    find('#many'),
    choices(
      t('companion.players'),
      'players',
      counts.map((count) => [String(count), String(count)]),
      String(players),
    ),
  );
  fill(
    find('#steps'),
    step(
      left.length ? t('setup.out', { count: left.length }) : t('setup.all_in', { count: total }),
      faceRow(out),
      ...FACES.filter((face) => out.includes(face)).map((face) =>
        cardRow(
          t(`companion.face.${face}`),
          left.filter(({ symbol }) => symbol === face).map(({ text }) => text),
        ),
      ),
    ),
    step(t('setup.each', { count: each }), h('p', { class: 'note' }, t('setup.deal', { total }))),
    step(
      t('setup.begins'),
      h(
        'div',
        { class: 'beginning' },
        star ? h('i', { class: 'card', 'aria-hidden': 'true' }, cardNode(star.text)) : null,
        h('p', { class: 'note' }, t(players === 2 ? 'setup.begins_two' : 'setup.begins_note')),
      ),
    ),
    players === 2 ? step(t('setup.areas'), areas(words), h('p', { class: 'note' }, t('setup.areas_note'))) : null,
  );
}

/** @param {string} title @param {...(Node | null)} parts */
const step = (title, ...parts) => h('li', {}, h('h2', {}, title), ...parts);

/** Cards side by side. @param {string} title @param {string[]} cards */
const cardRow = (title, cards) =>
  h(
    'figure',
    { class: 'cards' },
    h('figcaption', { class: 'sr' }, `${title}: ${cards.map((card) => card.replace(/\D$/, '')).join(', ')}`),
    cards.map((card) => h('i', { class: 'card', 'aria-hidden': 'true' }, cardNode(card))),
  );

/** The two areas of each player, seen from above: area 2 is at its owner's left (R22). @param {Words} language */
const areas = (language) =>
  h(
    'div',
    { class: 'two-areas', role: 'img', 'aria-label': language.text('setup.areas_drawn') },
    ['far', 'near'].map((side) =>
      h(
        'div',
        { class: side, 'aria-hidden': 'true' },
        (side === 'far' ? ['1', '2'] : ['2', '1']).map((area) => h('span', {}, area)),
      ),
    ),
  );

/** The aid in one language, on one page of paper. @param {Words} language */
function showAid(language) {
  const text = (/** @type {string} */ key) => language.text(key);
  const part = (/** @type {string} */ name, /** @type {(Node | null)[]} */ ...more) =>
    h('section', { class: name }, h('h3', {}, text(`aid.${name}`)), h('p', {}, text(`aid.${name}Text`)), more);
  const sheet = find('#aid');
  sheet.lang = language.language;
  fill(
    sheet,
    h('header', {}, drawing(logo()), h('b', {}, text('aid.title'))),
    part('first'),
    h(
      'section',
      {},
      h('h3', {}, text('aid.then')),
      h(
        'dl',
        {},
        Object.entries(EXAMPLES).map(([name, [before, sign, after]]) =>
          h(
            'div',
            {},
            h('dt', {}, text(`aid.${name}`)),
            h('dd', {}, text(`aid.${name}Text`)),
            h(
              'dd',
              { class: 'example', 'aria-hidden': 'true' },
              littleCards(before),
              sign === 'turn' ? iconNode('turn') : h('b', {}, sign),
              littleCards(after),
            ),
          ),
        ),
      ),
    ),
    part('golden'),
    part('end'),
    h('section', { class: 'two' }, h('h3', {}, text('aid.two')), areas(language), h('p', {}, text('aid.twoText'))),
    h(
      'section',
      { class: 'table' },
      h('h3', {}, text('companion.which_cards')),
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ['companion.players', 'setup.left_out', 'setup.cards_each'].map((key) =>
              h('th', { scope: 'col' }, text(key)),
            ),
          ),
        ),
        h(
          'tbody',
          {},
          counts.map((count) => {
            const { out, each } = dealt(count);
            const named = out.map((face) => text(`companion.face.${face}`)).join(', ');
            return h(
              'tr',
              {},
              h('th', { scope: 'row' }, String(count)),
              h(
                'td',
                {},
                out.map((face) => faceSign(face, true)),
                h('span', { class: out.length ? 'sr' : null }, named || '–'),
              ),
              h('td', {}, String(each)),
            );
          }),
        ),
      ),
      h('p', {}, text('companion.star_starts')),
    ),
    h('footer', {}, text('setup.credit')),
  );
}

/** The texts of any language, beside those of the page. @param {Language} language @returns {Promise<Words>} */
async function wordsOf(language) {
  const all = TEXTS.map(async (folder) => (await fetch(new URL(`${language}.json`, folder))).json());
  return new Words(language, Object.assign({}, ...(await Promise.all(all))));
}

function showPrinting() {
  const chosen = printing?.language ?? words.language;
  fill(
    find('#how'),
    h(
      'label',
      { class: 'field' },
      h('span', { class: 'sr' }, t('bar.language')),
      h(
        'select',
        { id: 'aid-language' },
        Object.entries(LANGUAGES).map(([code, name]) => h('option', { value: code, selected: code === chosen }, name)),
      ),
    ),
    h('button', { class: 'btn', id: 'print', onclick: () => print() }, t('setup.print')),
  );
  showAid(printing ?? words);
}

find('#many').addEventListener('change', (event) => {
  players = Number(/** @type {HTMLInputElement} */ (event.target).value);
  showSteps();
  find(`#many input[value="${players}"]`).focus();
});
find('#how').addEventListener('change', async (event) => {
  const language = /** @type {Language} */ (/** @type {HTMLSelectElement} */ (event.target).value);
  printing = await wordsOf(language);
  showAid(printing);
});

function show() {
  showSteps();
  showPrinting();
}
show();
document.addEventListener('language', () => {
  printing = null;
  show();
});
