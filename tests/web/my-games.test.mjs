// *My games*: what is listed, in words, and that finished games stay when another one begins at their table.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, mock, test } from 'node:test';
import { withEarlier } from '../../src/dnup/web/device/summary.js';
import { against, reviewOf, status } from '../../src/dnup/web/home/game-words.js';
import { forget, leaveTable, myGames, remember, standing, standingsHere } from '../../src/dnup/web/home/games.js';
import { use, Words } from '../../src/dnup/web/shared/i18n.js';

const NOON = new Date(2026, 10, 16, 12, 5).getTime();

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ['Date'], now: NOON + 3_600_000 });
  const kept = new Map();
  globalThis.localStorage = /** @type {any} */ ({
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ text) => void kept.set(key, text),
    removeItem: (/** @type {string} */ key) => void kept.delete(key),
  });
  const texts = readFileSync(new URL('../../src/dnup/web/locales/en.json', import.meta.url), 'utf8');
  use(new Words('en', JSON.parse(texts)));
});

/** A friends' table with one bot. @param {object} [more] @returns {any} */
const table = (more) => ({
  id: 'abc',
  game: 1,
  phase: 'playing',
  round: 2,
  rounds: [[1, 2, 0]],
  seats: [
    { seat: 'A', kind: 'person', name: 'Ann' },
    { seat: 'B', kind: 'person', name: 'Ben' },
    { seat: 'C', kind: 'bot', name: null, level: 'hard' },
  ],
  ...more,
});

test('a game says against whom it is, which points are mine and when it was', () => {
  const game = standing('A', table({}), 'B', null, NOON);
  assert.equal(against(game), 'Ben and Cleo (Hard)');
  assert.equal(status(game), 'Ben’s turn, Round 2 · You\u00a01, Ben\u00a02, Cleo\u00a00 · today, 12:05');
  const over = standing(
    'B',
    table({
      phase: 'over',
      rounds: [
        [1, 2, 0],
        [1, 2, 0],
      ],
    }),
    null,
    'B',
    NOON - 86_400_000,
  );
  assert.equal(status(over), 'You won · You\u00a04, Ann\u00a02, Cleo\u00a00 · yesterday, 12:05');
  assert.equal(status({ ...over, at: 0 }), 'You won · You\u00a04, Ann\u00a02, Cleo\u00a00 · Jan 1970');
});

test('games against bots say how many they are and how strong', () => {
  const [game] = standingsHere(
    /** @type {any} */ ({
      id: 'local-x',
      at: NOON,
      about: {},
      summary: {
        seat: 'A',
        phase: 'playing',
        turn: 'B',
        round: 1,
        score: [0, 0],
        opponents: [{ seat: 'B', level: 'easy' }],
      },
    }),
    'Ann',
  );
  assert.equal(against(game), '1 opponent · Easy');
  assert.equal(status(game), 'Round 1 · today, 12:05');
});

test('a finished game with friends stays listed after a rematch, and when the player leaves', () => {
  const first = standing('A', table({ phase: 'over' }), null, 'B', NOON);
  remember(standing('A', table({}), 'A', null, NOON - 1));
  remember(first);
  remember(standing('A', table({ game: 2, rounds: [] }), 'A', null, NOON + 1));
  assert.deepEqual(
    myGames().map(({ game, phase }) => [game, phase]),
    [
      [2, 'playing'],
      [1, 'over'],
    ],
  );
  assert.match(reviewOf(first), /game\/abc\?game=1$/);
  leaveTable('abc');
  assert.deepEqual(
    myGames().map(({ game }) => game),
    [1],
  );
  forget('abc');
  assert.deepEqual(myGames(), []);
});

test('a finished game on the device stays listed after a rematch', () => {
  const summary = {
    seat: 'A',
    phase: 'over',
    game: 1,
    round: 2,
    score: [2, 0],
    opponents: [{ seat: 'B', level: 'easy' }],
  };
  const ended = { ...summary, result: { winner: 'A', drawn: false }, when: NOON };
  const again = { ...summary, phase: 'playing', game: 2, result: null, score: [0, 0] };
  const both = withEarlier(withEarlier(withEarlier(null, ended), again), again);
  const listed = /** @type {any} */ ({ id: 'local-x', at: NOON + 60_000, about: {}, summary: both });
  const [now, before, ...more] = standingsHere(listed, 'Ann');
  assert.deepEqual([now.phase, now.game, before.phase, before.game, more], ['playing', 2, 'over', 1, []]);
  assert.equal(status(before), 'You won · You\u00a02, Bo\u00a00 · today, 12:05');
  assert.match(reviewOf(before), /review\/\?game=local-x&n=1$/);
});
