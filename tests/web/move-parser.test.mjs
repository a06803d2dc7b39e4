// The texts of moves that the device reads, as tests/game/test_notation.py has them for Python.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatMove, parseMove } from '../../src/dnup/web/device/move-parser.js';

test('a move may be written in any order and case', () => {
  for (const [text, move] of [
    ['rotate', 'rotate'],
    ['  ROTATE ', 'rotate'],
    ['play 3/6 3/4', 'play 3/4 3/6'],
    ['play 15/2 3/4 3/12 3/4', 'play 3/4 3/4 3/12 15/2'],
    ['Add 5/2 TO b1', 'add 5/2 to B1'],
    ['add 5/2', 'add 5/2'],
    ['take\tc', 'take C'],
    ['take', 'take'],
  ]) {
    const parsed = parseMove(text);
    assert.ok(typeof parsed === 'object', text);
    assert.equal(formatMove(parsed), move);
  }
});

test('other texts are refused for a reason', () => {
  for (const [text, problem] of [
    ['', 'no-verb'],
    ['pass', 'no-verb'],
    ['ta\u212ae B', 'no-verb'],
    ['play', 'cards-missing'],
    ['add to B', 'cards-missing'],
    ['play 3-4', 'not-a-card'],
    ['play 3/3', 'not-a-card'],
    ['play 3/16', 'not-a-card'],
    ['play 03/4', 'not-a-card'],
    ['play 3/4 to B', 'not-a-card'],
    ['add 5/2 to', 'not-a-card'],
    ['add 5/2 to F', 'not-a-seat'],
    ['add 5/2 5/3 to B', 'two-cards'],
    ['take B3', 'not-a-seat'],
    ['take \u017f', 'not-a-seat'],
    ['take B C', 'not-a-card'],
    ['take 5/2 B', 'cards-named'],
    ['rotate 3/4', 'cards-named'],
  ])
    assert.equal(parseMove(text), problem, text);
});
