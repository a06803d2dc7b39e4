// Each page asks for all of its modules at once, so that none waits for another.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { test } from 'node:test';
import { logo } from '../../src/dnup/web/glyphs.js';

const web = new URL('../../src/dnup/web/', import.meta.url);
/** @param {string} path */
const read = (path) => readFileSync(new URL(path, web), 'utf8');

/** A module and all it imports. @param {string} path @param {Set<string>} [found] @returns {Set<string>} */
function modules(path, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, name] of read(path).matchAll(/^import (?:[^;]*? from )?'(\.[^']+)'/gm)) modules(posix.join(posix.dirname(path), name), found);
  return found;
}

for (const [page, entry] of [['index.html', 'home.js'], ['table.html', 'table.js'], ['learn.html', 'learn/learn.js'], ['rules.html', 'learn/rules.js'], ['nowhere.html', 'nowhere.js']]) {
  test(`${page} preloads its modules`, () => {
    const preloaded = [...read(page).matchAll(/rel="modulepreload" href="\/web\/([^"]+)"|src="\/web\/([^"]+)" async/g)].map(([, path, early]) => path ?? early).sort();
    assert.deepEqual(preloaded, [...modules(entry)].filter((path) => path !== entry).sort());
  });
}

test('no page and no drawing needs an inline script or style, which the policy forbids', () => {
  for (const page of ['index.html', 'table.html', 'demo.html', 'offline.html', 'nowhere.html', 'learn.html', 'rules.html']) {
    assert.doesNotMatch(read(page), / style=|<style|<script(?! type="module" src=)| on\w+=/, page);
  }
  for (const file of ['cards.js', 'glyphs.js', 'table/centre-view.js']) assert.doesNotMatch(read(file), / style=/, file);
});

test('the word in the markup is the word that is drawn elsewhere', () => {
  for (const page of ['index.html', 'table.html']) assert.ok(read(page).includes(logo()), page);
});
