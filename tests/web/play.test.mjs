// The page of a table without a page: what it knows, hints, clock, standings.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { parseLegal } from '../../src/dnup/web/game/notation.js';
import { NOTHING } from '../../src/dnup/web/game/state.js';
import { Hints } from '../../src/dnup/web/play/hints.js';
import {
  goalKey,
  hasMoveOf,
  isPlayed,
  isSilent,
  newEvents,
  newState,
  turnBegins,
  turnLasts,
} from '../../src/dnup/web/play/page-state.js';
import { standingsOf, worth } from '../../src/dnup/web/play/scores.js';
import { offered } from '../../src/dnup/web/play/stand-in.js';
import { secondsLeft, timeLeft } from '../../src/dnup/web/play/time-left.js';
import { LANGUAGES, plain, use, Words } from '../../src/dnup/web/shared/i18n.js';

const read = (/** @type {string} */ file) =>
  JSON.parse(readFileSync(new URL(`../../src/dnup/web/${file}.json`, import.meta.url), 'utf8'));
const locale = (/** @type {import('../../src/dnup/web/shared/i18n.js').Language} */ name) =>
  new Words(name, { ...read(`locales/${name}`), ...read(`play/words/${name}`) });
use(locale('en'));
const LANGUAGE_NAMES = /** @type {(keyof typeof LANGUAGES)[]} */ (Object.keys(LANGUAGES));

/** @param {any} facts @returns {import('../../src/dnup/web/game/state.js').Game} */
const game = (facts) => ({ ...NOTHING, ...facts });
const [play, rotate] = ['play 3/4 3/6', 'rotate'].map((move) => parseLegal({ move }));

describe('what the page knows', () => {
  test('it begins with nothing', () => {
    const state = newState('local-abcdefghjkmn', true);
    assert.deepEqual([state.heard, state.shown, state.ref, state.daily], [NOTHING, NOTHING, 0, null]);
  });

  test('a table is shown from the first deal on, not while its lobby is open', () => {
    assert.equal(isPlayed(NOTHING), false);
    assert.equal(isPlayed(game({ view: {}, table: { phase: 'open' } })), false);
    assert.equal(isPlayed(game({ view: {}, table: { phase: 'between' } })), true);
  });

  test('a turn begins with moves, and again with the moves of another position', () => {
    const [waiting, first, same, next] = [
      game({ position: 4 }),
      game({ position: 5, moves: [rotate] }),
      game({ position: 5, moves: [rotate] }),
      game({ position: 6, moves: [rotate] }),
    ];
    assert.equal(turnBegins(waiting, first), true);
    assert.equal(turnBegins(first, same), false);
    assert.equal(turnBegins(first, next), true);
    assert.equal(turnBegins(first, waiting), false);
    assert.equal(turnLasts(first, same), true);
    assert.equal(turnLasts(first, next), false);
    assert.equal(turnLasts(first, waiting), false);
  });

  test('news is what came after the last event, and none of the past when the page was opened', () => {
    const events = /** @type {any[]} */ ([{ number: 3 }, { number: 4, type: 'moved', seat: 'B' }]);
    assert.deepEqual(newEvents(NOTHING, events), []);
    assert.deepEqual(newEvents(game({ number: 3 }), events), [events[1]]);
    assert.equal(hasMoveOf(events, 'B'), true);
    assert.equal(hasMoveOf(events, 'A'), false);
  });

  test('what is played for: rounds with two, else letters or points, or the daily game', () => {
    const goal = (/** @type {number} */ players, /** @type {string} */ scoring) =>
      goalKey(game({ table: { options: { players, scoring } } }), null);
    assert.equal(goal(2, 'letters'), 'bar.goal_rounds');
    assert.equal(goal(3, 'letters'), 'bar.goal_letters');
    assert.equal(goal(5, 'points'), 'bar.goal_points');
    assert.equal(goalKey(NOTHING, '2026-11-18'), 'daily.title');
  });

  test('what the page sends by itself is refused in silence', () => {
    assert.equal(isSilent('no-shuffle'), true);
    assert.equal(isSilent('stale'), false);
  });
});

