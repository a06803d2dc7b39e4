// The page of the rules, one numbered paragraph each.
import { fill, find, h, iconNode } from '../shared/dom.js';
import { alsoRead, t } from '../shared/i18n.js';
import { startPage } from '../shared/shell.js';
import { at } from '../shared/urls.js';
import { deckNodes, FIGURES } from './figures.js';
import { drawn } from './values.js';

/** The chapters and the rules in them. @type {[string, string[]][]} */
const CHAPTERS = [
  ['cards', ['R1', 'R2', 'R3']],
  ['deal', ['R4', 'R5', 'R6']],
  ['sets', ['R7']],
  ['turn', ['R8', 'R9']],
  ['play', ['R10']],
  ['add', ['R11']],
  ['take', ['R12']],
  ['rotate', ['R13']],
  ['golden', ['R14', 'R15', 'R16']],
  ['end', ['R17', 'R18', 'R19', 'R20', 'R21']],
  ['two', ['R22', 'R23', 'R24', 'R25', 'R26', 'R27']],
  ['fine', ['D1', 'D2', 'D3', 'D4', 'D5']],
  ['deck', []],
];

/** @param {string} number */
const rule = (number) => [
  h(
    'p',
    { class: number === 'R15' ? 'rule golden' : 'rule', id: number },
    h('a', { href: `#${number}`, 'aria-label': t('rules.permalink', { rule: number }) }, number),
    h('span', {}, ...drawn(`rules.${number}`)),
  ),
  ...(FIGURES[number]?.() ?? []),
];

/** @param {Parameters<typeof deckNodes>[0]} deck */
function write(deck) {
  document.title = `${t('rules.title')} · dnup`;
  fill(
    find('main'),
    h(
      'nav',
      { class: 'contents', 'aria-label': t('rules.contents') },
      h(
        'ol',
        {},
        CHAPTERS.map(([name]) => h('li', {}, h('a', { href: `#${name}` }, t(`rules.${name}`)))),
      ),
    ),
    h(
      'article',
      {},
      h('h1', {}, t('rules.title')),
      h('p', { class: 'lead' }, t('rules.lead')),
      h('p', {}, h('a', { class: 'btn first', href: at('learn/') }, iconNode('learn'), t('rules.learn'))),
      CHAPTERS.map(([name, rules]) =>
        h(
          'section',
          { id: name, 'aria-labelledby': `${name}-title` },
          h('h2', { id: `${name}-title` }, t(`rules.${name}`)),
          rules.flatMap(rule),
          name === 'deck'
            ? [
                h('p', { class: 'rule' }, h('span', {}, t('rules.deckText'))),
                ...deckNodes(deck),
                h('p', {}, h('a', { class: 'btn', href: at('decks/') }, iconNode('edit'), t('rules.deckOwn'))),
              ]
            : [],
        ),
      ),
      h('p', { class: 'credit' }, t('home.credit')),
    ),
  );
}

/** The rule that the address names is marked and in sight; it may have been written after the address was opened. */
function mark() {
  for (const marked of document.querySelectorAll('.marked')) marked.classList.remove('marked');
  const target = document.getElementById(location.hash.slice(1));
  target?.classList.add('marked');
  target?.scrollIntoView();
}

alsoRead(new URL('./words/', import.meta.url));
const [answer] = await Promise.all([fetch(new URL('../decks/decks.json', import.meta.url)), startPage()]);
/** @type {string[]} */
const deck = (await answer.json()).printed;
write(deck);
mark();
addEventListener('hashchange', mark);
document.addEventListener('language', () => write(deck));
