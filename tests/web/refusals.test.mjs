// Every refusal has a text in every language, and no page shows the English sentence of a server in another language.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Refusal } from '../../src/dnup/web/device/refusals.js';
import { explanation } from '../../src/dnup/web/game/phrases.js';
import { phrase } from '../../src/dnup/web/refusals/refusals.js';
import { LANGUAGES, plain, Words } from '../../src/dnup/web/shared/i18n.js';

const web = new URL('../../src/dnup/web/', import.meta.url);
/** @param {string | URL} path @param {URL} [from] */
const read = (path, from = web) => readFileSync(new URL(path, from), 'utf8');
const json = (/** @type {string} */ path) => JSON.parse(read(path));

/** The one list of codes, with their English sentences. @type {Record<string, {sentence: string, expected: string}>} */
const CODES = json('../server/messages/refusals.json');
const WHY = [
  ...read('../../../docs/protocol.md')
    .split('The codes of `why`')[1]
    .matchAll(/^\| `([a-z-]+)` \|/gm),
].map(([, code]) => code);
const languages = /** @type {(keyof typeof LANGUAGES)[]} */ (Object.keys(LANGUAGES));
const gaps = (/** @type {string} */ text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
/** A value for each gap that no text has by itself. @param {string} code */
const facts = (code) => {
  const { sentence, expected } = CODES[code];
  return Object.fromEntries(gaps(`${sentence} ${expected}`).map((name) => [name, `‹${name}›`]));
};

for (const language of languages) {
  const words = new Words(language, json(`refusals/words/${language}.json`));
  const main = new Words(language, json(`locales/${language}.json`));

  test(`${language} has a text for every refusal, with facts that come with it`, () => {
    const { other, ...texts } = /** @type {Record<string, string>} */ (words.entry('refused'));
    assert.deepEqual(Object.keys(texts).sort(), Object.keys(CODES).sort());
    for (const code of Object.keys(CODES)) {
      const { sentence, expected } = CODES[code];
      const said = phrase(words, { code, facts: facts(code) });
      assert.notEqual(said, other, `${code} lacks a fact`);
      assert.doesNotMatch(said, /[{}]/);
      assert.doesNotMatch(said, /‹problem›|‹expected›|‹decks›/, 'English parts of a sentence are not shown');
      if (language !== 'en') {
        const english = new Words('en', json('refusals/words/en.json'));
        assert.notEqual(said, phrase(english, { code, facts: facts(code) }), `${code} is not translated`);
        for (const text of [sentence, expected])
          if (gaps(text).length === 0 && text.includes(' ')) assert.ok(!said.includes(text), code);
      }
    }
  });

  test(`${language} has a general text for what it does not know`, () => {
    const other = words.text('refused.other');
    assert.equal(phrase(words, { code: 'of-tomorrow', facts: { seat: 'B' } }), other);
    assert.equal(phrase(words, { code: 'seat-taken' }), other, 'an older server sends no facts');
  });

  test(`${language} has a text for every reason why a move is not legal`, () => {
    const game = /** @type {any} */ ({ seat: 'A', table: null, names: new Map(), view: null });
    for (const code of WHY) assert.ok(main.has(`why.${code}`), code);
    assert.ok(WHY.length >= 13);
    const unknown = { code: 'of-tomorrow', rule: 'R99', sentence: 'an English sentence' };
    assert.equal(plain(explanation(main, game, unknown)), main.text('why.other'));
  });
}

test('a table on the device fills the same sentences as a server', () => {
  const refused = new Refusal('stale', { position: 4, current: 7 });
  assert.equal(
    refused.write(9),
    '{"type":"refused","code":"stale","sentence":"position 4 is no longer current","expected":"a move for position 7",'
      + '"facts":{"position":4,"current":7},"ref":9,"why":null}',
  );
});

test('no module of the page shows the sentence of a refusal or the message of an error', () => {
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  const shown = files.flatMap((name) =>
    read(name)
      .split('\n')
      .filter((line) => /(message|refused|error|body)\.sentence|RefusedError.*error\.message/.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  );
  // Errors of programs: neither is shown to players.
  assert.deepEqual(shown.sort(), [
    'learn/inspection.js: if (!response.ok) throw new Error(body.sentence);',
    'shared/api.js: super(refused.sentence);',
  ]);
});
