// The table without a page: its state, where a card is dropped, keys and clock.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseLegal } from '../../src/dnup/web/game/notation.js';
import { NONE, tapCard, tapSet } from '../../src/dnup/web/game/selection.js';
import { NOTHING } from '../../src/dnup/web/game/state.js';
import { runningOut } from '../../src/dnup/web/table/clock-view.js';
import { cardAbove, dragTransform, placeAt } from '../../src/dnup/web/table/hand-geometry.js';
import { commandOf, KEYS } from '../../src/dnup/web/table/keys.js';
import {
  adopt,
  canPeek,
  canSend,
  cardBeside,
  dropMove,
  isSelected,
  isSorted,
  moveCards,
  newTable,
  optionsOf,
  prepare,
  select,
  selectMove,
  shownHand,
  sortHand,
  typedCard,
} from '../../src/dnup/web/table/table-state.js';

/** @typedef {import('../../src/dnup/web/game/state.js').Game} Game */
/** @typedef {import('../../src/dnup/web/messages.d.ts').Moved} Moved */

/** A game in which A holds a hand and may make these moves. @param {string} hand @param {string[]} moves @param {Partial<Game>} [more] */
const game = (hand, moves, more = {}) =>
  /** @type {Game} */ ({
    ...NOTHING,
    seat: 'A',
    position: 1,
    view: { seat: 'A', players: 3, turn: 'A', hand, table: { B: '5/2 5/8', C: '1/7' }, sizes: [4, 5, 6] },
    moves: moves.map((move) => parseLegal({ move })),
    ...more,
  });

/** A table that shows such a game. @param {Parameters<typeof game>} facts */
function tableOf(...facts) {
  const state = newTable(true);
  const shown = game(...facts);
  adopt(state, shown, prepare(state, shown, [], false).held, []);
  return state;
}

/** @param {import('../../src/dnup/web/table/table-state.js').TableState} state */
const cards = (state) => shownHand(state).map(({ card }) => card);
/** @param {import('../../src/dnup/web/table/table-state.js').TableState} state @param {string} card */
const idOf = (state, card) => state.held.find((one) => one.card === card)?.id ?? 0;

/** @param {Partial<Moved>} facts @returns {Moved} */
const moved = (facts) => ({ type: 'moved', number: 9, seat: 'A', by: 'person', verb: 'play', move: null, ...facts });

const MOVES = ['play 3/4', 'play 3/6', 'play 3/4 3/6', 'add 5/9 to B', 'take C', 'rotate'];
const HAND = '3/4 3/6 5/9 8/1';

describe('from a selection to a move', () => {
  test('cards of one value become a play, a card and a set an addition, a set alone a take', () => {
    const state = tableOf(HAND, MOVES);
    select(state, tapCard(state.selection, state.held, idOf(state, '3/6')));
    select(state, tapCard(state.selection, state.held, idOf(state, '3/4')));
    assert.equal(optionsOf(state).choices[0].text, 'play 3/4 3/6');
    select(state, tapSet(tapCard(NONE, state.held, idOf(state, '5/9')), 'B'));
    assert.equal(optionsOf(state).choices[0].text, 'add 5/9 to B');
    select(state, tapSet(NONE, 'C'));
    assert.equal(optionsOf(state).choices[0].text, 'take C');
    select(state, tapSet(NONE, 'B'));
    assert.deepEqual(optionsOf(state).choices, []);
    assert.equal(optionsOf(state).ask, 'take B');
  });

  test('a new selection ends a peek and takes back what was said about the last one', () => {
    const state = tableOf(HAND, MOVES);
    Object.assign(state, { peek: true, reason: { code: 'too-low' }, advice: ['a hint'] });
    select(state, tapSet(NONE, 'C'));
    assert.deepEqual([state.peek, state.reason, state.advice], [false, null, null]);
  });

  test('a move is selected as if the player had done it, each copy of a card once', () => {
    const state = tableOf('3/4 3/4 8/1', ['play 3/4 3/4', 'rotate']);
    selectMove(state, parseLegal({ move: 'play 3/4 3/4' }));
    assert.equal(new Set(state.selection.ids).size, 2);
    assert.equal(optionsOf(state).choices[0].text, 'play 3/4 3/4');
    selectMove(state, parseLegal({ move: 'rotate' }));
    assert.equal(state.peek, true);
    assert.equal(isSelected(state), false);
    selectMove(state, null);
    assert.equal(state.peek, false);
  });

  test('only a legal move is sent, and only one at a time', () => {
    const state = tableOf(HAND, MOVES);
    const [legal, other] = [parseLegal({ move: 'play 3/4' }), parseLegal({ move: 'play 8/1' })];
    assert.equal(canSend(state, legal), true);
    assert.equal(canSend(state, other), false);
    state.sending = true;
    assert.equal(canSend(state, legal), false);
  });

  test('only the player in turn may peek, but everyone may end a peek', () => {
    assert.equal(canPeek(tableOf(HAND, MOVES)), true);
    const waiting = tableOf(HAND, []);
    assert.equal(canPeek(waiting), false);
    waiting.peek = true;
    assert.equal(canPeek(waiting), true);
    assert.equal(canPeek(tableOf(HAND, MOVES, { seat: null })), false);
  });

  test('after a digit the focus is on the card that joined the selection, or on the first of the value', () => {
    const state = tableOf(HAND, MOVES);
    const [first, second] = [idOf(state, '3/4'), idOf(state, '3/6')];
    state.selection = { ids: [first, second], slot: null };
    assert.equal(typedCard(state, [first], 3), second);
    state.selection = NONE;
    assert.equal(typedCard(state, [first, second], 3), first);
    assert.equal(typedCard(state, [], 7), undefined);
  });
});

