// The daily game by the WebAssembly engine: reads dates, a line each, and answers each with all that follows from it, as JSON.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { dealOf, deckOf, LEVEL, Play, parOf, ROUNDS, resultOf, SEAT } from '../../src/dnup/web/device/daily.js';
import { opening } from '../../src/dnup/web/device/device.js';
import { recordsOf } from '../../src/dnup/web/device/record.js';
import { Engine } from '../../src/dnup/web/engine/engine.js';

const module = new WebAssembly.Module(readFileSync(process.argv[2]));

/** All moves of the rounds if a level plays in the person's seat. @param {Engine} engine @param {string} date @param {string} level */
function movesOf(engine, date, level) {
  const play = new Play(engine, date);
  return Array.from({ length: ROUNDS }, (_, round) => {
    const moves = [];
    play.deal(round);
    while (!play.over) {
      moves.push(play.choose(round, play.turn === SEAT ? level : LEVEL));
      play.move(moves[moves.length - 1]);
    }
    return moves;
  });
}

for await (const date of createInterface({ input: process.stdin })) {
  const engine = new Engine(module);
  const deals = Array.from({ length: ROUNDS }, (_, round) => dealOf(engine, date, round));
  const levels = Object.fromEntries(['easy', 'medium', 'hard'].map((level) => [level, movesOf(engine, date, level)]));
  const results = Object.fromEntries(
    Object.entries(levels).map(([level, moves]) => [level, resultOf(engine, date, moves)]),
  );
  const begun = resultOf(engine, date, [levels.hard[0], levels.hard[1].slice(0, 5)]);
  const play = new Play(engine, date);
  const events = [
    ...opening({ name: 'Ada', players: 4, levels: ['hard'], deck: deckOf(date), daily: { date } }),
    ...levels.hard.flatMap((moves, round) => [
      { type: 'round-dealt', hands: play.deal(round), salt: '0'.repeat(64) },
      ...moves.map((move) => {
        const seat = 'ABCD'[play.turn];
        play.move(move);
        return { type: 'move-made', seat, move, by: 'bot' };
      }),
      { type: 'seat-ready', seat: 'A' },
    ]),
  ];
  const records = recordsOf(engine, events, { daily: date });
  console.log(
    JSON.stringify({
      deals,
      levels,
      results,
      begun,
      records,
      par: parOf(engine, date),
      memory: engine.memory.buffer.byteLength,
    }),
  );
}
