// Decks by name: the default, and names of earlier versions.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Inspector } from '../../src/dnup/web/device/inspection.js';
import { Table } from '../../src/dnup/web/device/table.js';
import { cardsOf, Engine, fingerprintOf } from '../../src/dnup/web/engine/engine.js';
import { decks, networks } from '../../src/dnup/web/engine/kernel.js';
import { unpack } from '../../src/dnup/web/review/link-encoding.js';
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

test('cards have the fingerprint that they have in Python', () => {
  assert.equal(fingerprintOf('balanced', 2), 'a3bfbf1808841ee3'); // the example of Deck.fingerprint
  assert.equal(fingerprintOf('pairs', 2), 'a3bfbf1808841ee3');
  assert.equal(networks[2][fingerprintOf('balanced', 2)], 'balanced-2.bin');
});

test('a table that was made with an old name goes on with its cards, under their new name', () => {
  for (const options of [{ players: 2, deck: 'standard' }, { players: 2 }]) {
    const table = new Table('x', new Engine(module));
    table.apply({ ...created, options, deck: 'standard' });
    assert.equal(table.options.deck, 'balanced');
    assert.equal(table.writer.deckName, 'balanced');
  }
});

test('records and positions with an old name are read', () => {
  const line = readFileSync(new URL('../data/golden.jsonl', import.meta.url), 'utf8').split('\n')[0];
  assert.equal(JSON.parse(line).deck, 'standard');
  assert.equal(readRecord(JSON.parse(line)).deck, 'balanced');
  const position =
    'standard A2 10/500,2/40 0,1 - A 1/5,1/6|8/6,8/7 5/3|-|3/4,3/6|- 1/7,1/8,2/4,2/5,2/6,2/7,3/9,4/5,4/9,7/9,8/9';
  assert.match(new Inspector(new Engine(module)).inspect(position, 'A', null), /^\{"position":"balanced A2 /);
});

const kept = (/** @type {string} */ name) =>
  readFileSync(new URL(`../data/before_printed/${name}`, import.meta.url), 'utf8');

test('a game that was being played on the device goes on with its cards', () => {
  const { events } = JSON.parse(kept('device.json'));
  assert.equal(events[0].deck, 'standard');
  const table = new Table('x', new Engine(module));
  for (const event of events) table.apply(event);
  assert.equal(table.options.deck, 'balanced');
  assert.equal(table.phase, 'playing');
  assert.ok(table.position);
  const seat = /** @type {string} */ (table.turn);
  const { moves } = table.writer.writeViews(table.position, 'all', seat);
  const [{ move }] = JSON.parse(moves);
  table.apply({ type: 'move-made', seat, move, by: 'person' });
  assert.ok(table.position);
  assert.match(table.writer.positionText(table.position), /8\/500/);
});

test('a link of a review is opened', async () => {
  const record = readRecord(JSON.parse(await unpack(kept('review-link.txt').trim())));
  assert.equal(record.deck, 'balanced');
  assert.deepEqual(record.rounds[0].deal, JSON.parse(kept('records.jsonl').split('\n')[0]).rounds[0].deal);
});
