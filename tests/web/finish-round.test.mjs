// R20 as a table option on the device: the last round is played on for second place, and the first has won.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { opening } from '../../src/dnup/web/device/device.js';
import { recordsOf } from '../../src/dnup/web/device/record.js';
import { ownChance } from '../../src/dnup/web/device/scheduler.js';
import { rebuild } from '../../src/dnup/web/device/stored-game.js';
import { Engine } from '../../src/dnup/web/engine/engine.js';
import { decidedFor, NOTHING } from '../../src/dnup/web/game/state.js';
import { readRecord } from '../../src/dnup/web/review/record.js';
import { Replay } from '../../src/dnup/web/review/replay.js';

const module = new WebAssembly.Module(readFileSync(new URL('../../src/dnup/web/engine/dnup.wasm', import.meta.url)));

/** A game in which everyone plays as many cards as they can. @param {boolean} finishRound @param {(table: any) => void} look */
function play(finishRound, look) {
  const events = opening({ name: 'Ada', players: 3, levels: ['easy'], deck: 'pairs', finishRound });
  const table = rebuild('x', new Engine(module), { about: {}, events });
  const add = (/** @type {any} */ event) => {
    table.apply(event);
    events.push(event);
    look(table);
  };
  const { deal } = ownChance(table);
  while (table.phase !== 'over') {
    if (table.phase === 'between') add({ type: 'seat-ready', seat: 'A' });
    add({ type: 'round-dealt', ...deal(table.phase === 'between' ? table.deals.length : 0) });
    while (table.turn !== null) {
      const { turn, position, writer } = table;
      const choices = JSON.parse(writer.writeViews(/** @type {any} */ (position), 'all', turn).moves);
      const plays = choices.filter((/** @type {any} */ { move }) => /^(play|add)/.test(move));
      const { move } = plays.at(-1) ?? choices.at(-1);
      add({ type: 'move-made', seat: turn, move, by: turn === 'A' ? 'person' : 'bot' });
    }
  }
  return { table, events };
}

test('the last round is played on, the first has won, and the record says so', () => {
  let decided = 0;
  for (let game = 0; game < 12; game++) {
    let first = /** @type {string | null} */ (null);
    const { table, events } = play(true, (at) => {
      const view = at.position && JSON.parse(at.writer.writeViews(at.position, 'all', null).view);
      const seat = decidedFor({ ...NOTHING, view });
      if (!seat) return;
      first ??= seat;
      assert.deepEqual([at.phase, at.winner, seat], ['playing', null, first]);
    });
    if (!first) continue;
    decided++;
    assert.equal(table.winner, first);
    const [line] = recordsOf(new Engine(module), events, {});
    const record = JSON.parse(line);
    assert.deepEqual([record.finish_round, record.winner, record.result], [true, first, 'won']);
    assert.notEqual(record.rounds.at(-1).ending, 'match');
    const replay = new Replay(new Engine(module), readRecord(record));
    assert.deepEqual([replay.over, replay.winner], [true, first]);
    // Without the option the same moves go on after the end.
    if (record.rounds.at(-1).ending === 'out')
      assert.throws(() => new Replay(new Engine(module), readRecord({ ...record, finish_round: false })));
  }
  assert.ok(decided);
});

test('without the option nothing is played on', () => {
  const { table, events } = play(false, (at) => assert.ok(at.winner === null || at.phase === 'over'));
  assert.ok(!('finish_round' in JSON.parse(recordsOf(new Engine(module), events, {})[0])));
  assert.equal(table.options.finish_round, false);
});
