// Reads the module's path, then tasks, a line each, and answers each with the review of its record, as JSON, and if asked with
// the details of one decision, twice; `timed`, with how long it took on a processor, and until there was something to see.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { MomentInspector } from '../../src/dnup/web/analysis/moment-details.js';
import { Reviewer } from '../../src/dnup/web/analysis/reviewer.js';
import { WireWriter } from '../../src/dnup/web/device/wire-writer.js';
import { Engine } from '../../src/dnup/web/engine/engine.js';

const module = new WebAssembly.Module(readFileSync(process.argv[2]));

/** Every position of a record's rounds. @param {Engine} engine @param {any} record */
function replay(engine, { deck, players, rounds, stall_limit: stallLimit = 0, winner }) {
  const writer = new WireWriter(engine, deck, players.length, stallLimit);
  let score = 0n;
  const played = rounds.map((/** @type {any} */ { deal, moves }) => {
    const positions = [writer.deal(deal, score)];
    const history = [];
    for (const move of moves) {
      const step = writer.tryMove(positions[positions.length - 1], move);
      if (!step) throw new Error(move);
      positions.push(step.after);
      history.push(step.entry);
    }
    writer.state.items.set(positions[positions.length - 1]);
    score = engine.kernel.scoreAfter(writer.state);
    return { positions, moves, history };
  });
  return { deck, players, rounds: played, winner };
}

const clock = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

for await (const line of createInterface({ input: process.stdin })) {
  const { record, seed, effort, details } = JSON.parse(line);
  const began = clock();
  const engine = new Engine(module);
  const reviewer = new Reviewer(engine, replay(engine, record), BigInt(seed));
  let first = 0;
  for (const _ of reviewer.think(effort)) first ||= clock() - began;
  const review = /** @type {any} */ (reviewer.review());
  if (details !== undefined) {
    const inspector = new MomentInspector(engine, record.deck, record.players.length);
    review.details = [details, details].map((number) => {
      const { view, position, made, past } = reviewer.decisions[number];
      return inspector.details({ view, position, made, history: past.map(({ entry }) => entry) }, BigInt(seed));
    });
  }
  const timed = process.argv[3] === 'timed';
  console.log(JSON.stringify(timed ? { review, first, seconds: clock() - began } : review));
}
