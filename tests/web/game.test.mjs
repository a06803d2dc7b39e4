// The page's logic without a page: state, hand, selection, flights, words.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { dealing, motion } from '../../src/dnup/web/game/flights.js';
import { arrange, cutRows, inRows, moved, peeked } from '../../src/dnup/web/game/hand.js';
import { highlightOf } from '../../src/dnup/web/game/last-move.js';
import { parseLegal, parseMove, playText, turned, useStar } from '../../src/dnup/web/game/notation.js';
import { Pace } from '../../src/dnup/web/game/pace.js';
import {
  button,
  cardLabel,
  circling,
  discardLines,
  eventLine,
  explanation,
  logLine,
  seatName,
} from '../../src/dnup/web/game/phrases.js';
import { letters, others, slotsOf } from '../../src/dnup/web/game/seats.js';
import { dropped, NONE, options, tapAll, tapCard, tapSet, typeValue } from '../../src/dnup/web/game/selection.js';
import { NOTHING, receive } from '../../src/dnup/web/game/state.js';
import { inOrder, standing } from '../../src/dnup/web/home/games.js';
import { pause } from '../../src/dnup/web/play/connection.js';
import { choose, plain, Words } from '../../src/dnup/web/shared/i18n.js';

const web = new URL('../../src/dnup/web/', import.meta.url);
const english = new Words('en', JSON.parse(readFileSync(new URL('locales/en.json', web), 'utf8')));
const views = JSON.parse(readFileSync(new URL('../../tools/page/demo/demo.json', import.meta.url), 'utf8'));
/** @param {string} name @returns {any} */
const view = (name) => receive(NOTHING, views.find((/** @type {any} */ one) => one.name === name).message, 0);

/** @param {string} text */
const hand = (text) => arrange([], text, true, false);
/** @param {{id: number, card: string}[]} held */
const cards = (held) => held.map(({ card }) => card).join(' ');
/** @param {...string} moves */
const legal = (...moves) => moves.map((move) => parseLegal({ move }));

describe('notation', () => {
  test('moves are taken apart', () => {
    assert.deepEqual(parseMove('add 5/2 to B1'), { text: 'add 5/2 to B1', verb: 'add', cards: ['5/2'], slot: 'B1' });
    assert.deepEqual(parseMove('play 3/4 3/6').cards, ['3/4', '3/6']);
    assert.equal(parseMove('take C').slot, 'C');
    assert.equal(turned('3/12'), '12/3');
  });
  test('a play is written with its cards in ascending order, as numbers', () => {
    assert.equal(playText(['3/12', '3/4']), 'play 3/4 3/12');
  });
});

describe('seats', () => {
  test('the next player sits at the left', () => assert.deepEqual(others('B', 4), ['C', 'D', 'A']));
  test('a spectator sits behind A', () => assert.deepEqual(others(null, 3), ['B', 'C']));
  test('area 2 is at its owner’s left: on the left for the near side, on the right for the far one', () => {
    assert.deepEqual(slotsOf('A', 2, true), ['A2', 'A1']);
    assert.deepEqual(slotsOf('B', 2, false), ['B1', 'B2']);
  });
  test('with two players a round lights two letters; a fifth point is one more', () => {
    assert.deepEqual(letters(1, 2), { lit: 2, more: 0 });
    assert.deepEqual(letters(5, 3), { lit: 4, more: 1 });
  });
});

