// Which cards of a deck are in play: the set-up faces, crossed out where their cards stay in the box. What is in play is
// data of the deck (R3). No rule is here.

import { decks } from '../engine/kernel.js';
import { drawing, h } from '../shared/dom.js';
import { face } from '../shared/glyphs.js';
import { t } from '../shared/i18n.js';

/** @typedef {'sad' | 'neutral' | 'happy'} Symbol */
/** A card of the box as `parseFace` of shared/cards.js reads it, its face, and whether it is in play.
 * @typedef {{text: string, symbol: Symbol | null, inPlay: boolean}} BoxCard */

/** In the order in which the cards leave. @type {Symbol[]} */
export const FACES = ['sad', 'neutral', 'happy'];
const SIGNS = { sad: '-', neutral: '=', happy: '+' };

/** The cards of the printed deck with their faces, and whether each is used with this number of players.
 * @param {string[]} listed  as in decks/decks.json: `1/5*`, `1/8 neutral`, in the order of the engine's deck
 * @param {number} players @returns {BoxCard[]} */
export function boxCards(listed, players) {
  const mask = decks.printed.inPlay[players];
  return listed.map((entry, i) => {
    const [values, symbol] = entry.split(' ');
    const known = FACES.find((one) => one === symbol) ?? null;
    return {
      text: known ? values + SIGNS[known] : values,
      symbol: known,
      inPlay: ((mask >> BigInt(i)) & 1n) === 1n,
    };
  });
}

/** The faces whose cards stay in the box. @param {BoxCard[]} cards */
export const facesOut = (cards) =>
  FACES.filter((symbol) => cards.some((card) => card.symbol === symbol && !card.inPlay));

/** @param {Symbol} symbol @param {boolean} out */
export const faceSign = (symbol, out) =>
  drawing(
    `<span class="fs${out ? ' out' : ''}"><svg viewBox="-13 -13 26 26" aria-hidden="true"><circle r="12.4" class="fp"/>${face(symbol)}${out ? '<path class="cross" d="M-11 11L11 -11"/>' : ''}</svg></span>`,
  );

/** The three faces in a row, each in or out. @param {Symbol[]} out */
export const faceRow = (out) =>
  h(
    'ul',
    { class: 'facerow' },
    FACES.map((symbol) =>
      h(
        'li',
        { class: out.includes(symbol) ? 'out' : null },
        faceSign(symbol, out.includes(symbol)),
        h('b', {}, t(`companion.face.${symbol}`)),
        h('span', {}, t(out.includes(symbol) ? 'companion.out' : 'companion.in')),
      ),
    ),
  );
