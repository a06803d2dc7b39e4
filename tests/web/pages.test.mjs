// What the pages are made of, as they are written.
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
  const heavy = [...modules('play/play.js')].filter((path) => /^(engine|device)\//.test(path));
  assert.deepEqual(heavy.sort(), ['device/connection.js', 'device/worker-start.js']);
});

test('no page and no drawing needs an inline script or style, which the policy forbids', () => {
  for (const page of readdirSync(web).filter((name) => name.endsWith('.html'))) {
    assert.doesNotMatch(read(page), / style=|<style|<script(?! type="module" src=)| on\w+=/, page);
  }
  for (const file of ['shared/cards.js', 'shared/glyphs.js', 'table/centre-view.js'])
    assert.doesNotMatch(read(file), / style=/, file);
});

test('the word in the markup is the word that is drawn elsewhere', () => {
  for (const page of ['index.html', 'table.html']) assert.ok(read(page).includes(logo()), page);
});

test('no address begins with a slash, for a site may lie in a subfolder of a host', () => {
  const files = readdirSync(web, { recursive: true }).map(String);
  for (const file of files.filter((name) => /\.(html|css|js|webmanifest)$/.test(name)))
    assert.doesNotMatch(read(file), /(?:href|src|action)="\/|url\(["']?\/|(?<!split\(|join\()["'`]\/[a-z#?]/, file);
});