describe('the hand', () => {
  test('cards keep their identity and place while others come and go', () => {
    const before = arrange([], '1/5 3/4 7/8', false, false);
    const after = arrange(before, '1/5 2/6 7/8', false, false);
    assert.equal(cards(after), '1/5 7/8 2/6');
    assert.equal(after[0].id, before[0].id);
    assert.equal(after[1].id, before[2].id);
  });
  test('a turned hand is the same cards the other way round', () => {
    const before = arrange([], '1/5 3/4 7/8', false, false);
    const after = arrange(before, '4/3 5/1 8/7', false, true);
    assert.equal(cards(after), '8/7 4/3 5/1');
    assert.deepEqual(
      after.map(({ id }) => id),
      before.map(({ id }) => id).reverse(),
    );
    assert.equal(cards(peeked(before, true)), '4/3 5/1 8/7');
  });
  test('two copies are two cards', () => {
    const before = hand('1/9 1/9 2/8');
    assert.equal(new Set(before.map(({ id }) => id)).size, 3);
    assert.equal(cards(arrange(before, '1/9 2/8', true, false)), '1/9 2/8');
  });
  test('of equal cards the chosen one leaves, and one that comes in the same move is new', () => {
    const before = arrange([], '5/2 1/9 5/2 6/1', false, false);
    const [first, , second] = before.map(({ id }) => id);
    const without = (/** @type {number} */ id) => before.filter((one) => one.id !== id);
    assert.deepEqual(arrange(before, '1/9 5/2 6/1', false, false, ['5/2'], [first]), without(first));
    assert.deepEqual(arrange(before, '1/9 5/2 6/1', false, false, ['5/2'], [second]), without(second));
    assert.deepEqual(
      arrange(before, '1/9 5/2 6/1', false, false, ['5/2']),
      without(second),
      'nobody chose: the last one',
    );
    // The player's own 2/5 is beaten by the 5/2 and comes back as another 5/2.
    const after = arrange(before, '1/9 5/2 5/2 6/1', false, false, ['5/2'], [first]);
    assert.equal(cards(after), '1/9 5/2 6/1 5/2');
    assert.ok(!before.some(({ id }) => id === after[3].id));
  });
  test('two rows are cut where the value changes, if that is near the middle', () => {
    assert.equal(cutRows('1/9 2/4 2/4 2/6 2/9 3/5 4/3 4/8 5/2 6/1 6/1 6/3 10/2'.split(' ')), 6);
    assert.equal(
      cutRows('1/2 1/3 1/4 1/5 1/6 1/7 1/8 1/9 1/10 2/3 2/4 2/5'.split(' ')),
      6,
      'no change of value is near',
    );
    const twenty = [...Array(12).fill('1/9'), ...Array(8).fill('2/9')];
    assert.equal(cutRows(twenty), 10, 'no row has more than ten of twenty');
    assert.equal(cutRows([...Array(13).fill('1/9'), ...Array(11).fill('2/9')]), 12);
  });
  test('a row stands in the middle, with gaps between its values', () => {
    const spots = inRows('1/9 2/4 2/4 3/6 3/9 4/5 4/7 5/8 5/9 6/1 7/1'.split(' '));
    const rows = [0, 1].map((row) => spots.filter((spot) => spot.row === row));
    assert.deepEqual(
      rows.map((row) => row.length),
      [5, 6],
    );
    assert.deepEqual(
      rows[0].map(({ across, apart }) => [across, apart]),
      [
        [-2, -1],
        [-1, 0],
        [0, 0],
        [1, 1],
        [2, 1],
      ],
    );
    assert.ok(spots.every(({ mostSteps, mostGaps }) => mostSteps === 5 && mostGaps === 3));
  });
  test('cards can be moved to another place', () => {
    const before = hand('1/5 3/4 7/8 9/2');
    assert.equal(cards(moved(before, [before[3].id, before[0].id], 1)), '3/4 1/5 9/2 7/8');
  });
});

