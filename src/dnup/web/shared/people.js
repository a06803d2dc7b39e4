// What pages about people draw: a disc for a person without a picture, and little cards.

import { active } from '../game/notation.js';
import { cardNode } from './cards.js';
import { drawing, h } from './dom.js';

/** How many pairs of tones there are. */
const TONES = 4;

/** The angle of a disc's seam: it follows from the whole name, so two people with one initial differ.
 * @param {string} name */
const angleOf = (name) => ([...name].reduce((sum, letter, i) => sum + code(letter) * (i + 1), 0) % 8) * 45 + 20;

/** @param {string} letter */
const code = (letter) => letter.codePointAt(0) ?? 0;

const BOT =
  '<g class="mark" transform="translate(8 7.4)"><rect x="4" y="7.6" width="16" height="11.4" rx="3.2"/><path d="M12 7.4V3.6M9 12V13.8M15 12V13.8"/></g>';

/** A person's sign: two quiet tones, divided by the seam of a card. A bot's is square. It says nothing to screen readers:
 * the name stands beside it.
 * @param {string} name @param {boolean} [bot] */
export function disc(name, bot = false) {
  const [first = '?'] = [...name];
  const drawn = drawing(
    `<span class="disc t${code(first) % TONES}${bot ? ' bot' : ''}" aria-hidden="true"><svg viewBox="0 0 40 40"><rect class="hi" width="40" height="40"/><path class="lo" d="M-14 22C2 33 12 33 20 20S38 7 54 18V60H-14Z" transform="rotate(${angleOf(name)} 20 20)"/>${bot ? BOT : '<text x="20" y="26.2"></text>'}</svg></span>`,
  );
  const letter = drawn.querySelector('text');
  if (letter) letter.textContent = first.toUpperCase();
  return drawn;
}

/** Little cards that overlap, read aloud as their values. @param {string[]} cards  '' is a back */
export const littleCards = (cards) =>
  h(
    'span',
    { class: 'minis', role: 'img', 'aria-label': cards.map((card) => (card ? active(card) : '?')).join(' ') },
    cards.map((card) => h('span', { class: 'card' }, cardNode(card || 'small'))),
  );
