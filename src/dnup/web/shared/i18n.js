// The texts of the page in the player's language. A language is one file in locales/; this reads it and fills in its
// sentences. `format` and what it needs work without a page; `start` and `translate` need one.

/** A piece of a sentence: words, values to draw as chips, or a name to stress.
 * @typedef {string | {values: number[]} | {bold: string}} Part */
/** @typedef {string | number | {values: number[]} | {bold: string} | Part[]} Param */
/** @typedef {Record<string, Param>} Params */
/** @typedef {{[key: string]: string | string[] | Locale}} Locale */

/** Every language there is: the name of its file, and what it calls itself. */
export const LANGUAGES = /** @type {const} */ ({ en: 'English', it: 'Italiano', nb: 'Norsk', fi: 'Suomi' });
/** @typedef {keyof typeof LANGUAGES} Language */

/** @param {string} language */
const isLanguage = (language) => Object.hasOwn(LANGUAGES, language);

const PLURALS = new Set(['zero', 'one', 'two', 'few', 'many', 'other']);

/** @param {unknown} entry */
const isPlural = (entry) =>
  typeof entry === 'object' && entry !== null && Object.keys(entry).every((key) => PLURALS.has(key));

/** The language for someone whose browser prefers these, in order.
 * @param {readonly string[]} preferred @returns {Language} */
export function choose(preferred) {
  for (const tag of preferred) {
    const [language] = tag.toLowerCase().split('-');
    if (language === 'no' || language === 'nn') return 'nb';
    if (isLanguage(language)) return /** @type {Language} */ (language);
  }
  return 'en';
}

/** One language: its texts and how it counts. */
export class Words {
  /** @param {Language} language @param {Locale} texts */
  constructor(language, texts) {
    this.language = language;
    this.texts = texts;
    this.plural = new Intl.PluralRules(language);
  }

  /** What stands under a dotted key.
   * @param {string} key @returns {string | string[] | Locale} */
  entry(key) {
    /** @type {string | string[] | Locale | undefined} */
    let at = this.texts;
    for (const step of key.split('.')) at = typeof at === 'object' && !Array.isArray(at) ? at[step] : undefined;
    if (at === undefined) throw new Error(`${this.language} has no text "${key}"`);
    return at;
  }

  /** @param {string} key */
  has(key) {
    try {
      this.entry(key);
      return true;
    } catch {
      return false;
    }
  }

  /** The sentence under a key with its gaps filled. Where it has plural forms, `count` decides.
   * @param {string} key @param {Params} [params] @returns {Part[]} */
  parts(key, params = {}) {
    let entry = this.entry(key);
    if (isPlural(entry)) {
      const forms = /** @type {Record<string, string>} */ (entry);
      entry = forms[this.plural.select(Number(params.count))] ?? forms.other;
    }
    if (typeof entry !== 'string') throw new Error(`"${key}" is not one sentence`);
    /** @type {Part[]} */
    const parts = [];
    for (const [i, piece] of entry.split(/\{(\w+)\}/).entries()) {
      if (i % 2 === 0) {
        if (piece) parts.push(piece);
        continue;
      }
      const value = params[piece];
      if (value === undefined) throw new Error(`"${key}" needs {${piece}}`);
      if (Array.isArray(value)) parts.push(...value);
      else parts.push(typeof value === 'number' ? String(value) : value);
    }
    return parts;
  }

  /** The same as plain text, for labels, titles and announcements.
   * @param {string} key @param {Params} [params] */
  text(key, params) {
    return plain(this.parts(key, params));
  }

  /** A list in the language's own manner: "4, 5 and 6".
   * @param {Part[][]} items @returns {Part[]} */
  list(items) {
    const format = new Intl.ListFormat(this.language, { type: 'conjunction' });
    return format
      .formatToParts(items.map((_, i) => String(i)))
      .flatMap((piece) => (piece.type === 'element' ? items[Number(piece.value)] : [piece.value]));
  }
}

