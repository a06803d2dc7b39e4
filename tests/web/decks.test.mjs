// Decks by name: the default, and names of earlier versions.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { cardsOf, Engine } from '../../src/dnup/web/engine/engine.js';
import { decks } from '../../src/dnup/web/engine/kernel.js';
import { Studies } from '../../src/dnup/web/local/study.js';
import { Table } from '../../src/dnup/web/local/table.js';
import { readRecord } from '../../src/dnup/web/review/record.js';
import { currentName, DECKS, DEFAULT_DECK, OLD_NAMES } from '../../src/dnup/web/shared/decks.js';

const module = new WebAssembly.Module(readFileSync(new URL('../../src/dnup/web/engine/dnup.wasm', import.meta.url)));
const python = readFileSync(new URL('../../src/dnup/cards/deck.py', import.meta.url), 'utf8');
const created = { type: 'created', key: 'me', stall_limit: 40 };

test('the default deck is the same in Python and on the page', () => {
  assert.equal(/^DEFAULT_DECK: Final = "(\w+)"$/m.exec(python)?.[1], DEFAULT_DECK);
  assert.deepEqual(Object.keys(decks), DECKS);
  assert.match(python, new RegExp(`MappingProxyType\\(${JSON.stringify(OLD_NAMES).replace(':', ': ')}\\)`));
});

test('an old name means the cards that it meant', () => {
  assert.equal(currentName('standard'), 'balanced');
  assert.equal(currentName('printed'), 'printed');
  assert.equal(currentName('toString'), 'toString');
  for (const players of [2, 3, 4, 5]) assert.deepEqual(cardsOf('standard', players), cardsOf('balanced', players));
});

test('a table that was made with an old name goes on with its cards, under their new name', () => {
  for (const options of [{ players: 2, deck: 'standard' }, { players: 2 }]) {
    const table = new Table('x', new Engine(module));
    table.apply({ ...created, options, deck: 'standard' });
    assert.equal(table.options.deck, 'balanced');
    assert.equal(table.pen.deckName, 'balanced');
  }
});

test('records and positions with an old name are read', () => {
  const line = readFileSync(new URL('../data/golden.jsonl', import.meta.url), 'utf8').split('\n')[0];
  assert.equal(JSON.parse(line).deck, 'standard');
  assert.equal(readRecord(JSON.parse(line)).deck, 'balanced');
  const position =
    'standard A2 10/500,2/40 0,1 - A 1/5,1/6|8/6,8/7 5/3|-|3/4,3/6|- 1/7,1/8,2/4,2/5,2/6,2/7,3/9,4/5,4/9,7/9,8/9';
  assert.match(new Studies(new Engine(module)).answer(position, 'A', null), /^\{"position":"balanced A2 /);
});