describe('hints', () => {
  /** A table and a device that record what is asked of them. @param {{move: string, why?: any[], line?: any[]} | Error} answer */
  function desk(answer, position = 7) {
    const shown = game({ seat: 'A', position, moves: [play, rotate], view: { players: 3, table: {} } });
    /** @type {number[]} */
    const depths = [];
    /** @type {(string | null)[]} */
    const advice = [];
    const demonstrated = /** @type {string[]} */ ([]);
    const table = {
      state: { game: shown },
      advise: (/** @type {any} */ parts) => advice.push(parts && plain(parts)),
      demonstrate: (/** @type {any} */ choice) => demonstrated.push(choice.text),
    };
    const connection = {
      hint: async (/** @type {number} */ _, /** @type {number} */ depth) => {
        depths.push(depth);
        if (answer instanceof Error) throw answer;
        return { chance: 0.614, error: 0.012, why: [], line: [], ...answer };
      },
    };
    const hints = new Hints(/** @type {any} */ (connection), /** @type {any} */ (table), () => {});
    return { hints, shown, table, depths, advice, demonstrated };
  }

  test('go from the kind of move to its size to the move itself, which is then repeated and no longer counted', async () => {
    const { hints, shown, depths, advice, demonstrated } = desk({ move: play.text });
    for (let i = 0; i < 5; i++) await hints.more(shown);
    assert.deepEqual(depths, [1, 2, 3]);
    const said = advice.filter((text) => text && !/think/i.test(text));
    assert.equal(said.length, 5);
    assert.match(said[2] ?? '', /^Play two 3s\. .*61/);
    assert.deepEqual(said.slice(2), [said[2], said[2], said[2]]);
    assert.deepEqual(demonstrated, [play.text, play.text, play.text]);
  });

  test('tell value and size in the words of the button and the log', async () => {
    const told = {
      en: 'Play two 3s. Ask again',
      it: 'Gioca due 3. Chiedi',
      nb: 'Spill to 3-ere. Spør',
      fi: 'Pelaa kaksi 3-korttia. Pyydä',
    };
    try {
      for (const language of LANGUAGE_NAMES) {
        use(locale(language));
        const { hints, shown, advice } = desk({ move: play.text });
        for (let i = 0; i < 2; i++) await hints.more(shown);
        assert.ok(advice.at(-1)?.startsWith(told[language]), advice.at(-1) ?? '');
      }
    } finally {
      use(locale('en'));
    }
  });

  test('tell at last why the move is better than the next best', async () => {
    const why = [{ kind: 'unbeatable', count: 2, value: 3, seat: 'A', cards: '' }];
    const { hints, shown, advice } = desk({ move: play.text, why });
    for (let i = 0; i < 3; i++) await hints.more(shown);
    assert.match(advice.at(-1) ?? '', /^Nothing that is still in play can beat 3 3\. Chance to win: 61/);
  });

  test('tell what can follow where no fact tells, in texts that are read only then', async (context) => {
    const texts = readFileSync(new URL('../../src/dnup/web/review/words/en.json', import.meta.url), 'utf8');
    const asked = context.mock.method(globalThis, 'fetch', async () => new Response(texts));
    const line = [
      { seat: 'A', move: play.text, takes: '', position: '' },
      { seat: 'B', move: 'take A', takes: play.cards.join(' '), position: '' },
    ];
    const { hints, shown, advice } = desk({ move: play.text, line });
    for (let i = 0; i < 3; i++) await hints.more(shown);
    assert.match(advice.at(-1) ?? '', /^For example: You: 3 3; .+: take your 3 3\. Chance to win: 61/);
    assert.equal(asked.mock.callCount(), 1);
  });

  test('say all of a rotation at once, and begin again in the next position', async () => {
    const { hints, shown, table, depths } = desk({ move: rotate.text });
    await hints.more(shown);
    await hints.more(shown);
    assert.deepEqual(depths, [1]);
    table.state.game = game({ ...shown, position: 8 });
    await hints.more(table.state.game);
    assert.deepEqual(depths, [1, 1]);
  });

  test('that come too late, or not at all, leave nothing behind', async () => {
    const late = desk({ move: play.text });
    const asked = late.hints.more(late.shown);
    late.table.state.game = game({ ...late.shown, position: 8 });
    await asked;
    assert.equal(late.advice.at(-1), null);
    const broken = desk(new Error('the worker has died'));
    await broken.hints.more(broken.shown);
    assert.equal(broken.advice.at(-1), null);
    await broken.hints.more(broken.shown);
    assert.deepEqual(broken.depths, [1, 1]);
  });

  test('that come late leave what the player has selected meanwhile, and name the move', async () => {
    const why = [{ kind: 'unbeatable', count: 2, value: 3, seat: 'A', cards: '' }];
    const { hints, shown, table, advice, demonstrated } = desk({ move: rotate.text, why });
    const asked = hints.more(shown);
    Object.assign(table.state, { selection: { ids: [1], slot: null } });
    await asked;
    assert.deepEqual(demonstrated, []);
    assert.match(advice.at(-1) ?? '', /^Rotate.*\. Nothing that is still in play can beat 3 3\. Chance to win: 61/);
    await hints.more(shown);
    assert.deepEqual(demonstrated, [rotate.text]);
  });

  test('are not asked for twice at the same time, nor out of turn', async () => {
    const { hints, shown, depths } = desk({ move: play.text });
    await Promise.all([hints.more(shown), hints.more(shown)]);
    await hints.more(game({ ...shown, moves: [] }));
    assert.deepEqual(depths, [1]);
  });
});