describe('the selection', () => {
  const held = hand('3/4 3/6 5/2 7/8');
  const id = (/** @type {string} */ card) => /** @type {any} */ (held.find((one) => one.card === card)).id;
  const moves = legal('play 3/4', 'play 3/4 3/6', 'play 3/6', 'add 5/2 to B', 'take B', 'take C', 'rotate');

  test('a second card of the value joins, another value starts a new selection, a second tap lets go', () => {
    let selection = tapCard(NONE, held, id('3/4'));
    selection = tapCard(selection, held, id('3/6'));
    assert.deepEqual(
      options(moves, held, selection).choices.map(({ text }) => text),
      ['play 3/4 3/6'],
    );
    assert.deepEqual(tapCard(selection, held, id('7/8')).ids, [id('7/8')]);
    assert.deepEqual(tapCard(selection, held, id('3/4')).ids, [id('3/6')]);
  });
  test('what leads nowhere is dimmed', () => {
    assert.deepEqual([...options(moves, held, NONE).dim], [id('7/8')]);
    const selection = tapCard(NONE, held, id('3/4'));
    assert.deepEqual([...options(moves, held, selection).dim], [id('7/8')], 'a tap on the 5 starts a new selection');
    const illegal = tapCard(NONE, held, id('7/8'));
    assert.deepEqual([...options(moves, held, illegal).dim], [], 'what is legal stays plain beside what is not');
    const single = legal('play 3/4', 'play 3/6', 'play 5/2');
    assert.deepEqual([...options(single, held, selection).dim], [id('3/6'), id('7/8')], 'together the 3s are no move');
    assert.deepEqual(
      [...options(moves, held, tapSet(NONE, 'B')).dim],
      [id('3/4'), id('3/6'), id('7/8')],
      'only the 5 goes onto that set',
    );
    assert.deepEqual([...options(moves, held, tapSet(illegal, 'B')).dim], []);
    assert.equal(options([], held, NONE).dim.size, 0, 'nothing is dimmed while others move');
  });
  test('a card that can only be added is added', () => {
    const found = options(moves, held, tapCard(NONE, held, id('5/2')));
    assert.deepEqual(
      found.choices.map(({ text }) => text),
      ['add 5/2 to B'],
    );
    assert.equal(found.ask, null);
  });
  test('what is not legal is asked about', () => {
    assert.equal(options(moves, held, tapCard(NONE, held, id('7/8'))).ask, 'play 7/8');
  });
  test('a card that cannot join a set: why, and what else it can do, but never a take', () => {
    const found = (/** @type {string} */ card) => options(moves, held, tapSet(tapCard(NONE, held, id(card)), 'B'));
    assert.equal(found('7/8').ask, 'add 7/8 to B');
    assert.deepEqual(found('7/8').choices, []);
    assert.equal(found('3/4').ask, 'add 3/4 to B');
    assert.deepEqual(
      found('3/4').choices.map(({ text }) => text),
      ['play 3/4'],
    );
    assert.deepEqual(
      [...options(moves, held, tapCard(NONE, held, id('5/2'))).slots],
      ['B'],
      'no set looks as if it could be taken',
    );
  });
  test('a set is taken or added to; cards that fit are lit', () => {
    const found = options(moves, held, tapSet(NONE, 'B'));
    assert.deepEqual(
      found.choices.map(({ text }) => text),
      ['take B'],
    );
    assert.deepEqual([...found.lit], [id('5/2')]);
    const both = options(moves, held, tapCard(tapSet(NONE, 'B'), held, id('5/2')));
    assert.deepEqual(
      both.choices.map(({ text }) => text),
      ['add 5/2 to B'],
    );
    assert.equal(tapSet(tapSet(NONE, 'B'), 'B').slot, null);
  });
  test('a digit selects one more card of its value each time', () => {
    let selection = typeValue(NONE, held, 3);
    assert.deepEqual(selection.ids, [id('3/4')]);
    selection = typeValue(selection, held, 3);
    assert.deepEqual(selection.ids, [id('3/4'), id('3/6')]);
    assert.deepEqual(typeValue(selection, held, 3).ids, []);
    assert.deepEqual(tapAll(held, id('3/6')).ids, [id('3/4'), id('3/6')]);
  });
  test('a drop is a move, or a question', () => {
    assert.equal(dropped(moves, ['3/6', '3/4'], 'own').choice?.text, 'play 3/4 3/6');
    assert.equal(dropped(moves, ['5/2'], 'B').choice?.text, 'add 5/2 to B');
    assert.equal(dropped(moves, [], 'hand', 'C').choice?.text, 'take C');
    assert.deepEqual(dropped(moves, ['7/8'], 'own'), { text: 'play 7/8', choice: null });
  });
});

