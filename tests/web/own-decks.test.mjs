// Players' own decks without a page: their texts, files and links, and what the engine says of them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fromLink, readCards, toLink, Unreadable, writeCard } from '../../src/dnup/web/decks/cards.js';
import { fileName, readFile, writeFile } from '../../src/dnup/web/decks/file.js';
import { Engine } from '../../src/dnup/web/engine/engine.js';
import { deckFaults as faults, layout } from '../../src/dnup/web/engine/kernel.js';
import { inPlay } from '../../src/dnup/web/shared/own-decks.js';

const root = new URL('../../src/dnup/', import.meta.url);
const printed = readCards(JSON.parse(readFileSync(new URL('web/decks/decks.json', root), 'utf8')).printed);
/** @param {() => unknown} read */
const keyOf = (read) => {
  try {
    read();
  } catch (error) {
    assert.ok(error instanceof Unreadable, String(error));
    return [error.key, error.about.number];
  }
  return null;
};

describe('a deck in a file', () => {
  test('is read as it was written', () => {
    const text = writeFile('Mine, "the best"', printed);
    const read = readFile(text);
    assert.equal(read.title, 'Mine, "the best"');
    assert.deepEqual(read.cards.map(writeCard).sort(), printed.map(writeCard).sort());
  });
  test('the files that come with dnup are read', () => {
    for (const name of ['printed', 'balanced', 'pairs']) {
      const { cards } = readFile(readFileSync(new URL(`decks/${name}.toml`, root), 'utf8'));
      assert.equal(cards.length, name === 'pairs' ? 36 : 40);
    }
  });
  test('comments, quotes and line ends of all kinds are read', () => {
    const { title, cards } = readFile(
      '\ufeff# a deck\r\n"title" = \'it\'\r\nplayers = [2, 3] # few\r\ncards = [\r\n  "1/5★", # the star\r\n  \'6/2 😊\', "3/4",\r\n]\r\nprovenance = """\r\na "b"\r\n"""\r\n',
    );
    assert.equal(title, 'it');
    assert.deepEqual(cards.map(writeCard), ['1/5 star', '2/6 happy', '3/4']);
  });
  test('what cannot be read is named, with its line or its card', () => {
    assert.deepEqual(
      keyOf(() => readFile('title = "x"\ncards = ["1/5 star"\nname = 3')),
      ['line', 3],
    );
    assert.deepEqual(
      keyOf(() => readFile('cards = [["1/5"]]')),
      ['line', 1],
    );
    assert.deepEqual(
      keyOf(() => readFile('cards = ["1/5 star"]\ncards = []')),
      ['line', 2],
    );
    assert.deepEqual(
      keyOf(() => readFile('name = "x"')),
      ['no_cards', undefined],
    );
    assert.deepEqual(
      keyOf(() => readFile('cards = "1/5"')),
      ['no_cards', undefined],
    );
    assert.deepEqual(
      keyOf(() => readFile('cards = ["1/5 star", "1/2/3"]')),
      ['entry', 2],
    );
    assert.deepEqual(
      keyOf(() => readFile('cards = ["1/5 star", "100/2"]')),
      ['entry', 2],
    );
    assert.deepEqual(
      keyOf(() => readFile('cards = ["1/5 star", "1/6 star happy"]')),
      ['entry', 2],
    );
    assert.deepEqual(
      keyOf(() => readFile('cards = ["1/5 star", "1/6 angry"]')),
      ['symbol', 2],
    );
    assert.deepEqual(
      keyOf(() => readFile('cards = ["1/5 star", "1/6 happy"]\n[without]\n4 = ["happy"]')),
      ['without', '4'],
    );
    assert.deepEqual(
      keyOf(() => readFile('x'.repeat(200_000))),
      ['large', undefined],
    );
    assert.deepEqual(
      keyOf(() => readFile(`cards = [${'"1/6",'.repeat(5000)}]`)),
      ['many_cards', 5000],
    );
  });
  test('a file has a name that every system takes', () => {
    assert.equal(fileName('Äidin pakka / №1'), 'a-idin-pakka-no1');
    assert.equal(fileName('😊'), 'deck');
  });
});

describe('a deck in a link', () => {
  test('comes back as it was', () => {
    const link = toLink('Bo’s box & more', printed);
    assert.ok(link.length < 400, String(link.length));
    const read = fromLink(link);
    assert.equal(read?.title, 'Bo’s box & more');
    assert.deepEqual(read?.cards, printed);
  });
  test('none is none, and a bad one says so', () => {
    assert.equal(fromLink(''), null);
    assert.equal(fromLink('#R10'), null);
    assert.deepEqual(
      keyOf(() => fromLink('#cards=1/5*.<b>')),
      ['entry', 2],
    );
    assert.deepEqual(
      keyOf(() => fromLink(`#cards=${Array(999).fill('1/6').join('.')}`)),
      ['many_cards', 999],
    );
  });
});

test('the cards in play follow from the faces', () => {
  const cards = printed.map(writeCard);
  assert.deepEqual(
    [2, 3, 4, 5].map((players) => inPlay(cards, players).length),
    [26, 30, 36, 40],
  );
  assert.equal(inPlay(cards, 2)[0], '1/5*');
});

describe('the engine finds what is wrong', () => {
  const engine = new Engine(new WebAssembly.Module(readFileSync(new URL('web/engine/dnup.wasm', root))));
  const room = { faces: engine.words(2 * layout.MAX_CARDS), marks: engine.words(layout.MAX_CARDS) };
  /** @param {string[]} texts */
  const fault = (texts) => {
    const cards = readCards(texts);
    const [faces, marks] = [room.faces.first(2 * cards.length), room.marks.first(cards.length)];
    faces.items.set(cards.flatMap(({ low, high }) => [BigInt(low), BigInt(high)]));
    marks.items.set(cards.map(({ star }) => BigInt(star)));
    const found = engine.kernel.findDeckFault(faces, marks);
    return [found & 0xff, (found >> faults.FAULT_CARD) & 0xff, found >> faults.FAULT_NUMBER];
  };
  test('and at which card', () => {
    assert.deepEqual(fault(printed.map(writeCard)), [faults.SOUND, 0, 0]);
    assert.deepEqual(fault(['1/5 star', '0/3']), [faults.BAD_VALUE, 1, 0]);
    assert.deepEqual(fault(['1/5 star', '3/16']), [faults.BAD_VALUE, 1, 0]);
    assert.deepEqual(fault(['1/5 star', '1/6', '3/3']), [faults.EQUAL_VALUES, 2, 0]);
    assert.deepEqual(fault(['1/5', '1/6']), [faults.NO_STAR, 0, 0]);
    assert.deepEqual(fault(['1/5 star', '1/7', '1/6 star']), [faults.TWO_STARS, 2, 0]);
    assert.deepEqual(fault(['1/6', '1/5 star', '5/1']), [faults.STAR_COPY, 2, 0]);
    assert.deepEqual(fault(['1/5 star', ...Array(13).fill('7/8')]), [faults.MANY_OF_A_VALUE, 13, 7]);
  });
});
