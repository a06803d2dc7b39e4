// Every language says everything, with the same gaps to fill, and nothing that no one says.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { percent } from '../../src/dnup/web/review/luck.js';
import { keyName, LANGUAGES, use, Words } from '../../src/dnup/web/shared/i18n.js';

const web = new URL('../../src/dnup/web/', import.meta.url);
const FORMS = new Set(['zero', 'one', 'two', 'few', 'many', 'other']);

/** Where words are: those of all pages, and those that some pages add. */
const FOLDERS = [
  'locales/',
  'review/words/',
  'learn/words/',
  'seat/words/',
  'decks/words/',
  'refusals/words/',
  'pass/words/',
  'companion/words/',
  'play/words/',
  'daily/words/',
  'table/words/',
  'settings/words/',
  'stats/words/',
];
/** @param {string} language */
const read = (language) =>
  Object.assign(
    {},
    ...FOLDERS.map((folder) => JSON.parse(readFileSync(new URL(`${folder}${language}.json`, web), 'utf8'))),
  );

/** Sentences by key; of plural forms all, joined.
 * @param {any} texts @param {string} [prefix] @returns {Map<string, string[]>} */
function sentences(texts, prefix = '') {
  const found = new Map();
  for (const [key, entry] of Object.entries(texts)) {
    const name = prefix + key;
    if (typeof entry === 'string') found.set(name, [entry]);
    else if (Array.isArray(entry)) for (const [i, text] of entry.entries()) found.set(`${name}.${i}`, [text]);
    else if (Object.keys(entry).every((form) => FORMS.has(form))) found.set(name, Object.values(entry));
    else for (const [inner, list] of sentences(entry, `${name}.`)) found.set(inner, list);
  }
  return found;
}

/** @param {string} text */
const gaps = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

const english = sentences(read('en'));

test('each file is a language, and each language has a file', () => {
  for (const folder of FOLDERS)
    assert.deepEqual(
      readdirSync(new URL(folder, web))
        .filter((name) => name.endsWith('.json'))
        .map((name) => name.slice(0, -5))
        .sort(),
      Object.keys(LANGUAGES).sort(),
    );
});

for (const language of Object.keys(LANGUAGES)) {
  test(`${language} has every sentence and no other`, () => {
    assert.deepEqual([...sentences(read(language)).keys()].sort(), [...english.keys()].sort());
  });
  test(`${language} has the same gaps`, () => {
    for (const [key, list] of sentences(read(language))) {
      const wanted = new Set((english.get(key) ?? []).flatMap(gaps));
      for (const text of list)
        for (const gap of gaps(text)) assert.ok(wanted.has(gap), `${key}: {${gap}} in "${text}"`);
      const given = new Set(list.flatMap(gaps));
      for (const gap of wanted) if (gap !== 'count') assert.ok(given.has(gap), `${key}: {${gap}} is missing`);
    }
  });
  test(`${language} has the plural forms it needs`, () => {
    const rules = new Intl.PluralRules(language);
    const needed = new Set(Array.from({ length: 60 }, (_, n) => rules.select(n)));
    const check = (/** @type {any} */ texts, /** @type {string} */ prefix) => {
      for (const [key, entry] of Object.entries(texts)) {
        if (typeof entry !== 'object' || Array.isArray(entry)) continue;
        if (Object.keys(entry).every((form) => FORMS.has(form)))
          for (const form of needed) assert.ok(form in entry, `${prefix}${key} has no form for ${form}`);
        else check(entry, `${prefix}${key}.`);
      }
    };
    check(read(language), '');
  });
}

/** Gaps that names of people are put into. */
const NAMES = /\{(name|owner|seat|names|host|winner)\}/;
const ENDING = new RegExp(String.raw`\p{L}${NAMES.source}|${NAMES.source}(?:\p{L}|:\p{L})`, 'u');

for (const language of Object.keys(LANGUAGES)) {
  const all = read(language);
  const words = new Words(/** @type {keyof typeof LANGUAGES} */ (language), all);
  test(`${language} fits any name: no ending is glued to one`, () => {
    for (const [key, list] of sentences(all)) for (const text of list) assert.doesNotMatch(text, ENDING, key);
  });
  test(`${language} says any number, each in its form`, () => {
    for (const [key, list] of sentences(all)) {
      // Plural forms are told by there being several, of which one has the number.
      if (list.length < 2 || !list.some((text) => /\{(count|number)\}/.test(text))) continue;
      for (const count of [0, 1, 2, 5, 21]) {
        const gap = new Proxy(
          { count },
          {
            get: (_, name) => (name === 'count' || name === 'number' ? count : `<${String(name)}>`),
            has: () => true,
          },
        );
        const text = words.text(key, /** @type {any} */ (gap));
        assert.doesNotMatch(text, /[{}]|\b(undefined|null)\b/, `${key} for ${count}: ${text}`);
        if (count !== 1)
          assert.match(text, new RegExp(String.raw`(^|\D)${count}(\D|$)`), `${key} for ${count}: ${text}`);
      }
    }
  });
}

test('no article stands before a value that may be an 8', () => {
  const articles = {
    en: /\ban? \{(value|number|card|mine)\}/i,
    it: /\b([ad]?al|del|il|sul) \{(value|number|card|mine)\}/i,
  };
  for (const [language, article] of Object.entries(articles))
    for (const [key, list] of sentences(read(language)))
      for (const text of list) assert.doesNotMatch(text, article, key);
});

test('what a page shows before its words are there is what they say in English', () => {
  const said = (/** @type {string} */ key) => (english.get(key) ?? [`no text ${key}`])[0];
  for (const name of readdirSync(web).filter((file) => file.endsWith('.html'))) {
    const page = readFileSync(new URL(name, web), 'utf8');
    for (const [, tag, key, text] of page.matchAll(/<(\w+)[^>]*? data-t="([\w.-]+)"[^>]*>([^<]*)</g))
      if (tag !== 'title' && text.trim()) assert.equal(text.trim(), said(key), `${name}: ${key}`);
    for (const [, key, label] of page.matchAll(/ data-t-label="([\w.-]+)"[^>]* aria-label="([^"]*)"/g))
      assert.equal(label, said(key), `${name}: ${key}`);
    const [, key = '', content = ''] =
      page.match(/<meta name="description" data-t-content="([^"]*)" content="([^"]*)"/) ?? [];
    // A page that search engines do not list needs none.
    if (page.includes('name="description"')) assert.equal(content, said(key), name);
  }
});

test('an app that is installed is described in every language', () => {
  const manifest = JSON.parse(readFileSync(new URL('manifest.webmanifest', web), 'utf8'));
  const described = [manifest.lang, ...Object.keys(manifest.description_localized)];
  assert.deepEqual(described.sort(), Object.keys(LANGUAGES).sort());
});

test('numbers and keys are written as the language does', () => {
  const shown = Object.keys(LANGUAGES).map((language) => {
    use(new Words(/** @type {keyof typeof LANGUAGES} */ (language), read(language)));
    return [
      language,
      percent(0.634).replace('\u00a0', ' '),
      percent(0.634, 1).replace('\u00a0', ' '),
      keyName('{shift}+←'),
    ];
  });
  assert.deepEqual(shown.sort(), [
    ['en', '63%', '63.4%', 'Shift+←'],
    ['fi', '63 %', '63,4 %', 'Vaihto+←'],
    ['it', '63%', '63,4%', 'Maiusc+←'],
    ['nb', '63 %', '63,4 %', 'Skift+←'],
  ]);
});