describe('the clock', () => {
  test('counts a second that has begun, and nothing below zero', () => {
    assert.equal(secondsLeft(10_000, 0), 10);
    assert.equal(secondsLeft(10_001, 0), 11);
    assert.equal(secondsLeft(0, 5000), 0);
  });
  test('shows seconds, minutes, or whole hours in the language of the page', () => {
    assert.deepEqual([timeLeft(9), timeLeft(60), timeLeft(65), timeLeft(3599)], ['9', '1:00', '1:05', '59:59']);
    assert.equal(timeLeft(3600 * 23 + 3599), '23 hr');
    use(locale('fi'));
    assert.match(timeLeft(7200), /^2\s*t$/);
    use(locale('en'));
  });
});

describe('standings', () => {
  const view = { players: 3, score: [1, 2, 2], points: [0, 1, 2], finish: ['C', 'B'] };
  test('go by points, then by seat', () => {
    const rows = standingsOf(game({ view, result: { winner: null } }), false);
    assert.deepEqual(
      rows.map(({ seat, gained, sum, place }) => [seat, gained, sum, place]),
      [
        ['C', 2, 4, 0],
        ['B', 1, 3, 1],
        ['A', 0, 1, -1],
      ],
    );
    const equal = { ...view, score: [1, 1, 1], points: [0, 0, 0] };
    assert.deepEqual(
      standingsOf(game({ view: equal }), false).map(({ seat }) => seat),
      ['A', 'B', 'C'],
    );
  });
  test('begin with the winner, even if another player has as many points', () => {
    const tied = { ...view, score: [1, 3, 2], points: [0, 1, 2] };
    assert.deepEqual(
      standingsOf(game({ view: tied, result: { winner: 'C' } }), false).map(({ seat, sum }) => [seat, sum]),
      [
        ['C', 4],
        ['B', 4],
        ['A', 1],
      ],
    );
  });
  test('of a daily game add up the rounds, which all begin at nothing', () => {
    const table = {
      rounds: [
        [0, 1, 2],
        [2, 0, 1],
      ],
    };
    assert.deepEqual(
      standingsOf(game({ view, table }), true).map(({ seat, sum }) => [seat, sum]),
      [
        ['C', 3],
        ['A', 2],
        ['B', 1],
      ],
    );
  });
  test('with two players a round is worth two letters, but one point', () => {
    const two = (/** @type {string} */ scoring) => game({ view: { players: 2 }, table: { options: { scoring } } });
    assert.equal(worth(two('letters'), 1), 2);
    assert.equal(worth(two('points'), 1), 1);
    assert.equal(worth(game({ view: { players: 3 } }), 2), 2);
  });
});

describe('a bot for a player who is away', () => {
  const table = { seats: [{ seat: 'A' }, { seat: 'B', stand_in_offered: true }, { seat: 'C' }] };
  const at = (/** @type {string} */ turn, /** @type {any} */ more) => offered(game({ table, view: { turn }, ...more }));
  test('is offered to those who wait for them', () => {
    assert.equal(at('B', { seat: 'A' }), 'B');
    assert.equal(at('B1', { seat: 'A' }), 'B');
    assert.equal(at('B', { seat: null, host: true }), 'B');
  });
  test('is offered neither to them nor to a spectator, nor for somebody who is there', () => {
    assert.equal(at('B', { seat: 'B' }), null);
    assert.equal(at('B', { seat: null }), null);
    assert.equal(at('C', { seat: 'A' }), null);
    assert.equal(offered(game({ table, view: { turn: null }, seat: 'A' })), null);
  });
});
