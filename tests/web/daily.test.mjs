// The daily game in this browser: its diary, its days in a row, which game counts, the line to share.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, test } from 'node:test';
import {
  isDate,
  lastDays,
  later,
  localDate,
  readDiary,
  streaks,
  verdict,
} from '../../src/dnup/web/daily/daily-history.js';
import { begin, lookUp } from '../../src/dnup/web/daily/day.js';
import { bars, dateText, lineOf } from '../../src/dnup/web/daily/sharing.js';
import { movesOf } from '../../src/dnup/web/daily/worker-client.js';
import { GamesInMemory } from '../../src/dnup/web/device/games-in-memory.js';
import { LANGUAGES, use, Words } from '../../src/dnup/web/shared/i18n.js';

const TODAY = '2026-11-16';
const YESTERDAY = '2026-11-15';

/** @type {Map<string, string>} */
let kept;
let room = true;
beforeEach(() => {
  kept = new Map();
  room = true;
  globalThis.localStorage = /** @type {any} */ ({
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ text) => {
      if (!room) throw new Error('full');
      kept.set(key, text);
    },
  });
});

/** Entries of days that were played. @param {string[]} dates */
const played = (...dates) =>
  Object.fromEntries(dates.map((date) => [date, { game: 'g', points: [2, 0, 1], par: [1, 1, 1] }]));

test('a date is one of the calendar', () => {
  assert.ok(isDate('2028-02-29'));
  for (const text of ['2026-02-29', '2026-13-01', '2026-1-1', 'today', '', '2026-11-16T00:00'])
    assert.ok(!isDate(text), text);
  assert.equal(later('2026-12-31', 1), '2027-01-01');
  assert.equal(later('2028-03-01', -1), '2028-02-29');
  assert.equal(localDate(new Date(2026, 0, 5, 23, 59)), '2026-01-05');
});

test('days in a row go on until a day has passed without', () => {
  assert.deepEqual(streaks({}, TODAY), { now: 0, longest: 0 });
  assert.deepEqual(streaks(played(TODAY), TODAY), { now: 1, longest: 1 });
  assert.deepEqual(streaks(played('2026-11-14', YESTERDAY), TODAY), { now: 2, longest: 2 }, 'today is not over');
  assert.deepEqual(streaks(played('2026-11-13', '2026-11-14'), TODAY), { now: 0, longest: 2 });
  const gap = played('2026-10-30', '2026-10-31', '2026-11-01', YESTERDAY, TODAY);
  assert.deepEqual(streaks(gap, TODAY), { now: 2, longest: 3 }, 'over the end of a month');
  const begun = { ...played('2026-11-14', TODAY), [YESTERDAY]: { game: 'g' } };
  assert.deepEqual(streaks(begun, TODAY), { now: 1, longest: 1 }, 'what is not ended is not played');
});

test('a day is better than par, par, below it, begun, or not played', () => {
  const made = (/** @type {number[]} */ points) => verdict({ game: 'g', points, par: [1, 0, 1] });
  assert.deepEqual([made([2, 0, 1]), made([0, 0, 2]), made([0, 1, 0])], ['over', 'even', 'under']);
  assert.deepEqual([verdict({ game: 'g' }), verdict(undefined)], ['open', 'missed']);
  const days = lastDays(played(YESTERDAY), TODAY, 3);
  assert.deepEqual(
    days.map(({ date, verdict }) => [date, verdict]),
    [
      ['2026-11-14', 'missed'],
      [YESTERDAY, 'even'],
      [TODAY, 'missed'],
    ],
  );
});

test('a diary that is none is an empty one', () => {
  for (const text of ['', 'x', '[]', 'null', '3']) {
    kept.set('daily', text);
    assert.deepEqual(readDiary(), {});
  }
});

