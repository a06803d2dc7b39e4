// All drawn signs: numerals, pips, logo letters, set-up faces, star, icons. All are our own geometry: one stroke width,
// circles and straight lines, drawn in currentColor.

/** Numerals in a 64 x 100 box (a bar below 6 and 9 reaches y = 117). `s` is stroked, `f` is filled.
 * @type {Record<number, {s?: string, f?: string, clip?: boolean, bar?: boolean}>} */
const NUMERALS = {
  0: { s: 'M32 8.5A23.5 28 0 0 1 55.5 36.5V63.5A23.5 28 0 0 1 8.5 63.5V36.5A23.5 28 0 0 1 32 8.5Z' },
  1: { f: 'M47 0V100H29V21.5L10 33V14L32 0Z' },
  2: { s: 'M8.5 34V32A23.5 23.5 0 1 1 51.7 44.8L9.4 110', f: 'M16 83H60V100H6Z', clip: true },
  3: { s: 'M24.4 41H31A25.25 25.25 0 1 1 6.8 73.6', f: 'M6 0H58V14.5L38.5 40.5H24.4V32.6L36.5 17H6Z' },
  4: { f: 'M35 0H55.5V62H65V79H55.5V100H37.5V79H1V63.5ZM37.5 62V30.6L20.6 62Z' },
  5: { s: 'M18.3 44.1A25.4 25.4 0 1 1 6.8 73.8', f: 'M13 0H57V17H29.3L27.8 42L22.6 51.6L10.2 52Z' },
  6: {
    s: 'M55 26C51.4 14.6 44.6 8.5 35 8.5C17.5 8.5 8.5 30 8.5 62V68A23.5 23.5 0 1 0 55.5 68A23.5 23.5 0 1 0 8.5 68',
    bar: true,
  },
  7: { f: 'M4 0H61V15.5L34 100H14.6L41 17H4Z' },
  8: { s: 'M32 8.5A19 19 0 1 1 32 46.5A19 19 0 1 1 32 8.5ZM32 46.5A22.5 22.5 0 1 1 32 91.5A22.5 22.5 0 1 1 32 46.5Z' },
  9: { s: 'M54.4 40.5A23.8 23.8 0 1 1 55.8 32.5Q55.8 36.6 54.4 40.5L29 110', clip: true, bar: true },
};

/** A player's own deck may go up to 15. */
const VALUES = Array.from({ length: 15 }, (_, i) => i + 1);

/** Pip cells, numbered 0-8 row by row. Every pattern is its own 180-degree turn, like the logo.
 * @type {Record<number, number[]>} */
const PIPS = {
  1: [4],
  2: [2, 6],
  3: [2, 4, 6],
  4: [0, 2, 6, 8],
  5: [0, 2, 4, 6, 8],
  6: [0, 2, 3, 5, 6, 8],
  7: [0, 2, 3, 4, 5, 6, 8],
  8: [0, 1, 2, 3, 5, 6, 7, 8],
  9: [0, 1, 2, 3, 4, 5, 6, 7, 8],
};
/** The centers of the ten pips of a 10: rows of three, four and three, so that nobody takes it for a 9. */
const TEN = [-9, 0, 9].flatMap((y) => (y ? [-9, 0, 9] : [-13.5, -4.5, 4.5, 13.5]).map((x) => [15 + x, 15 + y]));

/** d and p, n and u are one drawing turned: the word maps onto itself about (138, 70). */
export const LETTERS = {
  d: 'M51 0V100M51 70A21 21 0 1 1 9 70A21 21 0 1 1 51 70Z',
  n: 'M81 100V40M81 70A21 21 0 0 1 123 70V100',
  u: 'M195 40V100M195 70A21 21 0 0 1 153 70V40',
  p: 'M225 140V40M225 70A21 21 0 1 1 267 70A21 21 0 1 1 225 70Z',
};

/** The upper half of a card, up to the seam. */
export const PANEL =
  'M4.5 11.5A7 7 0 0 1 11.5 4.5H88.5A7 7 0 0 1 95.5 11.5V63.5C82 53.4 64.5 54.1 50 75S18 96.6 4.5 86.5Z';

const FACE = {
  sad: 'M-4.2 5.2Q0 .8 4.2 5.2',
  neutral: 'M-4.2 3.6H4.2',
  happy: 'M-4.4 2.2Q0 6.8 4.4 2.2',
};

