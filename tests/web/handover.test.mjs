// One device for several people, without a page: the client gets a hand only while its owner has opened it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isOwn, ME, opening, seating } from '../../src/dnup/web/device/device.js';
import { Elsewhere } from '../../src/dnup/web/device/games.js';
import { LiveTable } from '../../src/dnup/web/device/live-table.js';
import { recordsOf } from '../../src/dnup/web/device/record.js';
import { ownChance } from '../../src/dnup/web/device/scheduler.js';
import { rebuild } from '../../src/dnup/web/device/stored-game.js';
import { Engine } from '../../src/dnup/web/engine/engine.js';

const module = new WebAssembly.Module(readFileSync(new URL('../../src/dnup/web/engine/dnup.wasm', import.meta.url)));
/** @typedef {import('../../src/dnup/web/device/device.js').Taker} Taker */
/** People are letters, bots are dots: 'A.C' is a person, a bot and a person. @param {string} text @returns {Taker[]} */
const takers = (text) => [...text].map((one) => (one === '.' ? { level: 'easy' } : { name: `Player ${one}` }));

class Device {
  /** @param {string} text @param {string[]} [hands] of the first round @param {string[]} [deck] */
  constructor(text, hands, deck) {
    /** @type {any[]} */
    this.events = seating(takers(text), deck ? { deck } : {});
    this.sent = /** @type {any[]} */ ([]);
    /** @type {any} */
    this.handover = undefined;
    this.table = rebuild('x', new Engine(module), { about: {}, events: this.events });
    this.live = this.open();
    this.hands = hands;
  }

  /** Another tab of the same device. */
  open(table = this.table) {
    return new LiveTable(table, /** @type {any} */ (this), {
      key: ME,
      send: (text) => {
        const message = JSON.parse(text);
        const { seat, view, result } = { seat: undefined, ...message, ...message.state };
        if (message.type === 'welcome' && this.handover) assert.equal(seat, this.handover.viewer);
        // Whatever is sent has at most the hand that its owner has opened, or all hands once the round is over.
        if (view?.hand && !result) assert.notEqual(this.handover?.viewer, null);
        if (message.state?.moves && this.handover) assert.notEqual(this.handover.viewer, null);
        this.sent.push(message);
      },
      onChange: () => {},
      onHandover: (handover) => {
        this.handover = handover;
      },
      now: () => 0,
    });
  }

  /** @param {string} _id @param {number} after @param {any[]} events */
  async append(_id, after, events) {
    if (this.events.length > after) throw new Elsewhere();
    this.events.push(...events);
  }

  /** @param {string} _id @param {number} after */
  async load(_id, after) {
    return { about: {}, events: this.events.slice(after) };
  }

  async summarize() {}

  hello() {
    return this.live.receive({ type: 'hello', protocol: 1, table: 'x', last: null });
  }

  deal() {
    const { hands = ownChance(this.table).deal(this.table.deals.length).hands } = this;
    return this.live.act(() => [{ type: 'round-dealt', hands, salt: '00' }]);
  }

  /** The player in turn does this. @param {string} move */
  async move(move) {
    const { turn, positionNumber: position } = this.table;
    const chair = this.table.chair(turn ?? '');
    if (chair.level) return this.live.act(() => [{ type: 'move-made', seat: turn, move, by: 'bot' }]);
    return this.live.receive({ type: 'move', position, move, ref: 1 });
  }

  /** The texts of the legal moves. @returns {string[]} */
  get legal() {
    const { writer, position, turn } = this.table;
    const moves = JSON.parse(writer.writeViews(/** @type {any} */ (position), 'all', turn).moves);
    return moves.map((/** @type {any} */ { move }) => move);
  }
}

/** @param {Promise<unknown>} request */
const refused = async (request) => {
  try {
    await request;
  } catch (error) {
    return /** @type {any} */ (error).code;
  }
  return null;
};