describe('flights', () => {
  /** @param {object} changes @returns {any} */
  const position = (changes) => ({ players: 3, turn: 'A', sizes: [3, 3, 3], table: {}, ...changes });
  /** @param {object} changes @returns {any} */
  const event = (changes) => ({
    type: 'moved',
    number: 1,
    seat: 'A',
    by: 'person',
    discarded: [],
    effects: null,
    ...changes,
  });

  test('a play flies to its slot, what it beats comes back turned, then the next player discards', () => {
    const before = position({ table: { B: '3/4 3/6', C: '5/1' } });
    const after = position({ turn: 'B', table: { A: '7/1 7/8', C: '5/1' } });
    const { flights } = motion(
      before,
      after,
      event({
        verb: 'play',
        move: 'play 7/1 7/8',
        effects: { beats: 'B', hand: 'B', returns: '4/3 6/3' },
        discarded: ['C'],
      }),
    );
    assert.deepEqual(
      flights.map(({ card, from, to, turns, wave }) => [card, from, to, turns, wave]),
      [
        ['7/1', { hand: 'A' }, { slot: 'A' }, false, 0],
        ['7/8', { hand: 'A' }, { slot: 'A' }, false, 0],
        ['3/4', { slot: 'B' }, { hand: 'B' }, true, 1],
        ['3/6', { slot: 'B' }, { hand: 'B' }, true, 1],
        ['5/1', { slot: 'C' }, 'pile', false, 2],
      ],
    );
  });
  test('a set of someone who is out is beaten onto the pile and does not turn', () => {
    const { flights } = motion(
      position({ table: { B: '3/4' } }),
      position({}),
      event({ verb: 'play', move: 'play 7/1', effects: { beats: 'B' } }),
    );
    assert.deepEqual([flights[1].to, flights[1].turns], ['pile', false]);
  });
  test('taken cards turn on their way to the hand', () => {
    const { flights } = motion(
      position({ table: { C: '2/5 2/7' } }),
      position({}),
      event({ verb: 'take', move: 'take C', effects: { hand: 'A', returns: '5/2 7/2' } }),
    );
    assert.deepEqual(
      flights.map(({ card, turns, to }) => [card, turns, to]),
      [
        ['2/5', true, { hand: 'A' }],
        ['2/7', true, { hand: 'A' }],
      ],
    );
  });
  test('with two players a play goes to the area in turn', () => {
    const { flights } = motion(
      position({ players: 2, turn: 'A2' }),
      position({ players: 2, turn: 'B1' }),
      event({ verb: 'play', move: 'play 9/3' }),
    );
    assert.deepEqual(flights[0].to, { slot: 'A2' });
  });
  test('a rotation is one turn, not many flights', () => {
    assert.deepEqual(motion(position({}), position({}), event({ verb: 'rotate', move: 'rotate' })), {
      flights: [],
      rotated: 'A',
    });
  });
  test('a deal brings every hand its cards', () => assert.equal(dealing(position({})).flights.length, 9));
});