describe('a drop', () => {
  test('onto the own place or onto an empty one is a play, onto a set an addition', () => {
    const state = tableOf(HAND, MOVES);
    const three = { id: idOf(state, '3/6') };
    assert.equal(dropMove(state, three, 'own')?.choice?.text, 'play 3/6');
    assert.equal(dropMove(state, three, 'D')?.choice?.text, 'play 3/6');
    assert.equal(dropMove(state, { id: idOf(state, '5/9') }, 'B')?.choice?.text, 'add 5/9 to B');
  });
  test('takes the whole selection along, if the card belongs to it', () => {
    const state = tableOf(HAND, MOVES);
    const ids = [idOf(state, '3/4'), idOf(state, '3/6')];
    state.selection = { ids, slot: null };
    assert.equal(dropMove(state, { id: ids[1] }, 'own')?.choice?.text, 'play 3/4 3/6');
    assert.equal(dropMove(state, { id: idOf(state, '5/9') }, 'B')?.choice?.text, 'add 5/9 to B');
  });
  test('where a card cannot go has no choice, but a text to ask about', () => {
    const state = tableOf(HAND, MOVES);
    assert.deepEqual(dropMove(state, { id: idOf(state, '8/1') }, 'B'), { text: 'add 8/1 to B', choice: null });
  });
  test('within the hand, beside the table, or out of turn is no move', () => {
    const state = tableOf(HAND, MOVES);
    const card = { id: idOf(state, '3/4') };
    assert.equal(dropMove(state, card, 'hand'), null);
    assert.equal(dropMove(state, card, null), null);
    assert.equal(dropMove(tableOf(HAND, []), card, 'own'), null);
  });
  test('of a set into the hand takes it', () => {
    const state = tableOf(HAND, MOVES);
    assert.equal(dropMove(state, { slot: 'C' }, 'hand')?.choice?.text, 'take C');
    assert.equal(dropMove(state, { slot: 'C' }, 'own'), null);
  });
});

describe('the hand', () => {
  test('cards that are moved stay where they were put, until the hand is sorted', () => {
    const state = tableOf(HAND, MOVES);
    assert.equal(isSorted(state), true);
    moveCards(state, [idOf(state, '8/1')], 0);
    assert.deepEqual(cards(state), ['8/1', '3/4', '3/6', '5/9']);
    assert.equal(state.sorts, false);
    moveCards(state, [idOf(state, '8/1')], 99);
    assert.deepEqual(cards(state), ['3/4', '3/6', '5/9', '8/1']);
    assert.equal(isSorted(state), false); // in order by chance: the next card goes to the end
    moveCards(state, [idOf(state, '5/9')], -3);
    sortHand(state);
    assert.deepEqual(cards(state), ['3/4', '3/6', '5/9', '8/1']);
    assert.equal(isSorted(state), true);
  });
  test('the focus goes round in the hand as it is shown', () => {
    const state = tableOf(HAND, MOVES);
    const [first, last] = [idOf(state, '3/4'), idOf(state, '8/1')];
    assert.equal(cardBeside(state, first, -1), last);
    assert.equal(cardBeside(state, last, 1), first);
    state.peek = true; // 1/8 4/3 6/3 9/5
    assert.equal(cardBeside(state, last, 1), first);
    assert.equal(cardBeside(tableOf('', []), null, 1), null);
  });
});

