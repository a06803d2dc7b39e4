// Reads the module's path, then tasks, a line each, and answers each with its digest: see twin.mjs.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { answer } from './twin.mjs';

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
for await (const line of createInterface({ input: process.stdin })) console.log(await answer(module, JSON.parse(line)));