describe('the state', () => {
  test('news that came before is not shown again', () => {
    const game = view('Four players');
    const old = /** @type {any} */ ({ type: 'update', events: [], state: { number: game.number - 1, position: 0 } });
    assert.equal(receive(game, old, 0), game);
  });
  test('moves and clock are gone unless they are sent, the rest stays', () => {
    const game = view('Four players');
    const next = receive(
      game,
      /** @type {any} */ ({ type: 'update', events: [], state: { number: game.number + 1, position: 9 } }),
      0,
    );
    assert.equal(next.moves.length, 0);
    assert.equal(next.view, game.view);
  });
  test('what the table forgets is forgotten in the log', () => {
    const game = view('Four players');
    const { number } = game.log[1];
    const next = receive(
      game,
      /** @type {any} */ ({ type: 'update', events: [], state: { number: 101, forgotten: [number] } }),
      0,
    );
    assert.equal(/** @type {any} */ (next.log[1]).move, null);
    assert.notEqual(/** @type {any} */ (game.log[1]).move, null);
  });
  test('the last move is known, and each that was seen can be shown again until it is forgotten', () => {
    const { message, ui } = views.find((/** @type {any} */ one) => one.name === 'Two cards that beat a pair');
    const game = receive(NOTHING, message, 0);
    assert.equal(game.last?.number, game.log.findLast(({ type }) => type === 'moved')?.number);
    const [event] = ui.then.events;
    const next = receive(game, ui.then, 0);
    assert.deepEqual(next.last, event);
    assert.deepEqual(next.past.get(event.number), { event, before: game.view, after: next.view });
    const mark = highlightOf(/** @type {any} */ (next.view), event);
    assert.deepEqual([mark.seat, mark.slot, mark.cards.length], ['A', 'A', 2]);
    assert.equal(mark.gained?.cards.join(' '), event.effects.returns);
    const later = receive(
      next,
      /** @type {any} */ ({ type: 'update', events: [], state: { number: 101, forgotten: [event.number] } }),
      0,
    );
    assert.ok(!later.past.has(event.number));
    const dealt = /** @type {any} */ ({ type: 'dealt', number: 102, game: 1, round: 4, starter: 'A', commitment: '' });
    assert.equal(
      receive(later, /** @type {any} */ ({ type: 'update', events: [dealt], state: { number: 102 } }), 0).last,
      null,
    );
  });
  test('the moves before the page was opened follow from the log', () => {
    for (const { name, message } of views) {
      const { view: now, past, last } = receive(NOTHING, message, 0);
      if (last) assert.deepEqual(past.get(last.number)?.after.table, now?.table, name);
    }
  });
  test('a clock becomes a deadline', () => assert.equal(view('A spectator, and a clock').clock.until, 22_000));
});

describe('words', () => {
  test('the browser’s languages choose', () => {
    assert.equal(choose(['no-NO', 'en']), 'nb');
    assert.equal(choose(['de', 'fi-FI']), 'fi');
    assert.equal(choose(['ja']), 'en');
  });
  test('a button says what happens', () => {
    const game = view('Two cards that beat a pair');
    const choice = game.moves.find((/** @type {any} */ move) => move.cards.length === 2 && move.effects.beats);
    const { act, so } = button(english, game, choice);
    assert.match(plain(act), /^Play two \ds$/);
    const owner = seatName(game, choice.effects.beats);
    assert.match(plain(so), new RegExp(`^Sends ${owner}’s 5 5 back as \\d \\d$`));
  });
  test('what is not legal is explained with the set that is in the way', () => {
    const game = view('Not legal, and why');
    const { ui } = views.find((/** @type {any} */ one) => one.name === 'Not legal, and why');
    assert.match(
      plain(explanation(english, game, ui.why)),
      /^\w+ already has \d: a set of the same size must be higher\.$/,
    );
  });
  test('a log line for each kind of move, also when its cards are forgotten', () => {
    const game = view('Four players');
    for (const event of game.log)
      assert.ok(plain(logLine(english, game, event) ?? []).endsWith('.'), JSON.stringify(event));
    const hidden = /** @type {any} */ ({ type: 'moved', number: 3, seat: 'B', by: 'bot', verb: 'take', move: null });
    assert.equal(plain(logLine(english, game, hidden) ?? []), 'Ada took a set.');
  });
});