test('whole games: a hand is open only while it is its owner’s turn, and never twice in a row covered for one person', async () => {
  for (const text of ['AB', 'A.C', '.BC.', 'ABCDE', 'A..DE']) {
    const device = new Device(text);
    const { table } = device;
    await device.hello();
    let seed = 7;
    let last = /** @type {string | null} */ (null);
    for (let steps = 0; table.phase !== 'over' && steps < 4000; steps++) {
      if (table.turn === null) {
        last = null;
        await device.deal();
        assert.equal(device.handover?.viewer, null);
        continue;
      }
      const { viewer, next } = /** @type {any} */ (device.handover);
      if (table.chair(table.turn).key && viewer === null) {
        assert.equal(next, table.turn);
        assert.notEqual(next, last, `${text}: covered, though the same person goes on`);
        await device.live.open(next);
        assert.equal(device.handover?.viewer, next);
      }
      if (table.chair(table.turn).key) last = table.turn;
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      const { legal } = device;
      const plays = legal.filter((move) => /^(play|add)/.test(move));
      await device.move((plays.length ? plays : legal)[seed % (plays.length || legal.length)]);
    }
    assert.equal(table.phase, 'over', text);
    const [record] = recordsOf(new Engine(module), device.events).map((line) => JSON.parse(line));
    assert.equal(record.bots.length, text.split('.').length - 1);
    assert.deepEqual(
      record.players.filter((/** @type {string} */ name) => name.startsWith('Player')).length,
      text.replaceAll('.', '').length,
    );
  }
});

test('only the next person may look, and nobody acts behind the cover', async () => {
  const device = new Device('ABC');
  await device.hello();
  await device.deal();
  const { next } = /** @type {any} */ (device.handover);
  const others = [...'ABC'].filter((seat) => seat !== next);
  for (const seat of [...others, 'E', '']) assert.equal(await refused(device.live.open(seat)), 'not-your-turn');
  assert.equal(device.handover?.viewer, null);
  await device.move('rotate');
  assert.equal(device.sent.at(-1).code, 'not-your-seat');
  await device.live.receive({ type: 'why', move: 'rotate', ref: 2 });
  assert.equal(device.sent.at(-1).code, 'not-your-seat');
  await device.live.open(next);
  const hand = device.sent.at(-1).state.view.hand;
  assert.ok(hand.length > 10);
  await device.live.cover();
  assert.deepEqual([device.handover?.viewer, device.sent.at(-1).state.view.hand], [null, '']);
  await device.live.open(next);
  assert.equal(device.sent.at(-1).state.view.hand, hand);
});

test('what cannot be known behind the cover changes no byte of what is sent', async () => {
  const cards = ['1/5*', '1/6', '1/7', '2/5', '2/6', '3/4', '3/5', '4/6', '4/8'];
  const played = ['1/5 1/6 3/4', '2/5 2/6 3/5', '1/7 4/6 4/8'];
  // The same with what nobody sees changed: who holds it, and which way up.
  const other = ['1/5 8/4 6/2', '2/5 1/6 6/4', '5/3 1/7 3/4'];
  const sent = [];
  for (const hands of [played, other]) {
    const device = new Device('ABC', hands, cards);
    await device.hello();
    await device.deal();
    const begun = device.sent.length;
    await device.live.open('A');
    device.sent.splice(begun);
    await device.move('play 1/5');
    await device.live.cover();
    const [first, second] = device.sent.splice(begun);
    await device.live.open('B');
    device.sent.splice(begun);
    await device.move('play 2/5');
    sent.push(JSON.stringify([first, second, ...device.sent.splice(begun)]));
  }
  // A deal and the salt it is promised with are public only as a digest.
  const masked = sent.map((text) => text.replaceAll(/"commitment":"[0-9a-f]+"/g, ''));
  assert.equal(masked[0], masked[1]);
  assert.ok(masked[0].includes('play 2/5'));
});

test('two players: two turns in a row are one opening, and the star has one', async () => {
  const device = new Device('AB', ['1/5 1/6 2/4', '3/4 3/5 2/6'], ['1/5*', '1/6', '2/4', '2/6', '3/4', '3/5']);
  await device.hello();
  await device.deal();
  await device.live.open('A');
  await device.move('rotate');
  assert.deepEqual({ ...device.handover }, { viewer: null, next: 'B', undo: 'A' });
  await device.live.open('B');
  assert.deepEqual({ ...device.handover }, { viewer: 'B', next: 'B', undo: null });
  await device.move('rotate');
  assert.deepEqual({ ...device.handover }, { viewer: 'B', next: 'B', undo: 'B' });
  // The first of two turns can be undone while the hand stays open.
  await device.live.undo();
  assert.deepEqual({ ...device.handover }, { viewer: 'B', next: 'B', undo: null });
  await device.move('play 3/4');
  await device.move('rotate');
  assert.deepEqual({ ...device.handover }, { viewer: null, next: 'A', undo: 'B' });
  // And both, one after the other, also after a look at one's own cards.
  await device.live.undo();
  assert.deepEqual({ ...device.handover }, { viewer: null, next: 'B', undo: 'B' });
  await device.live.open('B');
  assert.equal(device.handover?.undo, 'B');
  await device.live.undo();
  assert.deepEqual([device.table.moves, device.table.takeBacks], [['rotate'], 0]);
  assert.equal(await refused(device.live.undo()), 'nothing-to-undo');
});

