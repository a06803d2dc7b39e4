// Card faces, backs and value chips as SVG. A face is one drawing of a half, used twice:
// once as it is (active) and once turned about the card's centre (inactive).
import { isStar } from '../game/notation.js';
import { face, LETTERS, numeral, PANEL, pips, star } from './glyphs.js';

/** @typedef {{active: number, inactive: number, star?: boolean, symbol?: 'sad' | 'neutral' | 'happy'}} Face */

/** The seam is the logo's n and u as one wave; it maps onto itself when the card is turned. @param {number} [y] */
const seam = (y = 0) => `M-2 ${81 + y}C12 ${96 + y} 34 ${98 + y} 50 ${75 + y}S88 ${54 + y} 102 ${69 + y}`;

/** As many waves as the value, fainter towards the edge: three to a path, for a hand has many cards.
 * @param {number} v */
const ripples = (v) =>
  [0, 3, 6, 9]
    .filter((first) => first < v)
    .map((first) => {
      const waves = [first, first + 1, first + 2]
        .filter((i) => i < Math.min(v, 10))
        .map((i) => seam(Math.round(-76 - 56 * i) / 10));
      return `<path class="ripple" d="${waves.join('')}" stroke-opacity="${(0.915 - first * 0.085).toFixed(2)}"/>`;
    })
    .join('');

/** @param {number} v @param {'on' | 'off'} role */
const half = (v, role) =>
  `<g class="half ${role} v${v}"${role === 'off' ? ' transform="rotate(180 50 75)"' : ''}>`
  + `<path class="panel" d="${PANEL}"/>`
  + `<g class="ripples" clip-path="url(#dn-panel)">${ripples(v)}<path class="ribbon" d="${seam(-3.6)}"/></g>`
  + numeral(v, 10.5, 12, 54, 'big')
  + numeral(v, 79.4, 12, 17.5, 'small')
  + pips(v, 77.2, 36.4, 14.6)
  + '</g>';

/** @param {Face} card */
export function cardFace({ active, inactive, star: starred, symbol }) {
  const hub = starred
    ? `<g class="hub star-hub" transform="translate(50 75)"><circle r="11.6"/><g>${star(8.4)}</g></g>`
    : symbol
      ? `<g class="hub" transform="translate(50 75) scale(.62)"><circle class="hole" r="12.5"/><g>${face(symbol)}</g></g>`
      : '';
  return (
    '<svg class="face" viewBox="0 0 100 150" aria-hidden="true"><rect class="paper" width="100" height="150" rx="10"/>'
    + half(active, 'on')
    + half(inactive, 'off')
    + `<path class="seam" d="${seam()}"/>${hub}`
    + '<rect class="edge" x=".5" y=".5" width="99" height="149" rx="9.5"/></svg>'
  );
}

const MINI = '<g class="mini"><path d="M22 83C22 96 50 98 50 75S78 54 78 67"/></g>';
const GROUND =
  '<rect class="paper" width="100" height="150" rx="10"/><rect class="ground" x="4.5" y="4.5" width="91" height="141" rx="7"/>';

/** A back. The small one is for cards under 40 px: only the wave.
 * @param {boolean} [small] */
export function cardBack(small = false) {
  if (small) return `<svg class="face back small" viewBox="0 0 100 150" aria-hidden="true">${GROUND}${MINI}</svg>`;
  const wave = (/** @type {number} */ y, /** @type {string} */ o) =>
    `<path d="M-2 ${y + 6}C12 ${y + 21} 34 ${y + 23} 50 ${y}S88 ${y - 21} 102 ${y - 6}" opacity="${o}"/>`;
  let waves = '';
  for (let k = -10; k <= 10; k++)
    if (Math.abs(k) > 2) waves += wave(75 + k * 8, (0.95 - Math.abs(k) * 0.055).toFixed(2));
  const word = Object.values(LETTERS)
    .map((d) => `<path d="${d}"/>`)
    .join('');
  return (
    `<svg class="face back" viewBox="0 0 100 150" aria-hidden="true">${GROUND}<g class="waves" clip-path="url(#dn-back)">${waves}</g>`
    + `<g class="mark" transform="translate(50 75) scale(.262) translate(-138 -70)">${word}</g>`
    + '<rect class="edge" x=".5" y=".5" width="99" height="149" rx="9.5"/></svg>'
  );
}

/** A value in running text: a tiny active half. Read aloud as its number.
 * @param {number} v */
export const chip = (v) =>
  `<span class="chip v${v}" role="img" aria-label="${v}"><svg viewBox="0 0 64 117" aria-hidden="true"><use href="#n${v}"/></svg></span>`;

/** @param {number[]} values */
export const chips = (values) => `<span class="chips">${values.map(chip).join('')}</span>`;

/** Reads '3/6'; also '1/5*' (star), '1/3+' happy, '1/2=' neutral, '1/9-' sad.
 * @param {string} text @returns {Face} */
export function parseFace(text) {
  const found = /^(\d+)\/(\d+)([*+=-]?)$/.exec(text);
  if (!found) throw new Error(`"${text}" is not a card; write it like 3/6`);
  const [active, inactive] = [Number(found[1]), Number(found[2])];
  const symbol = /** @type {const} */ ({ '+': 'happy', '=': 'neutral', '-': 'sad' })[found[3]];
  return { active, inactive, star: found[3] === '*' || isStar(`${active}/${inactive}`), symbol };
}

/** @type {Map<string, HTMLTemplateElement>} */
const drawn = new Map();

/** The drawing of a face ('3/6') or of a back ('' or 'small') as a node; each is made once and then copied.
 * @param {string} text @returns {Node} */
export function cardNode(text) {
  const key = isStar(text) ? `${text}*` : text;
  let template = drawn.get(key);
  if (!template) {
    template = document.createElement('template');
    template.innerHTML = text === '' ? cardBack() : text === 'small' ? cardBack(true) : cardFace(parseFace(text));
    drawn.set(key, template);
  }
  return template.content.cloneNode(true);
}

/** Lays a card into a fan. What follows from its number is computed once, here, and not by the style sheet whenever
 * anything changes.
 * @param {HTMLElement} card @param {number} i
 * @param {number} n  of how many it is the i-th, from 0 on */
export function layInFan(card, i, n) {
  const place = `${i}/${n}`;
  if (card.dataset.place === place) return;
  card.dataset.place = place;
  const gaps = Math.max(n - 1, 1);
  const aside = i - (n - 1) / 2;
  const bend = (aside * 2) / gaps;
  card.style.setProperty('--t', String(aside));
  card.style.setProperty('--m', String(gaps));
  // The arc grows up to nine cards, then stays.
  card.style.setProperty('--rise', String((bend * bend - 1) * Math.min((gaps * gaps) / 4, 16)));
  card.style.setProperty('--lean', String(bend * Math.min(gaps / 2, 4)));
}

/** Lays a card into one of two rows, for where there is no room for a fan.
 * @param {HTMLElement} card @param {import('../game/hand.js').Spot | undefined} spot */
export function layInRow(card, spot) {
  const text = spot ? Object.values(spot).join(' ') : '';
  if ((card.dataset.spot ?? '') === text) return;
  card.dataset.spot = text;
  for (const [name, value] of Object.entries(spot ?? {})) card.style.setProperty(`--${name}`, String(value));
}