describe('the rest', () => {
  test('updates are shown one after another, faster if several wait, and faster still when the player acts', async () => {
    /** @type {(() => void)[]} */
    const seen = [];
    /** @type {string[]} */
    const shown = [];
    /** @type {number[]} */
    const speeds = [];
    const pace = new Pace(
      (/** @type {string} */ item) => {
        shown.push(item);
        return item === 'presence'
          ? null
          : new Promise((/** @type {(value: void) => void} */ done) => {
              seen.push(done);
            });
      },
      (speed) => speeds.push(speed),
    );
    const end = async () => {
      seen.at(-1)?.();
      await new Promise((done) => {
        setImmediate(done);
      });
    };
    for (const item of ['a', 'b', 'presence', 'c']) pace.push(item);
    assert.deepEqual(shown, ['a'], 'nothing begins before the first has ended');
    assert.ok(speeds.at(-1) ?? 0 > 1);
    await end();
    assert.deepEqual(shown, ['a', 'b']);
    await end();
    assert.deepEqual(shown, ['a', 'b', 'presence', 'c']);
    assert.equal(speeds.at(-1), 1, 'nothing else waits');
    pace.push('mine', true);
    assert.ok((speeds.at(-1) ?? 0) > 10, 'what is under way is over in a moment');
    assert.deepEqual(shown.at(-1), 'c', 'and not cut off');
    await end();
    assert.equal(shown.at(-1), 'mine');
    assert.equal(speeds.at(-1), 1, 'the own move takes its time');
    await end();
    pace.push('later');
    assert.equal(shown.at(-1), 'later');
  });
  test('the line waits longer each time, up to a limit', () => {
    assert.ok(pause(0, 1) <= 250 && pause(3, 0) >= 1000 && pause(50, 1) <= 6000);
  });
});

describe('circles', () => {
  /** @param {number} stalled @param {object} [more] */
  const told = (stalled, more = {}) => {
    const game = view(views[0].name);
    return plain(circling(english, { ...game, view: { ...game.view, turn: 'A', stalled, stall_limit: 40, ...more } }));
  };
  test('from ten actions before the end of a round that goes in circles a line counts down', () => {
    assert.equal(told(0), '');
    assert.equal(told(29), '');
    assert.equal(told(30), 'This round is going in circles: after 10 more actions it is stopped');
    assert.equal(told(39), 'This round is going in circles: after 1 more action it is stopped');
  });
  test('there is none when the round is over, or at a table that never ends one', () => {
    assert.equal(told(40, { turn: null }), '');
    assert.equal(told(0, { stall_limit: 0 }), '');
  });
});
describe('who is who', () => {
  const seats = [
    { seat: 'A', kind: 'person', name: 'Ilka' },
    { seat: 'B', kind: 'bot', name: null, level: 'easy' },
  ];
  const log = [
    { type: 'dealt', number: 4, game: 1, round: 1, starter: 'A', commitment: '' },
    { type: 'moved', number: 5, seat: 'B', by: 'person', verb: 'rotate', move: 'rotate' },
    { type: 'renamed', number: 6, seat: 'B', name: 'Bea', was: 'Bo' },
    {
      type: 'moved',
      number: 7,
      seat: 'B',
      by: 'person',
      verb: 'take',
      move: 'take A1',
      effects: { hand: 'B', returns: '5/7' },
    },
    { type: 'resigned', number: 8, seat: 'B', level: 'easy', name: 'Bea' },
    { type: 'renamed', number: 9, seat: 'A', name: 'Ilka', was: 'Ilse' },
    { type: 'moved', number: 10, seat: 'B', by: 'bot', verb: 'rotate', move: 'rotate' },
  ];
  const game = /** @type {any} */ ({ ...NOTHING, table: { seats, options: {} }, log });
  test('a bot goes by no name that a person there has or had', () => {
    const message = { ...views[0].message, log, state: { ...views[0].message.state, table: { seats, options: {} } } };
    const after = receive(NOTHING, message, 0);
    assert.equal(seatName(after, 'A'), 'Ilka');
    assert.equal(seatName(after, 'B'), 'Bruno');
    const others = seats.map((info) => ({ ...info, name: info.name && 'BO' }));
    assert.equal(
      seatName(
        receive(NOTHING, { ...message, log: [], state: { ...message.state, table: { seats: others } } }, 0),
        'B',
      ),
      'Bea',
    );
  });
  test('what happened keeps the names of its time', () => {
    assert.deepEqual(
      log.map((event) => plain(logLine(english, game, /** @type {any} */ (event)) ?? []).split('.')[0]),
      [
        'Round 1 is dealt',
        'Bo turned the hand',
        'Bo is now called Bea',
        'Bea took Ilse’s 7, now 5',
        'Bea has left; a bot plays on',
        'Ilse is now called Ilka',
        'Bo turned the hand',
      ].map((line) =>
        line.replace(
          'turned the hand',
          /** @type {string} */ (english.entry('log.rotate')).replace('{name} ', '').replace('.', ''),
        ),
      ),
    );
  });
  test('who leaves a seat sits there no longer', () => {
    const mine = { ...game, seat: 'B', number: 7 };
    const event = log[4];
    assert.equal(
      receive(mine, /** @type {any} */ ({ type: 'update', events: [event], state: { number: 8 } }), 0).seat,
      null,
    );
    assert.equal(
      receive({ ...mine, seat: 'A' }, /** @type {any} */ ({ type: 'update', events: [event], state: { number: 8 } }), 0)
        .seat,
      'A',
    );
  });
  test('what leaves the game is said, as far as the table remembers it', () => {
    const rotated = {
      type: 'moved',
      number: 5,
      seat: 'A',
      by: 'bot',
      verb: 'rotate',
      move: 'rotate',
      discarded: ['B'],
      gone: '7/1 7/2 7/3',
    };
    const said = (/** @type {any} */ more) =>
      discardLines(english, game, /** @type {any} */ ({ ...rotated, ...more })).map(plain);
    const owner = seatName(game, 'B');
    assert.deepEqual(said({}), [`${owner} discarded three 7s.`]);
    assert.deepEqual(said({ gone: '' }), [`${owner} discarded a set.`]);
    assert.deepEqual(said({ discarded: [], gone: '' }), []);
    assert.deepEqual(said({ discarded: ['A', 'B'], gone: '7/1|7/2 7/3' }), [
      'Ilse discarded one 7.',
      `${owner} discarded two 7s.`,
    ]);
    assert.deepEqual(said({ discarded: ['A', 'B'], gone: '' }), ['Ilse discarded a set.', `${owner} discarded a set.`]);
    assert.equal(
      plain(eventLine(english, game, /** @type {any} */ (rotated)) ?? []),
      `Ilse rotated their hand. ${owner} discarded three 7s.`,
    );
  });
});

