// Each page asks for all of its modules at once, so that none waits for another.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { test } from 'node:test';
import { logo } from '../../src/dnup/web/shared/glyphs.js';

const web = new URL('../../src/dnup/web/', import.meta.url);
/** @param {string} path */
const read = (path) => readFileSync(new URL(path, web), 'utf8');

/** A module and all it imports. @param {string} path @param {Set<string>} [found] @returns {Set<string>} */
function modules(path, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, name] of read(path).matchAll(/^import (?:[^;]*? from )?'(\.[^']+)'/gm))
    modules(posix.join(posix.dirname(path), name), found);
  return found;
}

const ENTRIES = {
  'index.html': 'home/home.js',
  'table.html': 'play/play.js',
  'learn.html': 'learn/learn.js',
  'rules.html': 'learn/rules.js',
  'nowhere.html': 'home/nowhere.js',
};

for (const [page, entry] of Object.entries(ENTRIES)) {
  test(`${page} preloads its modules`, () => {
    const preloaded = [...read(page).matchAll(/rel="modulepreload" href="\/web\/([^"]+)"|src="\/web\/([^"]+)" async/g)]
      .map(([, path, early]) => path ?? early)
      .sort();
    assert.deepEqual(preloaded, [...modules(entry)].filter((path) => path !== entry).sort());
  });
}

/** What may be imported from where, besides its own folder; pages take whatever they need. @type {Record<string, string[]>} */
const LAYERS = {
  game: [],
  settings: ['game', 'shared'],
  shared: ['game', 'settings'],
  table: ['game', 'settings', 'shared'],
};

for (const [folder, below] of Object.entries(LAYERS)) {
  test(`${folder}/ knows nothing of what is above it`, () => {
    const files = readdirSync(new URL(folder, web)).filter((name) => name.endsWith('.js'));
    const used = files.flatMap((name) =>
      [...read(`${folder}/${name}`).matchAll(/^import [^;]*?'\.\.\/(\w+)\//gm)].map(([, from]) => from),
    );
    assert.deepEqual(
      [...new Set(used)].filter((from) => from !== folder && !below.includes(from)),
      [],
    );
  });
}

test('the page of a table computes nothing: engine, table and bots are in workers', () => {
  const heavy = [...modules('play/play.js')].filter((path) => /^(engine|local)\//.test(path));
  assert.deepEqual(heavy.sort(), ['local/early.js', 'local/line.js']);
});

test('no page and no drawing needs an inline script or style, which the policy forbids', () => {
  for (const page of ['offline.html', ...Object.keys(ENTRIES)]) {
    assert.doesNotMatch(read(page), / style=|<style|<script(?! type="module" src=)| on\w+=/, page);
  }
  for (const file of ['shared/cards.js', 'shared/glyphs.js', 'table/centre-view.js'])
    assert.doesNotMatch(read(file), / style=/, file);
});

test('the word in the markup is the word that is drawn elsewhere', () => {
  for (const page of ['index.html', 'table.html']) assert.ok(read(page).includes(logo()), page);
});

test('what the page without a server needs is kept, and nothing else', () => {
  const kept = [...(/PAGES = \[([^\]]+)\]/.exec(read('service-worker.js'))?.[1] ?? '').matchAll(/'([^']+)'/g)].map(
    ([, path]) => path,
  );
  const needed = [...read('offline.html').matchAll(/(?:href|src)="([^"]+)"/g)].map(([, path]) => path);
  assert.deepEqual(kept.sort(), ['/web/offline.html', ...needed].sort());
});