test('nothing is undone once somebody has seen something new, in any tab', async () => {
  const device = new Device('A.C');
  await device.hello();
  await device.deal();
  while (device.table.turn !== 'A') {
    if (device.table.turn === 'C') await device.live.open('C');
    await device.move('rotate');
  }
  await device.live.open('A');
  await device.move('rotate');
  assert.deepEqual({ ...device.handover }, { viewer: null, next: 'C', undo: 'A' });
  await device.live.undo();
  assert.deepEqual({ ...device.handover }, { viewer: null, next: 'A', undo: null });
  await device.live.open('A');
  await device.move('rotate');
  await device.move('rotate'); // the bot
  assert.equal(device.handover?.undo, null);
  assert.equal(await refused(device.live.undo()), 'nothing-to-undo');
  await device.live.open('C');
  await device.move('rotate');
  // In another tab the next person has looked.
  const table = rebuild('x', new Engine(module), { about: {}, events: device.events });
  const other = device.open(table);
  assert.equal(device.handover?.undo, 'C');
  await other.open('A');
  assert.equal(device.events.at(-1).type, 'hand-opened');
  assert.equal(await refused(device.live.undo()), 'nothing-to-undo');
  // A move in one tab covers the hand in the other.
  await other.receive({ type: 'move', position: table.positionNumber, move: 'rotate', ref: 1 });
  await device.live.catchUp();
  assert.deepEqual([device.handover?.viewer, device.live.viewer], [null, null]);
});

test('someone goes, and the last person needs no cover, but opens it once', async () => {
  const device = new Device('AB.');
  await device.hello();
  await device.deal();
  const seat = /** @type {string} */ (device.handover?.next);
  await device.live.leave(seat, 'hard');
  const last = seat === 'A' ? 'B' : 'A';
  assert.deepEqual(
    [device.handover?.viewer, device.handover?.next, device.table.chair(seat).level],
    [null, last, 'hard'],
  );
  assert.equal(device.sent.at(-1).state.view.hand, '');
  await device.live.open(last);
  assert.deepEqual([device.handover, device.sent.at(-1).seat], [null, last]);
  while (device.table.turn !== last) await device.move('rotate');
  await device.move('rotate');
  assert.deepEqual([device.handover, device.live.seat], [null, last]);
  await device.live.cover();
  assert.equal(device.live.seat, last);
});

test('one person and bots have no cover', async () => {
  const device = new Device('A..');
  await device.hello();
  await device.deal();
  assert.deepEqual([device.handover, device.live.seat, device.live.covers], [null, 'A', false]);
  assert.deepEqual(opening({ name: 'Player B', players: 3, levels: ['easy'], seat: 'B' }), [
    ...seating(takers('.B.'), {}),
  ]);
  assert.deepEqual(
    [ME, `${ME}-C`, 'another', null, 'mesa'].map((key) => isOwn(key)),
    [true, true, false, false, false],
  );
});

test('names at one device differ', async () => {
  const device = new Device('ABC');
  await device.hello();
  await device.deal();
  await device.live.open(/** @type {string} */ (device.handover?.next));
  const wide = 'W'.repeat(24);
  await device.live.receive({ type: 'rename', name: wide });
  await device.move('rotate');
  await device.live.open(/** @type {string} */ (device.handover?.next));
  await device.live.receive({ type: 'rename', name: wide });
  const names = device.table.chairs.map(({ name }) => name);
  assert.ok(names.includes(wide) && names.includes(`${'W'.repeat(22)} 2`), names.join());
});
