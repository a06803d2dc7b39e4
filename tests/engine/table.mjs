// Does with the engine what a server does with Python: reads questions, a line each, and answers each with a line.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Inspector } from '../../src/dnup/web/device/inspection.js';
import { recordsOf } from '../../src/dnup/web/device/record.js';
import { Engine } from '../../src/dnup/web/engine/engine.js';

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const inspector = new Inspector(new Engine(module));

/** @param {any} question */
function answer({ events, position, seat, move }) {
  if (events) return JSON.stringify(recordsOf(new Engine(module), events));
  try {
    return inspector.inspect(position, seat, move);
  } catch (error) {
    return JSON.stringify({ error: /** @type {Error} */ (error).message });
  }
}

for await (const line of createInterface({ input: process.stdin })) console.log(answer(JSON.parse(line)));