const ICON = {
  turn: '<path d="M4.2 10.5A8 8 0 0 1 18.6 7.4M19.8 13.5A8 8 0 0 1 5.4 16.6"/><path d="M19 3.2V7.8H14.4M5 20.8V16.2H9.6"/>',
  back: '<path d="M5 9H14.5A5 5 0 0 1 14.5 19H9"/><path d="M9 4.6 4.6 9 9 13.4"/>',
  log: '<path d="M5 6.5H19M5 12H19M5 17.5H13"/>',
  sort: '<path d="M6 18V12M12 18V8M18 18V4.5"/>',
  close: '<path d="M6 6 18 18M18 6 6 18"/>',
  link: '<path d="M4.5 13.5 9.5 18.5 19.5 6"/>',
  wait: '<path d="M20.2 9.6A8.5 8.5 0 1 1 14.4 3.9"/><path d="M12 7.4V12.2L15.2 14"/>',
  play: '<path d="M8 5.2 18.6 12 8 18.8Z" fill="currentColor"/>',
  friends:
    '<circle cx="8.4" cy="8.6" r="3.4"/><path d="M2.6 19.4A5.9 5.9 0 0 1 14.2 19.4"/><circle cx="16.6" cy="9.6" r="2.7"/><path d="M17.4 14.6A4.8 4.8 0 0 1 21.6 19.2"/>',
  learn:
    '<path d="M12 6.8C9.6 4.9 6.6 4.6 3.4 5V18.4C6.6 18 9.6 18.3 12 20.2C14.4 18.3 17.4 18 20.6 18.4V5C17.4 4.6 14.4 4.9 12 6.8ZM12 6.8V20.2"/>',
  menu: '<circle cx="5.5" cy="12" r="1.3" fill="currentColor"/><circle cx="12" cy="12" r="1.3" fill="currentColor"/><circle cx="18.5" cy="12" r="1.3" fill="currentColor"/>',
  help: '<path d="M8.6 8.8A3.5 3.5 0 1 1 13.6 12C12.5 12.6 12 13.2 12 14.6"/><circle cx="12" cy="18.6" r=".6" fill="currentColor"/>',
  sound:
    '<path d="M4.5 9.5V14.5H8L12.5 18.5V5.5L8 9.5Z"/><path d="M16 9A4.2 4.2 0 0 1 16 15M18.4 6.4A8 8 0 0 1 18.4 17.6"/>',
  mute: '<path d="M4.5 9.5V14.5H8L12.5 18.5V5.5L8 9.5Z"/><path d="M16 9.6 20.6 14.4M20.6 9.6 16 14.4"/>',
  smile: '<circle cx="12" cy="12" r="8.4"/><path d="M9 9.4V10.4M15 9.4V10.4M8.2 14.2A4.6 4.6 0 0 0 15.8 14.2"/>',
  bell: '<path d="M6.4 16.4V11A5.6 5.6 0 0 1 17.6 11V16.4L19.2 18H4.8ZM10 20.6H14"/>',
  copy: '<rect x="8.5" y="8.5" width="11" height="11" rx="2.2"/><path d="M15.5 4.5H6.7A2.2 2.2 0 0 0 4.5 6.7V15.5"/>',
  save: '<path d="M12 4.5V14.5M7.6 10.4 12 14.8 16.4 10.4M5 19.4H19"/>',
  bin: '<path d="M5 7H19M9.6 6.6V4.6H14.4V6.6M7 7.4 7.8 19.4H16.2L17 7.4M10.4 10.8V16M13.6 10.8V16"/>',
  bot: '<rect x="5" y="8.4" width="14" height="10.6" rx="3"/><path d="M12 8.2V4.6M9.4 12.8V14.2M14.6 12.8V14.2"/>',
  eye: '<path d="M2.8 12C5 7.9 8.2 6 12 6S19 7.9 21.2 12C19 16.1 15.8 18 12 18S5 16.1 2.8 12Z"/><circle cx="12" cy="12" r="2.6"/>',
  seat: '<circle cx="12" cy="8" r="3.6"/><path d="M5.2 19.8A7 7 0 0 1 18.8 19.8"/>',
  leave: '<path d="M10 4.6H6.6A2 2 0 0 0 4.6 6.6V17.4A2 2 0 0 0 6.6 19.4H10M14.4 8 18.8 12 14.4 16M18.4 12H9.4"/>',
  settings:
    '<path d="M4 7.5H13M17 7.5H20M4 16.5H7M11 16.5H20"/><circle cx="15" cy="7.5" r="2"/><circle cx="9" cy="16.5" r="2"/>',
  edit: '<path d="M4.6 19.4 5.6 15.4 15.8 5.2A1.7 1.7 0 0 1 18.8 8.2L8.6 18.4Z"/>',
  up: '<path d="M6 14.5 12 8.5 18 14.5"/>',
  down: '<path d="M6 9.5 12 15.5 18 9.5"/>',
  hint: '<path d="M9.4 17.4C9.2 14.8 6.6 13.6 6.6 10A5.4 5.4 0 0 1 17.4 10C17.4 13.6 14.8 14.8 14.6 17.4ZM10 20.6H14"/>',
  puzzle: '<path d="M4.5 9H8.6A2.4 2.4 0 1 1 12.9 9H17V13A2.4 2.4 0 1 1 17 17.2V20.5H4.5Z"/>',
  first: '<path d="M18 6 10.5 12 18 18ZM7 6V18" fill="currentColor"/>',
  prev: '<path d="M15.5 5.8 8 12 15.5 18.2"/>',
  next: '<path d="M8.5 5.8 16 12 8.5 18.2"/>',
  final: '<path d="M6 6 13.5 12 6 18ZM17 6V18" fill="currentColor"/>',
  pause: '<path d="M8.5 6V18M15.5 6V18" stroke-width="3.4"/>',
  device: '<rect x="7" y="3.4" width="10" height="17.2" rx="2.4"/><path d="M11 17.6H13"/>',
  share: '<path d="M12 14.5V4M8 7.6 12 3.6 16 7.6M6.5 11.5H5.5V20H18.5V11.5H17.5"/>',
};