test('the line to share is the same as in the terminal', () => {
  for (const language of /** @type {(keyof typeof LANGUAGES)[]} */ (Object.keys(LANGUAGES))) {
    const url = new URL(`../../src/dnup/web/locales/${language}.json`, import.meta.url);
    use(new Words(language, JSON.parse(readFileSync(url, 'utf8'))));
    const line = `${lineOf(TODAY, [2, 0, 1], [1, 1, 0])}  ${bars([2, 0, 1])}`;
    const par = { en: 'par', it: 'par', nb: 'mål', fi: 'tavoite' }[language];
    assert.match(line, new RegExp(`^dnup 16.*2026: 3, ${par} 2 {2}█ ▁ ▄$`), language);
    if (language === 'en') assert.equal(line, 'dnup 16 Nov 2026: 3, par 2  █ ▁ ▄');
    assert.ok(dateText(TODAY, { weekday: 'long' }), language);
  }
});

/** Rounds are over after two moves here; each move of ours is a point. */
const counting = {
  count: async (/** @type {string} */ _date, /** @type {any[]} */ events) => {
    const rounds = movesOf(events);
    const points = rounds.map((moves) => moves.filter((move) => move === 'mine').length);
    return { points, over: rounds.length === 3 && rounds.every((moves) => moves.length === 2) };
  },
  par: async () => [1, 1, 1],
};
const deal = { type: 'round-dealt', hands: [], salt: '' };
const [mine, theirs] = ['mine', 'theirs'].map((move) => ({ type: 'move-made', seat: 'A', move, by: 'person' }));
const WHOLE = [deal, mine, theirs, deal, mine, mine, deal, theirs, theirs];

test('the first game of a day is for the record, whatever comes after it', async () => {
  const games = new GamesInMemory();
  const look = (date = TODAY, today = TODAY) => lookUp(date, today, games, counting);
  assert.equal((await look()).record, 'new');

  await games.create('one', [deal, mine], { created: `${TODAY}T08:00:00`, daily: TODAY });
  assert.ok(begin(TODAY, 'one'));
  await games.create('two', [deal], { created: `${TODAY}T08:05:00`, daily: TODAY });
  const begun = await look();
  assert.equal(begun.record, 'begun');
  assert.deepEqual([begun.played?.game, begun.practice?.game], ['one', 'two']);

  await games.append('two', 1, [theirs, theirs, deal, theirs, theirs, deal, theirs, theirs]);
  assert.equal((await look()).record, 'begun', 'practice does not count');
  await games.append('one', 2, WHOLE.slice(2));
  const done = await look();
  assert.equal(done.record, 'done');
  assert.deepEqual(done.made, { points: [1, 2, 0], par: [1, 1, 1] });
  assert.deepEqual(readDiary()[TODAY], { game: 'one', points: [1, 2, 0], par: [1, 1, 1] });

  await games.remove('one');
  const later = await look(TODAY, '2026-11-17');
  assert.deepEqual([later.record, later.made, later.played], ['done', done.made, null], 'it outlives its game');
});

test('a day that has passed, and a game that is gone, are for practice', async () => {
  const games = new GamesInMemory();
  assert.equal((await lookUp(YESTERDAY, TODAY, games, counting)).record, 'past');
  await games.create('late', WHOLE, { created: `${TODAY}T08:00:00`, daily: YESTERDAY });
  const past = await lookUp(YESTERDAY, TODAY, games, counting);
  assert.deepEqual([past.record, past.made, past.practice?.result.over], ['past', null, true]);
  assert.deepEqual(readDiary(), {});
  begin(TODAY, 'deleted');
  assert.equal((await lookUp(TODAY, TODAY, games, counting)).record, 'gone');
});

test('a game that was begun on its day counts although nothing was written down, and after midnight', async () => {
  const games = new GamesInMemory();
  await games.create('one', WHOLE, { created: `${TODAY}T23:50:00`, daily: TODAY });
  await games.create('two', WHOLE, { created: `${TODAY}T23:59:00`, daily: TODAY });
  const day = await lookUp(TODAY, '2026-11-17', games, counting);
  assert.deepEqual([day.record, day.played?.game, day.practice?.game], ['done', 'one', 'two']);
});

test('without room the result is shown, and it is said that it was not kept', async () => {
  const games = new GamesInMemory();
  await games.create('one', WHOLE, { created: `${TODAY}T08:00:00`, daily: TODAY });
  room = false;
  const day = await lookUp(TODAY, TODAY, games, counting);
  assert.deepEqual([day.kept, day.made?.points], [false, [1, 2, 0]]);
});
