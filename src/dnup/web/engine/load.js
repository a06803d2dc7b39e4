// Fetch and compile the engine, once per page or worker.
import { Engine } from './engine.js';
import { networks } from './kernel.js';

/** How long a network may take to load, in milliseconds. */
const PATIENCE = 5000;

/** The engine's file could not be loaded. */
export class Unreachable extends Error {}

/** @type {Promise<WebAssembly.Module> | null} */
let module = null;

/** The compiled module, which can be handed to workers. */
export function loadModule() {
  module ??= compile(new URL('./dnup.wasm', import.meta.url)).catch((error) => {
    module = null; // the network may have failed: the next call tries again
    throw error;
  });
  return module;
}

/** @param {URL} address */
async function compile(address) {
  const answer = await fetch(address).catch((error) => {
    throw new Unreachable(error.message);
  });
  if (!answer.ok) throw new Unreachable(`${address.pathname} is not there`);
  // Some hosts do not know what kind of file it is; then it cannot be compiled while it arrives.
  return answer.headers.get('content-type') === 'application/wasm'
    ? WebAssembly.compileStreaming(answer)
    : WebAssembly.compile(await answer.arrayBuffer());
}

/** The file of the network that has learnt with this number of players and the cards of this fingerprint; null if there
 * is none.
 * @param {string} fingerprint @param {number} players */
export async function loadNetwork(fingerprint, players) {
  const file = networks[players][fingerprint];
  if (!file) return null;
  // Bots do not wait for a slow network: they can search without the file.
  const signal = AbortSignal.timeout(PATIENCE);
  const answer = await fetch(new URL(`./networks/${file}`, import.meta.url), { signal });
  if (!answer.ok) throw new Error(`there is no network ${file}`);
  return answer.arrayBuffer();
}

/** A new engine. */
export async function loadEngine() {
  const compiled = await loadModule();
  return new Engine(compiled, await WebAssembly.instantiate(compiled));
}