describe('the next game', () => {
  test('a selection outlives what others do, while its cards and its set are there', () => {
    const state = tableOf(HAND, MOVES);
    const chosen = { ids: [idOf(state, '5/9')], slot: 'B' };
    state.selection = chosen;
    const event = moved({ seat: 'B', verb: 'rotate', move: 'rotate' });
    prepare(state, game(HAND, MOVES, { position: 2 }), [event], false);
    assert.equal(state.selection, chosen);
    const { view } = game(HAND, MOVES);
    prepare(
      state,
      game(HAND, MOVES, { position: 3, view: /** @type {any} */ ({ ...view, table: {} }) }),
      [event],
      false,
    );
    assert.equal(state.selection, NONE);
  });

  test('of equal cards, those that the move was made with leave the hand', () => {
    const state = tableOf('3/4 3/4 8/1', ['play 3/4']);
    const [first, second] = state.held;
    Object.assign(state, { sending: true, sent: [first.id] });
    const next = game('3/4 8/1', [], { position: 2 });
    const { held, last } = prepare(state, next, [moved({ move: 'play 3/4' })], false);
    assert.equal(last?.type, 'moved');
    assert.deepEqual([...state.changing], [first.id]);
    adopt(state, next, held, [moved({ move: 'play 3/4' })]);
    assert.deepEqual(state.held.map(({ id }) => id).includes(second.id), true);
    assert.equal(state.held.length, 2);
    assert.deepEqual([state.sending, state.sent], [false, []]);
  });

  test('cards keep their ids through a rotation, which ends a peek that has shown it', () => {
    const state = tableOf(HAND, MOVES);
    state.peek = true;
    const shown = shownHand(state);
    const next = game('1/8 4/3 6/3 9/5', [], { position: 2 });
    const { held, peeked } = prepare(state, next, [moved({ verb: 'rotate', move: 'rotate' })], false);
    adopt(state, next, held, []);
    assert.equal(peeked, true);
    assert.equal(state.peek, false);
    assert.deepEqual(state.held, shown);
    assert.equal(state.changing.size, 0);
  });

  test('while a finger is on the hand, what others do leaves it alone', () => {
    const state = tableOf('3/4 8/1', []);
    const event = moved({ seat: 'B', move: 'play 9/9', effects: { beats: 'A', hand: 'A', returns: '2/5' } });
    const next = game('2/5 3/4 8/1', [], { position: 2 });
    assert.equal(prepare(state, next, [event], true).held, state.held);
    assert.equal(state.late, true);
    assert.equal(prepare(state, next, [event], false).held.length, 3);
    assert.equal(state.late, false);
    // The player's own move cannot wait.
    assert.equal(prepare(state, game('8/1', [], { position: 3 }), [moved({ move: 'play 3/4' })], true).held.length, 1);
  });

  test('a hint is for one position', () => {
    const state = tableOf(HAND, MOVES);
    state.advice = ['a hint'];
    prepare(state, game(HAND, MOVES), [], false);
    assert.deepEqual(state.advice, ['a hint']);
    prepare(state, game(HAND, MOVES, { position: 2 }), [], false);
    assert.equal(state.advice, null);
  });
});

