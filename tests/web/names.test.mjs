// Names from outside on the page: the same cases as in Python (tests/game/test_names.py).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { shownName, skeleton } from '../../src/dnup/web/game/names.js';

const cases = JSON.parse(readFileSync(new URL('../data/names.json', import.meta.url), 'utf8'));

test('a name is shown without what a screen obeys', () => {
  for (const [name, shown] of cases.shown) {
    assert.equal(shownName(name), shown, JSON.stringify(name));
    assert.equal(shownName(shown), shown);
  }
  for (const garbage of [null, undefined, 7, {}, []]) assert.equal(shownName(garbage), '?');
  assert.equal([...shownName('a'.repeat(10_000_000))].length, 40);
});

test('names that look alike are found', () => {
  for (const [one, other] of cases.alike) assert.equal(skeleton(one), skeleton(other), `${one} and ${other}`);
  for (const [one, other] of cases.different) assert.notEqual(skeleton(one), skeleton(other), `${one} and ${other}`);
});
