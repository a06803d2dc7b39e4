// Sanitize names from outside, and compare them by how they look. As src/dnup/names.py, which says why;
// tests/data/names.json holds the cases that both must pass. No DOM.

/** A name that a person chooses has at most this many characters. */
export const MAX_NAME = 24;
/** A name that comes from elsewhere is cut after this many characters. */
const LONGEST_SHOWN = 40;
/** What is shown of a name that shows nothing. */
const NAMELESS = '?';
/** A letter keeps at most this many combining marks. */
const MAX_MARKS = 3;

const SPACES = /[\t\n\r\p{Zs}\p{Zl}\p{Zp}]/gu;
/** What a screen obeys instead of showing, and what shows nothing; U+FE0F asks for the colored form of a sign, and
 * stays. */
const UNSHOWN =
  /(?!\uFE0F)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800\uFFFC\u{13441}\u{13442}\u{1D159}]/gu;
const STACKED = new RegExp(`([\\p{Mn}\\p{Me}]{${MAX_MARKS}})[\\p{Mn}\\p{Me}]+`, 'gu');
const LONE = /(^| )[\p{Mn}\p{Me}]+/gu;

/** Greek capitals that look like another Latin letter than their small form does. @type {Record<string, string>} */
const CAPITALS = { Η: 'h', Μ: 'm', Ν: 'n', Υ: 'y' };
/** Small letters and digits that look alike: the first of each word stands for the others. */
const LOOK_ALIKES =
  'aаαɑ bвьβƅ cсϲ dԁđ eеεє fƒ gɡ hһнħʜ jјϳ kкκĸ li1|ıɩɪіιӏłʟ mм nпηπŋɴ '
  + 'o0оοσςøө pрρþ qԛ rгʀ sѕ tтτŧ uυμ vѵν wԝω xхχ yуγүʏ zζ 3зӡ 6б';
const SAME = new Map(
  LOOK_ALIKES.split(' ').flatMap(([letter, ...others]) =>
    others.map((other) => /** @type {const} */ ([other, letter])),
  ),
);
/** The first of 26 letters in boxes and circles that have no compatible form. */
const BOXED = [0x1f130, 0x1f150, 0x1f170, 0x1f1e6];

/** A text on one line, without anything that a screen would obey instead of showing it. @param {string} text */
export const visible = (text) =>
  text
    .normalize('NFC')
    .replace(SPACES, ' ')
    .replace(UNSHOWN, '')
    .replace(STACKED, '$1')
    .replace(LONE, '$1')
    .replace(/ +/g, ' ')
    .trim();

/** Whether a text has a letter, a number or a sign, and not only marks and spaces. @param {string} text */
export const showsSomething = (text) => /[\p{L}\p{N}\p{S}\p{P}]/u.test(text);

/** The first characters of a text. @param {string} text @param {number} count */
export const firstOf = (text, count) => [...text].slice(0, count).join('').trim();

/** A name as the page shows it, wherever it comes from. @param {unknown} name */
export function shownName(name, limit = LONGEST_SHOWN) {
  if (typeof name !== 'string') return NAMELESS;
  const text = visible(name.slice(0, 8 * limit));
  if (!showsSomething(text)) return NAMELESS;
  return [...text].length > limit ? `${firstOf(text, limit - 1)}…` : text;
}

/** The name, with a number behind it if it looks like another one at the table.
 * @param {string} name @param {string[]} others */
export function distinctName(name, others) {
  const taken = new Set(others.map(skeleton));
  let mine = name;
  for (let number = 2; taken.has(skeleton(mine)); number++)
    mine = `${firstOf(name, MAX_NAME - 1 - String(number).length)} ${number}`;
  return mine;
}

/** The letter in a box or a circle. @param {string} character */
function unboxed(character) {
  const code = character.codePointAt(0) ?? 0;
  const first = BOXED.find((start) => start <= code && code < start + 26);
  return first === undefined ? character : String.fromCodePoint(97 + code - first);
}

/** What two names have in common if people could take one for the other. @param {string} name */
export function skeleton(name) {
  const plain = [...visible(name)].map(unboxed).join('').normalize('NFKC');
  const small = [...plain]
    .map((letter) => CAPITALS[letter] ?? letter.toUpperCase().toLowerCase())
    .join('')
    .normalize('NFKC')
    .normalize('NFD');
  const letters = [...small.replace(/[\p{M}\p{Z}\p{P}]/gu, '')].map((letter) => SAME.get(letter) ?? letter).join('');
  return letters.replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('æ', 'ae').replaceAll('œ', 'oe') || small;
}

/** Names of bots by seat: one more than there can be other players at a table. @type {Record<string, string[]>} */
const BOTS = {
  A: ['Ada', 'Alma', 'Arvo', 'Aino', 'Axel'],
  B: ['Bo', 'Bea', 'Bruno', 'Birk', 'Bice'],
  C: ['Cleo', 'Carlo', 'Cilla', 'Cosimo', 'Cecilia'],
  D: ['Dag', 'Dora', 'Duccio', 'Desi', 'Dina'],
  E: ['Elio', 'Edda', 'Eino', 'Elvira', 'Espen'],
};

/** The name of the bot at a seat, which no person there goes by.
 * @param {string} seat @param {Set<string>} people  the `skeleton` of everyone's name */
export const botName = (seat, people) => BOTS[seat].find((name) => !people.has(skeleton(name))) ?? BOTS[seat][0];