test('a table says which card has the star', () => {
  assert.match(cardLabel(english, '5/1'), /star/);
  useStar('2/7');
  assert.match(cardLabel(english, '7/2'), /star/);
  assert.doesNotMatch(cardLabel(english, '1/5'), /star/);
  useStar('1/5');
});

test('games that wait for this person come first, ended ones last', () => {
  const seats = [
    { seat: 'A', kind: 'person', name: 'Ilse' },
    { seat: 'B', kind: 'bot', name: null },
    { seat: 'C', kind: 'open', name: null },
  ];
  const game = (
    /** @type {string} */ id,
    /** @type {string} */ phase,
    /** @type {string | null} */ turn,
    /** @type {number} */ at,
  ) =>
    standing(
      'A',
      /** @type {any} */ ({
        id,
        seats,
        phase,
        round: 1,
        rounds: [
          [2, 1, 0],
          [0, 2, 1],
        ],
      }),
      turn,
      null,
      at,
    );
  assert.deepEqual(
    inOrder([
      game('ended', 'over', null, 9),
      game('theirs', 'playing', 'B', 5),
      game('mine', 'playing', 'A', 1),
      game('open', 'open', null, 7),
    ]).map(({ id }) => id),
    ['mine', 'open', 'theirs', 'ended'],
  );
  assert.deepEqual(game('x', 'open', null, 0).names, { A: 'Ilse', B: 'Bo' });
  assert.deepEqual(game('x', 'open', null, 0).score, [2, 3, 1]);
});
