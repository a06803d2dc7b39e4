// The drawn examples of the rules page: the cards are the same drawings as on the table.

import { cardLabel } from '../game/phrases.js';
import { cardNode } from '../shared/cards.js';
import { drawing, h, iconNode } from '../shared/dom.js';
import { face, logo } from '../shared/glyphs.js';
import { t, words } from '../shared/i18n.js';
import { drawn } from './values.js';

/** @typedef {import('../shared/dom.js').Child} Child */

/** A card by its text; a sign after it says which symbol it carries. @param {string} text */
const card = (text) =>
  h(
    'span',
    { class: 'card', role: 'img', 'aria-label': cardLabel(words, text.replace(/[*+=-]$/, '')) },
    cardNode(text),
  );

/** Cards that lie together. @param {string} texts */
const set = (texts) => h('span', { class: 'lying' }, texts.split(' ').map(card));

/** Cards side by side. @param {string} texts */
const spread = (texts) => h('span', { class: 'apart' }, texts.split(' ').map(card));

const turn = () => h('span', { class: 'then' }, iconNode('turn'));

/** Whether something may be done, as a sign with a word. @param {boolean} may */
const may = (may) =>
  h('span', { class: may ? 'yes' : 'no' }, iconNode(may ? 'link' : 'close'), t(may ? 'rules.yes' : 'rules.no'));

/** @param {string} caption @param {...Child} children */
const figure = (caption, ...children) =>
  h('figure', {}, h('div', { class: 'drawn' }, ...children), h('figcaption', {}, ...drawn(`rules.${caption}`)));

/** @param {string} text */
const held = (text) => {
  const [value, other] = text.split('/');
  return h('span', { class: 'held-card' }, card(text), h('small', {}, t('rules.active', { value, other })));
};

/** @param {string} caption @param {string} good @param {string} [bad] */
const choice = (caption, good, bad) =>
  h(
    'li',
    {},
    h('span', {}, ...drawn(`rules.${caption}`)),
    h(
      'span',
      { class: 'pairs' },
      h('span', {}, set(good), may(true)),
      bad ? h('span', {}, set(bad), may(false)) : null,
    ),
  );

/** @param {number} area @param {boolean} near */
const area = (area, near) =>
  h(
    'span',
    { class: near ? 'area near' : 'area' },
    drawing(`<svg viewBox="0 0 64 100" aria-hidden="true"><use href="#n${area}"/></svg>`),
    h('small', {}, t(near ? 'rules.yours' : 'rules.theirs', { area })),
  );

/** The example that belongs to a rule. @type {Record<string, () => Node[]>} */
export const FIGURES = {
  R1: () => [figure('exCard', held('3/6'), turn(), held('6/3'))],
  R7: () => [figure('exSet', set('3/4 3/5 3/6 3/9'))],
  R10: () => [
    h(
      'figure',
      {},
      h('div', { class: 'drawn' }, set('7/6'), set('6/1 6/3 6/4')),
      h(
        'figcaption',
        {},
        ...drawn('rules.exPlay'),
        h(
          'ul',
          {},
          choice('exPlay1', '8/3', '5/8'),
          choice('exPlay2', '2/4 2/5'),
          choice('exPlay3', '7/1 7/3 7/5', '4/5 4/7 4/8'),
        ),
      ),
    ),
  ],
  R11: () => [
    figure(
      'exAddNo',
      h('span', { class: 'sum' }, set('3/6'), h('b', {}, '+'), card('3/9')),
      may(false),
      set('5/2 5/7'),
    ),
    figure(
      'exAddYes',
      h('span', { class: 'sum' }, set('5/2'), h('b', {}, '+'), card('5/8')),
      may(true),
      h('span', { class: 'sum' }, set('3/4 3/6'), turn(), spread('4/3 6/3')),
    ),
  ],
  R12: () => [figure('exTake', set('2/5 2/7 2/9'), turn(), spread('5/2 7/2 9/2'))],
  R13: () => [figure('exRotate', set('1/8 3/9 4/8 5/8'), turn(), set('8/5 8/4 9/3 8/1'))],
  R21: () => [
    h(
      'div',
      { class: 'words', 'aria-hidden': 'true' },
      [1, 2, 3, 4].map((lit) => drawing(logo(lit))),
    ),
  ],
  R22: () => [
    h(
      'figure',
      {},
      h('div', { class: 'areas' }, area(1, false), area(2, false), area(2, true), area(1, true)),
      h('figcaption', {}, t('rules.exTwo')),
    ),
  ],
};

const SIGN = { none: '', happy: '+', neutral: '=', sad: '-' };
/** @typedef {keyof typeof SIGN} Symbol */

/** @param {Symbol} symbol */
const symbolNode = (symbol) =>
  symbol === 'none' ? null : drawing(`<svg viewBox="-11 -11 22 22" aria-hidden="true">${face(symbol)}</svg>`);

/** The cards of the deck by set-up symbol. @param {string[]} deck  as a deck file lists them @returns {Node[]} */
export const deckNodes = (deck) =>
  /** @type {Symbol[]} */ (Object.keys(SIGN)).map((symbol) =>
    h(
      'figure',
      { class: 'deck' },
      h('figcaption', {}, symbolNode(symbol), t(`rules.deck${symbol[0].toUpperCase()}${symbol.slice(1)}`)),
      h(
        'div',
        { class: 'all' },
        deck
          .map((text) => text.split(' '))
          .filter(([, mark = 'none']) => mark === symbol)
          .map(([text]) => card(text + SIGN[symbol])),
      ),
    ),
  );