describe('where a card is put', () => {
  /** Cards of 60 by 90, 40 apart: `row` says in which row each lies. @param {...number} rows */
  const boxes = (...rows) =>
    rows.map((row, i) => ({ x: 40 * (i - rows.indexOf(row)), y: 100 * row, width: 60, height: 90 }));
  const fan = boxes(0, 0, 0, 0); // centers at 30, 70, 110, 150

  test('in a fan it is between the cards that the point is between', () => {
    assert.deepEqual(placeAt(fan, { x: 0, y: 40 }), { index: 0, before: null, after: 0 });
    assert.deepEqual(placeAt(fan, { x: 80, y: 40 }), { index: 2, before: 1, after: 2 });
    assert.deepEqual(placeAt(fan, { x: 500, y: 40 }), { index: 4, before: 3, after: null });
    // The arc of a fan is no second row.
    const arc = fan.map((box, i) => ({ ...box, y: [30, 0, 0, 30][i] }));
    assert.deepEqual(placeAt(arc, { x: 80, y: 200 }), { index: 2, before: 1, after: 2 });
  });
  test('in two rows the nearer row counts, and its ends have one neighbor', () => {
    const rows = boxes(0, 0, 0, 1, 1);
    assert.deepEqual(placeAt(rows, { x: 80, y: 30 }), { index: 2, before: 1, after: 2 });
    assert.deepEqual(placeAt(rows, { x: 500, y: 30 }), { index: 3, before: 2, after: null });
    assert.deepEqual(placeAt(rows, { x: 0, y: 150 }), { index: 3, before: null, after: 3 });
    assert.deepEqual(placeAt(rows, { x: 50, y: 150 }), { index: 4, before: 3, after: 4 });
  });
  test('a hand without other cards has one place', () => {
    assert.deepEqual(placeAt([], { x: 5, y: 5 }), { index: 0, before: null, after: null });
  });
  test('the keys go to the nearest card of the other row', () => {
    const rows = boxes(0, 0, 0, 1, 1);
    assert.equal(cardAbove(rows, rows[4], -1), 1);
    assert.equal(cardAbove(rows, rows[0], 1), 3);
    assert.equal(cardAbove(rows, rows[0], -1), -1);
    assert.equal(cardAbove(fan, fan[1], 1), -1);
  });
  test('dragged cards are spread around the pointer, and above a finger', () => {
    assert.match(dragTransform(0, 1, { x: 10, y: 20 }, false), /^translate\(10px, 20px\) .* rotate\(0\.0deg\)$/);
    assert.match(dragTransform(0, 1, { x: 10, y: 120 }, true), /^translate\(10px, 64px\)/);
    assert.deepEqual(
      [0, 1, 2].map((i) => /^translate\((-?\d+)px/.exec(dragTransform(i, 3, { x: 0, y: 0 }, false))?.[1]),
      ['-26', '0', '26'],
    );
  });
});

describe('keys', () => {
  test('a digit is a value, 0 is ten', () => {
    assert.deepEqual(commandOf('3', false, 'other'), ['value', 3]);
    assert.deepEqual(commandOf('0', false, 'button'), ['value', 10]);
  });
  test('arrows walk where the focus is, and move a card with Shift', () => {
    assert.deepEqual(commandOf('ArrowLeft', false, 'hand'), ['walk', -1]);
    assert.deepEqual(commandOf('ArrowRight', false, 'set'), ['beside', 1]);
    assert.deepEqual(commandOf('ArrowRight', false, 'other'), ['hand']);
    assert.deepEqual(commandOf('ArrowRight', true, 'hand'), ['shift', 1]);
    assert.deepEqual(commandOf('ArrowUp', false, 'hand'), ['up']);
    assert.deepEqual(commandOf('ArrowUp', false, 'set'), ['beside', 1]);
    assert.deepEqual(commandOf('ArrowUp', false, 'button'), ['beside', 0]);
    assert.deepEqual(commandOf('ArrowDown', false, 'set'), ['down']);
  });
  test('Enter makes the move of the big button, but presses any other button', () => {
    assert.deepEqual(commandOf('Enter', false, 'hand'), ['confirm']);
    assert.deepEqual(commandOf('Enter', false, 'other'), ['confirm']);
    assert.equal(commandOf('Enter', false, 'button'), null);
  });
  test('letters are small or large, and every key of the list does something', () => {
    assert.deepEqual(commandOf('R', true, 'other'), ['rotate']);
    assert.equal(commandOf('x', false, 'other'), null);
    assert.equal(commandOf('toString', false, 'other'), null);
    /** @type {Record<string, string>} */
    const names = {
      '←': 'ArrowLeft',
      '→': 'ArrowRight',
      '↑': 'ArrowUp',
      '↓': 'ArrowDown',
      '{enter}': 'Enter',
      '{escape}': 'Escape',
    };
    for (const key of KEYS.flatMap(([keys]) => keys).filter((one) => one !== '{space}')) // a browser's own: it presses
      assert.ok(commandOf(names[key.replace('{shift}+', '')] ?? key, key.includes('{shift}'), 'hand'), key);
  });
});

describe('the clock of a turn', () => {
  test('runs from its share of the whole time to nothing, and turns to a warning ten seconds before', () => {
    const { frames, left } = runningOut({ seconds: 60, until: 50_000 }, 10_000);
    assert.equal(left, 40_000);
    assert.equal(frames[0].transform, `scaleX(${2 / 3})`);
    assert.deepEqual(
      frames.map(({ background, offset }) => [background, offset]),
      [
        ['var(--accent)', undefined],
        ['var(--accent)', 0.75],
        ['var(--warn)', undefined],
      ],
    );
  });
  test('warns from the start when less is left, and is never longer than full or shorter than nothing', () => {
    const { frames } = runningOut({ seconds: 60, until: 4000 }, 0);
    assert.deepEqual([frames[0].background, frames[1].offset], ['var(--warn)', 0]);
    assert.equal(runningOut({ seconds: 5, until: 9000 }, 0).frames[0].transform, 'scaleX(1)');
    assert.equal(runningOut({ seconds: 5, until: 0 }, 9000).left, 0);
  });
});