/** @param {number} v */
const digitParts = (v) => {
  const n = NUMERALS[v];
  const clip = n.clip ? ' clip-path="url(#dn-box)"' : '';
  return (
    (n.s ? `<path${clip} d="${n.s}" fill="none" stroke="currentColor" stroke-width="17"/>` : '')
    + (n.f ? `<path d="${n.f}" fill="currentColor" fill-rule="evenodd"/>` : '')
  );
};

/** @param {number} v */
const numeralParts = (v) =>
  v > 9
    ? `<g transform="translate(-2 0) scale(.54 1)">${digitParts(1)}<g transform="translate(62 0)">${digitParts(v - 10)}</g></g>`
    : digitParts(v) + (NUMERALS[v].bar ? '<rect x="13" y="108.5" width="38" height="8.5" fill="currentColor"/>' : '');

/** Dots in one path. @param {number[][]} centers @param {number} r */
const dots = (centers, r) =>
  centers.map(([x, y]) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`).join('');

/** @param {number} i  the number of a cell */
const centerOf = (i) => [4 + (i % 3) * 11, 4 + Math.floor(i / 3) * 11];

/** @param {number} v */
const pipParts = (v) => {
  if (v > 9) return `<path d="${dots(TEN, 3.5)}"/>`;
  const on = PIPS[v];
  const off = [0, 1, 2, 3, 4, 5, 6, 7, 8].filter((i) => !on.includes(i));
  return `<path d="${dots(on.map(centerOf), 4)}"/>${off.length ? `<path class="pip0" d="${dots(off.map(centerOf), 1.2)}"/>` : ''}`;
};

/** One hidden sprite per page, for what drawings refer to. Call it once, before anything is drawn. */
export function installSprite() {
  if (document.getElementById('dn-box')) return;
  const defs =
    '<clipPath id="dn-box"><rect x="-2" width="70" height="100"/></clipPath>'
    + `<clipPath id="dn-panel"><path d="${PANEL}"/></clipPath>`
    + '<clipPath id="dn-back"><rect x="4.5" y="4.5" width="91" height="141" rx="7"/></clipPath>'
    + VALUES.map((v) => `<g id="n${v}">${numeralParts(v)}</g>`).join('');
  document.body.insertAdjacentHTML(
    'afterbegin',
    `<svg class="sprite" width="0" height="0" aria-hidden="true"><defs>${defs}</defs></svg>`,
  );
}

/** A digit by itself. @param {number} v */
export const figure = (v) => `<svg viewBox="0 -2 66 104" aria-hidden="true">${digitParts(v)}</svg>`;

/** Numeral placed with its top left at (x, y), `h` units high.
 * @param {number} v @param {number} x @param {number} y @param {number} h @param {string} [cls] */
export const numeral = (v, x, y, h, cls = '') =>
  `<g class="num ${cls}" transform="translate(${x} ${y}) scale(${h / 100})">${numeralParts(v)}</g>`;

/** @param {number} v @param {number} x @param {number} y @param {number} size */
export const pips = (v, x, y, size) =>
  `<g class="pips" fill="currentColor" transform="translate(${x} ${y}) scale(${size / 30})">${pipParts(v)}</g>`;

/** The wordmark. `lit` = how many of d, n, u, p are lit (heavy); the others are hairlines.
 * @param {number} [lit] */
export function logo(lit = 4) {
  const letters = Object.values(LETTERS)
    .map((d, i) => `<path class="letter ${i < lit ? 'lit' : 'unlit'}" d="${d}"/>`)
    .join('');
  return `<svg class="logo" viewBox="0 0 276 140" aria-hidden="true">${letters}</svg>`;
}

/** @param {number} r */
export const star = (r) =>
  `<path class="star" d="${Array.from({ length: 10 }, (_, i) => {
    const a = Math.PI * (i / 5 - 0.5);
    const q = i % 2 ? r * 0.44 : r;
    return `${i ? 'L' : 'M'}${(q * Math.cos(a)).toFixed(2)} ${(q * Math.sin(a)).toFixed(2)}`;
  }).join('')}Z"/>`;

/** @param {keyof typeof FACE} kind */
export const face = (kind) =>
  `<g class="setup"><circle r="9"/><path d="M-3.4 -3.6V-1M3.4 -3.6V-1"/><path d="${FACE[kind]}"/></g>`;

/** @param {keyof typeof ICON} name */
export const icon = (name) => `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${ICON[name]}</svg>`;