/** @param {Part[]} parts */
export const plain = (parts) =>
  parts
    .map((part) => (typeof part === 'string' ? part : 'values' in part ? part.values.join(' ') : part.bold))
    .join('');

/** The words of the page, once `start` is done. @type {Words} */
export let words;

/** @param {Words} chosen */
export function use(chosen) {
  words = chosen;
}

/** Sentence as plain text. @param {string} key @param {Params} [params] */
export const t = (key, params) => words.text(key, params);
/** Sentence as parts, for `nodes`. @param {string} key @param {Params} [params] */
export const tp = (key, params) => words.parts(key, params);

/** The locale for dates and times: the day comes first, in English too. */
export const dateLocale = () => (words.language === 'en' ? 'en-GB' : words.language);

/** A key as the language's keyboards name it: "{shift}+←" is "Shift+←" in English. @param {string} key */
export const keyName = (key) => key.replace(/\{(\w+)\}/g, (_, name) => t(`key_names.${name}`));

/** The language that was chosen here before, or the browser's. @returns {Language} */
export function preferred() {
  const kept = localStorage.getItem('language');
  return kept && isLanguage(kept) ? /** @type {Language} */ (kept) : choose(navigator.languages);
}

/** Folders of further texts, which pages with many texts add, so that the first page stays small. @type {URL[]} */
const further = [];
/** To be called before `start`. @param {URL} folder  with a file for each language */
export const alsoRead = (folder) => further.push(folder);

/** Folders that were added later, with when their texts are there. @type {Map<string, Promise<void>>} */
const added = new Map();

/** Adds the texts of a folder to those of a page that is shown already; another language brings its own.
 * @param {URL} folder @returns {Promise<void>} */
export function readMore(folder) {
  const read = async () => {
    alsoRead(folder);
    const answer = await fetch(new URL(`${words.language}.json`, folder));
    Object.assign(words.texts, await answer.json());
  };
  const reading = added.get(folder.href) ?? read();
  added.set(folder.href, reading);
  return reading;
}

/** Loads the player's language and puts it on the page.
 * @param {Language} [language] */
export async function start(language = preferred()) {
  const all = [
    early?.language === language ? early.answer : fetch(addressOf(language)),
    ...further.map((folder) => fetch(new URL(`${language}.json`, folder))),
  ].map(async (answer) => (await answer).json());
  early = null;
  use(new Words(language, Object.assign({}, ...(await Promise.all(all)))));
  document.documentElement.lang = language;
  document.documentElement.dataset.words = language;
  translate(document);
}

/** Keeps a language, loads it and tells the page. @param {Language} language */
export async function switchTo(language) {
  localStorage.setItem('language', language);
  await start(language);
  document.dispatchEvent(new CustomEvent('language', { detail: language }));
}

/** Fills what the markup leaves to the locale: data-t for the text, data-t-label for the accessible name, which a sign
 * also shows as its tooltip, data-t-content for the description of the page.
 * @param {ParentNode} root */
export function translate(root) {
  for (const element of root.querySelectorAll('[data-t]'))
    element.textContent = t(/** @type {HTMLElement} */ (element).dataset.t ?? '');
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('[data-t-label]'))) {
    const label = t(element.dataset.tLabel ?? '');
    element.setAttribute('aria-label', label);
    // A tooltip says what a sign without text means.
    if (element.matches('.tool')) element.title = label;
  }
  const description = root.querySelector('meta[data-t-content]');
  if (description instanceof HTMLMetaElement) description.content = t(description.dataset.tContent ?? '');
  const title = root.querySelector('title[data-t]');
  if (title) document.title = title.textContent ?? 'dnup';
}

/** @param {Language} language */
const addressOf = (language) => new URL(`../locales/${language}.json`, import.meta.url);

/** Pages load this module before all others: the words are on their way while the rest of the page still comes.
 * @type {{language: Language, answer: Promise<Response>} | null} */
let early = null;
if (typeof document !== 'undefined') early = { language: preferred(), answer: fetch(addressOf(preferred())) };
